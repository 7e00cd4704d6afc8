// The solvers against facts from elsewhere: games and solved positions made by two other implementations.
#include <gtest/gtest.h>

#include <fstream>
#include <set>

#include "base/text.h"
#include "catalog/any_position.h"
#include "catalog/solve_scores.h"
#include "catalog/solver.h"

namespace partita::catalog {
namespace {

std::vector<std::vector<std::string>> rows_of(const std::string& name) {
  std::ifstream file(std::string(PARTITA_GOLDEN) + "/" + name);
  EXPECT_TRUE(file.good()) << name;
  std::vector<std::vector<std::string>> rows;
  for (std::string line; std::getline(file, line);) {
    if (line.empty() || line[0] == '#') continue;
    rows.emplace_back();
    for (const std::string_view column : base::split(line, '\t')) rows.back().emplace_back(column);
  }
  return rows;
}

/// Plays all moves but the last: whoever won with that one wins at once, and the solver knows. Returns whether the last
/// move won for its player.
bool is_known_before_the_end(AnySolver& solver, AnyPosition position, const std::vector<std::string>& moves) {
  for (const std::string& move : moves) EXPECT_TRUE(position.play(move).ok()) << move;
  const Ending ending = position.ending();
  position.undo();
  const Seat winner = position.to_move();
  if (ending.winner() != winner) return false;
  EXPECT_EQ(solver.distance(position, winner, 3, {}).at_most, 1) << position.text();
  EXPECT_EQ(solver.prove(position, winner, {}).proof, Proof::kYes) << position.text();
  EXPECT_EQ(solver.prove(position, static_cast<Seat>(1 - winner), {}).proof, Proof::kNo) << position.text();
  return true;
}

/// "q,r" from the centre as a cell's name.
std::string cell_name(const std::string& point, int side) {
  const auto parts = base::split(point, ',');
  const auto q = *base::read_int(parts[0]);
  const auto r = *base::read_int(parts[1]);
  return static_cast<char>('A' + q + r + side - 1) + std::to_string(r + side);
}

TEST(SolvedData, AndantinoGamesAreWonOnTheLastMove) {
  auto solver = make_solver("andantino", 16);
  int won = 0;
  for (const char* side : {"3", "4", "5", "6", "10"}) {
    for (const char* kind : {"long", "ring", "uniform", "win1"}) {
      for (const auto& row : rows_of("andantino/games_side" + std::string(side) + "_" + kind + ".tsv")) {
        if (row[2] != "W" && row[2] != "B") continue;
        std::vector<std::string> moves;
        for (const std::string_view point : base::words(row[1])) {
          moves.push_back(cell_name(std::string(point), static_cast<int>(*base::read_int(side))));
        }
        won += is_known_before_the_end(**solver, *AnyPosition::initial("andantino", {{"side", side}}), moves) ? 1 : 0;
      }
    }
  }
  EXPECT_GT(won, 500);
}

TEST(SolvedData, TaflGamesAreWonOnTheLastMove) {
  auto solver = make_solver("tafl", 16);
  int won = 0;
  for (const char* rules : {"mcgill", "ashton"}) {
    for (const char* kind : {"greedy", "uniform"}) {
      for (const auto& row : rows_of("tafl/games_" + std::string(rules) + "_" + kind + ".tsv")) {
        if (row[3] != "king-captured" && row[3] != "king-escaped") continue;
        std::vector<std::string> moves;
        for (const std::string_view move : base::words(row[4])) moves.emplace_back(move);
        won += is_known_before_the_end(**solver, *AnyPosition::initial("tafl", {{"rules", rules}}), moves) ? 1 : 0;
      }
    }
  }
  EXPECT_GT(won, 100);
}

TEST(SolvedData, OmegaMarginsAndWinningTurnsAreThoseOfTheTables) {
  int compared = 0;
  for (const char* side : {"2", "3", "4", "5", "6"}) {
    for (const auto& row : rows_of("omega/solved_side" + std::string(side) + ".tsv")) {
      if (*base::read_int(row[1]) > 7) continue;
      const auto position = AnyPosition::from_text("omega", {}, row[0]);
      ASSERT_TRUE(position.ok()) << position.error();
      const bool white_moves = position->to_move() == 0;
      const auto for_mover = [&](std::string_view value) { return *base::read_int(value) * (white_moves ? 1 : -1); };
      ScoreQuestion question;
      question.goal = ScoreQuestion::Goal::kEveryTurn;
      const auto solution = solve_scores(*position, question);
      ASSERT_TRUE(solution.has_value()) << row[0];
      EXPECT_EQ(solution->margin, std::to_string(for_mover(row[2]))) << row[0];
      // Black is last in turn order and wins ties.
      std::set<std::string> expected, found;
      for (const std::string_view turn : base::words(row[3])) {
        const auto parts = base::split(turn, '=');
        if (for_mover(parts[1]) > 0 || (!white_moves && for_mover(parts[1]) == 0)) expected.emplace(parts[0]);
      }
      for (const auto& turn : solution->winning_turns()) {
        EXPECT_EQ(turn.text, join_turns(*position, turn.plies).front());
        found.insert(turn.text);
      }
      EXPECT_EQ(found, expected) << row[0];
      ++compared;
    }
  }
  EXPECT_GT(compared, 100);
}

}  // namespace
}  // namespace partita::catalog
