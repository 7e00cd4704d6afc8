#include "games/omega/features.h"

#include <algorithm>
#include <vector>

#include "games/omega/stone_shape.h"

namespace partita::games::omega {

Join join_at(const Position& pos, const GridCells& board, int colour, std::size_t bit) {
  const std::size_t cell = board.cell_of_bit[bit];
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
  return {static_cast<std::uint16_t>(bit), count == 1, apart - kLogOfSize[together]};
}

namespace {

/// The shape of a colour's stones, from the thread's memory if it was looked at lately.
template <std::size_t kWords>
const StoneShape<kWords>& shape_of(const Position& pos, const GridCells& board, int colour) {
  constexpr std::size_t kShapes = 1024;
  static thread_local std::vector<StoneShape<kWords>> shapes(kShapes);
  // The same cells lie elsewhere on another board; a key of zero would be found in an unused place.
  const game::Key key = (pos.stones_key(colour) ^ reinterpret_cast<std::uintptr_t>(&board)) | 1;
  StoneShape<kWords>& shape = shapes[(key >> 1) % kShapes];
  if (shape.key != key) {
    shape.key = key;
    shape.look_at(pos, board, colour);
  }
  return shape;
}

/// One colour's features, all cells at once but for those that may join groups.
template <std::size_t kWords>
class ColourFeatures {
 public:
  using Cells = Grid<kWords>;

  ColourFeatures(const Position& pos, const GridCells& board, const Cells& free, int colour)
      : pos_(pos), board_(board), colour_(colour), shape_(shape_of<kWords>(pos, board, colour)) {
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
    open_cells_ = (free - shape_.touched).count();
    growing_cells_ = ((free & shape_.touched) - shape_.between) | (free & shape_.extending);
    if (shape_.join_count <= StoneShape<kWords>::kMostJoins) {
      for (std::size_t i = 0; i < shape_.join_count; ++i) {
        const Join& join = shape_.joins[i];
        // Which cells are free is anybody's guess: no branch.
        count_loss(join.loss & -static_cast<std::int32_t>(free.has(join.bit)));
      }
      return;
    }
    ((free & shape_.between) - shape_.extending).for_each([&](std::size_t bit) {
      count_loss(std::max(join_at(pos_, board_, colour_, bit).loss, 0));
    });
  }

  void count_loss(std::int32_t loss) {
    sum_ += loss;
    worst_ = std::max(worst_, loss);
  }

  void count_small_groups(FeatureRow& row) const {
    const Cells can_grow = growing_cells_.beside(board_.width);
    const Cells growing = shape_.paired & can_grow;
    // Mostly there are a few pairs, or none.
    const int growing_pairs =
        growing.is_empty() ? 0 : growing.count() - (growing & growing.beside(board_.width)).count() / 2;
    row[kLoneStones] = (shape_.lone & can_grow).count();
    row[kPairs] = growing_pairs;
    row[kDeadSmall] = shape_.lone_count - row[kLoneStones] + shape_.pair_count - growing_pairs;
  }

  const Position& pos_;
  const GridCells& board_;
  int colour_;
  const StoneShape<kWords>& shape_;
  Cells growing_cells_;
  std::int32_t worst_ = 0;
  std::int32_t sum_ = 0;
  std::int32_t open_cells_ = 0;
};

template <std::size_t kWords>
std::array<FeatureRow, kMaxColours> features_in_words(const Position& pos) {
  const GridCells& board = grid_cells(pos.side());
  const auto free = pos.free_grid().narrowed<kWords>();
  std::array<FeatureRow, kMaxColours> result{};
  for (int colour = 0; colour < pos.players(); ++colour) {
    result[static_cast<std::size_t>(colour)] = ColourFeatures<kWords>(pos, board, free, colour).row();
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
