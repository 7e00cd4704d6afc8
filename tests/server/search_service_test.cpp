#include "work/search_service.h"

#include <gtest/gtest.h>

#include <atomic>
#include <functional>
#include <thread>

#include "server/fake_engine.h"
#include "work/local_search.h"
#include "work/nats_server.h"
#include "work/remote_search.h"
#include "work/search_worker.h"

// What a search service promises whoever asks, held by both places where it is done: the process itself, and workers.
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
  work::EnginePool::Order engine{"tester", std::string(position.game()), position.rules(), spec};
  work::SearchOrder order{std::move(engine), work::SearchOrder::Tables::kWarm, std::move(position), {}};
  order.limits.movetime_ms = 60'000;
  return order;
}

bool comes_true(const std::function<bool()>& condition) {
  for (int i = 0; i < 2'000 && !condition(); ++i) std::this_thread::sleep_for(std::chrono::milliseconds(5));
  return condition();
}

}  // namespace

class SearchServiceTest : public testing::TestWithParam<const char*> {
 protected:
  SearchServiceTest() : engines_(fake_engines(counts_), {4, 256}, 4), here_(engines_) {
    if (is_here()) return;
    nats_ = std::make_unique<work::NatsServer>();
    add_worker();
    remote_ = std::make_unique<work::RemoteSearch>(work::RemoteSearchOptions{nats_->url()}, here_);
    const auto started = remote_->start([](const work::SearchServiceState&, const std::string&) {});
    EXPECT_TRUE(started) << started.error();
    EXPECT_TRUE(comes_true([&] { return remote_->state().workers == 1; }));
  }

  bool is_here() const { return std::string(GetParam()) == kHere; }
  work::SearchService& place() {
    if (remote_) return *remote_;
    return here_;
  }
  void add_worker() {
    links_.push_back(work::NatsLink::attempt(nats_->url(), "tester", {}, work::NatsLink::Streams::kNone).link);
    ASSERT_TRUE(links_.back());
    workers_.push_back(std::make_unique<work::SearchWorker>(
        *links_.back(), work::SearchWorkerOptions{"tester", 2, fake_engines(counts_)}));
    ASSERT_TRUE(workers_.back()->start());
  }

  FakeEngineCounts counts_;
  work::EnginePool engines_;
  work::LocalSearch here_;
  std::unique_ptr<work::NatsServer> nats_;
  std::vector<std::unique_ptr<work::NatsLink>> links_;
  std::vector<std::unique_ptr<work::SearchWorker>> workers_;
  std::unique_ptr<work::RemoteSearch> remote_;
};

TEST_P(SearchServiceTest, AnswersTheQuestionThatWasAsked) {
  work::SearchOrder order = order_of("quick", small_omega());
  order.limits.lines = 3;
  std::vector<catalog::LineReport> lines;
  std::atomic<bool> is_own_thread{true};
  const auto asker = std::this_thread::get_id();
  std::vector<std::string> given_to;
  const base::StopFlag stop;
  const work::SearchResponse response = place().search(order,
                                                       {[&](const catalog::LineReport& line) {
                                                          if (std::this_thread::get_id() != asker)
                                                            is_own_thread = false;
                                                          lines.push_back(line);
                                                        },
                                                        [&](const std::string& worker) { given_to.push_back(worker); }},
                                                       stop);
  EXPECT_TRUE(response.failure.empty()) << response.failure;
  EXPECT_EQ(response.result.best_move, order.position.legal_moves().front()) << "of the position after its moves";
  ASSERT_EQ(lines.size(), 3U);
  ASSERT_EQ(response.result.lines.size(), 3U);
  EXPECT_EQ(lines[1].rank, 2);
  EXPECT_EQ(lines[1].nodes, 10U);
  EXPECT_EQ(lines[1].pv, (std::vector<std::string>{order.position.legal_moves()[1], "not a move"}));
  EXPECT_DOUBLE_EQ(lines[2].score.by_seat[order.position.to_move()], 0.6) << "numbers arrive as they were";
  EXPECT_TRUE(is_own_thread);
  EXPECT_EQ(given_to, is_here() ? std::vector<std::string>{} : std::vector<std::string>{"tester"});
}

TEST_P(SearchServiceTest, LinesComeWhileItSearchesAndAStopEndsItWithItsMove) {
  const work::SearchOrder order = order_of("slow", small_omega());
  base::StopFlag stop;
  int lines = 0;
  const base::Stopwatch watch;
  const work::SearchResponse response = place().search(order, {[&](const catalog::LineReport&) {
                                                         if (++lines == 5) stop.raise();
                                                       }},
                                                       stop);
  EXPECT_GE(lines, 5);
  EXPECT_EQ(response.result.best_move, order.position.legal_moves().front());
  EXPECT_LT(watch.seconds(), 30) << "its time would have been a minute";
  EXPECT_EQ(counts_.stopped, 1);
}

TEST_P(SearchServiceTest, AStopBeforeTheBeginningStillGivesAMove) {
  base::StopFlag stop;
  stop.raise();
  const work::SearchOrder order = order_of("slow", small_omega());
  EXPECT_EQ(place().search(order, {}, stop).result.best_move, order.position.legal_moves().front());
}

TEST_P(SearchServiceTest, WhatCannotBeDoneIsAFailureWithItsReason) {
  const base::StopFlag stop;
  const work::SearchResponse response = place().search(order_of("unheard-of", small_omega()), {}, stop);
  EXPECT_EQ(response.failure, "unknown preset unheard-of");
  EXPECT_FALSE(response.is_lost);
  const work::SearchResponse judged = place().judge({"hex", {{"side", "3"}}, "", 1, {"no-move"}}, {}, stop);
  EXPECT_NE(judged.failure, "");
}

TEST_P(SearchServiceTest, APositionThatNoTextTellsIsSearchedAllTheSame) {
  const auto position = catalog::AnyPosition::initial("hex", {{"side", "5"}});
  ASSERT_TRUE(position.ok());
  const auto skipped = catalog::passed(*position);
  ASSERT_TRUE(skipped.ok()) << skipped.error();
  const base::StopFlag stop;
  const work::SearchResponse response = place().search(order_of("quick", *skipped), {}, stop);
  EXPECT_TRUE(response.failure.empty()) << response.failure;
  EXPECT_EQ(response.result.best_move, skipped->legal_moves().front());
}

TEST_P(SearchServiceTest, TriesAtPuzzlesAreJudgedAlike) {
  auto start = catalog::AnyPosition::initial("hex", {{"side", "3"}});
  ASSERT_TRUE(start.ok());
  const work::PuzzleTry puzzle{"hex", start->rules(), start->start_text(), 5, {start->legal_moves().front()}};
  const base::StopFlag stop;
  const work::SearchResponse there = place().judge(puzzle, {}, stop);
  EXPECT_TRUE(there.failure.empty()) << there.failure;
  EXPECT_NE(there.judgement.find("\"state\":"), std::string::npos) << there.judgement;
  EXPECT_EQ(there.judgement, here_.judge(puzzle, {}, stop).judgement);
}

TEST_P(SearchServiceTest, ManyAskAtATime) {
  std::vector<std::thread> askers;
  std::atomic<int> answers{0};
  for (int i = 0; i < 8; ++i) {
    askers.emplace_back([&, i] {
      catalog::AnyPosition position = small_omega();
      EXPECT_TRUE(position.play(position.legal_moves()[static_cast<std::size_t>(i)]));
      const base::StopFlag stop;
      for (int question = 0; question < 5; ++question) {
        const work::SearchResponse response = place().search(order_of("quick", position), {}, stop);
        if (response.result.best_move == position.legal_moves().front()) ++answers;
      }
    });
  }
  for (std::thread& asker : askers) asker.join();
  EXPECT_EQ(answers, 40);
}

INSTANTIATE_TEST_SUITE_P(Places, SearchServiceTest, testing::Values(kHere, kByWorkers),
                         [](const auto& place) { return std::string(place.param); });

class SearchByWorkers : public SearchServiceTest {};

TEST_P(SearchByWorkers, AWorkerThatGoesHandsItsQuestionBack) {
  work::SearchResponse response;
  std::atomic<bool> has_begun{false};
  const base::StopFlag stop;
  std::thread asker([&] {
    response =
        place().search(order_of("slow", small_omega()), {[&](const catalog::LineReport&) { has_begun = true; }}, stop);
  });
  EXPECT_TRUE(comes_true([&] { return has_begun.load(); }));
  workers_.front()->close();
  asker.join();
  EXPECT_TRUE(response.is_lost);
  // Its last heartbeat may overtake what it hands back.
  EXPECT_EQ(remote_->state().returned_total + remote_->state().lost_total, 1U);
  EXPECT_TRUE(comes_true([&] { return remote_->state().workers == 0; }));
  // Without workers it is done here; with a new one, there again.
  const work::SearchResponse here = place().search(order_of("quick", small_omega()), {}, stop);
  EXPECT_FALSE(here.result.best_move.empty());
  EXPECT_EQ(remote_->state().here_total, 1U);
  add_worker();
  EXPECT_TRUE(comes_true([&] { return remote_->state().workers == 1; }));
  EXPECT_FALSE(place().search(order_of("quick", small_omega()), {}, stop).result.best_move.empty());
  EXPECT_EQ(remote_->state().here_total, 1U);
}

TEST_P(SearchByWorkers, ANatsServerThatDiesLosesTheQuestionAndTheWorkersStopSearching) {
  work::SearchResponse response;
  std::atomic<bool> has_begun{false};
  const base::StopFlag stop;
  std::thread asker([&] {
    response =
        place().search(order_of("slow", small_omega()), {[&](const catalog::LineReport&) { has_begun = true; }}, stop);
  });
  EXPECT_TRUE(comes_true([&] { return has_begun.load(); }));
  nats_->kill();
  asker.join();
  EXPECT_TRUE(response.is_lost);
  EXPECT_EQ(remote_->state().lost_total, 1U);
  EXPECT_TRUE(comes_true([&] { return workers_.front()->running() == 0; })) << "nobody waits for it any more";
  nats_->start();
  EXPECT_TRUE(comes_true([&] { return remote_->state().workers == 1; })) << "all find together again";
  EXPECT_FALSE(place().search(order_of("quick", small_omega()), {}, stop).result.best_move.empty());
}

TEST_P(SearchByWorkers, NonsenseIsNotBelieved) {
  const base::StopFlag stop;
  const work::SearchResponse response = place().search(order_of("broken", small_omega()), {}, stop);
  EXPECT_EQ(remote_->state().refused_total, 1U);
  EXPECT_EQ(response.result.best_move, "nonsense") << "the process's own engine is the same one here";
  EXPECT_EQ(remote_->state().here_total, 1U);
}

TEST_P(SearchByWorkers, TheSlotsAreThoseOfTheWorkersSharedByTheServers) {
  EXPECT_EQ(remote_->state().slots, 2);
  add_worker();
  EXPECT_TRUE(comes_true([&] { return remote_->state().slots == 4; }));
  work::RemoteSearch other({nats_->url()}, here_);
  ASSERT_TRUE(other.start([](const work::SearchServiceState&, const std::string&) {}));
  EXPECT_TRUE(comes_true([&] { return remote_->state().slots == 2 && other.state().slots == 2; }));
}

INSTANTIATE_TEST_SUITE_P(Places, SearchByWorkers, testing::Values(kByWorkers),
                         [](const auto& place) { return std::string(place.param); });

}  // namespace partita::server_test
