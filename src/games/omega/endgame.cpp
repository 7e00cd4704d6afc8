#include "games/omega/endgame.h"

#include <limits>

#include "games/omega/endgame_search.h"
#include "games/omega/omega.h"

namespace partita::games::omega {

namespace {

/// Scores up to here may be subtracted and stepped by one within the type.
constexpr Exact kSafe32 = Exact{1} << 29;
constexpr Exact kSafe64 = Exact{1} << 61;

/// An upper bound of every score the colours can reach. Joining three single stones by one stone is the steepest
/// growth: from 1 to 4.
Exact score_bound(const Position& pos) {
  Exact bound = 1;
  for (int colour = 0; colour < pos.players(); ++colour) bound = std::max(bound, pos.score(colour));
  for (int stones = pos.plies_left() / pos.players() + 1; stones > 0 && bound < kSafe64; --stones) bound *= 4;
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
      : limits_(limits), search_(make_setup(pos, limits, hero)) {
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
    setup.stop = limits.stop;
    setup.most_nodes = limits.most_nodes;
    // More places than positions are ever visited would only be cleared in vain.
    setup.table_log2 = std::min(limits.table_log2, setup.free_cells + 3);
    std::array<int, kColours> stones{};
    for (const EndgameStep& step : setup.steps) ++stones[step.colour];
    for (int colour = 0; colour < kColours; ++colour) {
      const auto at = static_cast<std::size_t>(colour);
      setup.reach[at] = reach_table<Value>(EndgameGraph(pos, colour), setup.free_cells, stones[at], limits.stop);
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
    for (const RootTurn& turn : turns) {
      const Value value = search_.search(turn_plies_, sets_after(turn), -kFar, kFar);
      if (search_.was_stopped()) return false;
      result.turns.push_back({moves_of(turn), static_cast<SignedExact>(value)});
      if (result.turns.size() == 1 || (hero ? value > result.value : value < result.value)) {
        result.value = value;
        result.best_turn = moves_of(turn);
      }
    }
    return true;
  }

  bool value_best(const std::vector<RootTurn>& turns, EndgameResult& result) {
    const bool outcome = limits_.goal == EndgameGoal::kOutcome;
    const bool hero = search_.is_hero(0);
    Value alpha = outcome ? -1 : -kFar;
    Value beta = outcome ? 1 : kFar;
    Value best = 0;
    for (const RootTurn& turn : turns) {
      const Value value = turn_value(sets_after(turn), alpha, beta, result.best_turn.empty());
      if (search_.was_stopped()) return false;
      if (result.best_turn.empty() || (hero ? value > best : value < best)) {
        best = value;
        result.best_turn = moves_of(turn);
      }
      (hero ? alpha : beta) = hero ? std::max(alpha, best) : std::min(beta, best);
      if (alpha >= beta) break;
    }
    result.value = outcome ? (best > 0) - (best < 0) : static_cast<SignedExact>(best);
    return true;
  }

  Value turn_value(const Sets& sets, Value alpha, Value beta, bool is_first) {
    if (is_first || beta - alpha <= 1) return search_.search(turn_plies_, sets, alpha, beta);
    const bool hero = search_.is_hero(0);
    const Value value = hero ? search_.search(turn_plies_, sets, alpha, static_cast<Value>(alpha + 1))
                             : search_.search(turn_plies_, sets, static_cast<Value>(beta - 1), beta);
    return value > alpha && value < beta ? search_.search(turn_plies_, sets, alpha, beta) : value;
  }

  EndgameLimits limits_;
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
  // Keys of the search's table hold all colours' sets in one word.
  const int most = std::min(kMostEndgameCells, 64 / pos.players());
  if (pos.is_over() || pos.free_count() > std::min(most, limits.most_free_cells)) return std::nullopt;
  if (rules.pie && !pos.is_swapped() && pos.ply() <= 2) return std::nullopt;
  const Colour hero = limits.hero.value_or(pos.players() == 2 ? kWhite : pos.mover());
  EndgameLimits rest = limits;
  if (!pay_for_setup(pos, rest)) return std::nullopt;
  const Exact bound = score_bound(pos);
  if (bound <= kSafe32) return solve_with<std::int32_t>(pos, rest, hero);
  if (bound <= kSafe64) return solve_with<std::int64_t>(pos, rest, hero);
  return solve_with<SignedExact>(pos, rest, hero);
}

}  // namespace partita::games::omega
