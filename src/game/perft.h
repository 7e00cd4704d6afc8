#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "game/refinements.h"

namespace partita::game {

/// Leaves of the full game tree at a fixed depth, how many of them ended the game on the last ply, by reason, and what
/// else happened on that ply, in the game's own words.
struct PerftCount {
  std::uint64_t leaves = 0;
  std::map<std::string, std::uint64_t> events;
  std::map<std::string, std::uint64_t> endings;

  PerftCount& operator+=(const PerftCount& other) {
    leaves += other.leaves;
    for (const auto& [event, count] : other.events) events[event] += count;
    for (const auto& [reason, count] : other.endings) endings[reason] += count;
    return *this;
  }
};

/// Leaves and, by seat, the exact sum of something over them as decimal text, for games whose leaves alone tell little.
struct PerftSums {
  std::uint64_t leaves = 0;
  std::vector<std::string> sums;
};

/// Called after each first move with how many are done, how many there are, and the leaves so far; may be empty.
using PerftProgress = std::function<void(int done, int total, std::uint64_t leaves)>;

/// A game with such sums. `unit` says what depth counts, in the game's own words; an unknown one is an error.
template <class G>
concept HasPerftSums = requires(const typename G::Position& pos, int depth, std::string_view unit,
                                const PerftProgress& progress) {
  { G::perft_sums(pos, depth, unit, progress) } -> std::same_as<base::Parsed<PerftSums>>;
};

/// A game in which perft tables count more of the last ply than its end: captures, say. Adds to the events what the ply
/// that led to `after` did.
template <class G>
concept HasPlyEvents = requires(const typename G::Undo& undo, const typename G::Position& after,
                                std::map<std::string, std::uint64_t>& events) {
  { G::add_ply_events(undo, after, events) } -> std::same_as<void>;
};

template <Game G>
void add_ply_events(const typename G::Undo& undo, const typename G::Position& after, PerftCount& count) {
  if constexpr (HasPlyEvents<G>) G::add_ply_events(undo, after, count.events);
}

/// A game whose search order differs from the order in which perft is counted by convention.
template <class G>
concept HasPerftOrder = requires(const typename G::Position& pos, MoveList<G>& list) {
  { G::generate_perft_moves(pos, list) } -> std::same_as<void>;
};

template <Game G>
void generate_for_perft(const typename G::Position& pos, MoveList<G>& list) {
  if constexpr (HasPerftOrder<G>) {
    G::generate_perft_moves(pos, list);
  } else {
    G::generate_moves(pos, list);
  }
}

template <Game G>
[[gnu::noinline]] void note_ending(const typename G::Position& pos, PerftCount& count) {
  ++count.endings[G::Notation::ending(pos)];
}

/// The last ply, where nearly all the time goes: a loop of its own, which the compiler keeps in registers.
template <Game G>
[[gnu::noinline]] void play_each(typename G::Position& pos, const MoveList<G>& moves, PerftCount& count) {
  std::uint64_t leaves = 0;
  for (const auto move : moves) {
    const auto undo = pos.play(move);
    add_ply_events<G>(undo, pos, count);
    ++leaves;
    if (pos.is_over()) [[unlikely]]
      note_ending<G>(pos, count);
    pos.retract(move, undo);
  }
  count.leaves += leaves;
}

/// Counts sequences of exactly `depth` plies; games that end earlier are not extended. Every leaf is really played,
/// with no bulk counting, so that end detection is part of what is counted. REQUIRES: depth >= 0.
template <Game G>
void count_leaves(typename G::Position& pos, int depth, PerftCount& count) {
  if (depth == 0) {
    ++count.leaves;
    if (pos.is_over()) note_ending<G>(pos, count);
    return;
  }
  if (pos.is_over()) return;
  MoveList<G> moves;
  generate_for_perft<G>(pos, moves);
  if (depth == 1) return play_each<G>(pos, moves, count);
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
