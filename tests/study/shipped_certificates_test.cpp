// The shipped certificates are whole; `partita verify` plays them through.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>

#include "catalog/solver.h"
#include "study/certificate_file.h"

namespace partita::study {
namespace {

TEST(ShippedCertificates, AreReadableSmallAndUntouched) {
  for (const char* name : {"andantino-side7", "andantino-side8", "andantino-side9", "andantino-side10",
                           "andantino-side10-short", "andantino-side13"}) {
    const auto text =
        read_certificate_file(std::string(PARTITA_SOURCE_DIR) + "/data/certificates/" + name + ".tsv.zst");
    ASSERT_TRUE(text.ok()) << text.error();
    const auto read = solve::read_certificate(*text);
    ASSERT_TRUE(read.ok()) << read.error();
    EXPECT_EQ(read->certificate.claim.winner_name, "Black");
    EXPECT_TRUE(read->certificate.images_left_out);
    EXPECT_LE(read->certificate.entries.size(), 100'000u);
    EXPECT_EQ(read->certificate.entries_digest(), read->promised_digest);
    EXPECT_EQ(solve::write_certificate(read->certificate), *text);
  }
}

TEST(ShippedCertificates, ALineLessIsRefuted) {
  const auto text =
      read_certificate_file(std::string(PARTITA_SOURCE_DIR) + "/data/certificates/andantino-side10.tsv.zst");
  ASSERT_TRUE(text.ok());
  auto read = solve::read_certificate(*text);
  ASSERT_TRUE(read.ok());
  // The first reply: found missing at once.
  catalog::Certificate broken = read->certificate;
  const auto shortest =
      std::min_element(broken.entries.begin(), broken.entries.end(), [](const auto& a, const auto& b) {
        return std::count(a.first.begin(), a.first.end(), 'B') < std::count(b.first.begin(), b.first.end(), 'B');
      });
  broken.entries.erase(shortest);
  const auto found = catalog::verify_certificate(broken, catalog::Rim::kAllowed);
  ASSERT_TRUE(found.ok());
  EXPECT_FALSE(found->accepted);
  EXPECT_EQ(found->refuting_line.size(), 1u);
}

TEST(CompressedText, RoundTripsAndRefusesDamage) {
  const std::string path = testing::TempDir() + "partita_compressed_test.zst";
  const std::string text(100'000, 'x');
  ASSERT_TRUE(write_certificate_file(path, text).ok());
  const auto read = read_certificate_file(path);
  ASSERT_TRUE(read.ok()) << read.error();
  EXPECT_EQ(*read, text);
  std::FILE* file = std::fopen(path.c_str(), "r+b");
  ASSERT_NE(file, nullptr);
  std::fseek(file, 8, SEEK_SET);
  std::fputs("damage", file);
  std::fclose(file);
  EXPECT_FALSE(read_certificate_file(path).ok());
  EXPECT_FALSE(read_certificate_file(path + ".missing").ok());
  std::remove(path.c_str());
}

}  // namespace
}  // namespace partita::study
