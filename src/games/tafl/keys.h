#pragma once

#include <array>

#include "board/zobrist.h"
#include "game/types.h"
#include "games/tafl/cells.h"
#include "games/tafl/rule_set.h"

namespace partita::games::tafl {

/// Plies before a ply limit from which on the number of plies left is part of the key. A search that looks no further
/// ahead than this cannot confuse two positions that differ only in their distance to the limit; far from it, positions
/// reached by roads of different length still share their table entries.
inline constexpr int kPlyHorizon = 32;

struct KeyTables {
  std::array<std::array<game::Key, 4>, 128> piece{};  ///< by square and Kind
  game::Key defenders_to_move = 0;
  std::array<game::Key, kPlyHorizon + 1> plies_left{};
};

inline constexpr std::uint64_t kTaflSalt = 0x7461666C;  // "tafl"

inline constexpr KeyTables kKeys = [] {
  KeyTables t;
  for (std::uint32_t kind = 0; kind < 3; ++kind) {
    for (std::uint32_t square = 0; square < kSquares; ++square) {
      t.piece[square][kind] = board::zobrist(kTaflSalt, kind, square);
    }
  }
  t.defenders_to_move = board::zobrist(kTaflSalt, 3, 0);
  for (std::uint32_t left = 0; left <= kPlyHorizon; ++left) t.plies_left[left] = board::zobrist(kTaflSalt, 4, left);
  return t;
}();

}  // namespace partita::games::tafl
