// Omega by a policy network: PUCT as people meet it, through the default engine.
#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "base/random.h"
#include "catalog/any_engine.h"
#include "catalog/games.h"
#include "catalog/networks.h"
#include "games/omega/omega.h"
#include "nets/convolution.h"

namespace partita::catalog {
namespace {

namespace omega = games::omega;

SearchResult searched(const EngineSpec& spec, const base::OptionValues& rules, std::uint64_t simulations,
                      const std::vector<std::string>& moves = {}) {
  auto position = *AnyPosition::initial("omega", rules);
  for (const std::string& move : moves) EXPECT_TRUE(position.play(move).ok()) << move;
  const auto engine = make_plain_engine("omega", rules, spec);
  EXPECT_TRUE(engine.ok());
  SearchRequest request;
  request.limits.nodes = simulations;
  return (*engine)->search(position, request);
}

std::shared_ptr<const nets::ConvolutionNetwork> foreign_network() {
  for (const auto& entry : std::filesystem::directory_iterator(std::string(PARTITA_GOLDEN) + "/nets")) {
    if (entry.path().extension() == ".net") return *nets::load_convolution(entry.path().string());
  }
  return nullptr;
}

omega::Position random_position(int side, int stones, base::Random& random) {
  omega::Position pos(omega::Rules{side, 2, omega::TieRule::kLastWins, false});
  for (int i = 0; i < stones && !pos.is_over(); ++i) {
    game::MoveList<omega::Omega> moves;
    omega::Omega::generate_moves(pos, moves);
    pos.play(moves[random.below(static_cast<std::uint32_t>(moves.size()))]);
  }
  return pos;
}

TEST(OmegaPolicy, EverySideOfTwoPlayersHasTheSameNetwork) {
  const GameEntry& entry = **find_game("omega");
  const auto five = shipped_policy_network(entry, {{"side", "5"}});
  ASSERT_NE(five, nullptr);
  for (const char* side : {"4", "7", "10"}) EXPECT_EQ(shipped_policy_network(entry, {{"side", side}}), five) << side;
  EXPECT_EQ(shipped_policy_network(entry, {{"side", "5"}, {"players", "3"}}), nullptr);
  EXPECT_EQ(shipped_policy_network(entry, {{"side", "3"}}), nullptr);
}

TEST(OmegaPolicy, PriorsAndSharesAreShares) {
  const auto network = shipped_policy_network(**find_game("omega"), {{"side", "5"}});
  ASSERT_NE(network, nullptr);
  auto evaluator = *omega::Evaluator::named("net");
  ASSERT_TRUE(evaluator.use_policy(*network).ok());
  base::Random random(5);
  for (int i = 0; i < 60; ++i) {
    const int side = 4 + i % 7;
    const auto pos = random_position(side, static_cast<int>(random.below(40)), random);
    if (pos.is_over()) continue;
    ASSERT_TRUE(evaluator.tells_policy(pos));
    game::MoveList<omega::Omega> moves;
    omega::Omega::generate_moves(pos, moves);
    game::PolicyAnswer answer;
    evaluator.ask_policy(pos, moves, answer);
    ASSERT_EQ(answer.priors.size(), moves.size());
    float sum = 0;
    for (const float prior : answer.priors) {
      EXPECT_GE(prior, 0);
      sum += prior;
    }
    EXPECT_NEAR(sum, 1, 1e-4);
    EXPECT_FLOAT_EQ(answer.shares[0] + answer.shares[1], 1.0F);
  }
}

/// One stone before the end the network knows who has won: it has learnt the rules it was fed.
TEST(OmegaPolicy, TheValueKnowsWhoIsFarAhead) {
  const auto network = shipped_policy_network(**find_game("omega"), {{"side", "5"}});
  auto evaluator = *omega::Evaluator::named("net");
  ASSERT_TRUE(evaluator.use_policy(*network).ok());
  base::Random random(11);
  int right = 0;
  int asked = 0;
  for (int i = 0; i < 200; ++i) {
    auto pos = random_position(5, 58, random);
    const std::int32_t apart = pos.log_score(omega::kWhite) - pos.log_score(omega::kBlack);
    if (std::abs(apart) < 2 * omega::kLogUnit) continue;
    game::MoveList<omega::Omega> moves;
    omega::Omega::generate_moves(pos, moves);
    game::PolicyAnswer answer;
    evaluator.ask_policy(pos, moves, answer);
    const float white = answer.shares[static_cast<std::size_t>(pos.seat_of(omega::kWhite))];
    ++asked;
    right += (white > 0.5F) == (apart > 0) ? 1 : 0;
  }
  ASSERT_GT(asked, 30);
  EXPECT_GT(right, asked * 9 / 10) << right << " of " << asked;
}

TEST(OmegaPolicy, OneThreadAndANumberOfSimulationsGiveTheSameSearch) {
  const EngineSpec spec = *read_engine_spec("partita,seed=3");
  const auto first = searched(spec, {{"side", "5"}}, 300);
  const auto second = searched(spec, {{"side", "5"}}, 300);
  EXPECT_TRUE(first.note.empty()) << first.note;
  ASSERT_FALSE(first.lines.empty());
  ASSERT_FALSE(second.lines.empty());
  EXPECT_EQ(first.best_move, second.best_move);
  EXPECT_EQ(first.nodes, second.nodes);
  EXPECT_EQ(first.lines.front().pv, second.lines.front().pv);
}

TEST(OmegaPolicy, ANetworkOfAnotherGameIsRefusedAndTold) {
  EngineSpec spec = *read_engine_spec("partita,seed=3");
  spec.policy_network = foreign_network();
  ASSERT_NE(spec.policy_network, nullptr);
  auto evaluator = *omega::Evaluator::named("net");
  const auto used = evaluator.use_policy(*spec.policy_network);
  ASSERT_FALSE(used.ok());
  EXPECT_NE(used.error().find("golden"), std::string::npos) << used.error();
  const auto told = searched(spec, {{"side", "5"}}, 200);
  EXPECT_NE(told.note.find("no network"), std::string::npos);
  EXPECT_FALSE(told.best_move.empty());
}

TEST(OmegaPolicy, RulesWithoutANetworkAreSearchedByPlayouts) {
  for (const base::OptionValues& rules :
       {base::OptionValues{{"side", "4"}, {"players", "3"}}, base::OptionValues{{"side", "3"}}}) {
    const auto result = searched(*read_engine_spec("partita,endgame=off"), rules, 200);
    EXPECT_TRUE(result.note.empty()) << result.note;
    EXPECT_FALSE(result.best_move.empty());
  }
}

TEST(OmegaPolicy, ThreadsShareOneTree) {
  const auto result = searched(*read_engine_spec("partita,threads=3,hash_mb=1"), {{"side", "5"}}, 600);
  EXPECT_FALSE(result.best_move.empty());
  EXPECT_GE(result.nodes, 600U);
}

}  // namespace
}  // namespace partita::catalog
