// Every preset of every game on positions that a beginner solves: a win in one turn is taken, an avoidable loss in two
// turns avoided. Positions come from random play and are judged by trying all moves, without any search.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <map>
#include <ostream>
#include <set>

#include "base/random.h"
#include "catalog/any_engine.h"
#include "catalog/game_list.h"
#include "catalog/games.h"
#include "catalog/presets.h"
#include "kit/conformance_tactics.h"
#include "kit/effort.h"

namespace partita::catalog {
namespace {

constexpr int kPositions = kit::samples(500);

/// How many plies a preset claims to see; exercises that need more are not for it.
int claimed_plies(const std::string& game, const std::string& preset) {
  if (preset == "random") return 0;  // any legal move (Aboukhadra 2.2)
  if (preset == "greedy") return 1;  // the move that looks best at once
  const Level* const level = level_of_preset(game, preset);
  // A weak level looks one ply less far than its own depth now and then.
  return level != nullptr && level->depth > 0 ? std::max(1, level->depth - 1) : 100;
}

/// The deepest search in which a preset prefers a win in one. Rao's wins are all worth 10^5 (report, 3.5.2): at a fixed
/// depth of three plies one in three is as good.
int deepest_for_wins(const std::string& preset) {
  return preset == "rao-ab-minimax" || preset == "rao-ab-negamax-tt" ? 2 : 100;
}

/// A position as engines know it, and the moves that solve it.
struct Exercise {
  AnyPosition position;
  std::set<std::string> solutions;
  int plies = 0;  ///< depth at which the solution is seen
};

struct Exercises {
  std::vector<Exercise> wins;     ///< some moves win in this turn, others do not
  std::vector<Exercise> threats;  ///< nothing wins in this turn, some moves lose to the next one, others do not
};

/// Every legal ply, in whatever order the rules let a turn's plies be played.
template <game::Game G>
std::vector<typename G::Move> plies_of(const typename G::Position& pos) {
  std::vector<typename G::Move> plies;
  if constexpr (game::HasTurns<G>) {
    G::generate_human_moves(pos, plies);
  } else {
    const auto moves = kit::legal_moves<G>(pos);
    plies.assign(moves.begin(), moves.end());
  }
  return plies;
}

template <game::Game G>
bool has_winning_turn(const typename G::Position& pos);

/// Whether the turn that goes on with `move` can end the game in the mover's favour.
template <game::Game G>
bool wins_this_turn(const typename G::Position& pos, typename G::Move move) {
  auto after = pos;
  after.play(move);
  if (after.is_over()) return kit::is_won_by<G>(after, pos.to_move());
  return after.to_move() == pos.to_move() && has_winning_turn<G>(after);
}

template <game::Game G>
bool has_winning_turn(const typename G::Position& pos) {
  const auto moves = kit::legal_moves<G>(pos);
  return std::any_of(moves.begin(), moves.end(), [&](auto move) { return wins_this_turn<G>(pos, move); });
}

/// Whether the mover has lost after `move`: at once, or to the other side's next turn however it ends its own.
template <game::Game G>
bool loses_next_turn(const typename G::Position& pos, typename G::Move move) {
  auto after = pos;
  after.play(move);
  if (after.is_over()) return after.payoff(pos.to_move()) == 0;
  if (after.to_move() != pos.to_move()) return has_winning_turn<G>(after);
  const auto rest = kit::legal_moves<G>(after);
  return std::all_of(rest.begin(), rest.end(), [&](auto ply) { return loses_next_turn<G>(after, ply); });
}

/// Plies to the end of this turn, and to the end of the next one.
template <game::Game G>
std::pair<int, int> plies_of_turns(const typename G::Position& pos) {
  if constexpr (game::HasScores<G> && game::HasTurns<G>) {
    const int own = 1 + (static_cast<int>(pos.plies_left()) - 1) % pos.seat_count();
    return {own, own + pos.seat_count()};
  }
  static_cast<void>(pos);
  return {1, 2};
}

/// A game of known length cannot end before that.
template <game::Game G>
bool may_end_within(const typename G::Position& pos, int plies) {
  if constexpr (game::HasScores<G>) return static_cast<int>(pos.plies_left()) <= plies;
  static_cast<void>(pos);
  static_cast<void>(plies);
  return true;
}

/// Follows random games by the game's own rules and through AnyPosition side by side.
template <game::Game G>
class Maker {
 public:
  explicit Maker(const base::OptionValues& rules) : rules_(rules) {}

  Exercises make() {
    constexpr int kMostGames = 20'000;
    for (int game = 0; game < kMostGames && !(is_full(found_.wins) && is_full(found_.threats)); ++game) play_a_game();
    return std::move(found_);
  }

 private:
  using Position = typename G::Position;

  static bool is_full(const std::vector<Exercise>& list) { return static_cast<int>(list.size()) >= kPositions; }

  void play_a_game() {
    AnyPosition any = *AnyPosition::initial(G::kName, rules_);
    Position pos = G::initial(*G::make_rules(any.rules()));
    while (!pos.is_over()) {
      take(pos, any);
      const auto moves = kit::legal_moves<G>(pos);
      const auto move = moves[random_.below(static_cast<std::uint32_t>(moves.size()))];
      // The past may have ended the game: by repetition.
      if (!any.play(G::Notation::write_move(pos, move)) || any.is_over()) return;
      pos.play(move);
    }
  }

  void take(const Position& pos, const AnyPosition& any) {
    const auto [turn, two_turns] = plies_of_turns<G>(pos);
    if (may_end_within<G>(pos, turn) && has_winning_turn<G>(pos)) {
      return add(found_.wins, pos, any, turn, [&](auto move) { return wins_this_turn<G>(pos, move); });
    }
    if (!is_full(found_.threats) && may_end_within<G>(pos, two_turns)) {
      add(found_.threats, pos, any, two_turns, [&](auto move) { return !loses_next_turn<G>(pos, move); });
    }
  }

  template <class Solves>
  void add(std::vector<Exercise>& list, const Position& pos, const AnyPosition& any, int plies, const Solves& solves) {
    if (is_full(list)) return;
    std::set<std::string> solutions;
    const auto all = plies_of<G>(pos);
    for (const auto move : all) {
      if (solves(move)) solutions.insert(G::Notation::write_move(pos, move));
    }
    if (solutions.empty() || solutions.size() == all.size()) return;
    // Without its past: otherwise a move may be good because it repeats a position.
    list.push_back({*AnyPosition::from_text(G::kName, any.rules(), any.text()), std::move(solutions), plies});
  }

  base::OptionValues rules_;
  base::Random random_{15};
  Exercises found_;
};

/// A game under rules of its own, and its name in the tests' names.
struct PresetOfRules {
  const char* name;
  const char* game;
  base::OptionValues rules;
};
const std::vector<PresetOfRules>& presets_of_rules() {
  static const std::vector<PresetOfRules> all = {{"andantino", "andantino", {}},
                                                 {"omega", "omega", {}},
                                                 {"tablut_mcgill", "tafl", {{"rules", "mcgill"}}},
                                                 {"tablut_ashton", "tafl", {{"rules", "ashton"}}},
                                                 {"brandubh", "tafl", {{"rules", "brandubh"}}},
                                                 {"hex", "hex", {{"side", "5"}}}};
  return all;
}

template <class... Games>
Exercises make_exercises(const PresetOfRules& ground, GameList<Games...>) {
  Exercises made;
  ((ground.game == Games::kName ? void(made = Maker<Games>(ground.rules).make()) : void()), ...);
  return made;
}

/// Made once for all presets.
const Exercises& exercises_of(const PresetOfRules& ground) {
  static std::map<std::string, Exercises> known;
  const auto found = known.find(ground.name);
  if (found != known.end()) return found->second;
  return known.emplace(ground.name, make_exercises(ground, AllGames{})).first->second;
}

struct Case {
  const PresetOfRules* ground;
  std::string preset;
};

std::vector<Case> cases() {
  std::vector<Case> all;
  for (const PresetOfRules& ground : presets_of_rules()) {
    for (const PresetEntry& preset : presets(ground.game)) all.push_back({&ground, preset.name});
  }
  return all;
}

std::string case_name(const ::testing::TestParamInfo<Case>& info) {
  std::string name = std::string(info.param.ground->name) + "_" + info.param.preset;
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
}

std::ostream& operator<<(std::ostream& out, const Case& one) { return out << one.ground->name << " " << one.preset; }

class Tactics : public ::testing::TestWithParam<Case> {
 protected:
  Tactics() {
    auto made = make_plain_engine(ground().game, ground().rules, {preset(), {{"hash_mb", "1"}}});
    EXPECT_TRUE(made.ok()) << (made.ok() ? "" : made.error());
    if (made) engine_ = std::move(*made);
  }

  const PresetOfRules& ground() const { return *GetParam().ground; }
  const std::string& preset() const { return GetParam().preset; }

  std::string answer(const Exercise& exercise, int depth) {
    SearchRequest request;
    request.limits.depth = depth;
    // Monte-Carlo search knows no depth: so many simulations are few for it.
    constexpr std::uint64_t kSimulations = 60;
    if (engine_->option_values().at("search") == "montecarlo") request.limits.nodes = kSimulations;
    return engine_->search(exercise.position, request).best_move;
  }

  /// Asked in turn at the depth that the exercise needs and some plies more, but none beyond `deepest`.
  void expect_solved(const std::vector<Exercise>& exercises, const std::array<int, 4>& more, int deepest = 100) {
    ASSERT_EQ(static_cast<int>(exercises.size()), kPositions);
    int asked = 0, misses = 0;
    std::string first;
    for (const Exercise& exercise : exercises) {
      if (exercise.plies > claimed_plies(ground().game, preset())) continue;
      const int depth = std::min(exercise.plies + more[static_cast<std::size_t>(asked++) % more.size()], deepest);
      const std::string move = answer(exercise, depth);
      if (exercise.solutions.contains(move) || misses++ > 0) continue;
      first = "at depth " + std::to_string(depth) + ", " + exercise.position.text() + " plays " + move + ", not " +
              *exercise.solutions.begin();
    }
    EXPECT_EQ(misses, 0) << "of " << asked << ": " << first;
  }

  std::unique_ptr<AnyEngine> engine_;
};

TEST_P(Tactics, TakesAWinInOne) {
  expect_solved(exercises_of(ground()).wins, {0, 0, 1, 2}, deepest_for_wins(preset()));
}

TEST_P(Tactics, AvoidsALossInTwo) { expect_solved(exercises_of(ground()).threats, {0, 0, 0, 1}); }

INSTANTIATE_TEST_SUITE_P(All, Tactics, ::testing::ValuesIn(cases()), case_name);

}  // namespace
}  // namespace partita::catalog
