#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "base/clock.h"
#include "game/concept.h"
#include "search/limits.h"

/// What goes into and comes out of a search of one game, typed. The catalog erases it.
namespace partita::search {

enum class Bound : std::uint8_t { kNone = 0, kUpper = 1, kLower = 2, kExact = 3 };

/// One line of analysis: the rank-th best root move with its principal variation. Values are from the root mover's
/// view.
template <class Move>
struct Line {
  int rank = 1;
  int depth = 0;
  int seldepth = 0;
  game::Score score = 0;
  Bound bound = Bound::kExact;
  std::optional<int> distance;  ///< plies to a proven end: > 0 the mover wins, < 0 it loses, 0 a proven draw
  /// Expected share of the point by seat where the search knows it (Monte-Carlo); otherwise it follows from `score`.
  std::optional<std::array<double, game::kMaxSeats>> shares;
  double draw_chance = 0.0;  ///< meaningful with `shares`
  std::uint64_t nodes = 0;
  std::int64_t time_ms = 0;
  int hashfull = 0;      ///< per mille
  std::vector<Move> pv;  ///< the first is the line's move
};

/// What a search is asked. The caller owns everything and keeps it alive until the search returns.
template <game::Game G>
struct Task {
  using Move = typename G::Move;

  typename G::Position pos;             ///< REQUIRES: not over
  std::vector<game::Key> earlier_keys;  ///< keys of the positions before, oldest first
  Limits limits;
  /// Empty: all. REQUIRES: each is legal, in whatever order the rules let a turn's plies be played.
  std::vector<Move> only_moves;
  std::function<void(const Line<Move>&)> on_line;  ///< called on the searching thread; may be empty
  const base::StopFlag* stop = nullptr;            ///< raised by another thread; may be null
};

template <class Move>
struct Outcome {
  Move best{};
  std::vector<Line<Move>> lines;  ///< the last completed line of each rank, best first
  std::uint64_t nodes = 0;
  std::int64_t time_ms = 0;
  int depth = 0;
  std::string note;
};

}  // namespace partita::search
