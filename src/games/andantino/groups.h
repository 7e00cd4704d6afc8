#pragma once

#include <array>
#include <cstdint>
#include <utility>

#include "games/andantino/arcs.h"

namespace partita::games::andantino {

/// Connected stones of one colour: union-find by size over cells, both colours in one array. Links are never shortened,
/// so that a stone can be taken back by restoring the few entries it wrote.
class Groups {
 public:
  /// What a stone overwrote.
  struct Saved {
    Cell absorbed[2] = {};             ///< roots of the groups it hung on another, in that order
    std::int16_t absorbed_value[2] = {};
    std::uint8_t absorbed_count = 0;
    bool closes_ring = false;          ///< two arcs were of one group
  };

  Cell root_of(Cell cell) const {
    while (links_[cell] > 0) cell = static_cast<Cell>(links_[cell]);
    return cell;
  }
  int size_of(Cell root) const { return -links_[root]; }

  /// Adds a stone whose own neighbours stand in these arcs.
  Saved place(Cell stone, const Arcs& arcs) {
    Saved saved;
    if (arcs.count == 0) {
      links_[stone] = -1;
      return saved;
    }
    Cell root = root_of(step(stone, arcs.stones[0]));
    for (unsigned i = 1; i < arcs.count; ++i) join(root, root_of(step(stone, arcs.stones[i])), saved);
    links_[stone] = static_cast<std::int16_t>(root);
    --links_[root];
    return saved;
  }

  void take_back(Cell stone, const Saved& saved) {
    const std::int16_t link = links_[stone];
    links_[stone] = 0;
    if (link < 0) return;
    ++links_[static_cast<Cell>(link)];
    for (unsigned i = saved.absorbed_count; i-- > 0;) {
      const Cell other = saved.absorbed[i];
      std::int16_t& root_value = links_[static_cast<Cell>(links_[other])];
      root_value = static_cast<std::int16_t>(root_value - saved.absorbed_value[i]);
      links_[other] = saved.absorbed_value[i];
    }
  }

  friend bool operator==(const Groups&, const Groups&) = default;

 private:
  /// Makes `root` the root of both groups.
  void join(Cell& root, Cell other, Saved& saved) {
    if (other == root) {
      saved.closes_ring = true;
      return;
    }
    if (links_[other] < links_[root]) std::swap(root, other);
    saved.absorbed[saved.absorbed_count] = other;
    saved.absorbed_value[saved.absorbed_count] = links_[other];
    ++saved.absorbed_count;
    links_[root] = static_cast<std::int16_t>(links_[root] + links_[other]);
    links_[other] = static_cast<std::int16_t>(root);
  }

  std::array<std::int16_t, kCellSlots> links_{};  ///< > 0: the cell it hangs on; < 0: a root, minus its size; 0: no stone
};

}  // namespace partita::games::andantino
