#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "game/concept.h"

namespace partita::game {

/// Leaves of the full game tree at a fixed depth, and how many of them ended the game on the last ply, by reason.
struct PerftCount {
  std::uint64_t leaves = 0;
  std::map<std::string, std::uint64_t> endings;

  PerftCount& operator+=(const PerftCount& other) {
    leaves += other.leaves;
    for (const auto& [reason, count] : other.endings) endings[reason] += count;
    return *this;
  }
};

/// Counts sequences of exactly `depth` plies; games that end earlier are not extended. Every leaf is really played, with
/// no bulk counting, so that end detection is part of what is counted. REQUIRES: depth >= 0.
template <Game G>
void count_leaves(typename G::Position& pos, int depth, PerftCount& count) {
  if (depth == 0) {
    ++count.leaves;
    if (pos.is_over()) ++count.endings[G::Notation::ending(pos)];
    return;
  }
  if (pos.is_over()) return;
  MoveList<G> moves;
  G::generate_moves(pos, moves);
  for (const auto move : moves) {
    const auto undo = pos.play(move);
    count_leaves<G>(pos, depth - 1, count);
    pos.retract(move, undo);
  }
}

template <Game G>
PerftCount perft(typename G::Position pos, int depth) {
  PerftCount count;
  count_leaves<G>(pos, depth, count);
  return count;
}

}  // namespace partita::game
