#include "catalog/presets.h"

#include <gtest/gtest.h>

#include <set>

#include "base/random.h"
#include "catalog/games.h"
#include "kit/effort.h"
#include "study/engine.h"

namespace partita::study {
namespace {

std::unique_ptr<catalog::AnyEngine> level_engine(const std::string& game, int level, const std::string& seed = "1") {
  auto made = make_engine(game, {}, {"level-" + std::to_string(level), {{"hash_mb", "1"}, {"seed", seed}}});
  EXPECT_TRUE(made.ok()) << game << " " << level;
  return std::move(*made);
}

catalog::AnyPosition after_random_plies(const std::string& game, int plies, std::uint64_t seed) {
  base::Random random(seed);
  while (true) {
    catalog::AnyPosition position = *catalog::AnyPosition::initial(game);
    for (int ply = 0; ply < plies && !position.is_over(); ++ply) {
      const auto moves = position.legal_moves();
      EXPECT_TRUE(position.play(moves[random.below(static_cast<std::uint32_t>(moves.size()))]));
    }
    if (!position.is_over()) return position;
  }
}

TEST(Levels, EveryGameHasTenWithNamesOfTheirOwn) {
  for (const catalog::GameEntry& game : catalog::all_games()) {
    const auto& levels = catalog::levels_of(game.name);
    ASSERT_EQ(levels.size(), 10u) << game.name;
    for (std::size_t i = 0; i < levels.size(); ++i) {
      EXPECT_EQ(levels[i].level, static_cast<int>(i) + 1);
      EXPECT_EQ(catalog::level_of_preset(game.name, "level-" + std::to_string(i + 1)), &levels[i]);
    }
  }
  EXPECT_EQ(catalog::level_of_preset("omega", "level-11"), nullptr);
  EXPECT_TRUE(catalog::levels_of("chess").empty());
}

TEST(Levels, WeakOnesVaryWithTheSeedAndAreTheSameWithIt) {
  for (const catalog::GameEntry& game : catalog::all_games()) {
    const catalog::AnyPosition position = after_random_plies(game.name, 6, 4);
    std::set<std::string> chosen;
    for (int seed = 1; seed <= (kit::kIsSanitized ? 6 : 12); ++seed) {
      const auto first = level_engine(game.name, 1, std::to_string(seed))->search(position, {});
      EXPECT_EQ(first.best_move, level_engine(game.name, 1, std::to_string(seed))->search(position, {}).best_move);
      EXPECT_TRUE(catalog::AnyPosition(position).play(first.best_move));
      chosen.insert(first.best_move);
    }
    EXPECT_GT(chosen.size(), 2u) << game.name;
  }
}

/// On the largest board that the rules allow, counted by what is looked at: a clock would measure the machine.
TEST(Levels, TheStrongestStopAtTheirPositions) {
  const int level = kit::kIsSanitized ? 7 : 10;
  for (const auto& [game, side] : {std::pair{"hex", "14"}, std::pair{"omega", "10"}}) {
    const auto position = catalog::AnyPosition::initial(game, {{"side", side}});
    ASSERT_TRUE(position.ok());
    const std::uint64_t most = catalog::levels_of(game)[static_cast<std::size_t>(level) - 1].nodes;
    ASSERT_GT(most, 0u);
    auto made = make_engine(game, position->rules(), {"level-" + std::to_string(level), {{"hash_mb", "16"}}});
    ASSERT_TRUE(made.ok());
    EXPECT_LE((*made)->search(*position, {}).nodes, most + most / 50) << game;
  }
}

TEST(Levels, LimitsOfTheAskerHold) {
  catalog::SearchRequest request;
  request.limits.nodes = 100;
  EXPECT_LE(level_engine("andantino", 10)->search(after_random_plies("andantino", 8, 1), request).nodes, 200u);
}

/// Random replies against a level from a position on; true if the level's seat wins.
bool wins_against_random_replies(catalog::AnyEngine& engine, catalog::AnyPosition position, base::Random& random) {
  const catalog::Seat seat = position.to_move();
  while (!position.is_over()) {
    const auto moves = position.legal_moves();
    const std::string move = position.to_move() == seat ? engine.search(position, {}).best_move
                                                        : moves[random.below(static_cast<std::uint32_t>(moves.size()))];
    EXPECT_TRUE(position.play(move));
  }
  return position.ending().winner() == static_cast<int>(seat);
}

TEST(Levels, AProvenWinIsNeverFumbled) {
  base::Random random(9);
  for (const std::string game : {"andantino", "tafl"}) {
    int proven = 0;
    for (std::uint64_t seed = 0; seed < 60 && proven < kit::samples(6); ++seed) {
      const catalog::AnyPosition position = after_random_plies(game, game == "tafl" ? 40 : 16, seed);
      const auto engine = level_engine(game, 5);
      const auto result = engine->search(position, {});
      if (result.lines.empty() || result.lines.front().score.distance.value_or(0) <= 2) continue;
      ++proven;
      for (int replies = 0; replies < 3; ++replies) {
        engine->new_game();
        EXPECT_TRUE(wins_against_random_replies(*engine, position, random)) << game << " " << position.text();
      }
    }
    EXPECT_GT(proven, 0) << game;
  }
}

}  // namespace
}  // namespace partita::study
