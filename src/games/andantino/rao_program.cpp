// Rao's two functions as his program counts them: every cell is tried on a copy of the board, and the whole copy is
// then asked who has won. Enclosure is asked for first, so that a cell that does both counts once.
#include <algorithm>
#include <array>
#include <vector>

#include "games/andantino/evaluators.h"

namespace partita::games::andantino {

namespace {

constexpr int kOneWay = 10;
constexpr int kHighFn1 = 10;
constexpr int kHighFn2 = 20;
constexpr int kLargestDraw = 5;

/// His order of the neighbours: from the upper left against the clock.
constexpr std::array<board::Hex, 6> kAround = {{{0, -1}, {-1, 0}, {-1, 1}, {0, 1}, {1, 0}, {1, -1}}};

/// A copy of the board on which stones are put and not taken back.
struct Copy {
  int side;
  std::array<CellSet, 2> stones;  ///< by colour

  explicit Copy(const Position& pos) : side(pos.side()) {
    for (const Colour colour : {Colour::kWhite, Colour::kBlack}) {
      for (unsigned row = 0; row < kGridRows; ++row) stones[index_of(colour)].rows[row] = pos.stones(colour).row(row);
    }
  }
  const CellSet& of(Colour colour) const { return stones[index_of(colour)]; }
  void put(Colour colour, Cell cell) {
    stones[index_of(colour)].add(cell);
    stones[index_of(other(colour))].remove(cell);
  }
  bool is_on_board(Cell cell) const { return board::is_on_hex_board(hex_of(cell), side); }
};

/// Rows of his board are shifted by half a cell: his x.
int x_of(Cell cell) {
  const board::Hex hex = hex_of(cell);
  return hex.q + (hex.r - (hex.r & 1)) / 2;
}

void append_stones(const Copy& copy, Colour colour, std::vector<Cell>& cells) {
  const std::size_t first = cells.size();
  for_each_cell(copy.side, [&](Cell cell) {
    if (copy.of(colour).has(cell)) cells.push_back(cell);
  });
  std::stable_sort(cells.begin() + static_cast<std::ptrdiff_t>(first), cells.end(),
                   [](Cell a, Cell b) { return x_of(a) < x_of(b); });
}

/// The legal cells in the order in which he finds them: around the other player's stones, then around the bot's.
std::vector<Cell> cells_to_try(const Position& pos, const Copy& copy, Colour bot) {
  std::vector<Cell> stones;
  append_stones(copy, other(bot), stones);
  append_stones(copy, bot, stones);
  std::vector<Cell> found;
  CellSet seen;
  for (const Cell stone : stones) {
    for (const board::Hex direction : kAround) {
      const Cell cell = cell_of(hex_of(stone) + direction);
      if (seen.has(cell) || !pos.legal_cells().has(cell)) continue;
      seen.add(cell);
      found.push_back(cell);
    }
  }
  return found;
}

/// A stone of the other colour that no way around this colour's stones leads out of the board to. (His flood begins in
/// a corner drawn by lot; this one begins at every edge, which is the same as long as no wall runs from edge to edge.)
bool encloses_any(const Copy& copy, Colour colour) {
  const CellSet& walls = copy.of(colour);
  std::vector<Cell> stack;
  CellSet seen;
  const auto reach = [&](Cell cell) {
    if (!copy.is_on_board(cell) || walls.has(cell) || seen.has(cell)) return;
    seen.add(cell);
    stack.push_back(cell);
  };
  for_each_cell(copy.side, [&](Cell cell) {
    if (board::is_on_rim(hex_of(cell), copy.side)) reach(cell);
  });
  while (!stack.empty()) {
    const Cell cell = stack.back();
    stack.pop_back();
    for (const int distance : kNeighbours) reach(step(cell, distance));
  }
  const CellSet& others = copy.of(other(colour));
  for (std::size_t row = 0; row < kGridRows; ++row) {
    if ((others.rows[row] & ~seen.rows[row]) != 0) return true;
  }
  return false;
}

bool has_five(const Copy& copy, Colour colour) {
  const CellSet& own = copy.of(colour);
  for (std::size_t row = 0; row < kGridRows; ++row) {
    for (std::uint32_t word = own.rows[row]; word != 0; word &= word - 1) {
      const auto cell = static_cast<Cell>(row * kStride + static_cast<std::size_t>(std::countr_zero(word)));
      for (const int line_step : kLineSteps) {
        int run = 1;
        while (run < 5 && own.has(step(cell, run * line_step))) ++run;
        if (run == 5) return true;
      }
    }
  }
  return false;
}

bool has_won(const Copy& copy, Colour colour) { return encloses_any(copy, colour) || has_five(copy, colour); }

}  // namespace

int rao_fn1_program(const Position& pos, Colour bot, Colour to_move) {
  const Copy board(pos);
  int score = 0;
  for (const Cell cell : cells_to_try(pos, board, bot)) {
    Copy copy = board;
    copy.put(to_move, cell);
    score += has_won(copy, to_move) ? kOneWay : 0;
  }
  return to_move == bot ? kHighFn1 * score : -kHighFn1 * score;
}

/// Each cell is tried by the bot and then by the other player, whose stone stays: cells tried later see the earlier
/// ones filled.
int rao_fn2_program(const Position& pos, Colour bot, Colour to_move) {
  Copy copy(pos);
  const Colour enemy = other(bot);
  int bots = 0;
  int enemies = 0;
  for (const Cell cell : cells_to_try(pos, Copy(pos), bot)) {
    copy.put(bot, cell);
    bots += has_won(copy, bot) ? kOneWay : 0;
    copy.put(enemy, cell);
    enemies += has_won(copy, enemy) ? kOneWay : 0;
  }
  return to_move == bot ? kHighFn2 * bots - enemies : bots - kHighFn2 * enemies;
}

game::Score evaluate_rao_fn1_program(const Position& pos, game::Seat seat, const EvalContext& context) {
  const auto bot = static_cast<Colour>(context.root);
  return seen_by(seat, bot, rao_fn1_program(pos, bot, pos.mover()));
}

game::Score evaluate_rao_fn2_program(const Position& pos, game::Seat seat, const EvalContext& context) {
  const auto bot = static_cast<Colour>(context.root);
  const int random =
      context.random == nullptr ? 0 : static_cast<int>(context.random->below(2 * kLargestDraw + 1)) - kLargestDraw;
  return seen_by(seat, bot, rao_fn2_program(pos, bot, pos.mover()) + random);
}

}  // namespace partita::games::andantino
