// What distinguishes each preset, seen from outside.
#include <gtest/gtest.h>

#include <cctype>
#include <map>
#include <set>

#include "base/random.h"
#include "base/text.h"
#include "catalog/any_engine.h"
#include "catalog/games.h"

namespace partita::catalog {
namespace {

std::unique_ptr<AnyEngine> engine(std::string_view game, const std::string& preset, base::OptionValues overrides = {}) {
  if (preset.rfind("partita", 0) != 0) overrides.emplace("hash_mb", "4");
  auto made = make_plain_engine(game, {}, {preset, std::move(overrides)});
  EXPECT_TRUE(made.ok()) << (made.ok() ? "" : made.error());
  return std::move(*made);
}

AnyPosition after(std::string_view game, const std::vector<const char*>& moves, const base::OptionValues& rules = {}) {
  auto pos = AnyPosition::initial(game, rules);
  for (const char* move : moves) EXPECT_TRUE(pos->play(move).ok()) << move;
  return *pos;
}

SearchResult search(AnyEngine& player, const AnyPosition& pos, int depth = 0) {
  SearchRequest request;
  request.limits.depth = depth;
  return player.search(pos, request);
}

bool is_on(AnyEngine& player, const char* name) { return player.option_values().at(name) == "on"; }

TEST(Presets, EveryPresetOfEveryGamePlaysALegalMove) {
  for (const GameEntry& game : all_games()) {
    for (const PresetEntry& preset : presets(game.name)) {
      auto player = engine(game.name, preset.name);
      AnyPosition pos = *AnyPosition::initial(game.name);
      SearchRequest request;
      request.limits.movetime_ms = 30;
      EXPECT_TRUE(pos.play(player->search(pos, request).best_move).ok()) << game.name << " " << preset.name;
    }
  }
}

TEST(Presets, EveryNameOfTheReportsIsThere) {
  const std::map<std::string, std::set<std::string>> wanted = {
      {"andantino",
       {"partita", "random", "greedy", "sweere-none", "sweere-groups", "sweere-neighbours", "aboukhadra-minimax",
        "aboukhadra-alphabeta", "aboukhadra-negamax", "aboukhadra-id", "aboukhadra-tt", "aboukhadra-tt-id",
        "aboukhadra-tt-killers", "aboukhadra-tt-killers-id", "rao-ab-minimax", "rao-ab-negamax-tt",
        "rao-ab-negamax-tt-id"}},
      {"omega",
       {"partita", "random", "greedy", "trebing-tt", "trebing-nm", "trebing-km", "trebing-nm-mc", "trebing-mc-km",
        "trebing-nm-km", "trebing-full"}},
      {"tafl", {"partita", "random", "greedy", "rudin", "rudin-pieces", "rudin-escape", "rudin-depth-4"}}};
  for (const auto& [game, names] : wanted) {
    std::set<std::string> offered;
    for (const PresetEntry& preset : presets(game)) offered.insert(preset.name);
    for (const std::string& name : names) EXPECT_TRUE(offered.contains(name)) << game << " lacks " << name;
  }
}

TEST(Presets, EveryReportsEngineNamesItsSection) {
  int engines = 0;
  for (const GameEntry& game : all_games()) {
    for (const PresetEntry& preset : presets(game.name)) {
      for (const char* author : {"Sweere", "Aboukhadra", "Rao", "Rudin", "Trebing"}) {
        if (preset.name.rfind(base::lower(author) + "-", 0) != 0 && preset.name != base::lower(author)) continue;
        const std::string start = std::string(author) + " ";
        EXPECT_TRUE(preset.help.rfind(start, 0) == 0 && std::isdigit(preset.help[start.size()]) != 0) << preset.help;
        ++engines;
      }
    }
  }
  EXPECT_EQ(engines, 26) << "3, 8, 3, 5 and 7";
}

TEST(Presets, RudinsFeaturesWereAddedOneAtATime) {
  // Equal pieces, and the king's four directions shut in one and open in the other; then attackers come beside him.
  const auto values = [](const char* text) {
    std::map<std::string, std::int64_t> value;
    for (const char* preset : {"rudin-pieces", "rudin-escape", "rudin"}) {
      const AnyPosition pos = *AnyPosition::from_text("tafl", {}, text);
      value[preset] = search(*engine("tafl", preset), pos, 1).lines.front().score.value;
    }
    return value;
  };
  const auto shut = values("/9/9/4t4/9/t3K3t/9/2T6/4t4/9/ a 20");
  const auto near = values("/9/9/9/9/t3Kt3/9/2T6/4t4/7t1/ a 20");
  EXPECT_EQ(shut.at("rudin-pieces"), near.at("rudin-pieces"));
  EXPECT_GT(shut.at("rudin-escape"), shut.at("rudin-pieces"));
  EXPECT_GT(near.at("rudin"), near.at("rudin-escape"));
}

/// A position, reached by random play, whose mover wins in exactly `distance` plies.
AnyPosition won_in(int distance) {
  base::Random random(5);
  auto judge = engine("andantino", "partita");
  for (;;) {
    AnyPosition pos = *AnyPosition::initial("andantino");
    for (int ply = 0; ply < 14 && !pos.is_over(); ++ply) {
      const auto moves = pos.legal_moves();
      EXPECT_TRUE(pos.play(moves[random.below(static_cast<std::uint32_t>(moves.size()))]).ok());
    }
    if (pos.is_over()) continue;
    const auto result = search(*judge, pos, 4);
    if (!result.lines.empty() && result.lines.front().score.distance == distance) return pos;
  }
}

TEST(Presets, SweereStopsDeepeningAtTheWin) {
  const AnyPosition pos = won_in(3);
  auto sweere = engine("andantino", "sweere-neighbours");
  EXPECT_EQ(search(*sweere, pos, 8).depth, 3);
  auto without = engine("andantino", "sweere-neighbours", {{"win_stop", "off"}});
  EXPECT_EQ(search(*without, pos, 5).depth, 5);
}

TEST(Presets, SweereAnswersALossInTwoWithoutSearching) {
  AnyPosition pos = won_in(3);
  auto judge = engine("andantino", "partita");
  // The winning side's move makes a threat; the other side's answer is forced or does not exist.
  ASSERT_TRUE(pos.play(search(*judge, pos, 4).best_move).ok());
  for (const char* name : {"sweere-none", "sweere-groups", "sweere-neighbours"}) {
    auto player = engine("andantino", name);
    EXPECT_EQ(player->option_values().at("win_score"), "plain") << name;
    const auto result = search(*player, pos, 6);
    EXPECT_TRUE(result.note == "only move" || result.lines.front().score.distance < 0) << name;
  }
}

TEST(Presets, SweeresFirstHashingCollidesAndHisSecondDoesNot) {
  const auto counts = [](const char* hashing) {
    auto player = engine("andantino", "sweere-neighbours", {{"hashing", hashing}, {"hash_mb", "16"}});
    const auto result = search(*player, after("andantino", {"K10", "K11", "J11", "L11"}), 8);
    EXPECT_TRUE(result.table.has_value());
    return result.table.value_or(TableReport{});
  };
  const TableReport cells = counts("cells");
  EXPECT_GT(cells.stores, 1'000U);
  EXPECT_EQ(cells.shared_keys + cells.false_hits, 0U);
  EXPECT_LT(cells.collisions * 20, cells.stores);
  const TableReport rows = counts("rows_and_columns");
  EXPECT_GT(rows.collisions * 3, rows.stores) << "a third and more; the report has a half";
  EXPECT_GT(rows.false_hits, 0U);
}

TEST(Presets, TermsOfAnEvaluationCanBeLeftOut) {
  for (const char* game : {"andantino", "omega", "tafl"}) {
    const AnyPosition start = *AnyPosition::initial(game);
    const base::OptionValues fixed = {{"search", "negamax"}, {"evaluator", "partita"}, {"quiescence", "off"}};
    const auto value = [&](const char* left_out) {
      base::OptionValues values = fixed;
      values["left_out"] = left_out;
      return search(*engine(game, "partita", values), start, 1).lines.front().score.value;
    };
    const std::string tempo = std::string(game) == "tafl" ? "to_move" : "tempo";
    EXPECT_NE(value(""), value(tempo.c_str())) << game;
    const auto bad = make_plain_engine(game, {}, {"partita", {{"left_out", "tempi"}}});
    ASSERT_FALSE(bad.ok());
    EXPECT_NE(bad.error().find("left_out: no term named 'tempi', known: "), std::string::npos) << bad.error();
    EXPECT_FALSE(engine(game, "partita")->set_option("left_out", "nothing such").ok());
  }
}

TEST(Presets, AboukhadrasStatesFallAtEveryStep) {
  const AnyPosition pos = after("andantino", {"K10", "K11", "J11", "L11", "L12"});
  std::map<std::string, std::uint64_t> nodes;
  std::map<std::string, std::int64_t> value;
  for (const char* name :
       {"aboukhadra-minimax", "aboukhadra-alphabeta", "aboukhadra-negamax", "aboukhadra-tt", "aboukhadra-tt-killers"}) {
    auto player = engine("andantino", name, {{"max_depth", "5"}});
    const auto result = search(*player, pos, 5);
    nodes[name] = result.nodes;
    value[name] = result.lines.front().score.value;
  }
  EXPECT_LT(nodes["aboukhadra-alphabeta"], nodes["aboukhadra-minimax"]);
  EXPECT_LT(nodes["aboukhadra-tt"], nodes["aboukhadra-alphabeta"]);
  EXPECT_EQ(value["aboukhadra-alphabeta"], value["aboukhadra-minimax"]);
  EXPECT_EQ(value["aboukhadra-negamax"], value["aboukhadra-minimax"]);
}

TEST(Presets, AboukhadraTakesAWinWhateverItsEvaluationHopesFor) {
  const AnyPosition pos = after("andantino", {"I9", "I10", "J9", "J11", "K10", "K11", "H9", "K9", "J8", "H10", "I8",
                                              "G9", "G8", "I11", "I7", "K8", "H7", "J7"});
  for (const PresetEntry& preset : presets("andantino")) {
    if (preset.name.rfind("aboukhadra", 0) != 0 || preset.name == "aboukhadra-minimax") continue;
    auto player = engine("andantino", preset.name);
    for (int depth = 1; depth <= 5; ++depth) {
      EXPECT_EQ(search(*player, pos, depth).best_move, "L11") << preset.name << " at depth " << depth;
    }
  }
}

TEST(Presets, AboukhadrasDepthsAreTableOnes) {
  const std::map<std::string, std::string> depths = {
      {"aboukhadra-minimax", "4"},       {"aboukhadra-alphabeta", "5"}, {"aboukhadra-tt", "6"},
      {"aboukhadra-tt-killers", "7"},    {"aboukhadra-id", "11"},       {"aboukhadra-tt-id", "11"},
      {"aboukhadra-tt-killers-id", "11"}};
  for (const auto& [name, depth] : depths) {
    auto player = engine("andantino", name);
    EXPECT_EQ(player->option_values().at("max_depth"), depth) << name;
    EXPECT_EQ(is_on(*player, "iterative_deepening"), name.ends_with("id")) << name;
    EXPECT_EQ(is_on(*player, "killers"), name.find("killers") != std::string::npos) << name;
    EXPECT_EQ(is_on(*player, "root_ordering"), name == "aboukhadra-id") << name;
  }
}

TEST(Presets, RaoSearchesThreePlies) {
  for (const char* name : {"rao-ab-minimax", "rao-ab-negamax-tt", "rao-ab-negamax-tt-id"}) {
    auto player = engine("andantino", name);
    EXPECT_EQ(search(*player, after("andantino", {"K10", "K11"})).depth, 3) << name;
  }
}

TEST(Presets, RudinChoosesAtRandomAmongEqualsAndLooksFourOrFivePliesAhead) {
  std::set<std::string> moves;
  for (int seed = 1; seed <= 6; ++seed) {
    auto player = engine("tafl", "rudin", {{"seed", std::to_string(seed)}});
    SearchRequest request;
    request.limits.depth = 1;
    moves.insert(player->search(*AnyPosition::initial("tafl"), request).best_move);
  }
  EXPECT_GT(moves.size(), 1u);
  EXPECT_EQ(engine("tafl", "rudin")->option_values().at("depth_policy"), "rudin");
}

TEST(Presets, TrebingOpensInTheCornerAndGivesTheCentreAway) {
  auto player = engine("omega", "trebing-full");
  AnyPosition pos = *AnyPosition::initial("omega", {{"side", "5"}});
  const auto own = player->search(pos, {});
  EXPECT_EQ(own.note, "book");
  const std::set<std::string> corners = {"W:A1", "W:E1", "W:I5", "W:I9", "W:E9", "W:A5"};
  EXPECT_TRUE(corners.contains(own.best_move)) << own.best_move;
  ASSERT_TRUE(pos.play(own.best_move).ok());
  EXPECT_EQ(player->search(pos, {}).best_move, "B:E5");
}

TEST(Presets, TrebingsEnhancementsAreWhatTheNamesSay) {
  for (const char* name :
       {"trebing-tt", "trebing-nm", "trebing-km", "trebing-nm-mc", "trebing-mc-km", "trebing-nm-km"}) {
    auto player = engine("omega", name);
    const std::string text = name;
    EXPECT_EQ(is_on(*player, "null_move"), text.find("nm") != std::string::npos) << name;
    EXPECT_EQ(is_on(*player, "killers"), text.find("km") != std::string::npos) << name;
    EXPECT_EQ(is_on(*player, "multi_cut"), text.find("mc") != std::string::npos) << name;
    EXPECT_EQ(player->option_values().at("tt_life"), "turn") << name;
  }
}

TEST(Presets, GreedyLooksOnePlyAheadAndRandomNone) {
  EXPECT_EQ(search(*engine("andantino", "greedy"), after("andantino", {"K10"})).depth, 1);
  EXPECT_EQ(search(*engine("andantino", "random"), after("andantino", {"K10"})).note, "random");
}

}  // namespace
}  // namespace partita::catalog
