#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <vector>

#include "game/concept.h"
#include "search/alphabeta/root_loop.h"
#include "search/switches.h"
#include "search/task.h"

/// What the reports' engines decide at the root before or instead of searching.
namespace partita::search {

/// Rudin 5.1: depth 5 where the branching factor is below 25 and the machine has not been found slow, else 4.
struct RudinDepth {
  static constexpr std::size_t kFewMoves = 25;
  static constexpr int kDeep = 5;
  static constexpr int kUsual = 4;

  bool is_slow = false;  ///< a search had to be stopped (5.2); stays for the rest of the game

  int depth_for(std::size_t moves) const { return moves < kFewMoves && !is_slow ? kDeep : kUsual; }
};

/// Whether some move ends the game in the mover's favour, without any help from the game. Adds the positions looked at
/// to `nodes`.
template <game::Game G>
std::optional<typename G::Move> find_winning_move(typename G::Position pos, std::uint64_t& nodes) {
  const auto mover = static_cast<game::Seat>(pos.to_move());
  game::MoveList<G> moves;
  G::generate_moves(pos, moves);
  for (const auto move : moves) {
    const auto undo = pos.play(move);
    const bool wins = pos.is_over() && pos.payoff(mover) == game::kPoint;
    pos.retract(move, undo);
    ++nodes;
    if (wins) return move;
  }
  return std::nullopt;
}

/// Sweere 5.1: before searching, a loss in two is answered if exactly one move does. Nothing otherwise. REQUIRES: no
/// move wins at once.
template <game::Game G>
std::optional<typename G::Move> answer_loss_in_two(typename G::Position pos, std::uint64_t& nodes) {
  const auto mover = static_cast<game::Seat>(pos.to_move());
  game::MoveList<G> moves;
  G::generate_moves(pos, moves);
  std::vector<typename G::Move> safe;
  for (const auto move : moves) {
    const auto undo = pos.play(move);
    const bool loses = pos.is_over() ? pos.payoff(mover) == 0 : find_winning_move<G>(pos, nodes).has_value();
    pos.retract(move, undo);
    ++nodes;
    if (!loses) safe.push_back(move);
  }
  if (safe.size() == 1 && moves.size() > 1) return safe.front();
  return std::nullopt;
}

}  // namespace partita::search
