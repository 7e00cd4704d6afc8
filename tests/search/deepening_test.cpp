// What a search that is stopped in the middle of an iteration makes of it, whatever the tree below answers within the
// rules of fail-soft search: the move is as good as the values known, and the bound is one.
#include "search/alphabeta/deepening.h"

#include <gtest/gtest.h>

#include <limits>
#include <map>
#include <type_traits>

#include "base/random.h"
#include "kit/tictactoe.h"

namespace partita::search {
namespace {

using Game = kit::TicTacToe;
using Move = Game::Move;

/// Knows every root move's true value at every depth and answers with it, or with some bound on it that the window
/// allows: a value at or below alpha is an upper bound, at or above beta a lower one. Stops after so many questions.
class ToldTree {
 public:
  ToldTree(std::uint64_t seed, int questions) : seed_(seed), random_(seed), left_(questions) {}

  Score truth(Move move, int depth) const {
    const auto dice = base::mix64(seed_ + 1000U * static_cast<unsigned>(depth) + move.cell);
    return static_cast<Score>(dice % 400) - 200 - 60 * depth;
  }
  void set_root(const Task<Game>&) {}
  Score root_child(Move move, int depth, Score alpha, Score beta, std::vector<Move>& pv) {
    if (--left_ < 0) return 0;
    const Score value = truth(move, depth);
    pv.assign(1, move);
    if (value <= alpha)
      return value + static_cast<Score>(random_.below(static_cast<std::uint32_t>(std::min(alpha - value, 300)) + 1));
    if (value >= beta)
      return value - static_cast<Score>(random_.below(static_cast<std::uint32_t>(std::min(value - beta, 300)) + 1));
    return value;
  }
  void report_nodes() {}
  bool was_stopped() const { return left_ < 0; }
  int deepest() const { return 1; }
  int hashfull() const { return 0; }

 private:
  std::uint64_t seed_;
  base::Random random_;
  int left_;
};

Task<Game> start_task(int last_depth) {
  Task<Game> task;
  task.pos = Game::Position(3);
  task.limits.depth = last_depth;
  return task;
}

void expect_sound(const Outcome<Move>& outcome, const Outcome<Move>& whole_depth, const ToldTree& tree, int depth) {
  if (outcome.lines.empty()) return;
  const Line<Move>& line = outcome.lines.front();
  const Score truth = tree.truth(outcome.best, line.depth);
  EXPECT_EQ(line.pv.front(), outcome.best);
  if (line.bound == Bound::kExact) {
    EXPECT_EQ(line.score, truth);
    EXPECT_EQ(line.depth, depth);
    return;
  }
  ASSERT_EQ(line.bound, Bound::kLower) << "a stopped search knows of no bound from above";
  EXPECT_EQ(line.depth, depth + 1);
  EXPECT_LE(line.score, truth);
  // The last whole iteration's move was searched first: it gives way only to what is better at the new depth.
  EXPECT_GT(truth, tree.truth(whole_depth.best, depth + 1));
}

TEST(Deepening, AStoppedIterationChangesTheMoveForABetterOneAlone) {
  constexpr int kLastDepth = 7;
  constexpr int kQuestions = 160;
  int changed = 0;
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    for (const bool pvs : {true, false}) {
      Switches switches;
      switches.pvs = pvs;
      std::map<int, Outcome<Move>> whole;  // by depth
      for (int questions = 1; questions < kQuestions; ++questions) {
        SCOPED_TRACE("seed " + std::to_string(seed) + " stopped after " + std::to_string(questions));
        ToldTree tree(seed, questions);
        Control control;
        control.begin({}, 0, nullptr);
        const Task<Game> task = start_task(kLastDepth);
        const auto outcome = Deepening<Game, ToldTree>(tree, task, switches, control).run(kLastDepth);
        if (outcome.depth > 0 && whole.count(outcome.depth) == 0) {
          // The first question of the next iteration was not answered yet, or the move cannot have changed by it.
          whole[outcome.depth] = outcome;
        }
        if (outcome.depth == 0) continue;
        if (outcome.lines.front().bound == Bound::kLower) ++changed;
        expect_sound(outcome, whole[outcome.depth], tree, outcome.depth);
      }
    }
  }
  EXPECT_GT(changed, 100);
}

/// The same game with an evaluation that counts in units a thousand times as large.
struct LargeUnit : kit::TicTacToe {
  static const game::Profile& profile() {
    static const game::Profile kProfile = [] {
      game::Profile profile;
      profile.unit = 100'000;
      return profile;
    }();
    return kProfile;
  }
};

/// Answers with the true value and notes the lower bounds it was asked with, both counted in hundredths of the unit.
template <class G>
class NotingTree {
 public:
  explicit NotingTree(std::uint64_t seed) : seed_(seed) {}
  static constexpr Score kHundredth = std::is_same_v<G, LargeUnit> ? 1000 : 1;

  void set_root(const Task<G>&) {}
  Score root_child(Move move, int depth, Score alpha, Score, std::vector<Move>& pv) {
    const bool is_open = alpha <= -game::kWin || alpha >= game::kWin;
    bounds.push_back(is_open ? alpha : alpha / kHundredth);
    pv.assign(1, move);
    const auto dice = base::mix64(seed_ + 1000U * static_cast<unsigned>(depth) + move.cell);
    return kHundredth * (static_cast<Score>(dice % 400) - 200 - 60 * depth);
  }
  void report_nodes() {}
  bool was_stopped() const { return false; }
  int deepest() const { return 1; }
  int hashfull() const { return 0; }

  std::vector<Score> bounds;

 private:
  std::uint64_t seed_;
};

template <class G>
std::vector<Score> bounds_asked(std::uint64_t seed) {
  NotingTree<G> tree(seed);
  Control control;
  control.begin({}, 0, nullptr);
  Task<G> task;
  task.pos = typename G::Position(3);
  const Switches switches;
  (void)Deepening<G, NotingTree<G>>(tree, task, switches, control).run(9);
  return tree.bounds;
}

TEST(Deepening, WindowsFollowTheUnitOfTheEvaluation) {
  for (std::uint64_t seed = 1; seed <= 40; ++seed) EXPECT_EQ(bounds_asked<LargeUnit>(seed), bounds_asked<Game>(seed));
}

TEST(Deepening, AWindowOfAnyUnitCanBeAddedToAnEvaluation) {
  EXPECT_EQ(hundredths<Game>(50), 50);
  EXPECT_EQ(hundredths<LargeUnit>(50), 50'000);
  EXPECT_LE(std::int64_t{hundredths<LargeUnit>(1'000'000'000)} + game::kEvalLimit,
            std::int64_t{std::numeric_limits<Score>::max()});
  EXPECT_GE(hundredths<Game>(0), 1);
}

}  // namespace
}  // namespace partita::search
