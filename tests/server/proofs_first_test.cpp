#include "base/random.h"
#include "kit/effort.h"
#include "server/house.h"
#include "study/proof_store.h"

namespace partita::server_test {

/// Analysis of Andantino on the board whose start is proven, with an engine that knows nothing.
class ProofsFirstTest : public testing::Test {
 protected:
  void SetUp() override {
    // The first question counts the plies of every entry, which under sanitizers outlasts the loop's patience.
    study::count_shipped_strategies(*catalog::AnyPosition::initial("andantino", {}), nullptr);
  }
  /// The first lines that come, whatever the engine does behind them.
  json::object lines_of(FakePage& page, const std::vector<std::string>& moves, const char* engine = "quick") {
    const json::object shown = page.ask({{"type", "analyse"},
                                         {"game", "andantino"},
                                         {"engine", engine},
                                         {"moves", json::value_from(moves)},
                                         {"lines", 3}});
    const auto is_ours = [&] {
      const json::object lines = page.last("lines");
      return !lines.empty() && lines.at("request") == shown.at("request") && !lines.at("lines").as_array().empty();
    };
    EXPECT_TRUE(house_.loop.run_until(is_ours));
    return page.last("lines");
  }
  static void expect_black_wins(const json::object& lines, std::int64_t at_most) {
    ASSERT_TRUE(lines.contains("proven")) << json::serialize(lines);
    EXPECT_EQ(lines.at("proven").at("winner").as_int64(), 1);
    EXPECT_LE(lines.at("proven").at("plies").as_int64(), at_most);
    EXPECT_GT(lines.at("proven").at("plies").as_int64(), 0);
    const json::array shares = lines.at("lines").as_array()[0].at("score").at("by_seat").as_array();
    EXPECT_EQ(shares[0].to_number<double>(), 0.0);
    EXPECT_EQ(shares[1].to_number<double>(), 1.0);
  }
  static std::string first_move(const json::object& lines) {
    return std::string(lines.at("lines").as_array()[0].at("pv").as_array()[0].as_string());
  }

  TemporaryFolder folder_;
  House house_{folder_.path(), {1, 2}};
};

TEST_F(ProofsFirstTest, TheStartAndEveryFirstMoveAreProven) {
  FakePage page(house_);
  expect_black_wins(lines_of(page, {}), 52);
  const auto first = catalog::AnyPosition::initial("andantino", {})->legal_moves();
  ASSERT_EQ(first.size(), 6U);
  for (const std::string& move : first) expect_black_wins(lines_of(page, {move}), 51);
}

/// The position itself is open, and of five of Black's six moves three or four are known to lose.
TEST_F(ProofsFirstTest, LinesOfAnOpenPositionSayWhatIsKnownAfterTheirMoves) {
  FakePage page(house_);
  const json::object shown = page.ask({{"type", "analyse"},
                                       {"game", "andantino"},
                                       {"engine", "quick"},
                                       {"moves", {"I9", "J9", "I8", "H8", "H7"}},
                                       {"lines", 5}});
  const auto are_all_there = [&] {
    const json::object lines = page.last("lines");
    return !lines.empty() && lines.at("request") == shown.at("request") && lines.at("lines").as_array().size() == 5;
  };
  ASSERT_TRUE(house_.loop.run_until(are_all_there)) << json::serialize(page.last("lines")) << json::serialize(shown);
  const json::object last = page.last("lines");
  EXPECT_FALSE(last.contains("proven") && last.at("proven").is_object()) << json::serialize(last);
  int lost = 0;
  for (const json::value& line : last.at("lines").as_array()) {
    const std::string move(line.at("pv").as_array()[0].as_string());
    const bool is_open = move == "I7" || move == "J8";
    EXPECT_EQ(line.at("score").at("distance").is_null(), is_open) << json::serialize(line);
    if (is_open) continue;
    EXPECT_EQ(line.at("score").at("by_seat").as_array()[0].to_number<double>(), 1.0) << "White wins after " << move;
    ++lost;
  }
  EXPECT_GE(lost, 3);
}

TEST_F(ProofsFirstTest, NothingIsForgottenAlongAWalkAgainstTheStrategy) {
  base::Random random(5);
  FakePage page(house_);
  // A walk is some twenty-five questions, each of them slow there.
  const int games = kit::kIsSanitized ? 1 : 4;
  for (int game = 0; game < games; ++game) {
    auto position = catalog::AnyPosition::initial("andantino", {});
    std::vector<std::string> moves;
    for (std::int64_t at_most = 52; !position->is_over(); --at_most) {
      const json::object lines = lines_of(page, moves);
      expect_black_wins(lines, at_most);
      const auto legal = position->legal_moves();
      moves.push_back(position->to_move() == 1 ? first_move(lines)
                                               : legal[random.below(static_cast<std::uint32_t>(legal.size()))]);
      ASSERT_TRUE(position->play(moves.back()).ok());
    }
    EXPECT_EQ(position->ending().payoff[1], catalog::kPoint);
  }
}

TEST_F(ProofsFirstTest, AHintComesFromTheProof) {
  const json::value created = house_.post("/api/v1/games", {{"game", "andantino"}, {"seats", {human(), human()}}});
  const std::string id(created.at("game_id").as_string());
  FakePage page(house_);
  page.watch(id, {token_of(created.as_object(), 0), token_of(created.as_object(), 1)});
  page.play_first(id);
  const json::object hint = page.ask({{"type", "hint"}, {"game_id", id}});
  ASSERT_EQ(type_of(hint), "hint");
  EXPECT_EQ(hint.at("proven").at("winner").as_int64(), 1);
  EXPECT_EQ(house_.counts.searches, 0) << "nothing was searched";
}

TEST(ProofStore, WhatASearchHasProvenIsKnownAlongItsLineAndAfterEveryMoveOfTheLost) {
  study::ProofStore book;
  const auto start = catalog::AnyPosition::initial("andantino", {{"side", "5"}});
  catalog::AnyPosition position = *start;
  catalog::LineReport line;
  line.score.distance = 3;
  for (int i = 0; i < 2; ++i) {
    line.pv.push_back(position.legal_moves().front());
    ASSERT_TRUE(position.play(line.pv.back()).ok());
  }
  EXPECT_FALSE(book.ask(*start).has_value());
  book.learn(*start, line);
  using Result = study::Proven::Result;
  EXPECT_EQ(book.ask(*start)->result, Result::kWin);
  EXPECT_EQ(book.ask(position)->result, Result::kWin);
  EXPECT_EQ(book.ask(position)->plies, 1);
  position.undo();
  EXPECT_EQ(book.ask(position)->result, Result::kLoss);
  EXPECT_EQ(book.ask(position)->plies, 2);
  for (const std::string& move : position.legal_moves()) {
    catalog::AnyPosition after = position;
    ASSERT_TRUE(after.play(move).ok());
    const auto known = book.ask(after);
    ASSERT_TRUE(known.has_value()) << move;
    EXPECT_EQ(known->result, Result::kWin);
    EXPECT_EQ(known->plies, 1);
  }
  catalog::LineReport estimate;
  estimate.pv = {start->legal_moves().back()};
  catalog::AnyPosition other = *start;
  ASSERT_TRUE(other.play(estimate.pv.front()).ok());
  book.learn(other, catalog::LineReport{});
  EXPECT_FALSE(book.ask(other).has_value()) << "estimates teach nothing";
}

}  // namespace partita::server_test
