#include "games/hex/neighbours.h"

namespace partita::games::hex {

namespace {

constexpr Around around_cell(int cell, int side) {
  Around around;
  const int row = cell / side;
  const int column = cell % side;
  const auto add = [&](int next) { around.cells[around.count++] = static_cast<std::uint8_t>(next); };
  if (column > 0) add(cell - 1);
  if (column + 1 < side) add(cell + 1);
  if (row > 0) add(cell - side);
  if (row + 1 < side) add(cell + side);
  if (row > 0 && column + 1 < side) add(cell - side + 1);
  if (row + 1 < side && column > 0) add(cell + side - 1);
  const auto edges = [side](int line) {
    return static_cast<std::uint8_t>((line == 0 ? 1 : 0) | (line == side - 1 ? 2 : 0));
  };
  around.edges = {edges(row), edges(column)};
  return around;
}

using AroundSides = std::array<AroundCells, kMaxSide - kMinSide + 1>;
constexpr AroundSides around_all() {
  AroundSides sides{};
  for (int side = kMinSide; side <= kMaxSide; ++side) {
    for (int cell = 0; cell < side * side; ++cell)
      sides[static_cast<std::size_t>(side - kMinSide)][static_cast<std::size_t>(cell)] = around_cell(cell, side);
  }
  return sides;
}
constexpr AroundSides kAround = around_all();

}  // namespace

const AroundCells& around_on(int side) { return kAround[static_cast<std::size_t>(side - kMinSide)]; }

}  // namespace partita::games::hex
