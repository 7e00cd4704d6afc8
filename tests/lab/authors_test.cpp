// The reports' presets with as=program against what the authors' own programs say of 120 positions.
#include "lab/authors.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

namespace partita::lab {
namespace {

std::string golden(const std::string& name) { return std::string(PARTITA_GOLDEN) + "/authors/" + name + ".tsv"; }

class AuthorTables : public ::testing::TestWithParam<const char*> {};

TEST_P(AuthorTables, AreEqualInEveryRow) {
  const auto check = check_author_file(golden(GetParam()));
  ASSERT_TRUE(check.ok()) << check.error();
  EXPECT_EQ(check->table, GetParam());
  EXPECT_EQ(check->rows, 120);
  EXPECT_EQ(check->equal, 120) << author_check_text(*check);
}

INSTANTIATE_TEST_SUITE_P(Programs, AuthorTables,
                         ::testing::Values("ata_terms", "ata_search", "sam_static", "sam_search", "rao_static"));

/// A file of this text, removed at the end of the test.
class AuthorFile : public ::testing::Test {
 protected:
  std::string file_of(const std::string& text) {
    path_ = (std::filesystem::temp_directory_path() / ("partita-authors-" + std::to_string(::getpid()))).string();
    std::ofstream(path_) << text;
    return path_;
  }
  ~AuthorFile() override { std::filesystem::remove(path_); }
  std::string path_;
};

TEST_F(AuthorFile, ARowThatDiffersIsNamedWithItsColumn) {
  // Fn1 after the report's own opening is 0; the file claims 100.
  const auto check = check_author_file(file_of("I10 J11 I11 J12 K12 K13 J13\t100\t0\t0\t0\n"));
  ASSERT_TRUE(check.ok()) << check.error();
  EXPECT_EQ(check->equal, 0);
  ASSERT_EQ(check->differences.size(), 1U);
  EXPECT_EQ(check->differences.front(), "line 1, column 2: 100 in the file, 0 here");
}

TEST_F(AuthorFile, BadFilesAreRefusedWithTheLine) {
  EXPECT_EQ(check_author_file("/nowhere/x.tsv").error(), "/nowhere/x.tsv: cannot be read");
  EXPECT_NE(check_author_file(file_of("")).error().find("no rows"), std::string::npos);
  EXPECT_NE(check_author_file(file_of("K10\ta\tb\tc\td\te\tf\n")).error().find(":1: 7 columns between tabs, expected"),
            std::string::npos);
  EXPECT_NE(check_author_file(file_of("K10\t0\t0\t0\t0\nK10\t0\n")).error().find(":2: 2 columns, expected 5"),
            std::string::npos);
  EXPECT_NE(check_author_file(file_of("A1\t0\t0\t0\t0\n")).error().find(":1: "), std::string::npos);
  EXPECT_NE(check_author_file(file_of("A1\t1\t0\t0\n")).error().find(":1: "), std::string::npos);
}

}  // namespace
}  // namespace partita::lab
