#include "arena/tournament.h"

#include <gtest/gtest.h>
#include <unistd.h>
#include <algorithm>

#include <filesystem>
#include <fstream>
#include <set>

#include "arena/report.h"
#include "record/declared_json.h"

namespace partita::arena {
namespace {

TournamentPlan plan_of(int entrants, Format format, int openings, int seats = 2) {
  TournamentPlan plan;
  plan.game = "omega";
  plan.rules = {{"side", "3"}, {"players", std::to_string(seats)}};
  plan.seat_count = seats;
  plan.format = format;
  for (int i = 0; i < entrants; ++i) plan.entrants.push_back({"player" + std::to_string(i), {}});
  plan.openings.resize(static_cast<std::size_t>(openings));
  return plan;
}

/// Gives every game to the entrant with the lower number, with a draw on every fifth opening, without playing.
class Oracle final : public GameRunner {
 public:
  base::Parsed<base::Done> run(const std::vector<GameJob>& jobs, const OnOutcome& on_outcome,
                               const base::StopFlag& stop) override {
    for (const GameJob& job : jobs) {
      if (stop.is_raised()) break;
      ++played;
      if (!on_outcome(answer(job))) break;
    }
    return base::Done{};
  }
  static GameOutcome answer(const GameJob& job) {
    GameOutcome outcome{job.id, {}};
    outcome.game.reason = "score";
    const int winner = job.seats[0] < job.seats[1] ? 0 : 1;
    outcome.game.payoff[static_cast<std::size_t>(winner)] = catalog::kPoint;
    return outcome;
  }
  int played = 0;
};

class TemporaryFile {
 public:
  TemporaryFile() : path_(std::filesystem::temp_directory_path() / ("partita_arena_" + std::to_string(::getpid()))) {
    std::filesystem::remove(path_);
  }
  ~TemporaryFile() { std::filesystem::remove(path_); }
  std::string path() const { return path_.string(); }

 private:
  std::filesystem::path path_;
};

TEST(Schedule, EveryOpeningIsPlayedFromBothSides) {
  const auto games = schedule(plan_of(2, Format::kMatch, 3));
  ASSERT_EQ(games.size(), 6u);
  for (std::size_t i = 0; i < games.size(); i += 2) {
    EXPECT_EQ(games[i].job.seats[0], games[i + 1].job.seats[1]);
    EXPECT_EQ(games[i].job.seats[1], games[i + 1].job.seats[0]);
  }
}

TEST(Schedule, TheFirstPlayerCanKeepASeat) {
  TournamentPlan plan = plan_of(3, Format::kGauntlet, 4);
  plan.seat_of_first = 1;
  const auto games = schedule(plan);
  EXPECT_EQ(games.size(), 8u);
  for (const ScheduledGame& game : games) EXPECT_EQ(game.job.seats[1], "player0");
  plan.seat_of_first = 0;
  for (const ScheduledGame& game : schedule(plan)) EXPECT_EQ(game.job.seats[0], "player0");
}

TEST(Schedule, FormatsHaveTheirNumberOfTables) {
  EXPECT_EQ(tables(plan_of(5, Format::kMatch, 1)).size(), 1u);
  EXPECT_EQ(tables(plan_of(5, Format::kGauntlet, 1)).size(), 4u);
  EXPECT_EQ(tables(plan_of(5, Format::kRoundRobin, 1)).size(), 10u);
  EXPECT_EQ(tables(plan_of(5, Format::kRoundRobin, 1, 3)).size(), 10u);
  EXPECT_EQ(tables(plan_of(2, Format::kMatch, 1, 3)), (std::vector<Table>{{0, 1, 0}}));
}

TEST(Schedule, WithThreeSeatsEverybodySitsEverywhere) {
  std::set<std::string> first;
  for (const auto& game : schedule(plan_of(3, Format::kMatch, 1, 3))) first.insert(game.job.seats[0]);
  EXPECT_EQ(first.size(), 3u);
}

TEST(Jobs, TravelAsJson) {
  GameJob job = schedule(plan_of(2, Format::kMatch, 1))[1].job;
  job.opening = {"W:A1", "B:C3"};
  const auto read = record::read_object<GameJob>(record::write_object(job));
  ASSERT_TRUE(read);
  EXPECT_EQ(record::write_object(*read), record::write_object(job));
  for (const char* bad : {"", "[]", "{", "{\"id\":1}", "{\"id\":\"x\"}"})
    EXPECT_FALSE(record::read_object<GameJob>(bad)) << bad;
}

TEST(Jobs, OutcomesTravelAsJson) {
  GameOutcome outcome{"t0-1/o0/r0", {}};
  outcome.game.moves.push_back({"W:A1", 12, 34, 5, 678, true, -90, 7, 0.25});
  outcome.game.payoff = {12, 0, 0, 0};
  outcome.game.reason = "time";
  outcome.game.at_fault = 1;
  const auto read = record::read_object<GameOutcome>(record::write_object(outcome));
  ASSERT_TRUE(read);
  EXPECT_EQ(record::write_object(*read), record::write_object(outcome));
  EXPECT_FALSE(record::read_object<GameOutcome>("{\"id\":\"x\",\"moves\":[[1]]}"));
}

TEST(Standings, CountPairsNotGames) {
  const TournamentPlan plan = plan_of(2, Format::kMatch, 10);
  Standings standings(plan);
  for (const auto& game : schedule(plan)) {
    GameOutcome outcome = Oracle::answer(game.job);
    if (game.opening % 5 == 0) outcome.game.payoff = {6, 6, 0, 0};
    EXPECT_TRUE(standings.add(outcome));
    EXPECT_FALSE(standings.add(outcome)) << "the same game twice";
  }
  const PairScore score = standings.between(0, 1);
  EXPECT_EQ(score.wins, 16);
  EXPECT_EQ(score.draws, 4);
  EXPECT_EQ(score.pairs.pairs, (std::array<double, 5>{0, 0, 2, 0, 8}));
  EXPECT_EQ(standings.between(1, 0).losses, 16);
  EXPECT_NEAR(standings.share(0).value, 0.9, 1e-12);
  EXPECT_NEAR(standings.draw_rate(), 0.2, 1e-12);
  EXPECT_GT(standings.ratings()[0].value, 100);
}

/// All reports of a tournament that the entrant with the lowest number wins without a loss.
std::string sweep_reports(int entrants) {
  const TournamentPlan plan = plan_of(entrants, entrants > 2 ? Format::kRoundRobin : Format::kMatch, 10);
  Standings standings(plan);
  for (const auto& game : schedule(plan)) {
    GameOutcome outcome = Oracle::answer(game.job);
    const auto first = std::find(game.job.seats.begin(), game.job.seats.end(), "player0");
    if (first != game.job.seats.end()) {
      outcome.game.payoff = {0, 0, 0, 0};
      outcome.game.payoff[static_cast<std::size_t>(first - game.job.seats.begin())] = 12;
    }
    EXPECT_TRUE(standings.add(outcome));
  }
  return report_text(plan, standings, {}) + report_html(plan, standings, {}) + report_json(plan, standings, {}) +
         report_csv(plan, standings);
}

TEST(Standings, ASweepIsABoundAndNotAnEstimateWithoutError) {
  const std::string two = sweep_reports(2);
  EXPECT_EQ(two.find("+- 0.0"), std::string::npos) << two;
  EXPECT_EQ(two.find("± 0.0"), std::string::npos) << two;
  EXPECT_EQ(two.find("1.00000,0.00000"), std::string::npos) << two;
  // Ten pairs without a loss: one is rarer than 1 - 0.05^(1/10) = 25.9%.
  EXPECT_NE(two.find("player0                               20   100.0%, at least 74.1%   at least +91"),
            std::string::npos)
      << two;
  EXPECT_NE(two.find("player1                               20      0.0%, at most 25.9%    at most -91"),
            std::string::npos)
      << two;
  EXPECT_NE(two.find(R"("score":{"value":1E0,"error":null,"at_least":7.41)"), std::string::npos) << two;
  const std::string four = sweep_reports(4);
  EXPECT_EQ(four.find("100.0% +- "), std::string::npos) << four;
  EXPECT_NE(four.find("100.0%, at least 90.5%"), std::string::npos) << four;
}

TEST(Standings, AForeignOutcomeIsRefused) {
  Standings standings(plan_of(2, Format::kMatch, 1));
  EXPECT_FALSE(standings.add(GameOutcome{"t7-8/o0/r0", {}}));
}

TEST(Tournament, GoesOnWhereItsLogEnds) {
  const TemporaryFile file;
  const TournamentPlan plan = plan_of(2, Format::kMatch, 20);
  {
    auto log = ResultLog::open(file.path(), fingerprint(plan), ResultLog::Mode::kNew);
    ASSERT_TRUE(log) << log.error();
    for (int i = 0; i < 7; ++i)
      ASSERT_TRUE(log->append(Oracle::answer(schedule(plan)[static_cast<std::size_t>(i)].job)));
  }
  // A process killed while writing leaves half a line behind.
  std::ofstream(file.path(), std::ios::app) << "{\"id\":\"t0-1/o";
  {
    auto log = ResultLog::open(file.path(), fingerprint(plan), ResultLog::Mode::kResume);
    ASSERT_TRUE(log) << log.error();
    EXPECT_EQ(log->earlier().size(), 7u);
    Standings standings(plan);
    Oracle oracle;
    TournamentOptions options;
    options.log = &*log;
    ASSERT_TRUE(run_tournament(plan, oracle, options, standings, {}));
    EXPECT_EQ(oracle.played, 33);
    EXPECT_EQ(standings.finished(), 40);
  }
  auto again = ResultLog::open(file.path(), fingerprint(plan), ResultLog::Mode::kResume);
  ASSERT_TRUE(again) << again.error();
  EXPECT_EQ(again->earlier().size(), 40u);
}

TEST(Tournament, ALogIsNeitherOverwrittenNorMixedUp) {
  const TemporaryFile file;
  const TournamentPlan plan = plan_of(2, Format::kMatch, 2);
  ASSERT_TRUE(ResultLog::open(file.path(), fingerprint(plan), ResultLog::Mode::kNew));
  EXPECT_FALSE(ResultLog::open(file.path(), fingerprint(plan), ResultLog::Mode::kNew));
  const auto other = ResultLog::open(file.path(), fingerprint(plan_of(3, Format::kMatch, 9)), ResultLog::Mode::kResume);
  ASSERT_FALSE(other);
  EXPECT_NE(other.error().find(":1: belongs to another tournament"), std::string::npos);
}

TEST(Tournament, StopsWhenTheSequentialTestIsDecided) {
  const TournamentPlan plan = plan_of(2, Format::kMatch, 5000);
  Standings standings(plan);
  Oracle oracle;
  TournamentOptions options;
  options.sprt = base::SprtBounds{};
  options.sprt->elo1 = 50;
  ASSERT_TRUE(run_tournament(plan, oracle, options, standings, {}));
  EXPECT_LT(oracle.played, 200);
  EXPECT_NE(report_text(plan, standings, options.sprt).find("accepted elo1"), std::string::npos);
}

}  // namespace
}  // namespace partita::arena
