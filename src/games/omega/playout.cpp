#include "games/omega/playout.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "games/omega/omega.h"

namespace partita::games::omega {

namespace {

/// Who places what for the rest of the game: the mover's own stone first, then the others.
struct StoneOrder {
  explicit StoneOrder(const Position& pos) : players(pos.players()), mover(pos.mover()), pending(pos.pending()) {
    all = pos.all_colours();
  }
  /// The next stone's colour; is_own() then says whether it is the mover's.
  int next() {
    if (pending == 0) {
      pending = all;
      mover = mover + 1 == players ? 0 : mover + 1;
    }
    own = (pending >> mover & 1) != 0;
    const int colour = own ? mover : std::countr_zero(pending);
    pending &= ~(1u << colour);
    return colour;
  }
  bool is_own() const { return own; }

 private:
  int players;
  int mover;
  unsigned pending;
  unsigned all = 0;
  bool own = false;
};

/// Two numbers below `bound` from one draw.
struct TwoBelow {
  TwoBelow(base::Random& random, std::uint32_t bound) {
    const std::uint64_t bits = random.next();
    first = static_cast<std::uint32_t>((bits >> 32) * bound >> 32);
    second = static_cast<std::uint32_t>((bits & 0xFFFFFFFF) * bound >> 32);
  }
  std::uint32_t first;
  std::uint32_t second;
};

/// The free cells in an array whose front is used up cell by cell.
struct Pool {
  explicit Pool(const Position& pos) {
    pos.for_each_free([&](int cell) { cells[size++] = static_cast<std::uint16_t>(cell); });
  }
  std::uint16_t take(std::uint32_t index) {
    // What was taken is not needed there any more.
    const std::uint16_t cell = cells[used + index];
    cells[used + index] = cells[used];
    ++used;
    return cell;
  }
  std::uint32_t left() const { return size - used; }
  std::uint16_t at(std::uint32_t index) const { return cells[used + index]; }

  std::array<std::uint16_t, kMaxCells> cells;
  std::uint32_t size = 0;
  std::uint32_t used = 0;
};

void fill_uniform(const Position& pos, base::Random& random, FilledBoard& board) {
  Pool pool(pos);
  StoneOrder order(pos);
  int stones = pos.plies_left();
  const auto place = [&](std::uint32_t index) {
    const std::uint16_t cell = pool.take(index);
    board.stone[cell] = static_cast<Colour>(order.next());
    board.filled.push_back(cell);
    --stones;
  };
  while (stones > 1) {
    // One draw serves two stones; the second bound is smaller by the cell that the first takes.
    const std::uint64_t bits = random.next();
    place(static_cast<std::uint32_t>((bits >> 32) * pool.left() >> 32));
    place(static_cast<std::uint32_t>((bits & 0xFFFFFFFF) * pool.left() >> 32));
  }
  if (stones == 1) place(random.below(pool.left()));
}

/// How many neighbours of each of two colours the free cells have, a nibble each. Kept by bytes, and not counted in
/// sets of bits: what a stone has just changed is read again by the next ones, and a processor waits where words that
/// were written are read at other places.
class NeighbourCounts {
 public:
  NeighbourCounts(const Position& pos, const Pool& pool) : geometry_(pos.board()) {
    for (std::uint32_t i = 0; i < pool.size; ++i) {
      const Geometry::Ring& ring = geometry_.rings[pool.cells[i]];
      const auto count = [&](int colour) {
        return std::popcount(pos.stones(colour).window(ring.first_byte) & ring.mask);
      };
      counts_[pool.cells[i]] = static_cast<std::uint8_t>(count(0) | count(1) << kBits);
    }
  }
  int of(int colour, std::size_t cell) const { return counts_[cell] >> (kBits * colour) & ((1 << kBits) - 1); }
  void add_stone(int colour, std::size_t cell) {
    const Geometry::Neighbours& around = geometry_.neighbours[cell];
    const int one = 1 << (kBits * colour);
    for (std::size_t i = 0; i < board::kHexDirections.size(); ++i) {
      std::uint8_t& count = counts_[around[i]];
      count = static_cast<std::uint8_t>(count + one);
    }
  }

 private:
  static constexpr int kBits = 4;

  const Geometry& geometry_;
  std::array<std::uint8_t, kMaxCells + 1> counts_;  ///< of free cells; the others' are written and never read
};

void fill_biased(const Position& pos, base::Random& shared_random, FilledBoard& board) {
  Pool pool(pos);
  StoneOrder order(pos);
  NeighbourCounts counts(pos, pool);
  // A copy stays in registers, whatever is written to the board.
  base::Random random = shared_random;
  for (int left = pos.plies_left(); left > 0; --left) {
    const int colour = order.next();
    const TwoBelow drawn(random, pool.left());
    const int more = counts.of(colour, pool.at(drawn.second)) - counts.of(colour, pool.at(drawn.first));
    const bool take_second = order.is_own() ? more < 0 : more > 0;
    const std::uint16_t cell = pool.take(take_second ? drawn.second : drawn.first);
    counts.add_stone(colour, cell);
    board.stone[cell] = static_cast<Colour>(colour);
    board.filled.push_back(cell);
  }
  shared_random = random;
}

/// With more than two players neighbours say too little: what a stone does to the scores of four colours depends on the
/// groups it joins. Each takes the best of four random cells by what it gains, or costs the colour it belongs to.
void fill_by_gain(const Position& pos, base::Random& random, FilledBoard& board) {
  constexpr int kTries = 4;
  Position now = pos;
  Pool pool(pos);
  StoneOrder order(pos);
  for (int left = pos.plies_left(); left > 0; --left) {
    const int colour = order.next();
    std::uint32_t best = 0;
    std::int32_t most = std::numeric_limits<std::int32_t>::min();
    for (int i = 0; i < kTries; ++i) {
      const std::uint32_t drawn = random.below(pool.left());
      const std::int32_t gain = now.log_gain(colour, pool.at(drawn));
      const std::int32_t worth = order.is_own() ? gain : -gain;
      if (worth <= most) continue;
      most = worth;
      best = drawn;
    }
    const std::uint16_t cell = pool.take(best);
    now.play(Move::stone(colour, cell));
    board.stone[cell] = static_cast<Colour>(colour);
    board.filled.push_back(cell);
  }
}

}  // namespace

void fill_board(const Position& pos, game::PlayoutPolicy policy, base::Random& random, FilledBoard& board) {
  pos.copy_stones(board.stone);
  board.filled.clear();
  if (policy == game::PlayoutPolicy::kBiased && pos.players() > 2) {
    fill_by_gain(pos, random, board);
  } else if (policy == game::PlayoutPolicy::kBiased) {
    fill_biased(pos, random, board);
  } else {
    fill_uniform(pos, random, board);
  }
  score_board(pos.board(), board);
}

namespace {

/// A lead of this many doublings counts as half of a perfectly clear win.
constexpr double kHalfMargin = 3.0 * kLogUnit;

/// Payoffs by colour of finished scores, as Position::payoff counts them.
std::array<int, kMaxColours> payoffs(const Position& pos, const std::array<Exact, kMaxColours>& scores) {
  std::array<int, kMaxColours> result{};
  const int players = pos.players();
  const Exact best = *std::max_element(scores.begin(), scores.begin() + players);
  const auto tied = static_cast<int>(std::count(scores.begin(), scores.begin() + players, best));
  for (int colour = players - 1; colour >= 0; --colour) {
    const auto at = static_cast<std::size_t>(colour);
    if (scores[at] != best) continue;
    if (pos.rules().tie == TieRule::kLastWins) {
      result[at] = game::kPoint;
      break;
    }
    result[at] = game::kPoint / tied;
  }
  return result;
}

}  // namespace

void Omega::playout(const Position& pos, game::PlayoutPolicy policy, base::Random& random,
                    game::Playout<Omega>& playout) {
  FilledBoard board;
  fill_board(pos, policy, random, board);
  const auto payoff = payoffs(pos, board.scores);
  for (int seat = 0; seat < pos.players(); ++seat) {
    const Colour colour = pos.colour_of(static_cast<game::Seat>(seat));
    std::int32_t best_other = 0;
    for (int other = 0; other < pos.players(); ++other) {
      if (other != colour) best_other = std::max(best_other, board.log_scores[static_cast<std::size_t>(other)]);
    }
    const double lead = board.log_scores[colour] - best_other;
    playout.payoff[static_cast<std::size_t>(seat)] = payoff[colour];
    playout.margin[static_cast<std::size_t>(seat)] = static_cast<float>(lead / (std::abs(lead) + kHalfMargin));
  }
  playout.slots.clear();
  for (const std::uint16_t cell : board.filled) {
    playout.slots.push_back(static_cast<std::uint16_t>(board.stone[cell] * kMaxCells + cell));
  }
}

}  // namespace partita::games::omega
