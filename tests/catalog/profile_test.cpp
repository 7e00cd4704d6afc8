// The games' profiles are data: nothing but these tests would notice a slip of the pen before somebody meets it.
#include "game/profile.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "catalog/any_engine.h"
#include "catalog/games.h"
#include "catalog/presets.h"
#include "catalog/solver.h"

namespace partita::catalog {
namespace {

/// Whether the text is of rule values that the game takes; an empty one names none.
testing::AssertionResult are_rules(const GameEntry& game, std::string_view text) {
  if (text.empty()) return testing::AssertionSuccess();
  const auto values = base::read_values(text);
  if (!values) return testing::AssertionFailure() << game.name << ": " << text << ": " << values.error();
  const auto checked = base::checked_values(game.rule_options, *values);
  if (!checked) return testing::AssertionFailure() << game.name << ": " << text << ": " << checked.error();
  return testing::AssertionSuccess();
}

testing::AssertionResult is_preset(const GameEntry& game, std::string_view name) {
  const auto engine = game.make_engine({std::string(name), {{"hash_mb", "1"}}});
  if (!engine) return testing::AssertionFailure() << game.name << ": " << engine.error();
  return testing::AssertionSuccess();
}

TEST(Profiles, EveryGameHasOne) {
  for (const GameEntry& game : all_games()) {
    ASSERT_NE(game.profile, nullptr) << game.name;
    EXPECT_NE(game.profile, &game::no_profile()) << game.name << " has no G::profile()";
    EXPECT_GE(game.profile->unit, 1) << game.name;
    EXPECT_EQ(game.profile->solver == Solver::kProof, has_solver(game.name)) << game.name;
  }
}

/// A new game has an empty profile. Once its levels were measured (data/levels), everything that they rest on is there.
TEST(Profiles, AGameWithMeasuredLevelsIsMeasuredThroughout) {
  int measured = 0;
  for (const GameEntry& game : all_games()) {
    const bool has_levels =
        std::filesystem::exists(std::string(PARTITA_SOURCE_DIR) + "/data/levels/" + game.name + ".json");
    EXPECT_EQ(game.profile->levels.size(), has_levels ? 10U : 0U) << game.name;
    if (!has_levels) continue;
    ++measured;
    EXPECT_FALSE(game.profile->curves.empty()) << game.name;
    EXPECT_FALSE(game.profile->bench.empty()) << game.name;
  }
  EXPECT_GE(measured, 4);
}

TEST(Profiles, EveryTextOfSwitchesCanBeRead) {
  for (const GameEntry& game : all_games()) {
    for (const std::string_view text : {game.profile->engine, game.profile->uct, game.profile->montecarlo}) {
      EXPECT_TRUE(text.empty() || base::read_values(text).ok()) << game.name << ": " << text;
    }
    for (const game::ProfilePreset& preset : game.profile->presets) {
      EXPECT_TRUE(preset.switches.empty() || base::read_values(preset.switches).ok()) << preset.switches;
      EXPECT_TRUE(preset.from.empty() || preset.from == "bare" || is_preset(game, preset.from)) << preset.name;
      EXPECT_TRUE(is_preset(game, preset.name));
      EXPECT_FALSE(preset.help.empty()) << preset.name;
    }
    for (const game::LevelRow& level : game.profile->levels) EXPECT_TRUE(is_preset(game, level.preset));
  }
}

TEST(Profiles, EveryMeasurementNamesRulesAndPresetsThatThereAre) {
  for (const GameEntry& game : all_games()) {
    for (const game::BenchRow& row : game.profile->bench) {
      EXPECT_TRUE(are_rules(game, row.rules) && is_preset(game, row.preset));
      EXPECT_FALSE(row.plies.empty()) << game.name;
    }
    for (const game::SpeedRow& row : game.profile->speed) EXPECT_TRUE(are_rules(game, row.rules));
    for (const auto& rows : {game.profile->rate, game.profile->clock}) {
      for (const game::TimedRow& row : rows) EXPECT_TRUE(are_rules(game, row.rules) && is_preset(game, row.preset));
    }
    for (const game::CurveUnderRules& row : game.profile->curves) EXPECT_TRUE(are_rules(game, row.rules));
    for (const game::ForeignTongue& tongue : game.profile->tongues) EXPECT_TRUE(are_rules(game, tongue.rules));
    for (const game::ReportAbout& report : game.profile->reports) EXPECT_TRUE(are_rules(game, report.rules));
    for (const game::CorpusFormat& format : game.profile->corpora) EXPECT_TRUE(are_rules(game, format.rules));
  }
}

TEST(Profiles, TheFirstCurveThatFitsTheRulesCounts) {
  game::Profile profile;
  EXPECT_EQ(chance_curve(profile, {}).scale, game::ChanceCurve{}.scale);
  profile.curves = {{"rules=a,swap=on", {100, 0.1}}, {"rules=a", {200, 0}}, {"", {300, 0}}};
  EXPECT_EQ(chance_curve(profile, {{"rules", "a"}, {"swap", "on"}}).scale, 100);
  EXPECT_EQ(chance_curve(profile, {{"rules", "a"}, {"swap", "off"}}).scale, 200);
  EXPECT_EQ(chance_curve(profile, {{"rules", "b"}}).scale, 300);
  EXPECT_EQ(chance_curve(profile, {}).scale, 300);
}

TEST(Profiles, AGameIsFoundByItsOtherNamesTonguesAndReports) {
  for (const GameEntry& game : all_games()) {
    for (const std::string_view name : game.profile->other_names) EXPECT_EQ(*find_game(name), &game);
    for (const game::ForeignTongue& tongue : game.profile->tongues)
      EXPECT_EQ(speaker_of(tongue.name)->game, &game) << tongue.name;
  }
  EXPECT_EQ(speaker_of("klingon").error(), "no game speaks 'klingon'");
  EXPECT_EQ(subject_of_report("rudin")->game->name, "tafl");
  EXPECT_EQ(subject_of_report("rudin")->rules, (base::OptionValues{{"rules", "mcgill"}}));
  EXPECT_EQ(subject_of_report("nobody").error(), "no game has the report 'nobody'");
}

}  // namespace
}  // namespace partita::catalog
