#include "games/omega/endgame.h"

#include <limits>

#include "games/omega/endgame_search.h"
#include "games/omega/omega.h"

namespace partita::games::omega {

namespace {

/// Scores up to here may be subtracted and stepped by one within the type.
constexpr Exact kSafe32 = Exact{1} << 29;
constexpr Exact kSafe64 = Exact{1} << 61;

/// The largest product of whole numbers with this sum: threes, and what is left over.
Exact largest_product(int sum) {
  Exact product = 1;
  for (; sum > 4 && product < kSafe64; sum -= 3) product *= 3;
  return product * static_cast<Exact>(std::max(sum, 1));
}

/// An upper bound of every score the colours can reach: by the stones they will have, or by what they have now. Joining
/// three single stones by one stone is the steepest growth: from 1 to 4.
Exact score_bound(const Position& pos) {
  const int to_come = pos.plies_left() / pos.players() + 1;
  Exact bound = 1;
  for (int colour = 0; colour < pos.players(); ++colour) {
    Exact grown = pos.score(colour);
    for (int stones = to_come; stones > 0 && grown < kSafe64; --stones) grown *= 4;
    int stones_at_the_end = to_come;
    pos.for_each_group_of(colour, [&](int, Colour, int size) { stones_at_the_end += size; });
    bound = std::max(bound, std::min(grown, largest_product(stones_at_the_end)));
  }
  return bound;
}

/// What the tables of all colours cost before the search can begin, in its nodes.
std::uint64_t setup_nodes(int free_cells, const std::vector<EndgameStep>& steps, int colours) {
  // So many sets of free cells are looked at while the search visits a node. Measured with 15 free cells on side 3:
  // 39,000 sets took a fifteenth of the time of 330,000 nodes.
  constexpr std::uint64_t kSetsPerNode = 2;
  std::array<int, kMaxColours> stones{};
  for (const EndgameStep& step : steps) ++stones[step.colour];
  std::uint64_t sets = 0;
  for (int colour = 0; colour < colours; ++colour) {
    std::uint64_t of_size = 1;  // how many sets have so many cells
    for (int size = 0; size <= stones[static_cast<std::size_t>(colour)]; ++size) {
      sets += of_size;
      of_size = of_size * static_cast<std::uint64_t>(free_cells - size) / static_cast<std::uint64_t>(size + 1);
    }
  }
  return sets / kSetsPerNode;
}

/// Takes the set-up out of the limit. False if the limit does not reach for it and one node more: then nothing is
/// begun.
bool pay_for_setup(const Position& pos, EndgameLimits& limits) {
  const std::uint64_t cost = setup_nodes(pos.free_count(), endgame_steps(pos), pos.players());
  if (limits.most_nodes != 0) {
    if (limits.most_nodes <= cost) return false;
    limits.most_nodes -= cost;
  }
  if (limits.spent != nullptr) *limits.spent += cost;
  return true;
}

/// By symmetry that changes no stone, the first one aside: where each free cell goes, both by number.
std::vector<SetImage> unchanging_images(const Position& pos) {
  std::vector<int> free;
  pos.for_each_free([&](int cell) { free.push_back(cell); });
  const auto& images = pos.board().images;
  std::vector<SetImage> found;
  for (std::size_t symmetry = 1; symmetry < images.size(); ++symmetry) {
    const auto& image = images[symmetry];
    bool is_same = true;
    for (int cell = 0; cell < pos.cells() && is_same; ++cell)
      is_same = pos.stone_at(cell) == pos.stone_at(image[static_cast<std::size_t>(cell)]);
    if (!is_same) continue;
    std::vector<int> to;
    for (const int cell : free) {
      const auto there = std::lower_bound(free.begin(), free.end(), image[static_cast<std::size_t>(cell)]);
      to.push_back(static_cast<int>(there - free.begin()));
    }
    found.emplace_back(to);
  }
  return found;
}

/// How a colour's score is counted in the search: `scale` times the score, and `offset` more. Where equal scores are
/// decided by the rules, scores count four times, so that one of difference is more than all that seats can add, and
/// who wins a tie with the hero has one more than it, who loses it one less.
struct ScoreUnits {
  int scale = 1;
  int offset = 0;
};

constexpr int kTieScale = 4;

bool counts_seats(const Position& pos, const EndgameLimits& limits) {
  return limits.ties == EndgameTies::kByRules && pos.rules().tie == TieRule::kLastWins;
}

ScoreUnits units_of(const Position& pos, const EndgameLimits& limits, int colour, Colour hero) {
  if (!counts_seats(pos, limits)) return {};
  return {kTieScale, colour < hero ? -1 : colour > hero ? 1 : 0};
}

/// One turn at the root, as cell numbers by step.
struct RootTurn {
  std::vector<int> cells;
  float guess = 0;
};

template <class Value, int kColours>
class EndgameRoot {
 public:
  using Search = EndgameSearch<Value, kColours>;
  using Sets = typename Search::Sets;

  EndgameRoot(const Position& pos, const EndgameLimits& limits, Colour hero)
      : limits_(limits), scale_(counts_seats(pos, limits) ? kTieScale : 1), search_(make_setup(pos, limits, hero)) {
    pos.for_each_free([&](int cell) { cells_.push_back(cell); });
    turn_plies_ = static_cast<std::size_t>(std::popcount(pos.pending()));
  }

  std::optional<EndgameResult> solve() {
    if (search_.was_stopped()) return std::nullopt;
    std::vector<RootTurn> turns;
    RootTurn prefix;
    list_turns(Sets{}, prefix, turns);
    std::stable_sort(turns.begin(), turns.end(), [this](const RootTurn& a, const RootTurn& b) {
      return search_.is_hero(0) ? a.guess > b.guess : a.guess < b.guess;
    });
    EndgameResult result;
    result.hero = search_.setup().hero;
    const bool solved =
        limits_.goal == EndgameGoal::kEveryTurn ? value_every(turns, result) : value_best(turns, result);
    result.nodes = search_.nodes();
    if (limits_.spent != nullptr) *limits_.spent += result.nodes;
    if (!solved) return std::nullopt;
    return result;
  }

 private:
  static constexpr Value kFar = std::numeric_limits<Value>::max() / 2;

  static typename Search::Setup make_setup(const Position& pos, const EndgameLimits& limits, Colour hero) {
    typename Search::Setup setup;
    setup.steps = endgame_steps(pos);
    setup.free_cells = pos.free_count();
    setup.hero = hero;
    setup.images = unchanging_images(pos);
    setup.colours_are_alike = pos.free_count() == pos.cells();
    setup.stop = limits.stop;
    setup.most_nodes = limits.most_nodes;
    // More places than positions are ever visited would only be cleared in vain.
    setup.table_log2 = std::min(limits.table_log2, setup.free_cells + (kColours == 2 ? 3 : 7));
    std::array<int, kColours> stones{};
    for (const EndgameStep& step : setup.steps) ++stones[step.colour];
    for (int colour = 0; colour < kColours; ++colour) {
      const auto at = static_cast<std::size_t>(colour);
      const ScoreUnits units = units_of(pos, limits, colour, hero);
      const EndgameGraph graph(pos, colour);
      const auto count = [&](FreeSet set) {
        return static_cast<Value>(static_cast<Value>(graph.score_with(set)) * units.scale + units.offset);
      };
      setup.reach[at] = reach_table<Value>(count, setup.free_cells, stones[at], limits.stop);
    }
    return setup;
  }

  void list_turns(const Sets& sets, RootTurn& prefix, std::vector<RootTurn>& turns) {
    if (prefix.cells.size() == turn_plies_) {
      prefix.guess = search_.guess(sets);
      turns.push_back(prefix);
      return;
    }
    FreeSet used = 0;
    for (const FreeSet set : sets) used |= set;
    const Colour colour = search_.setup().steps[prefix.cells.size()].colour;
    for (int cell = 0; cell < search_.setup().free_cells; ++cell) {
      if ((used >> cell & 1) != 0) continue;
      Sets next = sets;
      next[colour] |= FreeSet{1} << cell;
      prefix.cells.push_back(cell);
      list_turns(next, prefix, turns);
      prefix.cells.pop_back();
    }
  }

  Sets sets_after(const RootTurn& turn) const {
    Sets sets{};
    for (std::size_t i = 0; i < turn.cells.size(); ++i)
      sets[search_.setup().steps[i].colour] |= FreeSet{1} << turn.cells[i];
    return sets;
  }

  std::vector<Move> moves_of(const RootTurn& turn) const {
    std::vector<Move> moves;
    for (std::size_t i = 0; i < turn.cells.size(); ++i) {
      moves.push_back(Move::stone(search_.setup().steps[i].colour, cells_[static_cast<std::size_t>(turn.cells[i])]));
    }
    return moves;
  }

  bool value_every(const std::vector<RootTurn>& turns, EndgameResult& result) {
    const bool hero = search_.is_hero(0);
    Value best = 0;
    for (const RootTurn& turn : turns) {
      const Value value = search_.search(turn_plies_, sets_after(turn), -kFar, kFar);
      if (search_.was_stopped()) return false;
      result.turns.push_back({moves_of(turn), margin_of(value), tie_of(value)});
      if (result.turns.size() == 1 || (hero ? value > best : value < best)) {
        best = value;
        result.best_turn = moves_of(turn);
      }
    }
    result.value = margin_of(best);
    result.tie = tie_of(best);
    return true;
  }

  bool value_best(const std::vector<RootTurn>& turns, EndgameResult& result) {
    const bool outcome = limits_.goal == EndgameGoal::kOutcome;
    // Where seats count nothing is equal, and the outcome is yes or no.
    const auto best = outcome         ? best_within(turns, scale_ == 1 ? -1 : 0, 1, result)
                      : kColours == 2 ? best_within(turns, -kFar, kFar, result)
                                      : best_by_steps(turns, result);
    if (!best) return false;
    result.value = outcome ? (*best > 0) - (*best < 0) : margin_of(*best);
    if (!outcome) result.tie = tie_of(*best);
    return true;
  }

  /// The fail-soft value within (alpha, beta), and the turn that leads to it. Nothing if it was stopped.
  std::optional<Value> best_within(const std::vector<RootTurn>& turns, Value alpha, Value beta, EndgameResult& result) {
    const bool hero = search_.is_hero(0);
    std::optional<Value> best;
    for (const RootTurn& turn : turns) {
      const Value value = turn_value(sets_after(turn), alpha, beta, !best);
      if (search_.was_stopped()) return std::nullopt;
      if (!best || (hero ? value > *best : value < *best)) {
        best = value;
        result.best_turn = moves_of(turn);
      }
      (hero ? alpha : beta) = hero ? std::max(alpha, *best) : std::min(beta, *best);
      if (alpha >= beta) break;
    }
    return best;
  }

  /// The value by questions of yes and no alone, each asked where the last one led (MTD(f), Plaat 1996). From the start
  /// of three players on side 3 the margins of the second and the third came after 127 and 89 s; with an open window
  /// both were given up after 100 s.
  std::optional<Value> best_by_steps(const std::vector<RootTurn>& turns, EndgameResult& result) {
    Value low = -kFar;
    Value high = kFar;
    Value guess = 0;
    while (low < high) {
      const Value beta = guess == low ? static_cast<Value>(guess + 1) : guess;
      EndgameResult step;
      const auto value = best_within(turns, static_cast<Value>(beta - 1), beta, step);
      if (!value) return std::nullopt;
      guess = *value;
      const bool is_low = guess < beta;
      (is_low ? high : low) = guess;
      // Only an answer that the mover likes names a turn that is as good as that.
      if (is_low != search_.is_hero(0)) result.best_turn = step.best_turn;
    }
    return guess;
  }

  /// The difference of the scores, which is the nearest whole number: the seats add one at most, the scale is four.
  SignedExact margin_of(Value value) const {
    if (scale_ == 1) return static_cast<SignedExact>(value);
    return (static_cast<SignedExact>(value) + kTieScale / 2) >> std::countr_zero(static_cast<unsigned>(kTieScale));
  }
  int tie_of(Value value) const { return margin_of(value) != 0 ? 0 : (value > 0) - (value < 0); }

  Value turn_value(const Sets& sets, Value alpha, Value beta, bool is_first) {
    if (is_first || beta - alpha <= 1) return search_.search(turn_plies_, sets, alpha, beta);
    const bool hero = search_.is_hero(0);
    const Value value = hero ? search_.search(turn_plies_, sets, alpha, static_cast<Value>(alpha + 1))
                             : search_.search(turn_plies_, sets, static_cast<Value>(beta - 1), beta);
    return value > alpha && value < beta ? search_.search(turn_plies_, sets, alpha, beta) : value;
  }

  EndgameLimits limits_;
  int scale_;
  Search search_;
  std::vector<int> cells_;
  std::size_t turn_plies_ = 0;
};

template <class Value>
std::optional<EndgameResult> solve_with(const Position& pos, const EndgameLimits& limits, Colour hero) {
  switch (pos.players()) {
    case 2: return EndgameRoot<Value, 2>(pos, limits, hero).solve();
    case 3: return EndgameRoot<Value, 3>(pos, limits, hero).solve();
    default: return EndgameRoot<Value, 4>(pos, limits, hero).solve();
  }
}

}  // namespace

std::optional<EndgameResult> solve_endgame(const Position& pos, const EndgameLimits& limits) {
  const Rules rules = pos.rules();
  if (pos.is_over() || pos.free_count() > std::min(most_endgame_cells(pos.players()), limits.most_free_cells))
    return std::nullopt;
  if (rules.pie && !pos.is_swapped() && pos.ply() <= 2) return std::nullopt;
  const Colour hero = limits.hero.value_or(pos.players() == 2 ? kWhite : pos.mover());
  EndgameLimits rest = limits;
  if (!pay_for_setup(pos, rest)) return std::nullopt;
  const Exact bound = score_bound(pos) * static_cast<Exact>(counts_seats(pos, limits) ? kTieScale + 1 : 1);
  if (bound <= kSafe32) return solve_with<std::int32_t>(pos, rest, hero);
  if (bound <= kSafe64) return solve_with<std::int64_t>(pos, rest, hero);
  return solve_with<SignedExact>(pos, rest, hero);
}

}  // namespace partita::games::omega
