#pragma once

#include <array>
#include <cstdint>

#include "games/omega/position.h"

namespace partita::games::omega {

/// What the evaluation looks at, for one colour. Sums of logarithms are in kLogUnit, counts are plain.
enum Feature : std::size_t {
  kLogScore,    ///< what the groups are worth as they stand
  kLoneStones,  ///< single stones that can still grow alone: the cheapest doubling there is
  kPairs,       ///< pairs that can still become the ideal group of three
  kDeadSmall,   ///< single stones and pairs without such a cell: their worth is final, or they can only be joined
  kWorstJoin,   ///< what the worst forced merge would cost
  kJoinSum,     ///< all cells that would merge groups at a loss: the opponent's choice
  kOpenCells,   ///< free cells that touch no stone of the colour: room for new groups
  kTempo,       ///< 1 for the mover's colour: the next stones are of his choice
  kFeatures
};

using FeatureRow = std::array<std::int32_t, kFeatures>;

/// Features of every colour in play, in one pass over the free cells.
std::array<FeatureRow, kMaxColours> features_of(const Position& pos);

}  // namespace partita::games::omega
