// Aboukhadra's evaluator (report, section 4): five features of the last move, weighted by whose move it was. Wins and
// losses (500 less the depth) are the search's.
#include <algorithm>
#include <array>
#include <cmath>

#include "games/andantino/evaluators.h"

namespace partita::games::andantino {

namespace {

/// Weights when the root player moved last and when the other did. Those of the sum of rows and of the enclosing value
/// are his program's; the report leaves them out.
struct FeatureWeights {
  int longest_row;
  int sum_of_rows;
  int component;
  int enclosing;
  int chain;
};
constexpr FeatureWeights kRootMoved = {6, 4, 4, 3, 5};
constexpr FeatureWeights kOtherMoved = {-6, -4, -1, -3, -5};
constexpr int kChainScale = 100;
/// The report does not say what distances are measured in; these are pixels of his window, where the centres of
/// neighbours lie so far apart.
constexpr double kPixelsApart = 41.6;
constexpr int kLayers = 2;

int run_through(const Lines& own, Cell cell, int line_step) {
  int run = 1;
  for (Cell next = step(cell, line_step); own.has(next); next = step(next, line_step)) ++run;
  for (Cell next = step(cell, -line_step); own.has(next); next = step(next, -line_step)) ++run;
  return run;
}

/// Own stones in the two layers around a cell: "the number of opponent pieces in the 2 layers surrounding it" (4.3).
int trapped_value(const Lines& own, Cell cell) {
  const board::Hex centre = hex_of(cell);
  int count = 0;
  for (int r = -kLayers; r <= kLayers; ++r) {
    for (int q = -kLayers; q <= kLayers; ++q) {
      const board::Hex there = centre + board::Hex{q, r};
      const int distance = board::hex_distance({q, r});
      if (distance == 0 || distance > kLayers || !board::is_on_hex_board(there, kMaxSide)) continue;
      count += own.has(cell_of(there)) ? 1 : 0;
    }
  }
  return count;
}

/// "The maximum between the trapped value for all its neighbors" (4.3), whatever stands there.
int enclosing_value(const Position& pos, Colour colour, Cell cell) {
  int best = 0;
  for (const int distance : kNeighbours) {
    const Cell next = step(cell, distance);
    if (!board::is_on_hex_board(hex_of(next), pos.side())) continue;
    best = std::max(best, trapped_value(pos.stones(colour), next));
  }
  return best;
}

double pixels_between(Cell a, Cell b) {
  const board::Hex d = hex_of(a) - hex_of(b);
  return kPixelsApart * std::sqrt(static_cast<double>(d.q * d.q + d.q * d.r + d.r * d.r));
}

struct Chain {
  int stones = 0;
  int value = 0;
};

/// Breadth first through the group: 1 / dist "scaled by the depth to which the 2 ends are far apart" and "multiplied by
/// 100 to avoid floating points" (4.4); the greatest of all. Neighbours give 100 * 1 / 41.6 = 2.
Chain chain_from(const Lines& own, Cell start) {
  std::array<Cell, kCellSlots> queue;
  std::array<int, kCellSlots> depth;
  CellSet seen;
  std::size_t count = 0;
  seen.add(start);
  depth[count] = 0;
  queue[count++] = start;
  Chain chain;
  for (std::size_t i = 0; i < count; ++i) {
    if (i > 0) {
      chain.value = std::max(chain.value, static_cast<int>(kChainScale * depth[i] / pixels_between(start, queue[i])));
    }
    for (const int distance : kNeighbours) {
      const Cell next = step(queue[i], distance);
      if (!own.has(next) || seen.has(next)) continue;
      seen.add(next);
      depth[count] = depth[i] + 1;
      queue[count++] = next;
    }
  }
  chain.stones = static_cast<int>(count);
  return chain;
}

/// What the terms of the last move are worth to `seat`; 0 where nothing was played.
template <class Terms>
game::Score value_of_last(const Position& pos, game::Seat seat, const EvalContext& context, Terms&& terms) {
  const Cell cell = context.last_move.cell;
  if (cell == 0) return 0;
  const Colour colour = pos.stones(Colour::kWhite).has(cell) ? Colour::kWhite : Colour::kBlack;
  const game::Score value = aboukhadra_value(terms(pos, cell), static_cast<game::Seat>(colour) == context.root);
  return seat == context.root ? value : -value;
}

}  // namespace

AboukhadraTerms aboukhadra_terms(const Position& pos, Cell last) {
  const Colour colour = pos.stones(Colour::kWhite).has(last) ? Colour::kWhite : Colour::kBlack;
  const Lines& own = pos.stones(colour);
  AboukhadraTerms terms;
  for (const int line_step : kLineSteps) {
    const int run = run_through(own, last, line_step);
    terms.longest_row = std::max(terms.longest_row, run);
    terms.sum_of_rows += run;
  }
  const Chain chain = chain_from(own, last);
  terms.component = chain.stones;
  terms.enclosing = enclosing_value(pos, colour, last);
  terms.chain = chain.value;
  return terms;
}

game::Score aboukhadra_value(const AboukhadraTerms& terms, bool is_roots_stone) {
  const FeatureWeights& weight = is_roots_stone ? kRootMoved : kOtherMoved;
  return weight.longest_row * terms.longest_row + weight.sum_of_rows * terms.sum_of_rows +
         weight.component * terms.component + weight.enclosing * terms.enclosing + weight.chain * terms.chain;
}

game::Score evaluate_aboukhadra(const Position& pos, game::Seat seat, const EvalContext& context) {
  return value_of_last(pos, seat, context, aboukhadra_terms);
}

game::Score evaluate_aboukhadra_program(const Position& pos, game::Seat seat, const EvalContext& context) {
  return value_of_last(pos, seat, context, aboukhadra_program_terms);
}

}  // namespace partita::games::andantino
