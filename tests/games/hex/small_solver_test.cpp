// The solver for small boards against a search that tries everything.
#include "games/hex/small_solver.h"

#include <gtest/gtest.h>

#include <map>
#include <set>
#include <string>

#include "base/random.h"
#include "games/hex/notation.h"

namespace partita::games::hex {
namespace {

/// Who wins, by the rules alone; positions met before are remembered by their cells and mover.
class EveryMove {
 public:
  int winner(Position& pos) {
    if (pos.is_over()) return pos.winner();
    std::uint64_t name = pos.to_move();
    for (int cell = 0; cell < pos.cell_count(); ++cell) name = name * 3 + static_cast<std::uint64_t>(pos.at(cell));
    if (const auto met = met_.find(name); met != met_.end()) return met->second;
    int winner = pos.to_move() ^ 1;
    for (int cell = 0; cell < pos.cell_count() && winner != pos.to_move(); ++cell) {
      if (pos.at(cell) != 0) continue;
      const Move move{static_cast<std::uint8_t>(cell)};
      const Undo undo = pos.play(move);
      winner = this->winner(pos);
      pos.retract(move, undo);
    }
    met_.emplace(name, winner);
    return winner;
  }

 private:
  std::map<std::uint64_t, int> met_;
};

const SmallSolver::IsEnough kNever = [](std::uint64_t) { return false; };

void expect_the_truth(SmallSolver& solver, EveryMove& truth, Position pos) {
  const auto answer = solver.solve(pos, kNever);
  const int winner = truth.winner(pos);
  ASSERT_TRUE(answer);
  ASSERT_EQ(answer->winner, winner) << Notation::write_position(pos);
  if (answer->winner != pos.to_move()) return;
  pos.play(answer->move);
  EXPECT_EQ(truth.winner(pos), winner) << Notation::write_position(pos);
}

Position after_random_moves(base::Random& random, int side, int plies) {
  Position pos(Rules{side, false});
  while (pos.ply() < plies && !pos.is_over()) {
    const int cell = static_cast<int>(random.below(static_cast<std::uint32_t>(pos.cell_count())));
    if (pos.at(cell) == 0) pos.play(Move{static_cast<std::uint8_t>(cell)});
  }
  return pos;
}

TEST(SmallSolver, SaysOfEveryEarlyPositionOfSideThreeWhatIsTrue) {
  SmallSolver solver;
  EveryMove truth;
  for (int first = 0; first < 9; ++first) {
    Position pos(Rules{3, false});
    pos.play(Move{static_cast<std::uint8_t>(first)});
    expect_the_truth(solver, truth, pos);
    for (int second = 0; second < 9; ++second) {
      if (second == first) continue;
      Position next = pos;
      next.play(Move{static_cast<std::uint8_t>(second)});
      expect_the_truth(solver, truth, next);
    }
  }
}

TEST(SmallSolver, SaysOfRandomPositionsWhatIsTrue) {
  base::Random random(5);
  SmallSolver solver;
  EveryMove truth;
  int compared = 0;
  for (int i = 0; i < 400; ++i) {
    const Position pos = after_random_moves(random, 4, 4 + i % 8);
    if (pos.is_over()) continue;
    ++compared;
    expect_the_truth(solver, truth, pos);
  }
  EXPECT_GT(compared, 200);
  EveryMove truth_of_five;
  for (int i = 0; i < 40; ++i) {
    const Position pos = after_random_moves(random, 5, 12 + i % 6);
    if (!pos.is_over()) expect_the_truth(solver, truth_of_five, pos);
  }
}

/// The cells, as letters and rows, on which Red's first stone wins.
std::set<std::string> winning_openings(SmallSolver& solver, int side) {
  std::set<std::string> cells;
  for (int cell = 0; cell < side * side; ++cell) {
    Position pos(Rules{side, false});
    pos.play(Move{static_cast<std::uint8_t>(cell)});
    const auto answer = solver.solve(pos, kNever);
    if (answer && answer->winner == 0)
      cells.insert(std::string(1, static_cast<char>('a' + cell % side)) + std::to_string(cell / side + 1));
  }
  return cells;
}

TEST(SmallSolver, KnowsTheWinningOpeningsOfSmallBoards) {
  SmallSolver solver;
  EXPECT_EQ(winning_openings(solver, 3), (std::set<std::string>{"a2", "a3", "b2", "c1", "c2"}));
  EXPECT_EQ(winning_openings(solver, 4), (std::set<std::string>{"a4", "b3", "c2", "d1"}));
  EXPECT_EQ(winning_openings(solver, 5),
            (std::set<std::string>{"a4", "a5", "b2", "b3", "b4", "c2", "c3", "c4", "d2", "d3", "d4", "e1", "e2"}));
}

TEST(SmallSolver, TheSwapTakesEveryWinningFirstStone) {
  SmallSolver solver;
  Position start(Rules{4, true});
  const auto answer = solver.solve(start, kNever);
  ASSERT_TRUE(answer);
  EXPECT_EQ(answer->winner, 1) << "whatever Red begins with, Blue has the better of it";
  for (int cell = 0; cell < 16; ++cell) {
    Position pos = start;
    pos.play(Move{static_cast<std::uint8_t>(cell)});
    const auto reply = solver.solve(pos, kNever);
    ASSERT_TRUE(reply && reply->winner == 1);
    pos.play(reply->move);
    const auto after = solver.solve(pos, kNever);
    ASSERT_TRUE(after);
    EXPECT_EQ(after->winner, 1) << cell;
  }
}

TEST(SmallSolver, GivesUpWhenItIsToldTo) {
  SmallSolver solver;
  Position pos(Rules{6, false});
  pos.play(Move{12});
  EXPECT_FALSE(solver.solve(pos, [](std::uint64_t nodes) { return nodes >= 100; }));
  EXPECT_LT(solver.nodes(), 1000u);
}

}  // namespace
}  // namespace partita::games::hex
