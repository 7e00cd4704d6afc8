// Every preset of every game on positions that a beginner solves: a win in one is taken, an avoidable loss in two avoided.
// Positions come from random play and are judged by trying all moves, without any search.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

#include "base/random.h"
#include "catalog/any_engine.h"
#include "catalog/game_list.h"
#include "catalog/games.h"
#include "kit/conformance_tactics.h"

namespace partita::catalog {
namespace {

constexpr std::size_t kPositions = 200;
constexpr int kMostGames = 4'000;

/// A position as engines know it, and the moves that solve it.
struct Exercise {
  AnyPosition position;
  std::set<std::string> solutions;
};

template <game::Game G>
std::set<std::string> winning_moves(const typename G::Position& pos) {
  std::set<std::string> wins;
  for (const auto move : kit::legal_moves<G>(pos)) {
    auto after = pos;
    after.play(move);
    if (kit::is_won_by<G>(after, pos.to_move())) wins.insert(G::Notation::write_move(pos, move));
  }
  return wins;
}

template <game::Game G>
std::set<std::string> safe_moves(const typename G::Position& pos) {
  std::set<std::string> safe;
  for (const auto move : kit::legal_moves<G>(pos)) {
    if (!kit::loses_at_once<G>(pos, move)) safe.insert(G::Notation::write_move(pos, move));
  }
  return safe;
}

struct Exercises {
  std::vector<Exercise> wins;       ///< some moves win at once, others do not
  std::vector<Exercise> threats;    ///< nothing wins at once, some moves lose in two, others do not
};

/// Follows random games by the game's own rules and through AnyPosition side by side.
template <game::Game G>
Exercises make_exercises() {
  Exercises found;
  base::Random random(15);
  const auto is_full = [](const std::vector<Exercise>& list) { return list.size() >= kPositions; };
  for (int game = 0; game < kMostGames && !(is_full(found.wins) && is_full(found.threats)); ++game) {
    AnyPosition any = *AnyPosition::initial(G::kName);
    const auto rules = G::make_rules(any.rules());
    typename G::Position pos = G::initial(*rules);
    while (!pos.is_over()) {
      const auto moves = kit::legal_moves<G>(pos);
      const auto wins = winning_moves<G>(pos);
      if (!wins.empty()) {
        if (!is_full(found.wins) && wins.size() < moves.size()) found.wins.push_back({any, wins});
      } else if (!is_full(found.threats)) {
        const auto safe = safe_moves<G>(pos);
        if (!safe.empty() && safe.size() < moves.size()) found.threats.push_back({any, safe});
      }
      const auto move = moves[random.below(static_cast<std::uint32_t>(moves.size()))];
      EXPECT_TRUE(any.play(G::Notation::write_move(pos, move)).ok());
      pos.play(move);
    }
  }
  return found;
}

/// Its book shut: Trebing's puts stones into free corners and the free centre whatever else there is (report, 5.4).
std::unique_ptr<AnyEngine> small_engine(std::string_view game, const std::string& preset) {
  auto made = make_engine(game, {}, {preset, {{"hash_mb", "1"}, {"own_book", "off"}}});
  EXPECT_TRUE(made.ok()) << (made.ok() ? "" : made.error());
  return std::move(*made);
}

/// How many the preset gets wrong at this depth, and the first of them in words.
struct Misses {
  int count = 0;
  std::string first;
};

Misses misses_of(AnyEngine& engine, const std::vector<Exercise>& exercises, int depth) {
  Misses misses;
  for (const Exercise& exercise : exercises) {
    engine.new_game();
    SearchRequest request;
    request.limits.depth = depth;
    const std::string move = engine.search(exercise.position, request).best_move;
    if (exercise.solutions.contains(move)) continue;
    if (misses.count++ == 0) {
      misses.first = exercise.position.text() + " plays " + move + ", not " + *exercise.solutions.begin();
    }
  }
  return misses;
}

/// One does not look for a win, and says so. Rao's wins are worth 10^5 whatever their distance (report, 3.5.2), so that at a
/// fixed depth of three a win in three is as good as one in one.
bool may_overlook_a_win(const std::string& preset, int depth) {
  return preset == "random" || (depth >= 3 && (preset == "rao-ab-minimax" || preset == "rao-ab-negamax-tt"));
}

/// These look one ply ahead only, or at none.
bool may_overlook_a_loss_in_two(const std::string& preset) {
  static const std::set<std::string> kShallow = {"random", "greedy", "level-1", "level-2", "level-3", "level-4"};
  return kShallow.contains(preset);
}

template <class G>
class Tactics : public ::testing::Test {};
using Games = ::testing::Types<games::andantino::Andantino, games::omega::Omega, games::tafl::Tafl, games::hex::Hex>;
TYPED_TEST_SUITE(Tactics, Games);

TYPED_TEST(Tactics, EveryPresetTakesAWinInOneAndAvoidsALossInTwo) {
  const Exercises exercises = make_exercises<TypeParam>();
  ASSERT_GE(exercises.wins.size(), 100U);
  for (const PresetEntry& preset : presets(TypeParam::kName)) {
    const auto engine = small_engine(TypeParam::kName, preset.name);
    // Odd and even depths: an evaluation that outdoes a win may show at one of them only.
    for (const int depth : {1, 2, 3}) {
      if (may_overlook_a_win(preset.name, depth)) continue;
      const Misses wins = misses_of(*engine, exercises.wins, depth);
      EXPECT_EQ(wins.count, 0) << preset.name << " at depth " << depth << ", of " << exercises.wins.size() << ": " << wins.first;
    }
    if (!may_overlook_a_loss_in_two(preset.name)) {
      const Misses threats = misses_of(*engine, exercises.threats, 2);
      EXPECT_EQ(threats.count, 0) << preset.name << " of " << exercises.threats.size() << ": " << threats.first;
    }
  }
}

}  // namespace
}  // namespace partita::catalog
