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

/// The root moves to search: all legal ones, or those of only_moves that are legal.
template <game::Game G>
std::vector<RootMove<typename G::Move>> make_root_moves(const Task<G>& task) {
  std::vector<RootMove<typename G::Move>> result;
  game::MoveList<G> moves;
  G::generate_moves(task.pos, moves);
  for (const auto move : moves) {
    const auto& only = task.only_moves;
    if (only.empty() || std::find(only.begin(), only.end(), move) != only.end()) {
      result.push_back({move, -game::kInfinite, {move}});
    }
  }
  return result;
}

}  // namespace partita::search
