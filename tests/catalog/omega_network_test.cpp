// What a network sees of Omega, and what Monte-Carlo search makes of its chances.
#include <gtest/gtest.h>

#include "games/omega/net_inputs.h"
#include "games/omega/omega.h"
#include "search/montecarlo/montecarlo.h"

namespace partita::games::omega {
namespace {

using search::montecarlo::MonteCarlo;
using search::montecarlo::MonteCarloSwitches;

/// A network that says the same of every position, but for what one input adds.
nets::Network made_network(int white_bias, std::size_t input = 0, int of_input = 0) {
  const nets::Shape shape{kNetInputs, 64, 32, kNetHeads};
  nets::Weights weights;
  weights.first.assign(shape.inputs * shape.first, 0);
  weights.first[input * shape.first] = nets::kFirstScale;
  weights.first_biases.assign(shape.first, 0);
  nets::Weights::Head head;
  head.second.assign(shape.first * shape.second, 0);
  head.second[0] = nets::kSecondScale;
  head.second_biases.assign(shape.second, 0);
  head.third.assign(shape.second, 0);
  head.third[0] = static_cast<std::int16_t>(of_input * nets::kThirdScale);
  head.third_bias = white_bias * nets::kOne * nets::kThirdScale;
  weights.heads.assign(shape.heads, head);
  return nets::Network(shape, 174, {{"game", "omega"}, {"rules", "side5"}, {"inputs", std::string(kInputsName)}},
                       std::move(weights));
}

Evaluator evaluator_with(const nets::Network& network) {
  auto evaluator = *Evaluator::named("net");
  EXPECT_TRUE(evaluator.use_network(network).ok());
  return evaluator;
}

search::Outcome<Move> think(const Evaluator& evaluator, const MonteCarloSwitches& switches, int simulations) {
  search::Task<Omega> task{Position(Rules{}), {}, {}, {}, {}, nullptr};
  task.limits.nodes = static_cast<std::uint64_t>(simulations);
  search::Control control;
  control.begin({}, task.limits.nodes, nullptr);
  MonteCarlo<Omega> mind(switches, evaluator);
  return mind.search(task, control);
}

TEST(OmegaNetwork, SeesGroupsAndWhatAStoneWouldMake) {
  Position pos(Rules{3, 2, TieRule::kLastWins, false});
  pos.put(kWhite, 0);
  pos.put(kWhite, 1);
  pos.put(kBlack, 18);
  pos.set_turn(kBlack, 3, false);
  const NetInputs inputs = net_inputs(pos);
  EXPECT_EQ(inputs[1], 0b11u) << "two white stones in a group of two";
  EXPECT_EQ(inputs[0], 0u);
  EXPECT_EQ(inputs[kPlanesOfColour], std::uint64_t{1} << 18) << "a lone black stone";
  const std::uint64_t makes_three = inputs[static_cast<std::size_t>(Plane::kMakes) + 2];
  EXPECT_EQ(makes_three, std::uint64_t{1} << 2 | 1u << 3 | 1u << 4 | 1u << 5) << "every neighbour of the white pair";
  EXPECT_EQ(net_head(pos), 2) << "Black begins a turn";
}

TEST(OmegaNetwork, IsForItsOwnBoardAndWholeTurnsOnly) {
  const nets::Network network = made_network(1);
  const Evaluator evaluator = evaluator_with(network);
  EXPECT_TRUE(evaluator.tells_chances(Position(Rules{})));
  EXPECT_FALSE(evaluator.tells_chances(Position(Rules{4, 2, TieRule::kLastWins, false})));
  EXPECT_FALSE(evaluator.tells_chances(Position(Rules{5, 3, TieRule::kLastWins, false})));
  EXPECT_FALSE(evaluator.tells_chances(Position(Rules{5, 2, TieRule::kDraw, false})));
  EXPECT_FALSE(evaluator.tells_chances(Position(Rules{10, 2, TieRule::kLastWins, false})));
  Position begun{Rules{}};
  begun.play(Move::stone(kBlack, 7));  // White begins with Black's stone, as people may
  EXPECT_FALSE(evaluator.tells_chances(begun));
  Position before_swap{Rules{5, 2, TieRule::kLastWins, true}};
  before_swap.play(Move::stone(kWhite, 7));
  before_swap.play(Move::stone(kBlack, 8));
  EXPECT_FALSE(evaluator.tells_chances(before_swap));
}

TEST(OmegaNetwork, OfOtherInputsIsRefused) {
  nets::Weights weights = made_network(1).weights();
  const nets::Network other({kNetInputs, 64, 32, kNetHeads}, 174,
                            {{"game", "omega"}, {"rules", "side5"}, {"inputs", "other"}}, weights);
  const nets::Network unknown({kNetInputs, 64, 32, kNetHeads}, 174,
                              {{"game", "omega"}, {"rules", "side9"}, {"inputs", std::string(kInputsName)}}, weights);
  auto evaluator = *Evaluator::named("net");
  EXPECT_FALSE(evaluator.use_network(other).ok());
  EXPECT_FALSE(evaluator.use_network(unknown).ok());
  EXPECT_FALSE(evaluator.tells_chances(Position(Rules{})));
}

TEST(OmegaNetwork, LeavesAreWorthWhatItSaysByItsShare) {
  const nets::Network network = made_network(4);  // White wins with e^4 : 1
  const Evaluator evaluator = evaluator_with(network);
  EXPECT_NEAR(evaluator.chance(Position(Rules{}), 0), 0.982F, 0.001F);
  EXPECT_NEAR(evaluator.chance(Position(Rules{}), 1), 0.018F, 0.001F);
  MonteCarloSwitches switches;
  const double alone = (*think(evaluator, switches, 500).lines.front().shares)[0];
  switches.net_share = 1;
  const double believed = (*think(evaluator, switches, 500).lines.front().shares)[0];
  switches.net_share = 0.5;
  const double both = (*think(evaluator, switches, 500).lines.front().shares)[0];
  EXPECT_LT(alone, 0.9);
  EXPECT_NEAR(believed, 0.982, 0.005);
  EXPECT_GT(both, alone + 0.05);
  EXPECT_LT(both, believed);
}

TEST(OmegaNetwork, NewMovesBeginWithWhatItSays) {
  constexpr int kCell = 30;
  // White's chances rise by a lone white stone on that cell, and by nothing else.
  const nets::Network network = made_network(-2, kCell, 4);
  const Evaluator evaluator = evaluator_with(network);
  MonteCarloSwitches switches;
  switches.net_prior = 1000;
  EXPECT_EQ(think(evaluator, switches, 100).best, Move::stone(kWhite, kCell));
}

}  // namespace
}  // namespace partita::games::omega
