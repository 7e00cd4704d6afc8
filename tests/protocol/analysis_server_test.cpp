#include "protocol/analysis_server.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <boost/json.hpp>
#include <chrono>
#include <map>
#include <mutex>
#include <thread>

#include "base/random.h"

namespace partita::protocol {
namespace {

namespace json = boost::json;

/// A server whose answers are kept as JSON.
class Analysis {
 public:
  explicit Analysis(int workers = 2, std::size_t most_waiting = 1000) {
    AnalysisSetup setup;
    setup.workers = workers;
    setup.most_waiting = most_waiting;
    setup.defaults.limits.depth = 2;
    setup.defaults.engine.overrides = {{"hash_mb", "1"}};
    server_ = std::make_unique<AnalysisServer>(setup, [this](const std::string& line) {
      const std::lock_guard lock(mutex_);
      answers_.push_back(json::parse(line).as_object());
    });
  }
  AnalysisServer& server() { return *server_; }
  std::vector<json::object> answers() {
    const std::lock_guard lock(mutex_);
    return answers_;
  }
  /// All answers to the lines, when the last has come.
  std::vector<json::object> ask(const std::vector<std::string>& lines) {
    for (const std::string& line : lines) server_->handle(line);
    server_->wait_until_idle();
    return answers();
  }
  bool wait_for(const std::function<bool(const std::vector<json::object>&)>& seen) {
    for (int waited_ms = 0; waited_ms < 20'000; waited_ms += 5) {
      if (seen(answers())) return true;
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
    return false;
  }

 private:
  std::mutex mutex_;
  std::vector<json::object> answers_;
  std::unique_ptr<AnalysisServer> server_;
};

std::string text_at(const json::object& object, const char* name) {
  const json::value* value = object.if_contains(name);
  return value != nullptr && value->is_string() ? std::string(value->get_string()) : "";
}

TEST(Analysis, AnswersEveryPlyAskedFor) {
  Analysis analysis;
  const auto answers = analysis.ask(
      {R"({"id":"g","game":"omega","rules":{"side":2},"moves":["W:A1","B:C3","W:B2"],"analyze_plies":[0,2,3],"multipv":2})"});
  ASSERT_EQ(answers.size(), 3u);
  std::map<std::int64_t, json::object> by_ply;
  for (const auto& answer : answers) by_ply[answer.at("ply").as_int64()] = answer;
  ASSERT_EQ(by_ply.count(3), 1u);
  EXPECT_EQ(by_ply[0].at("root").at("to_move").as_int64(), 1);
  EXPECT_EQ(by_ply[2].at("root").at("to_move").as_int64(), 2);
  EXPECT_EQ(by_ply[3].at("root").at("to_move").as_int64(), 2) << "the second stone of a turn";
  EXPECT_EQ(by_ply[3].at("moves").as_array().size(), 2u);
  EXPECT_FALSE(by_ply[3].at("is_during_search").as_bool());
}

TEST(Analysis, SaysWhyWhereAsked) {
  Analysis analysis;
  const std::string question = R"({"id":"w","game":"hex","rules":{"side":3},"initial":"3 R2/1BB/R2 r","multipv":2)";
  const auto answers = analysis.ask({question + R"(,"why":true})"});
  ASSERT_EQ(answers.size(), 1u);
  const auto& moves = answers[0].at("moves").as_array();
  ASSERT_EQ(moves.size(), 2u);
  EXPECT_EQ(moves[0].at("why").at("text").at("en"), "a2 joins both edges and wins.");
  EXPECT_EQ(moves[0].at("why").at("text").at("it"), "a2 unisce i due bordi e vince.");
  EXPECT_EQ(moves[1].at("why").at("claims").as_array()[0].at("of"), "better");
  Analysis plain;
  const auto without = plain.ask({question + "}"});
  ASSERT_EQ(without.size(), 1u);
  EXPECT_FALSE(without[0].at("moves").as_array()[0].as_object().contains("why"));
}

TEST(Analysis, WholeTurnsAreSeveralPlies) {
  Analysis analysis;
  const auto answers =
      analysis.ask({R"({"id":"t","game":"omega","rules":{"side":2},"moves":["A1/C3"],"analyze_plies":[2]})"});
  ASSERT_EQ(answers.size(), 1u);
  EXPECT_EQ(answers[0].at("root").at("to_move").as_int64(), 2);
}

TEST(Analysis, FaultsNameTheirField) {
  const std::vector<std::pair<std::string, std::string>> cases = {
      {R"({"game":"omega"})", "id"},
      {R"({"id":5,"game":"omega"})", "id"},
      {R"({"id":"x"})", "game"},
      {R"({"id":"x","game":"chess"})", "game"},
      {R"({"id":"x","game":"omega","rules":{"side":99}})", "rules"},
      {R"({"id":"x","game":"omega","rules":[]})", "rules"},
      {R"({"id":"x","game":"tafl","initial":"nonsense"})", "initial"},
      {R"({"id":"x","game":"omega","rules":{"side":3},"moves":["W:A1","W:A1"]})", "moves[1]"},
      {R"({"id":"x","game":"omega","moves":"W:A1"})", "moves"},
      {R"({"id":"x","game":"omega","analyze_plies":[1]})", "analyze_plies[0]"},
      {R"({"id":"x","game":"omega","analyze_plies":[-1]})", "analyze_plies[0]"},
      {R"({"id":"x","game":"omega","limits":{"depth":0}})", "limits.'depth'"},
      {R"({"id":"x","game":"omega","limits":{"deep":3}})", "limits.'deep'"},
      {R"({"id":"x","game":"omega","multipv":0})", "multipv"},
      {R"({"id":"x","game":"omega","report_every_ms":-4})", "report_every_ms"},
      {R"({"id":"x","game":"omega","priority":"high"})", "priority"},
      {R"({"id":"x","game":"omega","preset":"stockfish"})", "preset"},
      {R"({"id":"x","game":"omega","switches":{"hash_mb":-1}})", "switches"},
      {R"({"id":"x","action":"dance"})", "action"},
      {R"({"id":"x","action":"terminate"})", "terminate_id"},
      {R"([1,2])", ""},
      {R"({"id":"x",)", ""},
  };
  Analysis analysis;
  for (const auto& [line, field] : cases) {
    const std::size_t before = analysis.answers().size();
    const auto answers = analysis.ask({line});
    ASSERT_EQ(answers.size(), before + 1) << line;
    EXPECT_NE(text_at(answers.back(), "error"), "") << line;
    EXPECT_EQ(text_at(answers.back(), "field"), field) << line;
  }
}

TEST(Analysis, UnknownFieldsAreWarnedOf) {
  Analysis analysis;
  const auto answers = analysis.ask({R"({"id":"x","game":"omega","rules":{"side":2},"komi":7})"});
  ASSERT_EQ(answers.size(), 2u);
  EXPECT_EQ(text_at(answers[0], "field"), "'komi'");
  EXPECT_NE(text_at(answers[0], "warning"), "");
  EXPECT_TRUE(answers[1].contains("root"));
}

TEST(Analysis, AFinishedGameIsAnsweredByTheRules) {
  Analysis analysis;
  const auto answers = analysis.ask(
      {R"({"id":"x","game":"tafl","rules":{"rules":"mcgill"},"initial":"/3ttt3/4t4/4T4/t3T3t/ttTT1TTtt/t3T3t/4T4/4t4/3tt3K/ a 10"})"});
  ASSERT_EQ(answers.size(), 1u);
  EXPECT_EQ(text_at(answers[0], "result"), "0-1") << json::serialize(answers[0]);
  EXPECT_EQ(text_at(answers[0], "reason"), "king-escaped");
}

TEST(Analysis, TerminatesWhatRunsAndWhatWaits) {
  Analysis analysis(1);
  // Nothing is proven of this start: a proven one is answered without a search.
  const std::string endless =
      R"(,"game":"andantino","rules":{"side":6},"limits":{"time_ms":86000000},"report_every_ms":20})";
  analysis.server().handle(R"({"id":"running")" + endless);
  analysis.server().handle(R"({"id":"waiting")" + endless);
  ASSERT_TRUE(analysis.wait_for([](const auto& answers) { return !answers.empty(); })) << "no report while searching";
  EXPECT_TRUE(analysis.answers()[0].at("is_during_search").as_bool());
  analysis.server().handle(R"({"id":"t1","action":"terminate","terminate_id":"waiting"})");
  analysis.server().handle(R"({"id":"t2","action":"terminate_all"})");
  analysis.server().wait_until_idle();
  bool had_none = false;
  bool had_some = false;
  for (const json::object& answer : analysis.answers()) {
    if (text_at(answer, "id") == "waiting") had_none = answer.contains("no_results");
    if (text_at(answer, "id") == "running" && !answer.at("is_during_search").as_bool()) {
      had_some = answer.at("was_terminated").as_bool() && !answer.at("root").at("best_move").as_string().empty();
    }
  }
  EXPECT_TRUE(had_none);
  EXPECT_TRUE(had_some);
}

TEST(Analysis, HigherPriorityGoesFirst) {
  Analysis analysis(1);
  analysis.server().handle(
      R"({"id":"first","game":"andantino","rules":{"side":6},"limits":{"time_ms":86000000},"report_every_ms":10})");
  ASSERT_TRUE(analysis.wait_for([](const auto& answers) { return !answers.empty(); }));
  analysis.server().handle(R"({"id":"low","game":"omega","rules":{"side":2}})");
  analysis.server().handle(R"({"id":"high","game":"omega","rules":{"side":2},"priority":5})");
  analysis.server().handle(R"({"id":"t","action":"terminate","terminate_id":"first"})");
  analysis.server().wait_until_idle();
  std::vector<std::string> order;
  for (const json::object& answer : analysis.answers()) {
    if (text_at(answer, "id") == "low" || text_at(answer, "id") == "high") order.push_back(text_at(answer, "id"));
  }
  EXPECT_EQ(order, (std::vector<std::string>{"high", "low"}));
}

TEST(Analysis, AFullQueueHoldsTheReaderBack) {
  Analysis analysis(1, 2);
  std::atomic<int> sent{0};
  std::thread client([&] {
    for (int i = 0; i < 6; ++i) {
      analysis.server().handle(R"({"id":"q)" + std::to_string(i) +
                               R"(","game":"andantino","limits":{"time_ms":86000000}})");
      ++sent;
    }
  });
  // One runs, two wait, the fourth cannot be handed over.
  for (int waited_ms = 0; waited_ms < 20'000 && sent < 3; waited_ms += 5)
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  std::this_thread::sleep_for(std::chrono::milliseconds(50));
  EXPECT_EQ(sent, 3);
  while (sent < 6) {
    analysis.server().terminate_all();
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  client.join();
  analysis.server().terminate_all();
  analysis.server().wait_until_idle();
  EXPECT_EQ(analysis.answers().size(), 6u);
}

TEST(Analysis, ActionsAreAnswered) {
  Analysis analysis;
  const auto answers = analysis.ask({R"({"id":"v","action":"query_version"})", R"({"id":"c","action":"clear_cache"})"});
  ASSERT_EQ(answers.size(), 2u);
  EXPECT_NE(text_at(answers[0], "version"), "");
  EXPECT_EQ(text_at(answers[1], "action"), "clear_cache");
}

TEST(Analysis, ManyGamesAtOnceAllComeBack) {
  Analysis analysis(4);
  std::vector<std::string> lines;
  for (int i = 0; i < 60; ++i) {
    const char* game = i % 3 == 0 ? R"("omega","rules":{"side":3})" : i % 3 == 1 ? R"("andantino")" : R"("tafl")";
    lines.push_back(R"({"id":")" + std::to_string(i) + R"(","game":)" + game + R"(,"limits":{"nodes":200}})");
  }
  std::map<std::string, int> seen;
  for (const json::object& answer : analysis.ask(lines)) ++seen[text_at(answer, "id")];
  EXPECT_EQ(seen.size(), 60u);
}

TEST(Analysis, MutatedLinesAreSurvived) {
  Analysis analysis(1);
  const std::string good =
      R"({"id":"g","game":"omega","rules":{"side":2},"moves":["W:A1"],"analyze_plies":[0,1],"limits":{"nodes":5},"multipv":2})";
  base::Random random(7);
  for (int round = 0; round < 2000; ++round) {
    std::string line = good;
    for (int changes = 1 + static_cast<int>(random.below(4)); changes > 0; --changes) {
      const auto at = random.below(static_cast<std::uint32_t>(line.size()));
      if (random.below(3) == 0)
        line.erase(at, 1);
      else
        line[at] = static_cast<char>(random.below(256));
    }
    analysis.server().handle(line);
  }
  analysis.server().wait_until_idle();
  EXPECT_GE(analysis.answers().size(), 2000u) << "every line is answered";
}

}  // namespace
}  // namespace partita::protocol
