// What a dispatcher believes of machines that are not its own. Answers are games that were really played.
#include "work/guest_ledger.h"

#include <gtest/gtest.h>

#include "arena/game_job.h"
#include "record/declared_json.h"
#include "work/guest_checks.h"
#include "work/job_handlers.h"

namespace partita::work {
namespace {

Job game_job(const std::string& id, std::uint64_t seed) {
  arena::GameJob game;
  game.id = id;
  game.game = "omega";
  game.rules = {{"side", "3"}};
  game.opening = {"W:C3", "B:A1"};
  game.seats = {"random", "greedy"};
  game.controls = {"nodes=20", "nodes=20"};
  game.seed = seed;
  return {id, kGameKind, record::write_object(game)};
}

JobResult played(const Job& job) {
  const HandlerRegistry registry = standard_handlers();
  HandlerRegistry::PerThread handlers(registry);
  const base::StopFlag never;
  const auto answer = handlers.perform(job, never);
  EXPECT_TRUE(answer) << answer.error();
  return {job.id, answer ? *answer : "", "", "ada"};
}

template <class Change>
JobResult altered(const JobResult& answer, Change change) {
  auto outcome = record::read_object<arena::GameOutcome>(answer.text);
  EXPECT_TRUE(outcome);
  change(*outcome);
  return {answer.id, record::write_object(*outcome), "", answer.worker};
}

class GuestLedgerTest : public testing::Test {
 protected:
  static constexpr std::int64_t kNow = 1'000;
  /// The guest gets the job and answers.
  GuestLedger::Verdict answer(const std::string& guest, std::size_t number, const JobResult& result) {
    ledger_.assign(guest, number, kNow);
    return ledger_.take_answer(guest, number, result);
  }
  void SetUp() override {
    for (const char* name : {"ada", "eve"}) ledger_.take_hello(name, 4, kNow);
  }

  const Job job_ = game_job("one", 7);
  const JobResult right_ = played(job_);
  const JobResult wrong_ =
      altered(right_, [](arena::GameOutcome& outcome) { std::swap(outcome.game.payoff[0], outcome.game.payoff[1]); });
  GuestLedger ledger_{GuestPolicy{.probation = 3, .one_in = 4}, 41};
};

TEST_F(GuestLedgerTest, AJobIsRepeatableOnlyWhereNodesBoundIt) {
  EXPECT_TRUE(is_repeatable(job_));
  const auto with = [&](const char* seat, const char* control) {
    auto game = record::read_object<arena::GameJob>(job_.payload);
    game->seats[0] = seat;
    game->controls[0] = control;
    return is_repeatable({"one", kGameKind, record::write_object(*game)});
  };
  EXPECT_TRUE(with("partita", "depth=2"));
  for (const char* control : {"100ms", "2s+0.1s"}) EXPECT_FALSE(with("partita", control)) << control;
  EXPECT_FALSE(with("ugi:/bin/true", "nodes=20"));
  EXPECT_FALSE(with("partita,threads=2", "nodes=20"));
  EXPECT_FALSE(is_repeatable({"one", kReviewKind, "{}"}));
}

TEST_F(GuestLedgerTest, TheSameGameIsTheSameButForItsTime) {
  const JobResult slower = altered(right_, [](arena::GameOutcome& outcome) {
    outcome.seconds += 5;
    outcome.game.moves.back().time_ms += 100;
  });
  EXPECT_TRUE(is_same_game(right_, slower));
  EXPECT_TRUE(is_same_game(right_, played(job_))) << "the seed makes the same game again";
  EXPECT_FALSE(is_same_game(right_, wrong_));
  EXPECT_FALSE(is_same_game(right_, altered(right_, [](auto& outcome) { ++outcome.game.moves.back().nodes; })));
}

TEST_F(GuestLedgerTest, AnAnswerToAnotherJobIsSeenAtOnce) {
  EXPECT_TRUE(fits_job(job_, right_));
  EXPECT_TRUE(fits_job(job_, wrong_)) << "only a trusted worker can tell";
  const Job other = game_job("two", 8);
  JobResult replayed = right_;
  replayed.id = "two";
  EXPECT_FALSE(fits_job(other, replayed)) << "the text names another job";
  replayed = altered(replayed, [](arena::GameOutcome& outcome) { outcome.id = "two"; });
  EXPECT_FALSE(fits_job(other, replayed)) << "and another seed";
  EXPECT_FALSE(fits_job(job_, altered(right_, [](auto& outcome) { outcome.game.moves.back().move = "W:Z9"; })));
  EXPECT_FALSE(fits_job(job_, altered(right_, [](auto& outcome) { outcome.game.moves[0].move = "W:A1"; })));
  EXPECT_FALSE(fits_job(job_, {"one", "rubbish", "", "eve"}));
}

TEST_F(GuestLedgerTest, ANewGuestsAnswersAreAllCheckedLaterSome) {
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(answer("ada", i, right_), GuestLedger::Verdict::kCheck);
    EXPECT_FALSE(ledger_.compare(i, right_));
  }
  int checked = 0;
  for (std::size_t i = 3; i < 403; ++i) checked += answer("ada", i, right_) == GuestLedger::Verdict::kCheck ? 1 : 0;
  EXPECT_GT(checked, 60);
  EXPECT_LT(checked, 140);
  EXPECT_EQ(ledger_.held(), 400U) << "nothing is handed on before the end";
  EXPECT_EQ(ledger_.checks_open(), static_cast<std::size_t>(checked));
}

TEST_F(GuestLedgerTest, OneWrongAnswerDropsAllAnswers) {
  for (std::size_t i = 0; i < 40; ++i) answer("eve", i, right_);
  answer("ada", 99, right_);
  EXPECT_EQ(ledger_.compare(0, right_), std::nullopt);
  EXPECT_EQ(ledger_.compare(1, wrong_), "eve");
  ledger_.assign("eve", 50, kNow);
  const std::size_t being_checked = ledger_.checks_open() - 1;  // one is ada's
  const auto again = ledger_.expel("eve");
  EXPECT_EQ(again.size(), 38 - being_checked + 1) << "unchecked ones, and the job it had";
  EXPECT_EQ(ledger_.counts().at("eve").dropped, 38);
  EXPECT_EQ(ledger_.held(), 1U) << "ada's stays";
  ledger_.take_hello("eve", 4, kNow);
  EXPECT_EQ(ledger_.idle_guest(kNow), "ada") << "it does not come back";
  EXPECT_EQ(answer("eve", 51, right_), GuestLedger::Verdict::kCheck) << "were it asked at all";
}

TEST_F(GuestLedgerTest, OnlyWhoWasAskedIsHeard) {
  ledger_.assign("ada", 5, kNow);
  EXPECT_EQ(ledger_.take_answer("eve", 5, wrong_), GuestLedger::Verdict::kIgnored);
  EXPECT_EQ(ledger_.take_answer("ada", 6, right_), GuestLedger::Verdict::kIgnored);
  EXPECT_EQ(ledger_.take_answer("ada", 5, {"one", "", "no such engine", "ada"}), GuestLedger::Verdict::kFailed);
  EXPECT_FALSE(ledger_.has(5));
}

TEST_F(GuestLedgerTest, ASlowGuestLosesItsJobsAndThenItsPlace) {
  const GuestPolicy policy;
  for (std::size_t i = 0; i < policy.most_overdue; ++i) {
    ledger_.assign("eve", i, kNow);
    EXPECT_TRUE(ledger_.has(i));
  }
  EXPECT_TRUE(ledger_.take_overdue(kNow + policy.patience_ms).empty());
  EXPECT_EQ(ledger_.take_overdue(kNow + policy.patience_ms + 1).size(), policy.most_overdue);
  EXPECT_EQ(ledger_.take_answer("eve", 0, right_), GuestLedger::Verdict::kIgnored) << "too late";
  for (std::size_t i = 10; i < 18; ++i) {
    ASSERT_EQ(ledger_.idle_guest(kNow), "ada");
    ledger_.assign("ada", i, kNow);
  }
  EXPECT_EQ(ledger_.idle_guest(kNow), std::nullopt) << "ada has enough, eve gets no more";
  EXPECT_EQ(ledger_.idle_guest(kNow + policy.gone_ms + 1), std::nullopt);
}

}  // namespace
}  // namespace partita::work
