#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <limits>
#include <type_traits>
#include <vector>

#include "base/clock.h"
#include "base/random.h"
#include "games/omega/endgame_graph.h"

namespace partita::games::omega {

/// How often the stop flag is looked at: well below a millisecond.
inline constexpr std::uint64_t kStopMask = 1023;

/// What one colour can still reach from a set of free cells that it has, when it ends with a given number of them: the
/// smallest and largest final score over all supersets, and their mean. Others' stones are disregarded, so the bounds
/// are true ones; with the last stone all three meet.
template <class Value>
struct Reach {
  Value low = 0;
  Value high = 0;
  float mean = 0;
};

/// `score_with(set)` is what the colour gets for its final set. Incomplete, and meaningless, once `stop` is raised.
template <class Value, class ScoreWith>
std::vector<Reach<Value>> reach_table(const ScoreWith& score_with, int free_cells, int final_stones,
                                      const base::StopFlag* stop) {
  std::vector<Reach<Value>> table(std::size_t{1} << free_cells);
  const FreeSet all = static_cast<FreeSet>(table.size() - 1);
  for (std::size_t index = table.size(); index-- > 0;) {
    const auto set = static_cast<FreeSet>(index);
    const int stones = std::popcount(set);
    if (stones > final_stones) continue;
    if ((index & kStopMask) == 0 && stop != nullptr && stop->is_raised()) break;
    Reach<Value>& here = table[index];
    if (stones == final_stones) {
      here.low = here.high = score_with(set);
      here.mean = static_cast<float>(here.high);
      continue;
    }
    here.low = std::numeric_limits<Value>::max();
    here.high = 0;
    float sum = 0;
    for (FreeSet rest = all & ~set; rest != 0; rest &= rest - 1) {
      const Reach<Value>& more = table[set | (rest & (~rest + 1))];
      here.low = std::min(here.low, more.low);
      here.high = std::max(here.high, more.high);
      sum += more.mean;
    }
    here.mean = sum / static_cast<float>(free_cells - stones);
  }
  return table;
}

/// What becomes of a set of free cells when the board is turned or reflected. REQUIRES: at most 24 free cells.
class SetImage {
 public:
  /// By cell: where it goes to.
  explicit SetImage(const std::vector<int>& to) : low_(kHalf), high_(kHalf) {
    for (std::size_t set = 1; set < kHalf; ++set) {
      const auto cell = static_cast<std::size_t>(std::countr_zero(set));
      low_[set] = low_[set & (set - 1)] | bit(to, cell);
      high_[set] = high_[set & (set - 1)] | bit(to, cell + kHalfBits);
    }
  }
  FreeSet of(FreeSet set) const { return low_[set % kHalf] | high_[set / kHalf]; }

 private:
  static constexpr std::size_t kHalfBits = 12;
  static constexpr std::size_t kHalf = std::size_t{1} << kHalfBits;

  static FreeSet bit(const std::vector<int>& to, std::size_t cell) {
    return cell < to.size() ? FreeSet{1} << to[cell] : 0;
  }

  std::vector<FreeSet> low_, high_;  ///< the images of the first twelve cells' sets, and of the others'
};

/// Exact search over sets of free cells: no board is touched. Values are the hero's score less the best other score;
/// the hero makes them large, everybody else small. One thread, one use.
template <class Value, int kColours>
class EndgameSearch {
 public:
  using Sets = std::array<FreeSet, kColours>;

  struct Setup {
    std::vector<EndgameStep> steps;
    std::array<std::vector<Reach<Value>>, kColours> reach;
    int free_cells = 0;
    Colour hero = 0;
    std::vector<SetImage> images;  ///< that the position does not change under, besides itself
    /// No stone tells the colours apart. Those before the hero's in turn order may then change places, and those after
    /// it: a tie with the hero is decided alike for them, and one player plays them all.
    bool colours_are_alike = false;
    int table_log2 = 20;
    std::uint64_t most_nodes = 0;
    const base::StopFlag* stop = nullptr;
  };

  explicit EndgameSearch(Setup setup)
      : setup_(std::move(setup)),
        all_(static_cast<FreeSet>((std::uint64_t{1} << setup_.free_cells) - 1)),
        slots_(std::size_t{1} << setup_.table_log2),
        shift_(64 - setup_.table_log2),
        stopped_(setup_.stop != nullptr && setup_.stop->is_raised()),
        next_look_(next_look_after(0)) {}

  /// Fail-soft value of the position after `ply` steps within (alpha, beta). Meaningless once was_stopped().
  Value search(std::size_t ply, const Sets& sets, Value alpha, Value beta) {
    return has_images(ply) ? search_one(ply, least_image(sets), alpha, beta) : search_one(ply, sets, alpha, beta);
  }

  /// How promising a position looks for the hero, for ordering.
  float guess(const Sets& sets) const {
    float best_other = 0;
    for (int colour = 0; colour < kColours; ++colour) {
      if (colour != setup_.hero) best_other = std::max(best_other, reach(colour, sets).mean);
    }
    return reach(setup_.hero, sets).mean - best_other;
  }

  const Setup& setup() const { return setup_; }
  bool is_hero(std::size_t ply) const { return setup_.steps[ply].mover == setup_.hero; }
  bool was_stopped() const { return stopped_; }
  std::uint64_t nodes() const { return nodes_; }

 private:
  /// Nearer to the end a miss in the table costs more than searching again.
  static constexpr std::size_t kPliesWithoutTable = 4;
  /// Twelve images cost as much as some plies near the end.
  static constexpr std::size_t kPliesWithoutImages = 5;

  /// All sets in one number.
  using Key = std::conditional_t<kColours == 4, Exact, std::uint64_t>;
  static constexpr int kBitsPerSet = static_cast<int>(sizeof(Key)) * 8 / kColours;

  struct Range {
    Value low;
    Value high;
  };
  struct Slot {
    Key key = ~Key{0};
    Value low = 0;
    Value high = 0;
    std::uint8_t best = kNoBest;
  };
  static constexpr std::uint8_t kNoBest = 255;

  const Reach<Value>& reach(int colour, const Sets& sets) const {
    return setup_.reach[static_cast<std::size_t>(colour)][sets[static_cast<std::size_t>(colour)]];
  }

  Range range_of(const Sets& sets) const {
    const Reach<Value>& own = reach(setup_.hero, sets);
    Value other_low = 0;
    Value other_high = 0;
    for (int colour = 0; colour < kColours; ++colour) {
      if (colour == setup_.hero) continue;
      other_low = std::max(other_low, reach(colour, sets).low);
      other_high = std::max(other_high, reach(colour, sets).high);
    }
    return {static_cast<Value>(own.low - other_high), static_cast<Value>(own.high - other_low)};
  }

  /// Between turns every colour has as many stones to come as the others.
  bool has_images(std::size_t ply) const {
    return !setup_.images.empty() && ply > 0 && ply + kPliesWithoutImages < setup_.steps.size() &&
           setup_.steps[ply].mover != setup_.steps[ply - 1].mover;
  }
  /// One position for all that turning, reflecting and renaming make of it: they are worth the same.
  Sets least_image(const Sets& sets) const {
    Sets least = with_like_sorted(sets);
    for (const SetImage& image : setup_.images) {
      Sets turned;
      for (std::size_t colour = 0; colour < turned.size(); ++colour) turned[colour] = image.of(sets[colour]);
      least = std::min(least, with_like_sorted(turned));
    }
    return least;
  }
  Sets with_like_sorted(Sets sets) const {
    if (!setup_.colours_are_alike || kColours == 2) return sets;
    std::sort(sets.begin(), sets.begin() + setup_.hero);
    std::sort(sets.begin() + setup_.hero + 1, sets.end());
    return sets;
  }

  Value search_one(std::size_t ply, const Sets& sets, Value alpha, Value beta) {
    const Range range = range_of(sets);
    if (range.low >= beta || range.low == range.high) return range.low;
    if (range.high <= alpha) return range.high;
    if (ply + 1 == setup_.steps.size()) return is_hero(ply) ? last_ply<true>(sets) : last_ply<false>(sets);
    if (is_out_of_time()) return 0;
    Slot* slot = nullptr;
    if (ply + kPliesWithoutTable < setup_.steps.size()) {
      slot = &slot_of(sets);
      if (slot->key == key_of(sets)) {
        if (slot->low >= beta || slot->low == slot->high) return slot->low;
        if (slot->high <= alpha) return slot->high;
        alpha = std::max(alpha, static_cast<Value>(slot->low - 1));
        beta = std::min(beta, static_cast<Value>(slot->high + 1));
      }
    }
    const Value value =
        is_hero(ply) ? best_child<true>(ply, sets, alpha, beta, slot) : best_child<false>(ply, sets, alpha, beta, slot);
    if (slot != nullptr && !stopped_) store(*slot, sets, value, alpha, beta);
    return value;
  }

  bool is_out_of_time() {
    if (nodes_ + 1 >= next_look_) return look_at_limits();
    ++nodes_;
    return false;
  }
  bool look_at_limits() {
    if (stopped_) return true;
    ++nodes_;
    if (setup_.stop != nullptr && setup_.stop->is_raised()) stopped_ = true;
    if (setup_.most_nodes != 0 && nodes_ >= setup_.most_nodes) stopped_ = true;
    next_look_ = next_look_after(nodes_);
    return stopped_;
  }
  /// The limit of nodes is kept to the node; once stopped, nothing is counted any more.
  std::uint64_t next_look_after(std::uint64_t nodes) const {
    if (stopped_) return 0;
    const std::uint64_t next = nodes + kStopMask + 1;
    return setup_.most_nodes > nodes ? std::min(next, setup_.most_nodes) : next;
  }

  Key key_of(const Sets& sets) const {
    Key key = 0;
    for (const FreeSet set : sets) key = key << kBitsPerSet | set;
    return key;
  }
  Slot& slot_of(const Sets& sets) {
    const Key key = key_of(sets);
    auto mixed = static_cast<std::uint64_t>(key);
    if constexpr (sizeof(Key) > sizeof mixed) mixed ^= base::mix64(static_cast<std::uint64_t>(key >> 64));
    return slots_[base::mix64(mixed) >> shift_];
  }

  void store(Slot& slot, const Sets& sets, Value value, Value alpha, Value beta) {
    if (slot.key != key_of(sets)) {
      const Range range = range_of(sets);
      slot.key = key_of(sets);
      slot.low = range.low;
      slot.high = range.high;
    }
    if (value > alpha) slot.low = std::max(slot.low, value);
    if (value < beta) slot.high = std::min(slot.high, value);
    slot.best = best_of_ply_;
  }

  FreeSet free_of(const Sets& sets) const {
    FreeSet rest = all_;
    for (const FreeSet set : sets) rest &= ~set;
    return rest;
  }

  /// The last stone of the game: nothing to order, the tables hold final scores.
  template <bool kHero>
  Value last_ply(const Sets& sets) const {
    const Colour colour = setup_.steps.back().colour;
    Value best = kHero ? std::numeric_limits<Value>::min() : std::numeric_limits<Value>::max();
    for (FreeSet rest = free_of(sets); rest != 0; rest &= rest - 1) {
      Sets child = sets;
      child[colour] |= rest & (~rest + 1);
      const Value value = range_of(child).low;
      best = kHero ? std::max(best, value) : std::min(best, value);
    }
    return best;
  }

  /// A step's cells with how much the mover likes them; picked best first.
  struct Candidates {
    std::array<float, 32> merit;
    std::array<std::uint8_t, 32> cell;
    int count = 0;

    std::uint8_t pick(int from) {
      int best = from;
      for (int i = from + 1; i < count; ++i) {
        if (merit[static_cast<std::size_t>(i)] > merit[static_cast<std::size_t>(best)]) best = i;
      }
      std::swap(merit[static_cast<std::size_t>(from)], merit[static_cast<std::size_t>(best)]);
      std::swap(cell[static_cast<std::size_t>(from)], cell[static_cast<std::size_t>(best)]);
      return cell[static_cast<std::size_t>(from)];
    }
  };

  void list_candidates(std::size_t ply, const Sets& sets, const Slot* slot, Candidates& list) const {
    const Colour colour = setup_.steps[ply].colour;
    const bool wants_high = is_hero(ply) == (colour == setup_.hero);
    const auto& table = setup_.reach[colour];
    const bool known = slot != nullptr && slot->key == key_of(sets);
    for (FreeSet rest = free_of(sets); rest != 0; rest &= rest - 1) {
      const auto cell = static_cast<std::uint8_t>(std::countr_zero(rest));
      const float mean = table[sets[colour] | (rest & (~rest + 1))].mean;
      const auto at = static_cast<std::size_t>(list.count++);
      list.cell[at] = cell;
      list.merit[at] = known && slot->best == cell ? std::numeric_limits<float>::max() : wants_high ? mean : -mean;
    }
  }

  template <bool kHero>
  Value best_child(std::size_t ply, const Sets& sets, Value alpha, Value beta, const Slot* slot) {
    const Colour colour = setup_.steps[ply].colour;
    Candidates list;
    list_candidates(ply, sets, slot, list);
    Value best = 0;
    std::uint8_t best_cell = kNoBest;
    for (int i = 0; i < list.count; ++i) {
      const std::uint8_t cell = list.pick(i);
      Sets child = sets;
      child[colour] |= FreeSet{1} << cell;
      const Value value = child_value<kHero>(ply + 1, child, alpha, beta, i == 0);
      if (i == 0 || (kHero ? value > best : value < best)) {
        best = value;
        best_cell = cell;
      }
      if constexpr (kHero) {
        alpha = std::max(alpha, best);
      } else {
        beta = std::min(beta, best);
      }
      if (alpha >= beta || stopped_) break;
    }
    best_of_ply_ = best_cell;
    return best;
  }

  /// Later moves are first only asked whether they are better at all.
  template <bool kHero>
  Value child_value(std::size_t ply, const Sets& sets, Value alpha, Value beta, bool is_first) {
    if (is_first || beta - alpha <= 1) return search(ply, sets, alpha, beta);
    if constexpr (kHero) {
      const Value value = search(ply, sets, alpha, static_cast<Value>(alpha + 1));
      return value > alpha && value < beta ? search(ply, sets, static_cast<Value>(value - 1), beta) : value;
    } else {
      const Value value = search(ply, sets, static_cast<Value>(beta - 1), beta);
      return value < beta && value > alpha ? search(ply, sets, alpha, static_cast<Value>(value + 1)) : value;
    }
  }

  Setup setup_;
  FreeSet all_;
  std::vector<Slot> slots_;
  int shift_;
  std::uint64_t nodes_ = 0;
  std::uint8_t best_of_ply_ = kNoBest;
  bool stopped_;
  std::uint64_t next_look_;  ///< at the stop flag and the limit, when so many nodes are visited
};

}  // namespace partita::games::omega
