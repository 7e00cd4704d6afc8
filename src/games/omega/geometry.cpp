#include "games/omega/geometry.h"

#include <algorithm>

namespace partita::games::omega {

namespace {

/// Places in board::kHexDirections.
enum Direction : std::size_t { kEast, kNorthEast, kNorthWest, kWest, kSouthWest, kSouthEast };
/// Two positions of a window that no board of one word (61 cells) and no ring of a larger one reaches.
constexpr int kUnusedBits = 62;

Geometry::Ring ring_around(const Geometry::Neighbours& neighbours, int cell, int cells) {
  Geometry::Ring ring;
  // No neighbour is further away than the longest row and one; small boards fit one word, which is faster when aligned.
  if (cells > 64) ring.first_byte = static_cast<std::uint32_t>(std::max(0, cell - 2 * kMaxSide) / 8);
  for (const std::uint16_t next : neighbours) {
    if (next != kOffBoard) ring.mask |= std::uint64_t{1} << (next - 8 * ring.first_byte);
  }
  // A pair is named by its western cell, which may be off the board or even before cell 0: positions wrap around.
  const auto west_of_pair = [&](Direction west, Direction east) {
    const int first = neighbours[west] != kOffBoard ? neighbours[west] : neighbours[east] - 1;
    const bool none = neighbours[west] == kOffBoard && neighbours[east] == kOffBoard;
    return static_cast<std::uint8_t>(none ? kUnusedBits : (first - 8 * static_cast<int>(ring.first_byte)) & 63);
  };
  ring.above = west_of_pair(kNorthWest, kNorthEast);
  ring.below = west_of_pair(kSouthWest, kSouthEast);
  ring.beside = static_cast<std::uint8_t>((cell - 1 - 8 * static_cast<int>(ring.first_byte)) & 63);
  return ring;
}

Geometry make_geometry(int side) {
  Geometry table;
  table.side = side;
  for (int r = 1 - side; r < side; ++r) {
    for (int q = 1 - side; q < side; ++q) {
      if (board::is_on_hex_board({q, r}, side)) table.hex[static_cast<std::size_t>(table.cells++)] = {q, r};
    }
  }
  for (int cell = 0; cell < table.cells; ++cell) {
    const auto at = static_cast<std::size_t>(cell);
    table.neighbours[at].fill(kOffBoard);
    for (std::size_t d = 0; d < board::kHexDirections.size(); ++d) {
      const board::Hex next = table.hex[at] + board::kHexDirections[d];
      if (board::is_on_hex_board(next, side)) table.neighbours[at][d] = static_cast<std::uint16_t>(table.cell_at(next));
    }
    table.grid_bit[at] = static_cast<std::uint16_t>((table.hex[at].r + side - 1) * 2 * side + table.hex[at].q +
                                                    table.hex[at].r + side - 1);
    table.rings[at] = ring_around(table.neighbours[at], cell, table.cells);
    for (int symmetry = 0; symmetry < 12; ++symmetry) {
      table.images[static_cast<std::size_t>(symmetry)][at] =
          static_cast<std::uint16_t>(table.cell_at(board::hex_image(table.hex[at], symmetry)));
    }
  }
  return table;
}

}  // namespace

int Geometry::cell_at(board::Hex wanted) const {
  // Rows above the wanted one, then its place in its row.
  int cell = 0;
  for (int r = 1 - side; r < wanted.r; ++r) cell += 2 * side - 1 - std::abs(r);
  return cell + wanted.q - std::max(1 - side, 1 - side - wanted.r);
}

const std::array<Geometry::Runs, Geometry::kPatterns> Geometry::kRuns = [] {
  // Pattern bits in the order of directions, which is the order around the cell.
  constexpr std::array<unsigned, 6> kBitOfDirection = {4, 1, 0, 2, 5, 6};
  std::array<Runs, kPatterns> table{};
  for (unsigned pattern = 0; pattern < kPatterns; ++pattern) {
    Runs& runs = table[pattern];
    int stones = 0;
    for (std::size_t d = 0; d < 6; ++d) {
      const bool here = (pattern >> kBitOfDirection[d] & 1) != 0;
      const bool before = (pattern >> kBitOfDirection[(d + 5) % 6] & 1) != 0;
      stones += here ? 1 : 0;
      if (here && !before) runs.first[runs.count++] = static_cast<std::uint8_t>(d);
    }
    if (stones == 6) runs.count = 1;
  }
  return table;
}();

const Geometry& geometry(int side) {
  static const auto tables = [] {
    std::array<Geometry, kMaxSide + 1> all{};
    for (int s = kMinSide; s <= kMaxSide; ++s) all[static_cast<std::size_t>(s)] = make_geometry(s);
    return all;
  }();
  return tables[static_cast<std::size_t>(side)];
}

}  // namespace partita::games::omega
