// Searches that may choose among given moves alone: every preset of every game, with every order of a turn's plies that
// people may play, near the start of a game and near its end.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "base/random.h"
#include "base/text.h"
#include "catalog/any_engine.h"
#include "catalog/games.h"
#include "kit/effort.h"

namespace partita::catalog {
namespace {

struct RulesAndPreset {
  const char* game;
  base::OptionValues rules;
};

/// Small boards, where every preset gets to its end quickly, and every number of seats.
std::vector<RulesAndPreset> rules_and_presets() {
  std::vector<RulesAndPreset> result = {{"omega", {{"side", "3"}}},
                                        {"omega", {{"side", "3"}, {"pie", "on"}}},
                                        {"omega", {{"side", "3"}, {"players", "3"}}},
                                        {"omega", {{"side", "3"}, {"players", "4"}}},
                                        {"tafl", {{"rules", "brandubh"}}},
                                        {"andantino", {{"side", "5"}}},
                                        {"hex", {{"side", "4"}}}};
  const auto has = [&](const std::string& name) {
    return std::any_of(result.begin(), result.end(), [&](const RulesAndPreset& ground) { return ground.game == name; });
  };
  for (const GameEntry& game : all_games()) {
    if (!has(game.name)) result.push_back({game.name.c_str(), {}});
  }
  return result;
}

AnyPosition played_at_random(const RulesAndPreset& ground, int plies, base::Random& random) {
  for (;;) {
    auto made = AnyPosition::initial(ground.game, ground.rules);
    EXPECT_TRUE(made.ok()) << made.error();
    AnyPosition pos = std::move(*made);
    while (!pos.is_over() && pos.ply() < plies) {
      const auto moves = pos.legal_moves();
      (void)pos.play(moves[random.below(static_cast<std::uint32_t>(moves.size()))]);
    }
    if (!pos.is_over()) return pos;
  }
}

/// Where the rules fix how long a game lasts, the first ply of the last turn but one; elsewhere some plies on.
int ply_near_the_end(AnyPosition pos) {
  constexpr int kSomePlies = 6;
  if (!pos.turns_left()) return kSomePlies;
  while (*pos.turns_left() > 2) (void)pos.play(pos.legal_moves().front());
  return pos.ply();
}

/// One move of every kind (letters before a colon: the colours of a turn), each of them somewhere among its like.
std::vector<std::string> one_of_each_kind(const AnyPosition& pos, base::Random& random) {
  std::vector<std::string> moves = pos.legal_moves();
  for (std::size_t i = moves.size(); i > 1; --i)
    std::swap(moves[i - 1], moves[random.below(static_cast<std::uint32_t>(i))]);
  std::set<std::string> kinds;
  std::vector<std::string> chosen;
  for (const std::string& move : moves) {
    const std::size_t colon = move.find(':');
    if (kinds.insert(colon == std::string::npos ? std::string() : move.substr(0, colon)).second) chosen.push_back(move);
  }
  return chosen;
}

void expect_obedience(AnyEngine& engine, const AnyPosition& pos, const std::vector<std::string>& only, int lines) {
  SCOPED_TRACE(engine.preset() + " in " + pos.text() + " with " + base::join(only, " "));
  const auto is_allowed = [&](const std::string& move) {
    return std::find(only.begin(), only.end(), move) != only.end();
  };
  SearchRequest request;
  request.limits.depth = 2;
  request.limits.nodes = 400;
  request.limits.lines = lines;
  request.only_moves = only;
  request.on_line = [&](const LineReport& line) {
    ASSERT_FALSE(line.pv.empty());
    EXPECT_TRUE(is_allowed(line.pv.front())) << line.pv.front();
  };
  const SearchResult result = engine.search(pos, request);
  EXPECT_TRUE(is_allowed(result.best_move)) << result.best_move;
  EXPECT_LE(result.lines.size(), std::min<std::size_t>(only.size(), static_cast<std::size_t>(lines)));
  for (const LineReport& line : result.lines) {
    ASSERT_FALSE(line.pv.empty());
    EXPECT_TRUE(is_allowed(line.pv.front())) << line.pv.front();
  }
}

TEST(OnlyMoves, EveryPresetOfEveryGameObeysThem) {
  base::Random random(14);
  for (const RulesAndPreset& ground : rules_and_presets()) {
    const AnyPosition start = played_at_random(ground, 0, random);
    const int near_end = ply_near_the_end(start);
    for (const PresetEntry& preset : presets(ground.game)) {
      auto engine = make_plain_engine(ground.game, start.rules(), {preset.name, {{"hash_mb", "1"}}});
      ASSERT_TRUE(engine.ok()) << preset.name << ": " << engine.error();
      for (const int plies : {0, 1, near_end, near_end + 1}) {
        const AnyPosition pos = played_at_random(ground, plies, random);
        const auto moves = one_of_each_kind(pos, random);
        for (const std::string& move : moves) expect_obedience(**engine, pos, {move}, 1);
        expect_obedience(**engine, pos, moves, 3);
        // Named twice, a move is one move.
        expect_obedience(**engine, pos, {moves.front(), moves.front()}, 1);
        if (::testing::Test::HasFailure()) return;
      }
    }
  }
}

/// A tree kept from a search of all moves must not bring the others back, nor a restricted one keep them away.
TEST(OnlyMoves, NoSearchRemembersTheRestrictionOfAnother) {
  for (const PresetEntry& preset : presets("omega")) {
    const AnyPosition pos = *AnyPosition::initial("omega", {{"side", "3"}});
    auto engine = make_plain_engine("omega", pos.rules(), {preset.name, {{"hash_mb", "1"}}});
    ASSERT_TRUE(engine.ok());
    SearchRequest all;
    all.limits.depth = 1;
    all.limits.nodes = 400;  // where depth is none, in a tree of simulations
    const std::string before = (*engine)->search(pos, all).best_move;
    expect_obedience(**engine, pos, {"B:C3"}, 1);
    expect_obedience(**engine, pos, {"W:A1"}, 1);
    expect_obedience(**engine, pos, {"B:C3", "W:A1"}, 2);
    // Of three lines two at least begin with a move that the restricted searches left out.
    all.limits.lines = 3;
    const SearchResult again = (*engine)->search(pos, all);
    const auto is_new = [](const LineReport& line) { return line.pv.front() != "B:C3" && line.pv.front() != "W:A1"; };
    const auto found = std::count_if(again.lines.begin(), again.lines.end(), is_new);
    EXPECT_GE(found + 2, static_cast<std::ptrdiff_t>(again.lines.size())) << preset.name;
    all.limits.lines = 1;
    (*engine)->new_game();
    EXPECT_EQ((*engine)->search(pos, all).best_move, before) << preset.name << ": the whole move, not its colour alone";
  }
}

}  // namespace
}  // namespace partita::catalog
