#include "games/andantino/evaluator.h"

#include "games/andantino/open_rows.h"
#include "games/andantino/weights.h"

namespace partita::games::andantino {

namespace {

struct Counts {
  OpenRows rows;
  int pressed = 0;
  int five_cells = 0;
  bool can_make_five = false;
};

Counts count(const Position& pos, Colour colour) {
  const Lines& own = pos.stones(colour);
  const Lines& enemy = pos.stones(other(colour));
  const Span span = pos.stone_span();
  Counts counts;
  counts.rows = open_rows(own, enemy, kLineMasks[static_cast<std::size_t>(pos.side())], span);
  counts.pressed = pressed_stones(own, enemy, span);
  const FiveCells& fives = pos.five_cells(colour);
  counts.five_cells = static_cast<int>(fives.count);
  const auto [first, last] = pos.legal_span();
  for (unsigned row = first; fives.count != 0 && row <= last; ++row) {
    counts.can_make_five |= (fives.cells.rows[row] & pos.legal_cells().row(row)) != 0;
  }
  return counts;
}

}  // namespace

std::vector<game::EvaluationTerm> evaluation_terms(const Position& pos) {
  const Counts own = count(pos, pos.mover());
  const Counts enemy = count(pos, other(pos.mover()));
  if (own.can_make_five || enemy.can_make_five) return {};
  const auto term = [](std::string_view name, int weight, int amount) {
    return game::EvaluationTerm{name, weight, static_cast<double>(amount)};
  };
  return {term("open row of two", weights::kOpenRow[2], own.rows.two - enemy.rows.two),
          term("open row of three", weights::kOpenRow[3], own.rows.three - enemy.rows.three),
          term("open row of four", weights::kOpenRow[4], own.rows.four - enemy.rows.four),
          term("five cell", weights::kFiveCell, own.five_cells - enemy.five_cells),
          term("pair", weights::kPair, own.rows.pairs - enemy.rows.pairs),
          term("pressed stone", weights::kPressedStone, own.pressed - enemy.pressed),
          term("tempo", weights::kTempo, 1)};
}

}  // namespace partita::games::andantino
