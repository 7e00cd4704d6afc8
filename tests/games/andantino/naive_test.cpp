// The engine against the plain second implementation, move by move.
#include <gtest/gtest.h>

#include "games/andantino/naive_rules.h"
#include "games/andantino/playing.h"
#include "kit/effort.h"

namespace partita::games::andantino::testing {
namespace {

naive::Point point_of(Cell cell) { return {hex_of(cell).q, hex_of(cell).r}; }

std::set<naive::Point> points_of(const MoveList& moves) {
  std::set<naive::Point> points;
  for (const Move move : moves) points.insert(point_of(move.cell));
  return points;
}

void expect_same(const Position& pos, const naive::Game& plain) {
  ASSERT_EQ(Notation::ending(pos), plain.kind());
  ASSERT_EQ(winner_letter(pos), plain.winner());
  if (pos.is_over()) return;
  MoveList legal;
  Andantino::generate_moves(pos, legal);
  ASSERT_EQ(points_of(legal), plain.legal());
  for (const Colour colour : {Colour::kWhite, Colour::kBlack}) {
    const char letter = colour == Colour::kWhite ? 'W' : 'B';
    MoveList wins;
    winning_cells(pos, colour, wins);
    ASSERT_EQ(points_of(wins), plain.winning(letter)) << letter;
    for (const Move move : legal) {
      ASSERT_EQ(pos.closed_areas(colour).has(move.cell), plain.is_in_closed_area(point_of(move.cell), letter));
    }
  }
}

using Choose = Move (*)(const Position&, base::Random&);

void compare_games(int side, bool unbounded, int games, Choose choose) {
  base::Random random(static_cast<std::uint64_t>(side) * 100 + (unbounded ? 1 : 0));
  for (int game = 0; game < kit::samples(games); ++game) {
    Position pos(rules_of(side, unbounded));
    naive::Game plain(unbounded ? kMaxSide : side, unbounded);
    while (!pos.is_over()) {
      const Move move = choose(pos, random);
      pos.play(move);
      plain.play(point_of(move.cell));
      ASSERT_NO_FATAL_FAILURE(expect_same(pos, plain)) << Notation::write_position(pos);
    }
  }
}

TEST(AndantinoAgainstPlainRules, Side3) { compare_games(3, false, 100, random_move); }
TEST(AndantinoAgainstPlainRules, Side4) { compare_games(4, false, 40, random_move); }
TEST(AndantinoAgainstPlainRules, Side5) { compare_games(5, false, 20, random_move); }
TEST(AndantinoAgainstPlainRules, Side6) { compare_games(6, false, 10, random_move); }
TEST(AndantinoAgainstPlainRules, Side10) { compare_games(10, false, 3, random_move); }
TEST(AndantinoAgainstPlainRules, Side16) { compare_games(16, false, 1, random_move); }
TEST(AndantinoAgainstPlainRules, Unbounded) { compare_games(0, true, 1, random_move); }
TEST(AndantinoAgainstPlainRules, CarefulPlay) {
  compare_games(4, false, 20, careful_move);
  compare_games(6, false, 5, careful_move);
}

}  // namespace
}  // namespace partita::games::andantino::testing
