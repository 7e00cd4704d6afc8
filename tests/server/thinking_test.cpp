#include "work/thinking.h"

#include <gtest/gtest.h>

#include <atomic>
#include <functional>
#include <thread>

#include "server/fake_engine.h"
#include "work/local_thinking.h"
#include "work/nats_server.h"
#include "work/nats_thinker.h"
#include "work/nats_thinking.h"

// What thinking promises whoever asks, held by both places where it is done: the process itself, and workers.
namespace partita::server_test {

namespace {

constexpr const char* kHere = "here";
constexpr const char* kByWorkers = "workers";

catalog::AnyPosition small_omega() {
  auto position = catalog::AnyPosition::initial("omega", {{"side", "3"}});
  EXPECT_TRUE(position.ok());
  EXPECT_TRUE(position->play(position->legal_moves().back()));
  return *position;
}

work::SearchOrder order_of(const std::string& spec, catalog::AnyPosition position) {
  work::EngineShelf::Order engine{"tester", std::string(position.game()), position.rules(), spec};
  work::SearchOrder order{std::move(engine), work::SearchOrder::Tables::kWarm, std::move(position), {}};
  order.limits.movetime_ms = 60'000;
  return order;
}

bool comes_true(const std::function<bool()>& condition) {
  for (int i = 0; i < 2'000 && !condition(); ++i) std::this_thread::sleep_for(std::chrono::milliseconds(5));
  return condition();
}

}  // namespace

class ThinkingTest : public testing::TestWithParam<const char*> {
 protected:
  ThinkingTest() : shelf_(fake_engines(counts_), {4, 256}, 4), here_(shelf_) {
    if (is_here()) return;
    nats_ = std::make_unique<work::NatsServer>();
    add_worker();
    thinking_ = std::make_unique<work::NatsThinking>(work::NatsThinkingOptions{nats_->url()}, here_);
    const auto started = thinking_->start([](const work::ThinkingState&, const std::string&) {});
    EXPECT_TRUE(started) << started.error();
    EXPECT_TRUE(comes_true([&] { return thinking_->state().workers == 1; }));
  }

  bool is_here() const { return std::string(GetParam()) == kHere; }
  work::Thinking& place() {
    if (thinking_) return *thinking_;
    return here_;
  }
  void add_worker() {
    links_.push_back(work::NatsLink::attempt(nats_->url(), "tester", {}, work::NatsLink::Streams::kNone).link);
    ASSERT_TRUE(links_.back());
    workers_.push_back(
        std::make_unique<work::NatsThinker>(*links_.back(), work::ThinkerOptions{"tester", 2, fake_engines(counts_)}));
    ASSERT_TRUE(workers_.back()->start());
  }

  FakeEngineCounts counts_;
  work::EngineShelf shelf_;
  work::LocalThinking here_;
  std::unique_ptr<work::NatsServer> nats_;
  std::vector<std::unique_ptr<work::NatsLink>> links_;
  std::vector<std::unique_ptr<work::NatsThinker>> workers_;
  std::unique_ptr<work::NatsThinking> thinking_;
};

TEST_P(ThinkingTest, AnswersTheQuestionThatWasAsked) {
  work::SearchOrder order = order_of("quick", small_omega());
  order.limits.lines = 3;
  std::vector<catalog::LineReport> lines;
  std::atomic<bool> is_own_thread{true};
  const auto asker = std::this_thread::get_id();
  std::vector<std::string> given_to;
  const base::StopFlag stop;
  const work::Thought thought = place().search(order,
                                               {[&](const catalog::LineReport& line) {
                                                  if (std::this_thread::get_id() != asker) is_own_thread = false;
                                                  lines.push_back(line);
                                                },
                                                [&](const std::string& worker) { given_to.push_back(worker); }},
                                               stop);
  EXPECT_TRUE(thought.failure.empty()) << thought.failure;
  EXPECT_EQ(thought.result.best_move, order.position.legal_moves().front()) << "of the position after its moves";
  ASSERT_EQ(lines.size(), 3U);
  ASSERT_EQ(thought.result.lines.size(), 3U);
  EXPECT_EQ(lines[1].rank, 2);
  EXPECT_EQ(lines[1].nodes, 10U);
  EXPECT_EQ(lines[1].pv, (std::vector<std::string>{order.position.legal_moves()[1], "not a move"}));
  EXPECT_DOUBLE_EQ(lines[2].score.by_seat[order.position.to_move()], 0.6) << "numbers arrive as they were";
  EXPECT_TRUE(is_own_thread);
  EXPECT_EQ(given_to, is_here() ? std::vector<std::string>{} : std::vector<std::string>{"tester"});
}

TEST_P(ThinkingTest, LinesComeWhileItThinksAndAStopEndsItWithItsMove) {
  const work::SearchOrder order = order_of("slow", small_omega());
  base::StopFlag stop;
  int lines = 0;
  const base::Stopwatch watch;
  const work::Thought thought = place().search(order, {[&](const catalog::LineReport&) {
                                                 if (++lines == 5) stop.raise();
                                               }},
                                               stop);
  EXPECT_GE(lines, 5);
  EXPECT_EQ(thought.result.best_move, order.position.legal_moves().front());
  EXPECT_LT(watch.seconds(), 30) << "its time would have been a minute";
  EXPECT_EQ(counts_.stopped, 1);
}

TEST_P(ThinkingTest, AStopBeforeTheBeginningStillGivesAMove) {
  base::StopFlag stop;
  stop.raise();
  const work::SearchOrder order = order_of("slow", small_omega());
  EXPECT_EQ(place().search(order, {}, stop).result.best_move, order.position.legal_moves().front());
}

TEST_P(ThinkingTest, WhatCannotBeDoneIsAFailureWithItsReason) {
  const base::StopFlag stop;
  const work::Thought thought = place().search(order_of("unheard-of", small_omega()), {}, stop);
  EXPECT_EQ(thought.failure, "unknown preset unheard-of");
  EXPECT_FALSE(thought.is_lost);
  const work::Thought judged = place().judge({"hex", {{"side", "3"}}, "", 1, {"no-move"}}, {}, stop);
  EXPECT_NE(judged.failure, "");
}

TEST_P(ThinkingTest, APositionThatNoTextTellsIsSearchedAllTheSame) {
  const auto position = catalog::AnyPosition::initial("hex", {{"side", "5"}});
  ASSERT_TRUE(position.ok());
  const auto skipped = catalog::passed(*position);
  ASSERT_TRUE(skipped.ok()) << skipped.error();
  const base::StopFlag stop;
  const work::Thought thought = place().search(order_of("quick", *skipped), {}, stop);
  EXPECT_TRUE(thought.failure.empty()) << thought.failure;
  EXPECT_EQ(thought.result.best_move, skipped->legal_moves().front());
}

TEST_P(ThinkingTest, TriesAtPuzzlesAreJudgedAlike) {
  auto start = catalog::AnyPosition::initial("hex", {{"side", "3"}});
  ASSERT_TRUE(start.ok());
  const work::PuzzleTry puzzle{"hex", start->rules(), start->start_text(), 5, {start->legal_moves().front()}};
  const base::StopFlag stop;
  const work::Thought there = place().judge(puzzle, {}, stop);
  EXPECT_TRUE(there.failure.empty()) << there.failure;
  EXPECT_NE(there.judgement.find("\"state\":"), std::string::npos) << there.judgement;
  EXPECT_EQ(there.judgement, here_.judge(puzzle, {}, stop).judgement);
}

TEST_P(ThinkingTest, ManyAskAtATime) {
  std::vector<std::thread> askers;
  std::atomic<int> answers{0};
  for (int i = 0; i < 8; ++i) {
    askers.emplace_back([&, i] {
      catalog::AnyPosition position = small_omega();
      EXPECT_TRUE(position.play(position.legal_moves()[static_cast<std::size_t>(i)]));
      const base::StopFlag stop;
      for (int question = 0; question < 5; ++question) {
        const work::Thought thought = place().search(order_of("quick", position), {}, stop);
        if (thought.result.best_move == position.legal_moves().front()) ++answers;
      }
    });
  }
  for (std::thread& asker : askers) asker.join();
  EXPECT_EQ(answers, 40);
}

INSTANTIATE_TEST_SUITE_P(Places, ThinkingTest, testing::Values(kHere, kByWorkers),
                         [](const auto& place) { return std::string(place.param); });

class ThinkingByWorkers : public ThinkingTest {};

TEST_P(ThinkingByWorkers, AWorkerThatGoesHandsItsQuestionBack) {
  work::Thought thought;
  std::atomic<bool> has_begun{false};
  const base::StopFlag stop;
  std::thread asker([&] {
    thought =
        place().search(order_of("slow", small_omega()), {[&](const catalog::LineReport&) { has_begun = true; }}, stop);
  });
  EXPECT_TRUE(comes_true([&] { return has_begun.load(); }));
  workers_.front()->close();
  asker.join();
  EXPECT_TRUE(thought.is_lost);
  // Its last sign of life may overtake what it hands back.
  EXPECT_EQ(thinking_->state().returned_total + thinking_->state().lost_total, 1U);
  EXPECT_TRUE(comes_true([&] { return thinking_->state().workers == 0; }));
  // Without workers it is done here; with a new one, there again.
  const work::Thought here = place().search(order_of("quick", small_omega()), {}, stop);
  EXPECT_FALSE(here.result.best_move.empty());
  EXPECT_EQ(thinking_->state().here_total, 1U);
  add_worker();
  EXPECT_TRUE(comes_true([&] { return thinking_->state().workers == 1; }));
  EXPECT_FALSE(place().search(order_of("quick", small_omega()), {}, stop).result.best_move.empty());
  EXPECT_EQ(thinking_->state().here_total, 1U);
}

TEST_P(ThinkingByWorkers, ANatsServerThatDiesLosesTheQuestionAndThoseThereStopThinking) {
  work::Thought thought;
  std::atomic<bool> has_begun{false};
  const base::StopFlag stop;
  std::thread asker([&] {
    thought =
        place().search(order_of("slow", small_omega()), {[&](const catalog::LineReport&) { has_begun = true; }}, stop);
  });
  EXPECT_TRUE(comes_true([&] { return has_begun.load(); }));
  nats_->kill();
  asker.join();
  EXPECT_TRUE(thought.is_lost);
  EXPECT_EQ(thinking_->state().lost_total, 1U);
  EXPECT_TRUE(comes_true([&] { return workers_.front()->running() == 0; })) << "nobody waits for it any more";
  nats_->start();
  EXPECT_TRUE(comes_true([&] { return thinking_->state().workers == 1; })) << "all find together again";
  EXPECT_FALSE(place().search(order_of("quick", small_omega()), {}, stop).result.best_move.empty());
}

TEST_P(ThinkingByWorkers, NonsenseIsNotBelieved) {
  const base::StopFlag stop;
  const work::Thought thought = place().search(order_of("broken", small_omega()), {}, stop);
  EXPECT_EQ(thinking_->state().refused_total, 1U);
  EXPECT_EQ(thought.result.best_move, "nonsense") << "the process's own engine is the same one here";
  EXPECT_EQ(thinking_->state().here_total, 1U);
}

TEST_P(ThinkingByWorkers, TheSlotsAreThoseOfTheWorkersSharedByTheServers) {
  EXPECT_EQ(thinking_->state().slots, 2);
  add_worker();
  EXPECT_TRUE(comes_true([&] { return thinking_->state().slots == 4; }));
  work::NatsThinking other({nats_->url()}, here_);
  ASSERT_TRUE(other.start([](const work::ThinkingState&, const std::string&) {}));
  EXPECT_TRUE(comes_true([&] { return thinking_->state().slots == 2 && other.state().slots == 2; }));
}

INSTANTIATE_TEST_SUITE_P(Places, ThinkingByWorkers, testing::Values(kByWorkers),
                         [](const auto& place) { return std::string(place.param); });

}  // namespace partita::server_test
