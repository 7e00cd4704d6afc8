// What a network's value is to tafl's evaluator: the evaluation itself, or a correction of the hand-written one.
#include <algorithm>

#include "games/tafl/evaluation.h"
#include "games/tafl/evaluator.h"
#include "games/tafl/net_inputs.h"
#include "games/tafl/random_positions.h"

namespace partita::games::tafl {
namespace {

/// Random weights under Copenhagen's rules.
nets::Network made_network(const nets::Network::Notes& more) {
  const nets::Shape shape{kNetInputs, 64, 32, 2};
  base::Random random(7);
  const auto weight = [&](int most) { return static_cast<int>(random.below(2 * most + 1)) - most; };
  nets::Weights weights;
  for (std::size_t i = 0; i < shape.inputs * shape.first; ++i) {
    weights.first.push_back(static_cast<std::int16_t>(weight(300)));
  }
  weights.first_biases.assign(shape.first, 100);
  for (std::size_t i = 0; i < shape.heads; ++i) {
    nets::Weights::Head head;
    for (std::size_t j = 0; j < shape.first * shape.second; ++j) {
      head.second.push_back(static_cast<std::int8_t>(weight(30)));
    }
    head.second_biases.assign(shape.second, 50);
    for (std::size_t j = 0; j < shape.second; ++j) head.third.push_back(static_cast<std::int16_t>(weight(300)));
    head.third_bias = weight(1000);
    weights.heads.push_back(head);
  }
  nets::Network::Notes notes{{"game", "tafl"}, {"rules", "copenhagen"}, {"inputs", std::string(kInputsName)}};
  notes.insert(more.begin(), more.end());
  return nets::Network(shape, 100, notes, std::move(weights));
}

Evaluator evaluator_with(const nets::Network& network) {
  auto evaluator = *Evaluator::named("net");
  EXPECT_TRUE(evaluator.use_network(network).ok());
  return evaluator;
}

/// The king neither has a road to an escape nor can be taken, whoever is to move.
bool is_quiet(const Position& pos) {
  const auto terms = evaluation_terms(pos);
  return !terms.empty() && std::none_of(terms.begin(), terms.end(), [](const game::EvaluationTerm& term) {
    return (term.name == "one road" || term.name == "king threatened") && term.amount != 0;
  });
}

TEST(TaflNetwork, ThatAddsCorrectsTheHandWrittenEvaluation) {
  const nets::Network alone = made_network({});
  const nets::Network added = made_network({{"adds-to", "partita"}});
  const Evaluator by_itself = evaluator_with(alone);
  const Evaluator corrected = evaluator_with(added);
  base::Random random(4);
  int differing = 0;
  for (int i = 0; i < 300; ++i) {
    const Position pos = scattered(*find_rule_set("copenhagen"), random, 15, 10);
    const game::Score correction = by_itself.evaluate(pos, 0, {});
    EXPECT_EQ(corrected.evaluate(pos, 0, {}), evaluate_partita(pos) + correction);
    EXPECT_EQ(corrected.evaluate(pos, 1, {}), -evaluate_partita(pos) - correction);
    differing += correction != 0 ? 1 : 0;
  }
  EXPECT_GT(differing, 200) << "or the network says nothing";
}

TEST(TaflNetwork, ThatAddsToAnotherEvaluatorIsRefused) {
  const nets::Network network = made_network({{"adds-to", "rudin"}});
  auto evaluator = *Evaluator::named("net");
  const auto used = evaluator.use_network(network);
  ASSERT_FALSE(used.ok());
  EXPECT_NE(used.error().find("rudin"), std::string::npos) << used.error();
}

/// A search that looks at the corrected evaluation through a window gets the value itself or a bound on the right side.
TEST(TaflNetwork, ThatAddsIsAskedWithinAWindow) {
  const nets::Network added = made_network({{"adds-to", "partita"}});
  const Evaluator corrected = evaluator_with(added);
  base::Random random(5);
  int within = 0;
  for (int i = 0; i < 2000; ++i) {
    const Position pos = scattered(*find_rule_set("copenhagen"), random, 15, 10);
    if (!is_quiet(pos)) continue;
    const game::Score value = corrected.evaluate(pos, pos.to_move(), {});
    Forcing forcing;
    EXPECT_EQ(corrected.evaluate_quiet(pos, -100'000, 100'000, forcing), value);
    const game::Score alpha = value - 300 + static_cast<game::Score>(random.below(600));
    const game::Score told = corrected.evaluate_quiet(pos, alpha, alpha + 50, forcing);
    if (value > alpha && value < alpha + 50) {
      EXPECT_EQ(told, value);
      ++within;
    } else if (value <= alpha) {
      EXPECT_TRUE(told >= value && told <= alpha) << told << " for " << value << ", alpha " << alpha;
    } else {
      EXPECT_TRUE(told <= value && told >= alpha + 50) << told << " for " << value << ", beta " << alpha + 50;
    }
  }
  EXPECT_GT(within, 20);
}

}  // namespace
}  // namespace partita::games::tafl
