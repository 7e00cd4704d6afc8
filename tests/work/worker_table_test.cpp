// Which worker a question goes to, and when it is lost: told by heartbeats alone, with times of the test's own.
#include "work/worker_table.h"

#include <gtest/gtest.h>

namespace partita::work {
namespace {

constexpr std::int64_t kBegin = 10'000;

Heartbeat beat_of(const std::string& worker, int threads = 1, std::vector<std::string> questions = {}) {
  return {worker, std::move(questions), "name of " + worker, threads, 1};
}

TEST(WorkerTable, WithoutAWorkerNothingIsAssigned) {
  WorkerTable table;
  EXPECT_TRUE(table.is_empty());
  EXPECT_EQ(table.assign("q1", "owner", kBegin), nullptr);
  EXPECT_EQ(table.state().asked_total, 0U);
}

TEST(WorkerTable, AMissedHeartbeatLosesTheWorkerAndItsQuestions) {
  WorkerTable table;
  table.take_heartbeat(beat_of("a"), kBegin);
  const auto question = table.assign("q1", "owner", kBegin);
  ASSERT_NE(question, nullptr);
  EXPECT_EQ(question->worker_name, "name of a");
  table.drop_silent(kBegin + WorkerTable::kHeartbeatTimeoutMs);
  EXPECT_FALSE(question->is_lost) << "not before the timeout";
  table.drop_silent(kBegin + WorkerTable::kHeartbeatTimeoutMs + 1);
  EXPECT_TRUE(question->is_lost);
  EXPECT_TRUE(table.is_empty());
  table.finish(*question, lost_response(), kBegin + 701);
  EXPECT_EQ(table.state().lost_total, 1U);
  EXPECT_EQ(table.state().asked, 0);
}

TEST(WorkerTable, AHeartbeatThatIsLeavingLosesThemAtOnce) {
  WorkerTable table;
  table.take_heartbeat(beat_of("a"), kBegin);
  const auto question = table.assign("q1", "owner", kBegin);
  table.take_heartbeat(beat_of("a", 0), kBegin + 1);
  EXPECT_TRUE(question->is_lost);
  EXPECT_TRUE(table.is_empty());
}

TEST(WorkerTable, AQuestionThatTwoHeartbeatsDoNotNameIsLost) {
  WorkerTable table;
  table.take_heartbeat(beat_of("a"), kBegin);
  const auto question = table.assign("q1", "owner", kBegin);
  table.take_heartbeat(beat_of("a"), kBegin + kHeartbeatMs - 1);
  EXPECT_EQ(question->unnamed, 0) << "it may have been on its way";
  table.take_heartbeat(beat_of("a"), kBegin + kHeartbeatMs);
  EXPECT_FALSE(question->is_lost);
  table.take_heartbeat(beat_of("a", 1, {"q1"}), kBegin + 2 * kHeartbeatMs);
  table.take_heartbeat(beat_of("a"), kBegin + 3 * kHeartbeatMs);
  EXPECT_FALSE(question->is_lost) << "not in a row";
  table.take_heartbeat(beat_of("a"), kBegin + 4 * kHeartbeatMs);
  EXPECT_TRUE(question->is_lost);
}

TEST(WorkerTable, TheWarmWorkerIsAskedUnlessItHasEnoughToDo) {
  WorkerTable table;
  for (const char* worker : {"a", "b"}) table.take_heartbeat(beat_of(worker), kBegin);
  const auto first = table.assign("q1", "ada", kBegin);
  EXPECT_EQ(first->worker, "a");
  const auto second = table.assign("q2", "bob", kBegin);
  EXPECT_EQ(second->worker, "b") << "the one with the least to do";
  table.finish(*second, {}, kBegin);
  table.finish(*first, {}, kBegin);
  const auto again = table.assign("q3", "bob", kBegin);
  EXPECT_EQ(again->worker, "b") << "it has bob's tables, though both are idle";
  EXPECT_EQ(table.assign("q4", "bob", kBegin)->worker, "a") << "b is busy";
  EXPECT_EQ(table.state().answered_total, 2U);
}

TEST(WorkerTable, AWorkerThatHandsBackIsLeftAloneForASecond) {
  WorkerTable table;
  table.take_heartbeat(beat_of("a"), kBegin);
  const auto question = table.assign("q1", "owner", kBegin);
  table.take_update({"q1", {}, lost_response()});
  ASSERT_TRUE(question->response.has_value());
  table.finish(*question, *question->response, kBegin);
  EXPECT_EQ(table.state().returned_total, 1U);
  EXPECT_EQ(table.state().lost_total, 0U);
  EXPECT_EQ(table.assign("q2", "owner", kBegin + 999), nullptr);
  EXPECT_NE(table.assign("q3", "owner", kBegin + 1'000), nullptr);
}

TEST(WorkerTable, AWorkerThatComesBackHasNothingToDo) {
  WorkerTable table;
  for (const char* worker : {"a", "b"}) table.take_heartbeat(beat_of(worker), kBegin);
  const auto lost = table.assign("q1", "ada", kBegin);
  ASSERT_EQ(lost->worker, "a");
  // Away and back before the thread that waited has noticed.
  table.take_heartbeat(beat_of("a", 0), kBegin + 1);
  table.take_heartbeat(beat_of("a"), kBegin + 2);
  table.finish(*lost, lost_response(), kBegin + 3);
  const auto first = table.assign("q2", "bob", kBegin + 4);
  const auto second = table.assign("q3", "cleo", kBegin + 4);
  EXPECT_NE(first->worker, second->worker) << "neither counts as emptier than empty";
}

TEST(WorkerTable, UpdatesGoToTheirQuestionAndTheFirstResponseCounts) {
  WorkerTable table;
  table.take_heartbeat(beat_of("a", 4), kBegin);
  const auto question = table.assign("q1", "owner", kBegin);
  table.take_update({"of another server", {catalog::LineReport{}}});
  EXPECT_FALSE(question->has_news);
  table.take_update({"q1", {catalog::LineReport{}}});
  EXPECT_TRUE(question->has_news);
  EXPECT_EQ(question->lines.size(), 1U);
  table.take_update({"q1", {}, failed_response("first")});
  table.take_update({"q1", {}, failed_response("second")});
  EXPECT_EQ(question->response->failure, "first");
  EXPECT_EQ(table.open(), std::vector<std::string>{"q1"});
}

TEST(WorkerTable, AWorkersThreadsAreSharedByTheServersItHears) {
  WorkerTable table;
  table.take_heartbeat(beat_of("a", 4), kBegin);
  EXPECT_EQ(table.state().slots, 4);
  Heartbeat shared = beat_of("a", 4);
  shared.servers = 3;
  table.take_heartbeat(shared, kBegin);
  EXPECT_EQ(table.state().slots, 1);
  shared.servers = 9;
  table.take_heartbeat(shared, kBegin);
  EXPECT_EQ(table.state().slots, 1) << "at least one";
}

}  // namespace
}  // namespace partita::work
