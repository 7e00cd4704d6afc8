#include "games/omega/features.h"

#include <algorithm>

namespace partita::games::omega {

namespace {

constexpr int kIdealSize = 3;

/// Collects one colour's features cell by cell.
class ColourPass {
 public:
  ColourPass(const Position& pos, int colour) : pos_(pos), stones_(pos.stones(colour)) {}

  void look_at(const Geometry::Ring& ring) {
    const std::uint64_t near = stones_.window(ring.first_byte) & ring.mask;
    if (near == 0) {
      ++open_cells_;
    } else if (Geometry::kRuns[ring.pattern(near)] == 1) {
      growing_.add_window(ring.first_byte, near);
    } else {
      look_at_runs(ring, near);
    }
  }

  FeatureRow row(int colour) const {
    FeatureRow row{};
    row[kLogScore] = pos_.log_score(colour);
    pos_.for_each_group_of(colour, [&](int root, Colour, int size) {
      if (size < kIdealSize) ++row[can_grow(root) ? (size == 1 ? kLoneStones : kPairs) : kDeadSmall];
    });
    row[kWorstJoin] = worst_;
    row[kJoinSum] = sum_;
    row[kOpenCells] = open_cells_;
    row[kTempo] = pos_.mover() == colour ? 1 : 0;
    return row;
  }

 private:
  int root_at(const Geometry::Ring& ring, std::uint64_t near) const {
    return pos_.group_of(static_cast<int>(ring.first_byte * 8) + std::countr_zero(near));
  }
  /// REQUIRES: a group of one or two. The other stone of a pair is the only like one around its root.
  bool can_grow(int root) const {
    const Geometry::Ring& ring = pos_.board().rings[static_cast<std::size_t>(root)];
    return growing_.has(static_cast<std::size_t>(root)) ||
           (growing_.window(ring.first_byte) & ring.mask) != 0;
  }

  /// Several runs: one group that closes around the cell, or groups that a stone here would merge.
  void look_at_runs(const Geometry::Ring& ring, std::uint64_t around) {
    std::array<int, 3> roots{};
    std::size_t count = 0;
    for (std::uint64_t near = around; near != 0; near &= near - 1) {
      const int root = root_at(ring, near);
      if (std::find(roots.begin(), roots.begin() + count, root) == roots.begin() + count) roots[count++] = root;
    }
    if (count == 1) {
      growing_.add_window(ring.first_byte, around);
      return;
    }
    std::int32_t apart = 0;
    std::size_t together = 1;
    for (std::size_t i = 0; i < count; ++i) {
      const auto size = static_cast<std::size_t>(pos_.group_size(roots[i]));
      apart += kLogOfSize[size];
      together += size;
    }
    note_join(apart - kLogOfSize[together]);
  }

  void note_join(std::int32_t loss) {
    if (loss <= 0) return;
    sum_ += loss;
    worst_ = std::max(worst_, loss);
  }

  const Position& pos_;
  const CellSet& stones_;
  CellSet growing_;
  std::int32_t worst_ = 0;
  std::int32_t sum_ = 0;
  std::int32_t open_cells_ = 0;
};

}  // namespace

std::array<FeatureRow, kMaxColours> features_of(const Position& pos) {
  std::array<FeatureRow, kMaxColours> rows{};
  // Colours two at a time: most games have two, and a cell's surroundings are then fetched once.
  for (int colour = 0; colour < pos.players(); colour += 2) {
    ColourPass first(pos, colour);
    ColourPass second(pos, colour + 1);
    pos.for_each_free([&](int cell) {
      const Geometry::Ring& ring = pos.board().rings[static_cast<std::size_t>(cell)];
      first.look_at(ring);
      second.look_at(ring);
    });
    rows[static_cast<std::size_t>(colour)] = first.row(colour);
    rows[static_cast<std::size_t>(colour + 1)] = second.row(colour + 1);
  }
  return rows;
}

}  // namespace partita::games::omega
