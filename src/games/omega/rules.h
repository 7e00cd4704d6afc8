#pragma once

#include <cstdint>

#include "game/types.h"

namespace partita::games::omega {

/// A colour of stones, in turn order; also the number of the player who owns it as long as nobody swapped.
using Colour = std::uint8_t;
inline constexpr Colour kWhite = 0;
inline constexpr Colour kBlack = 1;
inline constexpr int kMaxColours = game::kMaxSeats;
inline constexpr Colour kFree = 4;    ///< on the board without a stone
inline constexpr Colour kNoCell = 5;  ///< what the place off the board holds
inline constexpr char kColourLetters[kMaxColours + 1] = "WBRU";

/// What equal highest scores are worth: the whole point to the last of them in turn order, or shared.
enum class TieRule : std::uint8_t { kLastWins, kDraw };

/// What two people agree on before a game. A plain value.
struct Rules {
  int side = 5;
  int players = 2;
  TieRule tie = TieRule::kLastWins;
  bool pie = false;  ///< after the first turn the second player may take White; two players only
};

}  // namespace partita::games::omega
