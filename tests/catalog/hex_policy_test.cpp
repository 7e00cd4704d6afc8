// Hex by a policy network: what the network is asked, and PUCT as people meet it.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

#include "base/random.h"
#include "catalog/any_engine.h"
#include "catalog/games.h"
#include "games/hex/hex.h"
#include "nets/convolution.h"

namespace partita::catalog {
namespace {

namespace hex = games::hex;
using MoveList = game::MoveList<hex::Hex>;

std::string golden(const std::string& folder) { return std::string(PARTITA_GOLDEN) + "/nets" + folder; }

/// A small random network: it plays badly, and every rule about networks holds for it.
std::shared_ptr<const nets::ConvolutionNetwork> network_in(const std::string& folder) {
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (entry.path().extension() == ".net") return *nets::load_convolution(entry.path().string());
  }
  return nullptr;
}
std::shared_ptr<const nets::ConvolutionNetwork> random_network() {
  static const auto network = network_in(golden("/hex"));
  return network;
}

hex::Evaluator evaluator_with_network() {
  auto evaluator = *hex::Evaluator::named("net");
  EXPECT_TRUE(evaluator.use_policy(*random_network()).ok());
  return evaluator;
}

game::PolicyAnswer asked(const hex::Position& pos, const MoveList& moves) {
  game::PolicyAnswer answer;
  evaluator_with_network().ask_policy(pos, moves, answer);
  return answer;
}
game::PolicyAnswer asked(const hex::Position& pos) {
  MoveList moves;
  hex::Hex::generate_moves(pos, moves);
  return asked(pos, moves);
}
float movers_chance(const hex::Position& pos) { return asked(pos).shares[static_cast<std::size_t>(pos.to_move())]; }

hex::Position after(const hex::Rules& rules, const std::vector<int>& cells) {
  hex::Position pos(rules);
  for (const int cell : cells) pos.play(hex::Move{static_cast<std::uint8_t>(cell)});
  return pos;
}

SearchResult searched(const std::string& engine_text, const base::OptionValues& rules, std::uint64_t simulations,
                      const std::vector<std::string>& moves, bool has_network) {
  EngineSpec spec = *read_engine_spec(engine_text);
  if (has_network) spec.policy_network = random_network();
  auto position = *AnyPosition::initial("hex", rules);
  for (const std::string& move : moves) EXPECT_TRUE(position.play(move).ok()) << move;
  const auto engine = make_plain_engine("hex", rules, spec);
  EXPECT_TRUE(engine.ok());
  SearchRequest request;
  request.limits.nodes = simulations;
  return (*engine)->search(position, request);
}

/// Sides 5 to 13, both movers: planes, neighbours and the order of the policy are those of learn/hex_batch.py.
TEST(HexPolicy, PriorsAndChancesAreThoseOfTheTrainersNumbers) {
  std::ifstream file(golden("/hex/edges4.txt"));
  int rows = 0;
  for (std::string line; std::getline(file, line);) {
    if (line.empty() || line[0] == '#') continue;
    std::istringstream numbers(line);
    int side = 0;
    std::size_t stones = 0;
    numbers >> side >> stones;
    std::vector<int> cells(stones);
    for (int& cell : cells) numbers >> cell;
    std::int32_t value = 0;
    numbers >> value;
    std::vector<std::int32_t> policy(static_cast<std::size_t>(side * side));
    for (std::int32_t& logit : policy) numbers >> logit;
    ASSERT_FALSE(numbers.fail());
    const hex::Position pos = after({side, false}, cells);
    MoveList moves;
    hex::Hex::generate_moves(pos, moves);
    std::vector<std::int32_t> logits;
    for (const hex::Move move : moves) logits.push_back(policy[move.cell]);
    std::vector<float> priors(moves.size());
    nets::softmax_of_logits(logits, priors);
    const game::PolicyAnswer answer = asked(pos);
    EXPECT_EQ(answer.priors, priors) << line;
    const auto mover = static_cast<std::size_t>(pos.to_move());
    EXPECT_EQ(answer.shares[mover], nets::chance_of_logit(value)) << line;
    EXPECT_EQ(answer.shares[1 - mover], 1 - nets::chance_of_logit(value)) << line;
    ++rows;
  }
  EXPECT_EQ(rows, 36);
}

/// Whoever may swap has the better of both sides, and looks at the swap as much as it is worth to him.
TEST(HexPolicy, TheSwapIsWorthWhatItsOwnerHasAfterIt) {
  for (const int cell : {0, 4, 12, 17, 24}) {
    const float stays = movers_chance(after({5, false}, {cell}));
    hex::Position swapped = after({5, true}, {cell});
    swapped.play(hex::kSwap);
    ASSERT_EQ(swapped.to_move(), 0);
    const float takes = 1 - movers_chance(swapped);
    const hex::Position choice = after({5, true}, {cell});
    MoveList moves;
    hex::Hex::generate_moves(choice, moves);
    ASSERT_TRUE(moves.back().is_swap());
    const game::PolicyAnswer answer = asked(choice);
    EXPECT_FLOAT_EQ(answer.shares[1], std::max(stays, takes)) << cell;
    EXPECT_FLOAT_EQ(answer.shares[0], 1 - std::max(stays, takes)) << cell;
    EXPECT_FLOAT_EQ(answer.priors.back(), std::clamp(takes, 0.05F, 0.95F)) << cell;
    float sum = 0;
    for (const float prior : answer.priors) sum += prior;
    EXPECT_NEAR(sum, 1, 1e-4);
    MoveList only_swap;
    only_swap.push_back(hex::kSwap);
    EXPECT_EQ(asked(choice, only_swap).priors, std::vector<float>{1.0F});
  }
}

/// A network has not learnt the swap, so it does not choose the first stone: all of them are looked at.
TEST(HexPolicy, TheFirstStoneIsNotChosenByAPolicyThatKnowsNoSwap) {
  const game::PolicyAnswer with_swap = asked(hex::Position({5, true}));
  EXPECT_EQ(with_swap.priors, std::vector<float>(25, 1.0F / 25));
  EXPECT_EQ(with_swap.shares[0], 0.5F);
  EXPECT_NE(asked(hex::Position({5, false})).priors, with_swap.priors);
}

TEST(HexPolicy, SidesThatNoNetworkHasLearntAreNotAsked) {
  const auto evaluator = evaluator_with_network();
  for (int side = hex::kMinSide; side <= hex::kMaxSide; ++side)
    EXPECT_EQ(evaluator.tells_policy(hex::Position({side, true})), side >= 5 && side <= 13) << side;
  EXPECT_TRUE(searched("partita-net", {{"side", "14"}}, 50, {}, false).note.empty());
}

TEST(HexPolicy, OneThreadAndANumberOfSimulationsGiveTheSameSearch) {
  for (const char* side : {"5", "9", "11"}) {
    const auto first = searched("partita-net,seed=3", {{"side", side}}, 200, {}, true);
    const auto second = searched("partita-net,seed=3", {{"side", side}}, 200, {}, true);
    EXPECT_TRUE(first.note.empty()) << first.note;
    ASSERT_FALSE(first.lines.empty());
    EXPECT_EQ(first.best_move, second.best_move);
    EXPECT_EQ(first.nodes, second.nodes);
    EXPECT_EQ(first.lines.front().pv, second.lines.front().pv);
  }
}

/// Red has c1 to c4 on side 5: one stone joins the edges, whatever a network thinks of it.
const std::vector<std::string> kOneStoneLeft = {"c1", "a1", "c2", "a2", "c3", "e5", "c4", "e4"};

TEST(HexPolicy, AWinAtHandIsPlayedAndProven) {
  const auto result = searched("partita-net", {{"side", "5"}, {"swap", "off"}}, 20, kOneStoneLeft, true);
  EXPECT_TRUE(result.best_move == "c5" || result.best_move == "b5") << result.best_move;
  ASSERT_TRUE(result.lines.front().score.distance.has_value());
  EXPECT_EQ(*result.lines.front().score.distance, 1);
}

/// Red joins at c5 and at b5 next: every reply of Blue's but those is shown to lose, and those too.
TEST(HexPolicy, ALossInTwoIsProvenInsideTheTree) {
  auto moves = kOneStoneLeft;
  moves.pop_back();
  const auto result = searched("partita-net", {{"side", "5"}, {"swap", "off"}}, 400, moves, true);
  ASSERT_TRUE(result.lines.front().score.distance.has_value());
  EXPECT_EQ(*result.lines.front().score.distance, -2);
}

/// Red plays c4, or b4 or b5, and has two ways to join. A random policy would hardly look there: priors are made to
/// count much.
TEST(HexPolicy, ResultsAreBackedUpThroughTheTree) {
  const auto result = searched("partita-net,puct=1000,deduce_at=0", {{"side", "5"}, {"swap", "off"}}, 3000,
                               {"c1", "a1", "c2", "a2", "c3", "e5"}, true);
  ASSERT_TRUE(result.lines.front().score.distance.has_value());
  EXPECT_EQ(*result.lines.front().score.distance, 3);
}

TEST(HexPolicy, TheTreeIsKeptFromMoveToMove) {
  EngineSpec spec = *read_engine_spec("partita-net,seed=5");
  spec.policy_network = random_network();
  const base::OptionValues rules = {{"side", "7"}};
  const auto kept = make_plain_engine("hex", rules, spec);
  auto position = *AnyPosition::initial("hex", rules);
  SearchRequest request;
  request.limits.nodes = 300;
  const auto first = (*kept)->search(position, request);
  for (const std::string& move : {first.lines.front().pv[0], first.lines.front().pv[1]})
    ASSERT_TRUE(position.play(move).ok());
  request.limits.nodes = 1;
  // After one simulation more a tree that was thrown away has nothing behind its first move.
  EXPECT_GT((*kept)->search(position, request).lines.front().depth, 1);
  const auto anew = make_plain_engine("hex", rules, spec);
  EXPECT_EQ((*anew)->search(position, request).lines.front().depth, 1);
}

/// Red bridges down side 11 with stones two rows apart; Blue's stones stand on its left edge.
std::vector<std::string> bridged_moves(int stones) {
  std::vector<std::string> moves;
  for (int i = 0; i < stones; ++i) {
    moves.push_back(std::string(1, static_cast<char>('j' - i)) + std::to_string(2 + 2 * i));
    moves.push_back("a" + std::to_string(i + 1));
  }
  return moves;
}

/// The chain is whole: Red has won though no stone joins the edges for many plies.
TEST(HexPolicy, VirtualConnectionsProveWhatNoSearchReaches) {
  const base::OptionValues rules = {{"side", "11"}, {"swap", "off"}};
  const auto won = searched("partita-net,deduce_at=10", rules, 60, bridged_moves(5), true);
  EXPECT_EQ(won.lines.front().score.value, kWonValue);
  EXPECT_LT(won.nodes, 60U) << "a proven root needs no more simulations";
  const auto guess = searched("partita-net,deduce_at=0", rules, 60, bridged_moves(5), true);
  EXPECT_LT(guess.lines.front().score.value, kWonValue);
}

/// Whoever has won by a connection brings it home against any reply, though nothing is known of the winning plies.
TEST(HexPolicy, AConnectionIsBroughtHome) {
  const base::OptionValues rules = {{"side", "11"}, {"swap", "off"}};
  EngineSpec spec = *read_engine_spec("partita-net,seed=5,deduce_at=300");
  spec.policy_network = random_network();
  base::Random random(9);
  for (int game = 0; game < 3; ++game) {
    const auto engine = make_plain_engine("hex", rules, spec);
    auto position = *AnyPosition::initial("hex", rules);
    for (const std::string& move : bridged_moves(5)) ASSERT_TRUE(position.play(move).ok());
    SearchRequest request;
    request.limits.nodes = 40;
    while (!position.is_over()) {
      ASSERT_TRUE(position.play((*engine)->search(position, request).best_move).ok());
      if (position.is_over()) break;
      const auto moves = position.legal_moves();
      ASSERT_TRUE(position.play(moves[random.below(static_cast<std::uint32_t>(moves.size()))]).ok());
    }
    EXPECT_EQ(position.ply() % 2, 1) << "Red moved last";
  }
}

TEST(HexPolicy, ThreadsShareOneTree) {
  const auto result = searched("partita-net,threads=3,hash_mb=1", {{"side", "9"}}, 400, {"c3"}, true);
  EXPECT_FALSE(result.best_move.empty());
  EXPECT_GE(result.nodes, 400U);
}

TEST(HexPolicy, ANetworkOfAnotherGameIsRefusedByName) {
  EngineSpec spec = *read_engine_spec("partita-net,seed=3");
  spec.policy_network = network_in(golden(""));
  ASSERT_NE(spec.policy_network, nullptr);
  auto evaluator = *hex::Evaluator::named("net");
  EXPECT_FALSE(evaluator.use_policy(*spec.policy_network).ok());
  EXPECT_FALSE(evaluator.tells_policy(hex::Position({11, true})));
  const auto position = *AnyPosition::initial("hex", {{"side", "7"}});
  SearchRequest request;
  request.limits.nodes = 100;
  const auto told = (*make_plain_engine("hex", {{"side", "7"}}, spec))->search(position, request);
  EXPECT_NE(told.note.find("no network"), std::string::npos) << told.note;
  EXPECT_NE(told.note.find("'golden'"), std::string::npos) << told.note;
  // What is played then is what is played without any.
  EXPECT_EQ(told.best_move, searched("partita,seed=3", {{"side", "7"}}, 100, {}, false).best_move);
}

/// Playouts, all moves as first and the guess by patterns, as before there was a network.
TEST(HexPolicy, TheDefaultEngineIsThatOfPlayouts) {
  const auto by_default = searched("partita,seed=3", {{"side", "7"}}, 500, {"d4"}, true);
  const auto playouts = searched("partita-mcts,seed=3", {{"side", "7"}}, 500, {"d4"}, false);
  EXPECT_TRUE(by_default.note.empty());
  EXPECT_EQ(by_default.lines.front().pv, playouts.lines.front().pv);
  EXPECT_EQ(by_default.lines.front().score.value, playouts.lines.front().score.value);
}

}  // namespace
}  // namespace partita::catalog
