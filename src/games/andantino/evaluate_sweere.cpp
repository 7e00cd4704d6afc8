// Sweere's two evaluators (report, section 6): group sizes and same-coloured neighbours, relative, from -99 to 99.
#include <array>
#include <vector>

#include "games/andantino/evaluators.h"

namespace partita::games::andantino {

namespace {

constexpr int kScale = 99;

template <class Visit>
void for_each_stone(const Position& pos, Colour colour, Visit&& visit) {
  const auto [first, last] = pos.stone_span();
  for (unsigned row = first; row <= last; ++row) for_each_in_row(row, pos.stones(colour).row(row), visit);
}

/// Every stone counts the stones of its group.
int group_score(const Position& pos, Colour colour) {
  std::array<std::uint16_t, kCellSlots> sizes{};
  int score = 0;
  // A group of n stones scores n * n, the sum of the first n odd numbers: its k-th stone adds 2k - 1.
  for_each_stone(pos, colour, [&](Cell cell) { score += 2 * sizes[pos.groups().root_of(cell)]++ + 1; });
  return score;
}

/// Every stone counts its neighbours of the same colour.
int neighbour_score(const Position& pos, Colour colour) {
  int score = 0;
  for_each_stone(pos, colour, [&](Cell cell) { score += std::popcount(neighbour_bits(pos.stones(colour), cell)); });
  return score;
}

game::Score relative(int white, int black) {
  return white + black == 0 ? 0 : (white - black) * kScale / (white + black);
}

// ---- as his program counts

/// The neighbours in the order of his two loops: column, then row.
constexpr std::array<int, 6> kProgramNeighbours = {-1, kStride - 1, -kStride, kStride, 1 - kStride, 1};

/// His flood fill floods the cells that are not of the stone's colour, and counts the stones of its colour on the
/// shore: once for every cell of the flood that they touch, and again each time such a cell is taken from the stack,
/// where it may lie more than once.
int shore_of(const CellSet& flooded, const Lines& own, Cell start, std::vector<Cell>& stack) {
  CellSet dry = flooded;
  stack.assign(1, start);
  int count = 0;
  while (!stack.empty()) {
    const Cell cell = stack.back();
    stack.pop_back();
    dry.remove(cell);
    for (const int distance : kProgramNeighbours) {
      const Cell next = step(cell, distance);
      if (own.has(next)) {
        count += next == start ? 0 : 1;
      } else if (dry.has(next)) {
        stack.push_back(next);
      }
    }
  }
  return count;
}

int program_group_score(const Position& pos, Colour colour) {
  CellSet flooded = pos.empty_cells();
  for (unsigned row = 0; row < kGridRows; ++row) flooded.rows[row] |= pos.stones(other(colour)).row(row);
  std::vector<Cell> stack;
  int score = 0;
  for_each_stone(pos, colour, [&](Cell cell) { score += shore_of(flooded, pos.stones(colour), cell, stack); });
  return score;
}

/// "Give a point for the tile itself": every stone counts itself besides its neighbours.
int program_neighbour_score(const Position& pos, Colour colour) {
  int stones = 0;
  for_each_stone(pos, colour, [&](Cell) { ++stones; });
  return stones + neighbour_score(pos, colour);
}

/// The same share in numbers of 32 bits, whose rounding shows in the whole number.
game::Score program_relative(int white, int black) {
  const auto sum = static_cast<float>(white + black);
  const float share = static_cast<float>(white) / sum - static_cast<float>(black) / sum;
  return white + black == 0 ? 0 : static_cast<game::Score>(share * static_cast<float>(kScale));
}

}  // namespace

game::Score evaluate_sweere_groups(const Position& pos, game::Seat seat, const EvalContext&) {
  return seen_by(seat, Colour::kWhite, relative(group_score(pos, Colour::kWhite), group_score(pos, Colour::kBlack)));
}

game::Score evaluate_sweere_neighbours(const Position& pos, game::Seat seat, const EvalContext&) {
  return seen_by(seat, Colour::kWhite,
                 relative(neighbour_score(pos, Colour::kWhite), neighbour_score(pos, Colour::kBlack)));
}

game::Score evaluate_sweere_groups_program(const Position& pos, game::Seat seat, const EvalContext&) {
  return seen_by(seat, Colour::kWhite,
                 program_relative(program_group_score(pos, Colour::kWhite), program_group_score(pos, Colour::kBlack)));
}

game::Score evaluate_sweere_neighbours_program(const Position& pos, game::Seat seat, const EvalContext&) {
  return seen_by(
      seat, Colour::kWhite,
      program_relative(program_neighbour_score(pos, Colour::kWhite), program_neighbour_score(pos, Colour::kBlack)));
}

}  // namespace partita::games::andantino
