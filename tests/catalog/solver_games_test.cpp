// Solvers of tafl and Omega against plain search by the rules alone.
#include <gtest/gtest.h>

#include "base/random.h"
#include "catalog/solve_scores.h"
#include "catalog/solver.h"
#include "games/omega/omega.h"
#include "games/tafl/tafl.h"
#include "solve/rules_only.h"

namespace partita::catalog {
namespace {

using games::omega::Omega;
using games::tafl::Tafl;

/// Whether `seat` can force a win within so many plies, by trying everything.
bool wins_within(Tafl::Position& pos, Seat seat, int plies) {
  if (pos.is_over()) return solve::is_won_by<Tafl>(pos, seat);
  if (plies == 0) return false;
  const bool attacks = pos.to_move() == seat;
  for (const auto move : solve::legal_moves<Tafl>(pos)) {
    const auto undo = pos.play(move);
    const bool wins = wins_within(pos, seat, plies - 1);
    pos.retract(move, undo);
    if (wins == attacks) return attacks;
  }
  return !attacks;
}

/// The position some plies before the end of a random game, without its past.
AnyPosition near_the_end(base::Random& random, int plies_before) {
  auto position = AnyPosition::initial("tafl");
  while (!position->is_over()) {
    const auto moves = position->legal_moves();
    (void)position->play(moves[random.below(static_cast<std::uint32_t>(moves.size()))]);
  }
  for (int i = 0; i < plies_before; ++i) position->undo();
  return *AnyPosition::from_text("tafl", position->rules(), position->text());
}

TEST(TaflSolver, AgreesWithTryingEverythingNearTheEnd) {
  constexpr int kPlies = 3;
  base::Random random(5);
  auto solver = make_solver("tafl", 16);
  ASSERT_TRUE(solver.ok());
  int wins = 0;
  for (int i = 0; i < 500; ++i) {
    const AnyPosition position = near_the_end(random, 1 + i % 4);
    const auto rules = Tafl::make_rules(position.rules());
    auto pos = Tafl::Notation::read_position(*rules, position.text());
    ASSERT_TRUE(pos.ok()) << pos.error();
    const Seat seat = static_cast<Seat>(i / 4 % 2);
    const bool expected = wins_within(*pos, seat, kPlies);
    const DistanceReport found = (*solver)->distance(position, seat, kPlies, {});
    EXPECT_EQ(found.at_most != 0, expected) << position.text();
    if (!expected) continue;
    ++wins;
    SolveRequest request;
    request.nodes = 100'000;
    EXPECT_EQ((*solver)->prove(position, seat, request).proof, Proof::kYes) << position.text();
  }
  EXPECT_GT(wins, 100);
}

/// 1, 0 or -1 for `seat` by trying everything.
int exhaustive(Omega::Position& pos, Seat seat) {
  if (pos.is_over()) {
    const int payoff = pos.payoff(seat);
    return payoff == game::kPoint ? 1 : payoff == 0 ? -1 : 0;
  }
  const bool chooses = pos.to_move() == seat;
  int best = chooses ? -1 : 1;
  for (const auto move : solve::legal_moves<Omega>(pos)) {
    const auto undo = pos.play(move);
    const int value = exhaustive(pos, seat);
    pos.retract(move, undo);
    best = chooses ? std::max(best, value) : std::min(best, value);
  }
  return best;
}

TEST(OmegaSolver, AgreesWithTryingEverythingOnLatePositions) {
  base::Random random(6);
  std::array<int, 3> seen{};
  for (int i = 0; i < 500; ++i) {
    const std::string side = std::to_string(2 + i % 3);
    auto position = AnyPosition::initial("omega", {{"side", side}, {"tie", i % 2 == 0 ? "last" : "draw"}});
    const int cells = static_cast<int>(position->view().cells.size());
    while (cells - position->ply() > 5 || (!position->starts_turn() && !position->is_over())) {
      const auto moves = position->legal_moves();
      (void)position->play(moves[random.below(static_cast<std::uint32_t>(moves.size()))]);
    }
    ASSERT_FALSE(position->is_over());
    const auto rules = Omega::make_rules(position->rules());
    auto pos = Omega::Notation::read_position(*rules, position->text());
    ASSERT_TRUE(pos.ok()) << pos.error();
    const int expected = exhaustive(*pos, position->to_move());
    const auto solution = solve_scores(*position, {});
    ASSERT_TRUE(solution.has_value()) << position->text();
    EXPECT_EQ(solution->outcome, expected) << position->text();
    ++seen[static_cast<std::size_t>(expected + 1)];
  }
  EXPECT_GT(seen[0], 20);
  EXPECT_GT(seen[2], 20);
}

}  // namespace
}  // namespace partita::catalog
