// Positions that somebody sets up: the rules say whether there are such, and the page has words for every refusal.
#include "catalog/set_up.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <regex>
#include <set>

#include "base/random.h"
#include "catalog/games.h"
#include "game/refusal.h"

namespace partita::catalog {
namespace {

std::string stones_of(const AnyPosition& position) {
  std::string stones;
  for (const CellView& cell : position.view().cells) stones += cell.piece;
  return stones;
}

/// Whatever a game comes to between two turns can be set up, and is the same position.
TEST(SetUp, EveryPositionOfAGameCanBeSetUp) {
  base::Random random(7);
  for (const GameEntry& game : all_games()) {
    for (int round = 0; round < 20; ++round) {
      auto position = *AnyPosition::initial(game.name);
      const int plies = static_cast<int>(random.below(40));
      for (int ply = 0; (ply < plies || !position.starts_turn()) && !position.is_over(); ++ply) {
        const auto moves = position.legal_moves();
        ASSERT_TRUE(position.play(moves[random.below(static_cast<std::uint32_t>(moves.size()))]));
      }
      if (position.is_over()) continue;
      const auto again = set_up(game.name, position.rules(), stones_of(position), position.to_move());
      ASSERT_TRUE(again) << game.name << " " << position.text() << ": " << again.error();
      EXPECT_EQ(stones_of(*again), stones_of(position)) << position.text();
      EXPECT_EQ(again->to_move(), position.to_move());
    }
  }
}

std::string code_of(std::string_view game, const base::OptionValues& rules, const std::string& stones, Seat mover) {
  const auto position = set_up(game, rules, stones, mover);
  return position ? "" : position.forward_error().code;
}

TEST(SetUp, RefusalsHaveACodeAndWhatGoesIntoTheSentence) {
  const base::OptionValues small{{"side", "3"}};
  const auto andantino = *AnyPosition::initial("andantino", small);
  std::string stones = stones_of(andantino);
  EXPECT_EQ(code_of("andantino", small, stones, 0), "");
  const auto mover = set_up("andantino", small, stones, 1);
  ASSERT_FALSE(mover);
  EXPECT_EQ(mover.forward_error().code, "setup.mover");
  EXPECT_EQ(mover.forward_error().with.at("seat"), "0");
  EXPECT_EQ(mover.forward_error().with.at("counts"), "W=0 B=1");
  std::string none(stones.size(), ' ');
  EXPECT_EQ(code_of("andantino", small, none, 0), "setup.first");
  std::string many = stones;
  std::replace(many.begin(), many.begin() + 3, ' ', 'W');
  EXPECT_EQ(code_of("andantino", small, many, 0), "setup.turns");
  EXPECT_EQ(code_of("hex", small, std::string(9, ' '), 1), "setup.mover") << "Red begins, swap or not";
  const base::OptionValues brandubh{{"rules", "brandubh"}};
  std::string tafl = stones_of(*AnyPosition::initial("tafl", brandubh));
  EXPECT_EQ(code_of("tafl", brandubh, tafl, 0), "");
  std::string kingless = tafl;
  std::replace(kingless.begin(), kingless.end(), 'K', ' ');
  EXPECT_EQ(code_of("tafl", brandubh, kingless, 0), "setup.no-piece");
  std::string crowded = tafl;
  crowded[8] = 't';
  EXPECT_EQ(code_of("tafl", brandubh, crowded, 0), "setup.too-many");
  const base::OptionValues omega{{"side", "3"}};
  std::string free = stones_of(*AnyPosition::initial("omega", omega));
  EXPECT_EQ(code_of("omega", omega, free, 0), "");
  free[0] = 'W';
  EXPECT_EQ(code_of("omega", omega, free, 0), "setup.colours");
  free[1] = 'B';
  EXPECT_EQ(code_of("omega", omega, free, 0), "setup.mover");
  EXPECT_EQ(code_of("omega", omega, free, 1), "");
}

std::string code_of_move(std::string_view game, const base::OptionValues& rules, const char* move) {
  auto position = *AnyPosition::initial(game, rules);
  const auto played = position.play(move);
  return played ? "" : played.forward_error().code;
}

TEST(SetUp, MovesAreRefusedWithACodeToo) {
  EXPECT_EQ(code_of_move("andantino", {{"side", "5"}}, "A1"), "move.touches");
  EXPECT_EQ(code_of_move("tafl", {{"rules", "brandubh"}}, "a1-a2"), "move.nothing");
  EXPECT_EQ(code_of_move("tafl", {{"rules", "brandubh"}}, "d3-c3"), "move.not-yours");
  EXPECT_EQ(code_of_move("tafl", {{"rules", "brandubh"}}, "d1-e2"), "move.straight");
  EXPECT_EQ(code_of_move("tafl", {{"rules", "brandubh"}}, "d1-d3"), "move.between");
  EXPECT_EQ(code_of_move("tafl", {{"rules", "brandubh"}}, "d1-a1"), "move.reserved");
}

std::set<std::string> words_of(const std::string& language) {
  std::ifstream file(std::string(PARTITA_SOURCE_DIR) + "/web/src/i18n/" + language + ".ts");
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  std::set<std::string> codes;
  const std::regex key("'refusal\\.([a-z.-]+)':");
  for (std::sregex_iterator found(text.begin(), text.end(), key), end; found != end; ++found) codes.insert((*found)[1]);
  return codes;
}

/// Both ends of the wire: every code that can be sent has a message in every language, and no message waits for a code
/// that nobody sends.
TEST(SetUp, ThePageHasWordsForEveryCodeAndNoOthers) {
  std::set<std::string> codes;
  for (int code = 0; code < static_cast<int>(game::Refusal::kCount); ++code) {
    codes.emplace(game::refusal_code(static_cast<game::Refusal>(code)));
  }
  EXPECT_EQ(codes.size(), static_cast<std::size_t>(game::Refusal::kCount));
  EXPECT_EQ(words_of("en"), codes);
  EXPECT_EQ(words_of("it"), codes);
}

TEST(SetUp, ATurnHasAsManyPliesAsTheRulesSay) {
  EXPECT_EQ(plies_of_turn(*AnyPosition::initial("andantino")), 1);
  EXPECT_EQ(plies_of_turn(*AnyPosition::initial("omega", {{"players", "3"}})), 3);
}

}  // namespace
}  // namespace partita::catalog
