#pragma once

#include <array>
#include <cstdint>
#include <utility>

#include "games/andantino/arcs.h"

namespace partita::games::andantino {

/// Connected stones of one colour: union-find by rank over cells, both colours in one array. A stone that joins one
/// group hangs on what its neighbour hangs on; only a stone that joins several looks for roots. Links are never
/// shortened, so that a stone can be taken back by restoring the few entries it wrote.
class Groups {
 public:
  /// What a stone that joined several groups overwrote.
  struct Saved {
    std::array<Cell, 2> absorbed;  ///< roots of the groups it hung on another, in that order
    std::array<bool, 2> raised;    ///< that other root's rank grew
    std::uint8_t absorbed_count;
    bool closes_ring;  ///< two arcs were of one group
  };

  /// REQUIRES: a stone stands on the cell.
  Cell root_of(Cell cell) const {
    while (links_[cell] != cell) cell = links_[cell];
    return cell;
  }

  /// Adds a stone whose own neighbours stand in these arcs. With two arcs or more, join() must follow.
  void place(Cell stone, const Arcs& arcs) {
    const Cell link = links_[step(stone, arcs.stones[0])];
    links_[stone] = arcs.count == 0 ? stone : link;
  }
  void take_back(Cell stone) { links_[stone] = 0; }

  /// Makes one group of those the stone's arcs belong to. REQUIRES: the stone was placed.
  void join(Cell stone, const Arcs& arcs, Saved& saved) {
    saved.absorbed_count = 0;
    saved.closes_ring = false;
    Cell root = root_of(stone);
    for (unsigned i = 1; i < arcs.count; ++i) {
      Cell other = root_of(step(stone, arcs.stones[i]));
      if (other == root) {
        saved.closes_ring = true;
        continue;
      }
      if (ranks_[other] > ranks_[root]) std::swap(root, other);
      const bool raises = ranks_[other] == ranks_[root];
      if (raises) ++ranks_[root];
      saved.absorbed[saved.absorbed_count] = other;
      saved.raised[saved.absorbed_count] = raises;
      ++saved.absorbed_count;
      links_[other] = root;
    }
  }
  void part(const Saved& saved) {
    for (unsigned i = saved.absorbed_count; i-- > 0;) {
      const Cell other = saved.absorbed[i];
      if (saved.raised[i]) --ranks_[links_[other]];
      links_[other] = other;
    }
  }

  friend bool operator==(const Groups&, const Groups&) = default;

 private:
  std::array<Cell, kCellSlots> links_{};          ///< the cell it hangs on, itself for a root; 0 without a stone
  std::array<std::uint8_t, kCellSlots> ranks_{};  ///< of roots: bounds the length of ways to it
};

}  // namespace partita::games::andantino
