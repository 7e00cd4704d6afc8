// Sweere's two evaluators (report, section 6): group sizes and same-coloured neighbours, relative, from -99 to 99.
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
  // A group's n-th stone adds itself to n - 1 others and counts n: n * n in all.
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

}  // namespace

game::Score evaluate_sweere_groups(const Position& pos, game::Seat seat, const EvalContext&) {
  return seen_by(seat, Colour::kWhite, relative(group_score(pos, Colour::kWhite), group_score(pos, Colour::kBlack)));
}

game::Score evaluate_sweere_neighbours(const Position& pos, game::Seat seat, const EvalContext&) {
  return seen_by(seat, Colour::kWhite,
                 relative(neighbour_score(pos, Colour::kWhite), neighbour_score(pos, Colour::kBlack)));
}

}  // namespace partita::games::andantino
