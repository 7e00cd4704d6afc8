#include "games/omega/features.h"

#include <algorithm>

#include "games/omega/grid.h"

namespace partita::games::omega {

namespace {

/// What one cell with several groups of the colour around it means.
struct Join {
  bool is_one_group = false;   ///< the runs belong together: the stone would only extend a group
  std::int32_t loss = 0;       ///< otherwise, what the merge costs
};

Join join_at(const Position& pos, int colour, std::size_t cell) {
  const Geometry::Ring& ring = pos.board().rings[cell];
  const Geometry::Runs& runs = Geometry::kRuns[ring.pattern(pos.stones(colour).window(ring.first_byte) & ring.mask)];
  std::array<int, 3> roots{};
  std::size_t count = 0;
  std::size_t together = 1;
  std::int32_t apart = 0;
  for (std::size_t i = 0; i < runs.count; ++i) {
    const int root = pos.group_of(pos.board().neighbours[cell][runs.first[i]]);
    if (std::find(roots.begin(), roots.begin() + count, root) != roots.begin() + count) continue;
    roots[count++] = root;
    const auto size = static_cast<std::size_t>(pos.group_size(root));
    together += size;
    apart += kLogOfSize[size];
  }
  return {count == 1, apart - kLogOfSize[together]};
}

/// One colour's features, all cells at once but for those that may join groups.
template <std::size_t kWords>
class ColourFeatures {
 public:
  using Cells = Grid<kWords>;

  ColourFeatures(const Position& pos, const GridRows& rows, const Cells& free, int colour)
      : pos_(pos), rows_(rows), colour_(colour), stones_(rows.grid_of<kWords>(pos.stones(colour))) {
    look_around(free);
  }

  FeatureRow row() const {
    FeatureRow row{};
    row[kLogScore] = pos_.log_score(colour_);
    row[kWorstJoin] = worst_;
    row[kJoinSum] = sum_;
    row[kOpenCells] = open_cells_;
    row[kTempo] = pos_.mover() == colour_ ? 1 : 0;
    count_small_groups(row);
    return row;
  }

 private:
  void look_around(const Cells& free) {
    around_ = stones_.neighbours(rows_.width);
    // A run of like stones around a cell starts where the stone before it is missing; two starts may be two groups.
    Cells once;
    Cells twice;
    for (std::size_t i = 0; i < 6; ++i) {
      const Cells start = around_[i] - around_[(i + 5) % 6];
      twice = twice | (once & start);
      once = once | start;
    }
    const Cells touched = around_[0] | around_[1] | around_[2] | around_[3] | around_[4] | around_[5];
    open_cells_ = (free - touched).count();
    growing_cells_ = (free & touched) - twice;
    (free & twice).for_each([this](std::size_t bit) { look_at_join(bit); });
  }

  void look_at_join(std::size_t bit) {
    const Join join = join_at(pos_, colour_, rows_.cell_of_bit[bit]);
    if (join.is_one_group) growing_cells_.words[bit / 64] |= std::uint64_t{1} << (bit % 64);
    if (join.is_one_group || join.loss <= 0) return;
    sum_ += join.loss;
    worst_ = std::max(worst_, join.loss);
  }

  void count_small_groups(FeatureRow& row) const {
    Cells once;
    Cells twice;
    for (const Cells& side : around_) {
      twice = twice | (once & side);
      once = once | side;
    }
    const Cells can_grow = growing_cells_.beside(rows_.width);
    const Cells lone = stones_ - once;
    // In a pair each stone is the other's only neighbour.
    const Cells with_one = (stones_ & once) - twice;
    const Cells paired = with_one & with_one.beside(rows_.width);
    const Cells growing = paired & can_grow;
    const int pairs = paired.count() / 2;
    const int growing_pairs = growing.count() - (growing & growing.beside(rows_.width)).count() / 2;
    row[kLoneStones] = (lone & can_grow).count();
    row[kPairs] = growing_pairs;
    row[kDeadSmall] = lone.count() - row[kLoneStones] + pairs - growing_pairs;
  }

  const Position& pos_;
  const GridRows& rows_;
  int colour_;
  Cells stones_;
  std::array<Cells, 6> around_;
  Cells growing_cells_;
  std::int32_t worst_ = 0;
  std::int32_t sum_ = 0;
  std::int32_t open_cells_ = 0;
};

template <std::size_t kWords>
std::array<FeatureRow, kMaxColours> features_in_words(const Position& pos) {
  const GridRows& rows = grid_rows(pos.side());
  const auto free = rows.grid_of<kWords>(pos.free_cells());
  std::array<FeatureRow, kMaxColours> result{};
  for (int colour = 0; colour < pos.players(); ++colour) {
    result[static_cast<std::size_t>(colour)] = ColourFeatures<kWords>(pos, rows, free, colour).row();
  }
  return result;
}

}  // namespace

std::array<FeatureRow, kMaxColours> features_of(const Position& pos) {
  // Sides 5, 7 and 10 need 90, 182 and 380 bits.
  if (pos.side() <= 5) return features_in_words<2>(pos);
  if (pos.side() <= 7) return features_in_words<3>(pos);
  return features_in_words<6>(pos);
}

}  // namespace partita::games::omega
