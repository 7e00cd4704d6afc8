#pragma once

#include <array>
#include <cstdint>

#include "base/fixed_vector.h"
#include "base/random.h"
#include "game/refinements.h"
#include "games/omega/position.h"

namespace partita::games::omega {

/// The board after a random rest of the game. No groups are kept while stones fall: the board is filled and scored
/// once, in one pass, which is several times faster. Made once per worker and used again and again; one thread.
struct FilledBoard {
  std::array<Colour, kMaxCells + 1> stone;             ///< final colour of each cell, or kFree
  base::FixedVector<std::uint16_t, kMaxCells> filled;  ///< the cells that got their stone in the playout
  std::array<Exact, kMaxColours> scores{};             ///< by colour
  std::array<std::int32_t, kMaxColours> log_scores{};  ///< by colour, in kLogUnit
};

/// Fills the board to the end of the game. kUniform: any cell for any stone. kBiased: each stone takes the better of
/// two random cells, an own one that with the fewer own neighbours, another's that with the more neighbours of its
/// colour; with more than two players the best of four by what the stone does to its colour's score. REQUIRES:
/// !pos.is_over().
void fill_board(const Position& pos, game::PlayoutPolicy policy, base::Random& random, FilledBoard& board);

/// Groups, scores and logarithms of a board from its stones alone.
void score_board(const Geometry& geometry, FilledBoard& board);

}  // namespace partita::games::omega
