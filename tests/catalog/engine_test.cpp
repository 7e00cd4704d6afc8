#include "catalog/any_engine.h"

#include <gtest/gtest.h>

#include "catalog/erased_engine.h"
#include "catalog/game_entry.h"
#include "kit/tictactoe.h"

namespace partita::catalog {
namespace {

AnyPosition tictactoe() { return AnyPosition(std::move(*make_erased_position<kit::TicTacToe>({}, ""))); }

std::unique_ptr<AnyEngine> engine(std::string_view text) {
  auto made = make_erased_engine<kit::TicTacToe>(*read_engine_spec(text));
  EXPECT_TRUE(made.ok());
  return std::move(*made);
}

TEST(EngineSpec, IsReadAndWritten) {
  const auto spec = read_engine_spec("partita,killers=off,threads=2");
  ASSERT_TRUE(spec.ok());
  EXPECT_EQ(spec->preset, "partita");
  EXPECT_EQ(write_engine_spec(*spec), "partita,killers=off,threads=2");
  EXPECT_FALSE(read_engine_spec("").ok());
  EXPECT_FALSE(read_engine_spec("killers=off").ok());
  EXPECT_FALSE(read_engine_spec("partita,killers").ok());
}

TEST(ErasedEngine, UnknownPresetsAndSwitchesAreNamed) {
  const auto preset = make_erased_engine<kit::TicTacToe>({"partitta", {}});
  ASSERT_FALSE(preset.ok());
  EXPECT_NE(preset.error().find("did you mean 'partita'"), std::string::npos);
  const auto option = make_erased_engine<kit::TicTacToe>({"partita", {{"kilers", "on"}}});
  ASSERT_FALSE(option.ok());
  EXPECT_NE(option.error().find("killers"), std::string::npos);
}

TEST(ErasedEngine, PlaysLegalMovesWithEveryGeneralPreset) {
  for (const PresetEntry& preset : presets("tictactoe")) {
    auto player = engine(preset.name);
    AnyPosition pos = tictactoe();
    SearchRequest request;
    request.limits.depth = 4;
    while (!pos.is_over()) ASSERT_TRUE(pos.play(player->search(pos, request).best_move).ok()) << preset.name;
  }
}

TEST(ErasedEngine, ReportsLinesWithSharesThatSumToOne) {
  auto player = engine("partita");
  SearchRequest request;
  request.limits.depth = 4;
  request.limits.lines = 3;
  int lines = 0;
  request.on_line = [&](const LineReport& line) {
    ++lines;
    ASSERT_EQ(line.score.by_seat.size(), 2u);
    EXPECT_DOUBLE_EQ(line.score.by_seat[0] + line.score.by_seat[1], 1.0);
    EXPECT_FALSE(line.pv.empty());
  };
  const auto result = player->search(tictactoe(), request);
  EXPECT_EQ(lines, 12);
  EXPECT_EQ(result.lines.size(), 3u);
  EXPECT_EQ(result.lines[0].pv[0], result.best_move);
}

TEST(ErasedEngine, DefaultsAreThePresets) {
  auto player = engine("random,seed=9");
  EXPECT_EQ(base::find_option(player->options(), "search")->default_value, "random");
  EXPECT_EQ(player->option_values().at("seed"), "9");
  EXPECT_FALSE(player->set_option("seed", "x").ok());
  EXPECT_TRUE(player->set_option("seed", "10").ok());
  EXPECT_EQ(player->option_values().at("seed"), "10");
}

}  // namespace
}  // namespace partita::catalog
