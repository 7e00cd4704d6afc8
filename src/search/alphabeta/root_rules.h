#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <vector>

#include "game/concept.h"
#include "search/switches.h"
#include "search/task.h"

/// The moves of the root, and what the reports' engines decide there before or instead of searching.
namespace partita::search {

/// A root move with what the search knows of it.
template <class Move>
struct RootMove {
  Move move{};
  game::Score score = -game::kInfinite;  ///< of the running iteration; -kInfinite while unknown
  std::vector<Move> pv;                  ///< empty: not searched yet
};

/// The root moves to search: those the game generates, or those the task names. Some games generate one order of a
/// turn's plies only, and the task may name another: such moves are taken as given, after the generated ones.
template <game::Game G>
std::vector<RootMove<typename G::Move>> make_root_moves(const Task<G>& task) {
  using Move = typename G::Move;
  const std::vector<Move>& only = task.only_moves;
  std::vector<RootMove<Move>> result;
  const auto add = [&](Move move) { result.push_back({move, -game::kInfinite, {}}); };
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
