// The scores of a board that a playout has filled.
#include "games/omega/playout.h"

namespace partita::games::omega {

namespace {

/// Directions of board::kHexDirections that lead to cells of smaller number.
enum Earlier : std::size_t { kToNorthEast = 1, kToNorthWest = 2, kToWest = 3 };

/// The groups of a full board, found in one pass in the order of the cells: union-find in which a stone is hung under
/// the group of an earlier neighbour. Which neighbours are alike is as random as the board, so that is computed and not
/// branched on.
class Groups {
 public:
  Groups() { parent_[kOffBoard] = kOffBoard; }

  /// Returns the group of the cell; `west` is what the last call returned. (The caller keeps it: as a member it would
  /// be written to memory and read again for every stone.)
  std::size_t add(std::size_t cell, Colour colour, const Geometry::Neighbours& around,
                  const std::array<Colour, kMaxCells + 1>& stones, std::size_t west) {
    const bool is_north_west = stones[around[kToNorthWest]] == colour;
    const bool is_west = stones[around[kToWest]] == colour;
    const bool is_north_east = stones[around[kToNorthEast]] == colour;
    const std::size_t north_west = parent_[around[kToNorthWest]];
    const std::size_t north_east = parent_[around[kToNorthEast]];
    parent_[cell] = static_cast<std::uint16_t>(cell);
    size_[cell] = 0;
    begun_[count_] = static_cast<std::uint16_t>(cell);
    count_ += static_cast<std::size_t>(!(is_north_west | is_west | is_north_east));
    std::size_t above = is_north_east ? north_east : cell;
    above = is_west ? west : above;
    above = is_north_west ? north_west : above;
    const std::size_t root = root_of(above);
    parent_[cell] = static_cast<std::uint16_t>(root);
    ++size_[root];
    // West and north-east both touch north-west: a like stone there has joined them already.
    return (!is_north_west & is_west & is_north_east) ? joined(root, root_of(north_east)) : root;
  }
  /// Calls visit(cell, size) for every group and some of size 0.
  template <class Visit>
  void for_each(Visit&& visit) const {
    for (std::size_t i = 0; i < count_; ++i) visit(begun_[i], size_[begun_[i]]);
  }

 private:
  std::size_t root_of(std::size_t cell) const {
    while (parent_[cell] != cell) cell = parent_[cell];
    return cell;
  }
  std::size_t joined(std::size_t root, std::size_t other) {
    if (other == root) return root;
    parent_[root] = static_cast<std::uint16_t>(other);
    size_[other] = static_cast<std::uint16_t>(size_[other] + size_[root]);
    size_[root] = 0;
    return other;
  }

  std::array<std::uint16_t, kMaxCells + 1> parent_;  ///< of the cells that were added; itself for roots
  std::array<std::uint16_t, kMaxCells> size_;        ///< of roots
  std::array<std::uint16_t, kMaxCells + 1> begun_;   ///< cells that belonged to no earlier group
  std::size_t count_ = 0;
};

}  // namespace

void score_board(const Geometry& geometry, FilledBoard& board) {
  Groups groups;
  const auto count = static_cast<std::size_t>(geometry.cells);
  std::size_t west = 0;
  for (std::size_t cell = 0; cell < count; ++cell) {
    west = groups.add(cell, board.stone[cell], geometry.neighbours[cell], board.stone, west);
  }
  board.scores.fill(1);
  board.log_scores.fill(0);
  groups.for_each([&](std::size_t cell, std::size_t size) {
    const Colour colour = board.stone[cell];
    if (size < 2 || colour == kFree) return;
    board.scores[colour] *= static_cast<Exact>(size);
    board.log_scores[colour] += kLogOfSize[size];
  });
}

}  // namespace partita::games::omega
