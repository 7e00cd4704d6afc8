#pragma once

#include <gtest/gtest.h>

#include "base/random.h"
#include "game/concept.h"

namespace partita::kit {

/// One evaluator, from every seat: within limits, the same twice, and with two seats each the other's negative. A
/// random term is drawn from the context, so that equal seeds must give equal values.
template <game::Game G>
void check_evaluator(const typename G::Evaluator& evaluator, const typename G::Position& pos, typename G::Move last) {
  const auto value_for = [&](int seat) {
    base::Random random(7);
    game::EvalContext<typename G::Move> context;
    context.plies_from_root = last == typename G::Move{} ? 0 : 1;
    context.depth_left = 2;
    context.last_move = last;
    context.random = &random;
    return evaluator.evaluate(pos, static_cast<game::Seat>(seat), context);
  };
  for (int seat = 0; seat < pos.seat_count(); ++seat) {
    const game::Score value = value_for(seat);
    EXPECT_LE(value, game::kEvalLimit);
    EXPECT_GE(value, -game::kEvalLimit);
    EXPECT_EQ(value, value_for(seat)) << "the same question, two answers";
  }
  if (pos.seat_count() == 2) {
    EXPECT_EQ(value_for(0), -value_for(1)) << "what one seat gains the other loses";
  }
}

/// Every evaluator by name; unknown names are errors. REQUIRES: !pos.is_over().
template <game::Game G>
void check_evaluators(const typename G::Position& pos, typename G::Move last) {
  ASSERT_FALSE(G::Evaluator::names().empty());
  EXPECT_FALSE(G::Evaluator::named("no such evaluator").ok());
  for (const game::Named& row : G::Evaluator::names()) {
    SCOPED_TRACE("evaluator " + std::string(row.name));
    const auto evaluator = G::Evaluator::named(row.name);
    ASSERT_TRUE(evaluator.ok()) << evaluator.error();
    check_evaluator<G>(*evaluator, pos, last);
  }
}

}  // namespace partita::kit
