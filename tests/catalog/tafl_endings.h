#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/random.h"
#include "base/text.h"
#include "catalog/solver.h"

/// Ends of random games of tafl, and moves that could be taken back: where proofs and repetition meet.
namespace partita::catalog {

/// A position some plies before the end of a random game, without its past.
inline AnyPosition tafl_near_the_end(const char* rules, base::Random& random, int plies_before) {
  auto position = AnyPosition::initial("tafl", {{"rules", rules}});
  while (!position->is_over()) {
    const auto moves = position->legal_moves();
    (void)position->play(moves[random.below(static_cast<std::uint32_t>(moves.size()))]);
  }
  for (int i = 0; i < plies_before; ++i) position->undo();
  return *AnyPosition::from_text("tafl", position->rules(), position->text());
}

/// A move's squares the other way round; nothing for captures, which cannot be taken back.
inline std::optional<std::string> way_back(const std::string& move) {
  const auto squares = base::split(move, '-');
  if (move.find('x') != std::string::npos || squares.size() != 2) return std::nullopt;
  return std::string(squares[1]) + "-" + std::string(squares[0]);
}

/// False if one of them cannot be played or the game is over then.
inline bool play_all(AnyPosition& position, const std::vector<std::string>& moves) {
  for (const std::string& move : moves) {
    if (position.is_over() || !position.play(move).ok()) return false;
  }
  return !position.is_over();
}

/// The only move that wins within three plies, if it can be taken back.
inline std::optional<std::string> only_winning_move(AnySolver& solver, const AnyPosition& position) {
  const Seat mover = position.to_move();
  if (solver.distance(position, mover, 3, {}).at_most != 3) return std::nullopt;
  std::optional<std::string> only;
  for (const std::string& move : position.legal_moves()) {
    AnyPosition after = position;
    (void)after.play(move);
    if (after.is_over() || solver.distance(after, mover, 2, {}).at_most == 0) continue;
    if (only) return std::nullopt;
    only = move;
  }
  return only && way_back(*only) ? only : std::nullopt;
}

}  // namespace partita::catalog
