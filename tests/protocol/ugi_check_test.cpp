#include "protocol/ugi_check.h"

#include <gtest/gtest.h>

#include <future>
#include <set>

namespace partita::protocol {
namespace {

UgiCheckPatience short_patience() {
  UgiCheckPatience patience;
  patience.answer_ms = 3'000;
  patience.search_ms = 3'000;
  patience.ready_ms = 2'000;
  patience.quiet_ms = 60;
  return patience;
}

std::vector<std::string> nim(const std::string& fault = "") {
  std::vector<std::string> command = {"/usr/bin/python3",
                                      std::string(PARTITA_SOURCE_DIR) + "/tests/protocol/nim_engine.py"};
  if (!fault.empty()) command.push_back(fault);
  return command;
}

std::set<std::string> failed_rules(const std::vector<std::string>& command, const UgiCheckPatience& patience) {
  const auto verdicts = check_ugi_engine(command, patience);
  EXPECT_TRUE(verdicts) << verdicts.error();
  std::set<std::string> failed;
  for (const RuleVerdict& verdict : *verdicts) {
    if (verdict.outcome == RuleVerdict::Outcome::kFailed) failed.insert(verdict.rule);
  }
  EXPECT_EQ(all_passed(*verdicts), failed.empty());
  return failed;
}

using Rules = std::set<std::string>;

TEST(UgiCheck, AForeignEngineThatIsRightPasses) { EXPECT_EQ(failed_rules(nim(), short_patience()), Rules{}); }

TEST(UgiCheck, EachFaultFailsItsRule) {
  const std::vector<std::pair<std::string, Rules>> cases = {
      {"no-ugiok", {"handshake"}},
      {"nameless", {"identity"}},
      {"bad-option", {"options"}},
      {"book", {"own-book"}},
      {"bestmove-tokens", {"bestmove-tokens"}},
      {"response-tokens", {"response-tokens"}},
      {"no-last-info", {"last-info"}},
      {"unasked", {"unasked"}},
      {"early", {"stop", "quit"}},
      {"deaf-search", {"ready-in-search"}},
      {"hang-depth", {"go-depth"}},
      {"no-result", {"whole-game"}},
      {"dies", {"unknown"}},
      {"forgets", {"unknown"}},
      {"silent-quit", {"quit"}},
      {"stays", {"end-of-input"}},
  };
  // Most of the time is waiting for what does not come: all at once.
  std::vector<std::future<Rules>> runs;
  for (const auto& [fault, rules] : cases) {
    runs.push_back(
        std::async(std::launch::async, [fault = fault] { return failed_rules(nim(fault), short_patience()); }));
  }
  for (std::size_t i = 0; i < cases.size(); ++i) {
    const auto& [fault, rules] = cases[i];
    Rules failed = runs[i].get();
    // An engine whose search ends early has nothing left to print when it is told to quit: either verdict is right.
    if (fault == "early") failed.insert("quit");
    EXPECT_EQ(failed, rules) << fault;
  }
}

TEST(UgiCheck, OurEnginePassesForTheOtherGames) {
  for (const std::string game : {"andantino", "tafl"}) {
    std::vector<std::string> command = {PARTITA_PROGRAM, "engine", "--game", game, "--preset", "partita,hash_mb=4"};
    if (game != "tafl")
      command.insert(command.end(), {"--side", "4"});
    else
      command.insert(command.end(), {"--rules", "mcgill"});
    UgiCheckPatience patience;
    patience.ready_ms = 5'000;
    const auto verdicts = check_ugi_engine(command, patience);
    ASSERT_TRUE(verdicts) << verdicts.error();
    EXPECT_TRUE(all_passed(*verdicts)) << game << "\n" << write_verdicts(*verdicts);
    for (const RuleVerdict& verdict : *verdicts) {
      EXPECT_EQ(verdict.outcome, RuleVerdict::Outcome::kPassed) << game << " " << verdict.rule << " " << verdict.detail;
    }
  }
}

TEST(UgiCheck, AProgramThatIsNotThereIsAnError) { EXPECT_FALSE(check_ugi_engine({"/no/such/engine"})); }

TEST(UgiCheck, TheTableNamesRuleVerdictAndReason) {
  const std::string table = write_verdicts({{"stop", "stops", RuleVerdict::Outcome::kFailed, "it went on"}});
  EXPECT_NE(table.find("FAILED"), std::string::npos);
  EXPECT_NE(table.find("it went on"), std::string::npos);
}

}  // namespace
}  // namespace partita::protocol
