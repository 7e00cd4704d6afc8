#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "games/omega/position.h"

namespace partita::games::omega {

/// A set of the free cells of an endgame, numbered from 0 in cell order.
using FreeSet = std::uint32_t;

/// One colour's part of an endgame: its score depends on nothing but which of the free cells it gets. Groups that touch
/// no free cell are one constant factor; the others and the free cells are atoms to be joined.
class EndgameGraph {
 public:
  EndgameGraph(const Position& pos, int colour);

  /// The colour's score when it also has stones on `cells`.
  Exact score_with(FreeSet cells) const;

 private:
  static constexpr std::size_t kMaxFree = 32;
  struct FreeCell {
    FreeSet neighbours = 0;                ///< free cells with a smaller number
    std::array<std::uint8_t, 3> groups{};  ///< touched groups around it
    std::uint8_t group_count = 0;
  };
  std::vector<FreeCell> cells_;
  std::vector<std::uint16_t> group_sizes_;
  Exact constant_ = 1;
};

/// Who places what until the end of the game; own stones first in each turn.
struct EndgameStep {
  Colour mover = 0;
  Colour colour = 0;
};
std::vector<EndgameStep> endgame_steps(const Position& pos);

}  // namespace partita::games::omega
