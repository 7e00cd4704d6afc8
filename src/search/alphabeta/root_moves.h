#pragma once

#include <algorithm>
#include <vector>

#include "game/concept.h"
#include "search/task.h"

namespace partita::search {

/// A root move with what the search knows of it.
template <class Move>
struct RootMove {
  Move move{};
  game::Score score = -game::kInfinite;  ///< of the running iteration; -kInfinite while unknown
  std::vector<Move> pv;
};

/// The root moves to search: those the game generates, or those the task names. Some games generate one order of a
/// turn's plies only, and the task may name another: such moves are taken as given, after the generated ones.
template <game::Game G>
std::vector<RootMove<typename G::Move>> make_root_moves(const Task<G>& task) {
  using Move = typename G::Move;
  const std::vector<Move>& only = task.only_moves;
  std::vector<RootMove<Move>> result;
  const auto add = [&](Move move) { result.push_back({move, -game::kInfinite, {move}}); };
  const auto has = [&](Move move) {
    return std::any_of(result.begin(), result.end(), [&](const RootMove<Move>& known) { return known.move == move; });
  };
  game::MoveList<G> moves;
  G::generate_moves(task.pos, moves);
  for (const Move move : moves) {
    if (only.empty() || std::find(only.begin(), only.end(), move) != only.end()) add(move);
  }
  for (const Move move : only) {
    if (!has(move)) add(move);
  }
  return result;
}

}  // namespace partita::search
