// The program for this processor takes the place of the one that was started, if an installation brings it.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "kit/program.h"
#include "kit/temporary_folder.h"

namespace partita::apps {
namespace {

namespace fs = std::filesystem;
using kit::run_command;

constexpr const char* kPlain = "\nprocessor  x86-64\n";

/// An installation with the real program in `bin`.
class ProcessorChoice : public testing::Test {
 protected:
  void SetUp() override {
#if !defined(__x86_64__) || defined(__SSE4_2__)
    GTEST_SKIP() << "the program was built for newer processors alone, or for others";
#endif
    fs::create_directories(program().parent_path());
    fs::create_directories(others());
    fs::copy_file(PARTITA_PROGRAM, program());
  }
  fs::path program() const { return folder_.path() / "bin/partita"; }
  /// The folder of the programs for levels of processors.
  fs::path others() const { return folder_.path() / "libexec"; }
  /// A program for a level of processors.
  void bring(const std::string& level, const std::string& content) const {
    const fs::path other = others() / ("partita-" + level);
    std::ofstream(other) << content;
    fs::permissions(other, fs::perms::owner_all);
  }
  std::string version(const std::string& environment = "") const {
    return run_command(environment + " timeout 20 " + program().string() + " --version").out;
  }

 private:
  kit::TemporaryFolder folder_;
};

// It only says who it is, and what it was told.
constexpr const char* kStandIn = "#!/bin/sh\necho stands in: \"$@\"\n";

TEST_F(ProcessorChoice, StaysWhereNoOtherIsThere) { EXPECT_NE(version().find(kPlain), std::string::npos) << version(); }

TEST_F(ProcessorChoice, BecomesTheOneForThisProcessor) {
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx2") == 0 || __builtin_cpu_supports("bmi2") == 0)
    GTEST_SKIP() << "this processor is older";
#endif
  bring("x86-64-v3", kStandIn);
  EXPECT_EQ(version(), "stands in: --version\n");
  EXPECT_NE(version("PARTITA_PROCESSOR=x86-64").find(kPlain), std::string::npos);
  EXPECT_EQ(version("PARTITA_PROCESSOR=x86-64-v3"), "stands in: --version\n");
}

// It would begin again and again.
TEST_F(ProcessorChoice, StaysWhereTheOtherIsItself) {
  fs::create_symlink(program(), others() / "partita-x86-64-v3");
  EXPECT_NE(version().find(kPlain), std::string::npos) << version();
  fs::remove(others() / "partita-x86-64-v3");
  fs::copy_file(program(), others() / "partita-x86-64-v3");
  EXPECT_NE(version().find(kPlain), std::string::npos) << version();
}

// By a link, from another folder, or through the path: where it lies is asked of the system and not of its name.
TEST_F(ProcessorChoice, IsFoundHoweverItIsCalled) {
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx2") == 0 || __builtin_cpu_supports("bmi2") == 0)
    GTEST_SKIP() << "this processor is older";
#endif
  bring("x86-64-v3", kStandIn);
  const fs::path top = program().parent_path().parent_path();
  fs::create_symlink(program(), top / "link");
  const std::string in_top = "cd " + top.string() + " && ";
  EXPECT_EQ(run_command(in_top + "./link one two").out, "stands in: one two\n");
  EXPECT_EQ(run_command(in_top + "bin/partita one").out, "stands in: one\n");
  EXPECT_EQ(run_command(in_top + "PATH=$PWD/bin:$PATH partita one").out, "stands in: one\n");
}

TEST_F(ProcessorChoice, StaysWhereTheOtherCannotBeStarted) {
  bring("x86-64-v3",
        "\x7f"
        "ELF, broken");
  EXPECT_NE(version().find(kPlain), std::string::npos) << version();
}

}  // namespace
}  // namespace partita::apps
