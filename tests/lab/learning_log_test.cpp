// Logs of learning, and the picture and the table that are made of them.
#include "lab/learning_log.h"

#include <gtest/gtest.h>

#include <fstream>

#include "kit/program.h"

namespace partita::lab {
namespace {

const std::string kLogSource = PARTITA_SOURCE_DIR;
const std::string kStoredLog = kLogSource + "/data/learning/tafl-11x11.jsonl";

std::string log_of(const std::string& lines) {
  const std::string file = testing::TempDir() + "/learning.jsonl";
  std::ofstream(file) << lines;
  return file;
}

const char* const kTrained = R"({"step": "train", "rules": "toy", "round": 2, "positions": 1234})";
const char* const kGate =
    R"({"step": "gate", "rules": "toy", "round": 2, "ms": 50, "won": [3, 4], "drawn": [1, 0], "lost": [0, 2], "elo": 120.4, "error": 30.2})";

TEST(LearningLog, GatesAreToldWithWhatTheirNetworkLearntFrom) {
  const auto gates = read_learning_logs({log_of(std::string(kTrained) + "\n" + kGate + "\n")});
  ASSERT_TRUE(gates) << gates.error();
  ASSERT_EQ(gates->size(), 1u);
  EXPECT_EQ(gates->front().positions, 1234);
  EXPECT_NE(learning_table(*gates).find("| toy | 2 | 1,234 | 50 | +3 =1 -0 | +4 =0 -2 | +120 ± 30 |"),
            std::string::npos);
  EXPECT_NE(learning_plot(*gates).find("toy, 50 ms"), std::string::npos);
}

TEST(LearningLog, WhatIsWrongIsNamedWithItsLine) {
  const auto error_of = [](const std::string& lines) {
    const auto gates = read_learning_logs({log_of(lines)});
    return gates ? std::string() : gates.error();
  };
  EXPECT_NE(error_of(std::string(kTrained) + "\nnot JSON\n").find("line 2"), std::string::npos);
  EXPECT_NE(error_of(R"({"step": "gate", "rules": "toy", "round": 0})").find("line 1.round"), std::string::npos);
  EXPECT_NE(error_of(R"({"rules": "toy"})").find("step"), std::string::npos);
  EXPECT_NE(error_of(kTrained).find("no gate"), std::string::npos);
  EXPECT_NE(error_of("").find("no gate"), std::string::npos);
}

TEST(LearningLog, TheDocumentShowsWhatTheStoredLogGives) {
  const std::string picture = testing::TempDir() + "/learning.svg";
  const kit::ProgramRun run = kit::run_program("learn plot " + kStoredLog + " --out " + picture + " --force");
  ASSERT_EQ(run.exit_code, 0) << run.err;
  EXPECT_NE(kit::read_whole(kLogSource + "/docs/learning.md").find(run.out), std::string::npos)
      << "the table in docs/learning.md is not what partita learn plot data/learning/tafl-11x11.jsonl prints";
  EXPECT_EQ(kit::read_whole(picture), kit::read_whole(kLogSource + "/docs/pictures/learning.svg"))
      << "partita learn plot data/learning/tafl-11x11.jsonl --out docs/pictures/learning.svg";
}

}  // namespace
}  // namespace partita::lab
