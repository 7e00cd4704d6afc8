// A policy network's file as people meet it: what cannot be used is named, and the engine plays without it.
#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "base/sha256.h"
#include "kit/program.h"

namespace partita::apps {
namespace {

namespace fs = std::filesystem;

class HexNetworkFile : public ::testing::Test {
 protected:
  HexNetworkFile() : folder_(kit::scratch_path("networks")) {
    fs::create_directories(folder_ + "/networks");
    for (const auto& entry : fs::directory_iterator(std::string(PARTITA_GOLDEN) + "/nets/hex")) {
      if (entry.path().extension() == ".net") original_ = entry.path();
    }
  }
  ~HexNetworkFile() override { fs::remove_all(folder_); }

  /// Writes the bytes under this name, alone in the folder, and searches with it.
  std::string told_with(const std::string& name, const std::string& bytes, const std::string& options = "--side 5") {
    for (const auto& entry : fs::directory_iterator(folder_ + "/networks")) fs::remove(entry.path());
    std::ofstream(folder_ + "/networks/" + name, std::ios::binary) << bytes;
    const auto run = kit::run_command("PARTITA_DATA=" + folder_ + " " + PARTITA_PROGRAM + " go --game hex " + options +
                                      " --nodes 60 --preset partita-net,seed=1");
    EXPECT_EQ(run.exit_code, 0) << run.err;
    return run.out;
  }
  static std::string named(const std::string& bytes) {
    return "hex-edges4-" + base::sha256(bytes).substr(0, 12) + ".net";
  }
  std::string whole() const { return kit::read_whole(original_.string()); }
  std::string replaced(const std::string& from, const std::string& to) const {
    std::string bytes = whole();
    return bytes.replace(bytes.find(from), from.size(), to);
  }

  std::string folder_;
  fs::path original_;
};

TEST_F(HexNetworkFile, IsUsedWhereItLies) {
  const std::string told = told_with(original_.filename().string(), whole());
  EXPECT_EQ(told.find("note"), std::string::npos) << told;
  // Another engine than the classic one.
  EXPECT_NE(told, told_with("unused.net", whole()));
}

TEST_F(HexNetworkFile, IsRefusedByNameWhenItIsCutAlteredOrOfAnotherKind) {
  const auto expect_refusal = [&](const std::string& name, const std::string& bytes, const std::string& why) {
    const std::string told = told_with(name, bytes);
    EXPECT_NE(told.find("no network for these rules: classic evaluation ("), std::string::npos) << told;
    EXPECT_NE(told.find(why), std::string::npos) << told;
  };
  const std::string own = original_.filename().string();
  std::string altered = whole();
  altered[altered.size() / 2] = static_cast<char>(altered[altered.size() / 2] ^ 1);
  expect_refusal(own, altered, own + ": its bytes have the digest ");
  const std::string cut = whole().substr(0, whole().size() - 3);
  expect_refusal(own, cut, own + ": its bytes have the digest ");
  expect_refusal(named(cut), cut, named(cut) + ": network: expected ");
  const std::string omega = replaced("game: hex", "game: omega");
  expect_refusal(named(omega), omega, "the network is for 'omega' with the inputs 'edges4', not for Hex");
  const std::string inputs = replaced("inputs: edges4", "inputs: edges5");
  expect_refusal(named(inputs), inputs, "the inputs 'edges5'");
  const std::string size = replaced("shape: 4 16", "shape: 4 32");
  expect_refusal(named(size), size, "bytes behind the header");
  const std::string kind = "partita network 1\n\n";
  expect_refusal(named(kind), kind, "the first line is not 'partita convolution 1'");
}

/// A line for every side and kernel, the plain one last.
TEST(BenchEvaluations, CountsByKernel) {
  const auto run = kit::run_program("bench --evaluations --game omega --time 1");
  EXPECT_EQ(run.exit_code, 0) << run.err;
  for (const char* part : {"omega side=5 ", "blocks of", "plain ", " evaluations/s\n"})
    EXPECT_NE(run.out.find(part), std::string::npos) << part << run.out;
  EXPECT_EQ(run.out.find(" 0 evaluations/s"), std::string::npos) << run.out;
  const auto refused = kit::run_program("bench --evaluations --game tafl");
  EXPECT_EQ(refused.exit_code, 2);
  EXPECT_NE(refused.err.find("nothing to measure"), std::string::npos) << refused.err;
}

}  // namespace
}  // namespace partita::apps
