#pragma once

#include <gtest/gtest.h>

#include <functional>

#include "game/concept.h"
#include "game/perft.h"

/// Perft in four ways: plain, through a move picker, with keys recomputed, with retract restoring equality.
namespace partita::kit {

template <game::Game G>
game::MoveList<G> legal_moves(const typename G::Position& pos) {
  game::MoveList<G> moves;
  G::generate_moves(pos, moves);
  return moves;
}

/// Fills a list with the moves of a position in the order in which a search would try them.
template <game::Game G>
using Picker = std::function<void(const typename G::Position&, game::MoveList<G>&)>;

template <game::Game G>
std::uint64_t count_by_picker(typename G::Position& pos, int depth, const Picker<G>& picker) {
  if (depth == 0) return 1;
  if (pos.is_over()) return 0;
  game::MoveList<G> moves;
  picker(pos, moves);
  std::uint64_t leaves = 0;
  for (const auto move : moves) {
    const auto undo = pos.play(move);
    leaves += count_by_picker<G>(pos, depth - 1, picker);
    pos.retract(move, undo);
  }
  return leaves;
}

/// Counts leaves and, at every node, holds key() to recomputed_key() and retract() to equality.
template <game::Game G>
std::uint64_t count_with_checks(typename G::Position& pos, int depth) {
  EXPECT_EQ(pos.key(), pos.recomputed_key()) << G::Notation::write_position(pos);
  if (depth == 0) return 1;
  if (pos.is_over()) return 0;
  const auto before = pos;
  std::uint64_t leaves = 0;
  for (const auto move : legal_moves<G>(pos)) {
    const auto undo = pos.play(move);
    leaves += count_with_checks<G>(pos, depth - 1);
    pos.retract(move, undo);
    EXPECT_TRUE(pos == before) << G::Notation::write_position(before) << " " << G::Notation::write_move(before, move);
  }
  return leaves;
}

/// Without a picker the generator stands for it. Returns the plain count, the others are held equal to it.
template <game::Game G>
std::uint64_t perft_four_ways(typename G::Position pos, int depth, const Picker<G>& picker = nullptr) {
  const std::uint64_t plain = game::perft<G>(pos, depth).leaves;
  const Picker<G> generate = [](const typename G::Position& p, game::MoveList<G>& list) { G::generate_moves(p, list); };
  EXPECT_EQ(count_by_picker<G>(pos, depth, picker ? picker : generate), plain) << "through the move picker";
  EXPECT_EQ(count_with_checks<G>(pos, depth), plain) << "with keys and retract checked";
  return plain;
}

}  // namespace partita::kit
