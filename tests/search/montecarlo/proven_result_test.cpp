// Proven results: how they are packed, compared and backed up for two, three and four seats.
#include "search/montecarlo/solver.h"

#include <gtest/gtest.h>

#include <array>
#include <vector>

namespace partita::search::montecarlo {
namespace {

using Payoffs = std::array<int, 4>;

ProvenResult proof(const Payoffs& payoffs, int distance) {
  return ProvenResult::of(
      4, [&](game::Seat seat) { return payoffs[seat]; }, distance);
}

/// The proof of a node with these children, some of them unproven.
ProvenResult backed_up(const std::vector<ProvenResult>& children, game::Seat mover) {
  Tree<int> tree(100);
  const NodeIndex first = tree.allocate(0, children.size());
  for (std::size_t i = 0; i < children.size(); ++i)
    tree.node(first + static_cast<NodeIndex>(i)).proof = children[i].bits();
  tree.root().child_count = static_cast<std::uint16_t>(children.size());
  tree.root().children = first;
  return proof_from_children(tree, tree.root(), mover);
}

TEST(ProvenResult, KeepsEveryPayoffAndTheDistance) {
  const ProvenResult shared = proof({4, 4, 0, 4}, 17);
  EXPECT_TRUE(shared.is_known());
  EXPECT_EQ(shared.payoff(1), 4);
  EXPECT_EQ(shared.payoff(2), 0);
  EXPECT_EQ(shared.distance(), 17);
  EXPECT_EQ(shared.one_ply_earlier().distance(), 18);
  EXPECT_FALSE(ProvenResult{}.is_known());
  EXPECT_EQ(proof({12, 0, 0, 0}, 1'000'000).one_ply_earlier().payoff(0), 12) << "far ends do not spill into payoffs";
}

TEST(ProvenResult, OneWinIsEnoughAndTheShortestCounts) {
  const ProvenResult result = backed_up({{}, proof({12, 0, 0, 0}, 5), proof({12, 0, 0, 0}, 3)}, 0);
  EXPECT_EQ(result.payoff(0), 12);
  EXPECT_EQ(result.distance(), 4);
}

TEST(ProvenResult, WithoutAWinEveryChildMustBeKnown) {
  EXPECT_FALSE(backed_up({{}, proof({0, 12, 0, 0}, 3)}, 0).is_known());
  const ProvenResult lost = backed_up({proof({0, 12, 0, 0}, 7), proof({0, 12, 0, 0}, 3)}, 0);
  EXPECT_EQ(lost.payoff(1), 12);
  EXPECT_EQ(lost.distance(), 8) << "the loser plays for time";
}

TEST(ProvenResult, ADrawBeatsALoss) {
  const ProvenResult result = backed_up({proof({0, 12, 0, 0}, 9), proof({6, 6, 0, 0}, 2)}, 0);
  EXPECT_EQ(result.payoff(0), 6);
}

TEST(ProvenResult, AnIndifferentMoverProvesNothing) {
  const ProvenResult second = proof({0, 12, 0, 0}, 3);
  const ProvenResult third = proof({0, 0, 12, 0}, 5);
  EXPECT_FALSE(backed_up({second, third}, 0).is_known()) << "seat 0 loses anyway and may choose the winner";
  EXPECT_FALSE(backed_up({third, second, second}, 0).is_known());
  EXPECT_TRUE(backed_up({second, third, proof({4, 4, 4, 0}, 1)}, 0).is_known()) << "a better move ends the doubt";
}

}  // namespace
}  // namespace partita::search::montecarlo
