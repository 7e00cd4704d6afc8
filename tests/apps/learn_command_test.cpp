// What `partita learn` says to what it cannot do.
#include <gtest/gtest.h>

#include <string>

#include "kit/effort.h"
#include "kit/program.h"

namespace partita {
namespace {

void expect_refused(const std::string& words, const std::string& part) {
  const kit::ProgramRun run = kit::run_program("learn " + words);
  EXPECT_EQ(run.exit_code, 2) << words;
  EXPECT_NE(run.err.find(part), std::string::npos) << words << ": " << run.err;
}

TEST(LearnCommand, NamesWhatIsWrong) {
  expect_refused("selfpaly --games 1", "did you mean 'selfplay'?");
  expect_refused("match --rules rules=brandubh --nodes 10 --pairs 1 --least-plies 9 --most-plies 4", "--least-plies 9");
  expect_refused("match --rules rules=brandubh --nodes 10 --pairs 1 --random-seat 4", "the game has 2 seats");
  for (const std::string network : {"--first-network", "--second-network"})
    expect_refused("match --rules rules=brandubh --nodes 10 --pairs 1 " + network + " /nonexistent/a.net",
                   "/nonexistent/a.net");
  expect_refused("plot", "which log?");
  expect_refused("plot /nonexistent/LOG.jsonl", "/nonexistent/LOG.jsonl");
  expect_refused("plot --colour red", "--colour");
}

/// Without --game it is one that a network is shipped for, as the help's examples have it.
TEST(LearnCommand, AStepRunsAloneAsTheHelpSays) {
  const kit::ProgramRun run = kit::run_program("learn match --rules rules=brandubh --nodes 20 --pairs 1 --json");
  EXPECT_EQ(run.exit_code, 0) << run.err;
  EXPECT_NE(run.out.find("\"games\": 2"), std::string::npos) << run.out;
  EXPECT_EQ(kit::run_program("learn").exit_code, 0);
  EXPECT_NE(kit::run_program("learn --help").out.find("rounds"), std::string::npos);
}

/// Rules exist as tensors too, for training: 10,000 random games of Omega and as many of Hex, position by position.
TEST(LearnCommand, TensorsPlayByTheProgramsRules) {
  std::string python;
  for (const char* known : {"python3", "/usr/bin/python3"}) {
    if (kit::run_command(std::string(known) + " -c 'import numpy, torch'").exit_code == 0) python = known;
  }
  if (python.empty()) GTEST_SKIP() << "no Python with PyTorch";
  const std::string script = std::string(PARTITA_GOLDEN) + "/../../learn/rules_test.py";
  const auto run = kit::run_command(python + " '" + script + "' --program '" + PARTITA_PROGRAM + " learn' --games " +
                                    std::to_string(kit::samples(10'000)));
  EXPECT_EQ(run.exit_code, 0) << run.err;
  EXPECT_NE(run.out.find("hex: "), std::string::npos) << run.out << run.err;
}

TEST(LearnCommand, GamesThatCannotBePlayedAreRefused) {
  const auto expect_line = [](const std::string& lines, const std::string& game, const std::string& why) {
    const auto run =
        kit::run_command("{ printf '" + lines + "' | " + PARTITA_PROGRAM + " learn sums --game " + game + "; }");
    EXPECT_EQ(run.exit_code, 2) << lines;
    EXPECT_NE(run.err.find(why), std::string::npos) << run.err;
  };
  expect_line("5 0 1\\n5 7 7\\n", "hex", "line 2: ply 2: place 7 may not be played");
  expect_line("2 0\\n", "hex", "line 1: ");
  expect_line("3 0\\n3 4\\n", "omega", "line 2: ply 1: place 4 may not be played");
  expect_line("5 a\\n", "hex", "line 1: expected a side and places");
  expect_line("5 0\\n", "tafl", "known: omega, hex");
}

}  // namespace
}  // namespace partita
