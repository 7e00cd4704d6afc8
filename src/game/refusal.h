#pragma once

#include <map>
#include <string>
#include <string_view>
#include <utility>

#include "base/parsed.h"

namespace partita::game {

/// Why a move or a set-up is refused, where people meet the refusal in their own language: the page has a message for
/// each, and a test ties both ends. What goes into the message is named behind each.
enum class Refusal {
  kSetUpTooMany,   ///< piece, count, most
  kSetUpNoPiece,   ///< piece
  kSetUpFirst,     ///< cell, piece: the stone with which the game begins
  kSetUpTurns,     ///< counts
  kSetUpMover,     ///< seat whose turn it is with these stones, counts
  kSetUpColours,   ///< counts
  kSetUpWon,       ///< seat
  kSetUpNoPlace,   ///<
  kSetUpStand,     ///< cell
  kSetUpFewCells,  ///<
  kMoveOver,       ///<
  kMoveTaken,      ///< cell
  kMoveTouches,    ///< cell, count
  kMoveNothing,    ///< cell
  kMoveNotYours,   ///< cell
  kMoveStraight,   ///< from, to
  kMoveBetween,    ///< cell
  kMoveReserved,   ///< cell
  kCount
};

/// As it stands on the wire: "setup.too-many".
constexpr std::string_view refusal_code(Refusal refusal) {
  constexpr std::string_view kCodes[] = {
      "setup.too-many", "setup.no-piece", "setup.first",    "setup.turns",     "setup.mover",  "setup.colours",
      "setup.won",      "setup.no-place", "setup.stand",    "setup.few-cells", "move.over",    "move.taken",
      "move.touches",   "move.nothing",   "move.not-yours", "move.straight",   "move.between", "move.reserved"};
  static_assert(std::size(kCodes) == static_cast<std::size_t>(Refusal::kCount));
  return kCodes[static_cast<std::size_t>(refusal)];
}

/// The same as an error. Pieces are the letters of the board's view, seats their numbers from 0; counts read
/// "W=2 B=3".
inline base::Error refused(Refusal refusal, std::string message,
                           std::map<std::string, std::string, std::less<>> with = {}) {
  return {std::move(message), std::string(refusal_code(refusal)), std::move(with)};
}

}  // namespace partita::game
