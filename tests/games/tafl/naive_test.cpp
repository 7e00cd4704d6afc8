#include <gtest/gtest.h>

#include <algorithm>

#include "games/tafl/naive_rules.h"
#include "games/tafl/random_positions.h"

namespace partita::games::tafl {
namespace {

naive::Board naive_copy(const Position& pos, bool ashton) {
  naive::Board board;
  board.ashton = ashton;
  board.mover = pos.mover() == Side::kAttackers ? 'a' : 'd';
  board.ply = pos.ply();
  for (int rank = 0; rank < 9; ++rank) {
    std::string& row = board.ranks[static_cast<std::size_t>(rank)];
    for (int file = 0; file < 9; ++file) {
      const Square square = square_at(file, rank);
      row += square == pos.king() ? 'K' : has(pos.attackers(), square) ? 't' : has(pos.defenders(), square) ? 'T' : '.';
    }
  }
  return board;
}

/// The same moves with the same boards and outcomes behind them.
void compare(const Position& pos, bool ashton) {
  const naive::Board board = naive_copy(pos, ashton);
  const auto steps = board.moves(board.mover);
  game::MoveList<Tafl> moves;
  Tafl::generate_moves(pos, moves);
  ASSERT_EQ(moves.size(), steps.size());
  for (const auto& step : steps) {
    const Move move(square_at(step.f, step.r), square_at(step.to_f, step.to_r));
    ASSERT_NE(std::find(moves.begin(), moves.end(), move), moves.end()) << Notation::write_move(pos, move);
    Position after = pos;
    after.play(move);
    naive::Board naive_after = board;
    ASSERT_EQ(naive_after.play(step), outcome(after)) << Notation::write_move(pos, move);
    ASSERT_EQ(naive_after.ranks, naive_copy(after, ashton).ranks) << Notation::write_move(pos, move);
  }
}

void compare_random_games(const char* name, int games) {
  base::Random random(99);
  for (int game = 0; game < games; ++game) {
    Position pos = Tafl::initial(rules_named(name));
    for (int ply = 0; ply < 150 && !pos.is_over(); ++ply) {
      SCOPED_TRACE(Notation::write_position(pos));
      compare(pos, std::string_view(name) == "ashton");
      if (::testing::Test::HasFatalFailure()) return;
      game::MoveList<Tafl> moves;
      Tafl::generate_moves(pos, moves);
      pos.play(moves[random.below(static_cast<std::uint32_t>(moves.size()))]);
    }
  }
}

TEST(TaflNaive, RandomGamesAgree) {
  compare_random_games("mcgill", 8);
  compare_random_games("ashton", 8);
}

TEST(TaflNaive, ScatteredPositionsAgree) {
  base::Random random(7);
  for (const char* name : {"mcgill", "ashton"}) {
    for (const std::uint32_t attackers : {8U, 25U, 60U, 85U}) {
      for (int round = 0; round < 60; ++round) {
        const Position pos = scattered(*rules_named(name), random, attackers, 10);
        SCOPED_TRACE(Notation::write_position(pos));
        compare(pos, std::string_view(name) == "ashton");
        if (::testing::Test::HasFatalFailure()) return;
      }
    }
  }
}

}  // namespace
}  // namespace partita::games::tafl
