// Monte-Carlo search on Omega: proofs against solved positions, games for two to four players, exact endings.
#include <gtest/gtest.h>

#include <fstream>
#include <numeric>
#include <string>
#include <vector>

#include "base/text.h"
#include "catalog/any_engine.h"
#include "kit/effort.h"

namespace partita::catalog {
namespace {

struct Solved {
  std::string position;
  int empties = 0;
  std::int64_t value = 0;  ///< White's score less Black's
};

std::vector<Solved> read_solved(const std::string& name, int most_empties, std::size_t most) {
  std::ifstream file(std::string(PARTITA_GOLDEN) + "/omega/" + name);
  std::vector<Solved> result;
  for (std::string line; std::getline(file, line) && result.size() < most;) {
    if (line.empty() || line[0] == '#') continue;
    const auto columns = base::split(line, '\t');
    Solved solved{std::string(columns[0]), static_cast<int>(*base::read_int(columns[1])), *base::read_int(columns[2])};
    if (solved.empties <= most_empties) result.push_back(solved);
  }
  return result;
}

std::unique_ptr<AnyEngine> engine(const base::OptionValues& rules, std::string_view spec) {
  auto made = make_plain_engine("omega", rules, *read_engine_spec(spec));
  EXPECT_TRUE(made.ok()) << (made ? "" : made.error());
  return std::move(*made);
}
SearchRequest simulations(std::uint64_t count) {
  SearchRequest request;
  request.limits.nodes = count;
  return request;
}

/// The mover's result with the original tie rule: a tie is Black's.
int sign_for_mover(const Solved& solved, Seat mover) {
  const bool white_wins = solved.value > 0;
  return white_wins == (mover == 0) ? 1 : -1;
}

void expect_proven(const std::string& file, const std::string& side, std::string_view spec, int most_empties) {
  const base::OptionValues rules = {{"side", side}};
  const auto positions = read_solved(file, most_empties, 25);
  ASSERT_GT(positions.size(), 5U);
  for (const Solved& solved : positions) {
    const auto pos = *AnyPosition::from_text("omega", rules, solved.position);
    const auto result = engine(rules, spec)->search(pos, simulations(200'000));
    ASSERT_TRUE(result.lines[0].score.distance.has_value()) << solved.position;
    const int sign = *result.lines[0].score.distance > 0 ? 1 : -1;
    EXPECT_EQ(sign, sign_for_mover(solved, pos.to_move())) << solved.position;
    EXPECT_DOUBLE_EQ(result.lines[0].score.by_seat[pos.to_move()], sign > 0 ? 1.0 : 0.0);
  }
}

TEST(MonteCarloOmega, TheTreeAloneProvesSmallEndings) {
  for (const char* spec : {"uct,endgame=off", "amaf,endgame=off", "partita-mcts,endgame=off"}) {
    expect_proven("solved_side3.tsv", "3", spec, 7);
    expect_proven("solved_side5.tsv", "5", spec, 5);
  }
}

TEST(MonteCarloOmega, TheExactSolverTakesOver) {
  expect_proven("solved_side4.tsv", "4", "partita-mcts", 13);
  const auto wdl = read_solved("solved_wdl.tsv", 15, kit::samples(3));
  ASSERT_FALSE(wdl.empty());
  for (const Solved& solved : wdl) {
    const base::OptionValues rules = {{"side", solved.position.substr(0, 1)}};
    const auto pos = *AnyPosition::from_text("omega", rules, solved.position);
    const auto result = engine(rules, "partita-mcts")->search(pos, simulations(100'000));
    ASSERT_TRUE(result.lines[0].score.distance.has_value()) << solved.position;
    EXPECT_EQ(*result.lines[0].score.distance > 0 ? 1 : -1, sign_for_mover(solved, pos.to_move())) << solved.position;
    EXPECT_EQ(result.note, "endgame");
  }
}

TEST(MonteCarloOmega, SeveralLinesKeepTheProvenOneFirst) {
  const base::OptionValues rules = {{"side", "4"}};
  for (const Solved& solved : read_solved("solved_side4.tsv", 9, 10)) {
    const auto pos = *AnyPosition::from_text("omega", rules, solved.position);
    SearchRequest request = simulations(2000);
    request.limits.lines = 3;
    const auto result = engine(rules, "partita-mcts")->search(pos, request);
    ASSERT_GE(result.lines.size(), 2U);
    EXPECT_TRUE(result.lines[0].score.distance.has_value());
    for (std::size_t i = 0; i < result.lines.size(); ++i) {
      EXPECT_EQ(result.lines[i].rank, static_cast<int>(i) + 1);
      for (std::size_t k = 0; k < i; ++k) EXPECT_NE(result.lines[i].pv.at(0), result.lines[k].pv.at(0));
    }
    EXPECT_EQ(result.best_move, result.lines[0].pv.at(0));
  }
}

TEST(MonteCarloOmega, PlaysWholeGamesForTwoThreeAndFour) {
  for (const char* players : {"2", "3", "4"}) {
    for (const char* spec : {"uct", "amaf", "partita-mcts"}) {
      const base::OptionValues rules = {{"side", "4"}, {"players", players}};
      auto pos = *AnyPosition::initial("omega", rules);
      auto mind = engine(rules, spec);
      while (!pos.is_over()) {
        const auto result = mind->search(pos, simulations(150));
        const auto& shares = result.lines.at(0).score.by_seat;
        EXPECT_NEAR(std::accumulate(shares.begin(), shares.end(), 0.0), 1.0, 1e-6);
        ASSERT_TRUE(pos.play(result.best_move).ok()) << spec << " " << result.best_move;
      }
    }
  }
}

TEST(MonteCarloOmega, OneThreadIsDeterministic) {
  const auto pos = *AnyPosition::initial("omega", {{"side", "5"}});
  const auto text = [&](std::string_view spec) {
    std::string result;
    SearchRequest request = simulations(2000);
    request.limits.lines = 5;
    for (const auto& line : engine({{"side", "5"}}, spec)->search(pos, request).lines) {
      result += base::join(line.pv, " ") + " " + std::to_string(line.score.win) + "\n";
    }
    return result;
  };
  EXPECT_EQ(text("partita-mcts"), text("partita-mcts"));
  EXPECT_NE(text("partita-mcts"), text("partita-mcts,seed=2"));
}

}  // namespace
}  // namespace partita::catalog
