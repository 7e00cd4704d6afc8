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

constexpr KeyTables make_keys(std::uint64_t salt) {
  KeyTables t;
  for (std::uint32_t kind = 0; kind < 3; ++kind) {
    for (std::uint32_t square = 0; square < kSquares; ++square) {
      t.piece[square][kind] = board::zobrist(salt, kind, square);
    }
  }
  t.defenders_to_move = board::zobrist(salt, 3, 0);
  for (std::uint32_t left = 0; left <= kPlyHorizon; ++left) t.plies_left[left] = board::zobrist(salt, 4, left);
  return t;
}
inline constexpr KeyTables kKeys = make_keys(kTaflSalt);

/// Second keys of positions from the random numbers of a seed (game::HasCheckKeys).
class CheckKeys {
 public:
  explicit CheckKeys(std::uint64_t seed) : keys_(make_keys(board::seeded_salt(kTaflSalt, seed))) {}

  template <class Position>
  game::Key of(const Position& pos) const {
    return pos.key_by(keys_);
  }

 private:
  KeyTables keys_;
};

}  // namespace partita::games::tafl
