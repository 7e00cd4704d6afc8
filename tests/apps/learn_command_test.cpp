// What `partita learn` says to what it cannot do.
#include <gtest/gtest.h>

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

}  // namespace
}  // namespace partita
