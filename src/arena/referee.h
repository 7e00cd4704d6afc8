#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "arena/player.h"
#include "arena/time_control.h"
#include "catalog/any_position.h"
#include "catalog/solver.h"

namespace partita::arena {

/// One move as it was played, with what the player said of it.
struct PlayedMove {
  std::string move;
  std::int64_t time_ms = 0;
  std::int64_t clock_ms = 0;  ///< left after the move; 0 without a clock
  int depth = 0;
  std::uint64_t nodes = 0;
  bool has_score = false;
  std::int64_t value = 0;  ///< mover's view
  int distance = 0;        ///< plies to a proven end, 0 if not proven
  double win = 0.5;

  /// An array rather than an object in JSON: a long match has millions of these.
  static constexpr bool kIsRow = true;
  static void declare(auto& visit, auto& move) {
    visit("move", move.move);
    visit("time_ms", move.time_ms);
    visit("clock_ms", move.clock_ms);
    visit("depth", move.depth);
    visit("nodes", move.nodes);
    visit("has_score", move.has_score);
    visit("value", move.value);
    visit("distance", move.distance);
    visit("win", move.win);
  }
};

/// A finished game. `opening` plies at the front of `moves` were given, not played.
struct PlayedGame {
  std::string start;  ///< position text
  int opening = 0;
  std::vector<PlayedMove> moves;
  std::array<int, catalog::kMaxSeats> payoff{};
  std::string reason;    ///< the game's own, or "time", "illegal-move", "crash", "length", "proven"
  int at_fault = -1;     ///< the seat that lost by time, illegal move or crash
  std::string fault;     ///< in words what that seat did, and the position; empty without a fault
  bool stopped = false;  ///< broken off from outside: no result
};

struct RefereeRules {
  /// A per-move limit may be overrun by this much before it counts as a loss on time.
  std::int64_t margin_ms = 50;
  /// Longer games are drawn; rule sets without a ply limit need it.
  int longest_plies = 2000;
  /// A game of two seats ends early when a player claims a win and a proof search of so many nodes by the referee finds
  /// it too. 0: never.
  std::uint64_t proof_nodes = 0;

  friend bool operator==(const RefereeRules&, const RefereeRules&) = default;
};

/// The referee's own proof search, asked only after a player's claim. Made on first use and kept, as its table is big.
/// One thread.
class Prover {
 public:
  Prover();
  ~Prover();
  /// Whether `seat` wins by force, shown by at most `nodes` nodes.
  bool proves_win(const catalog::AnyPosition& position, catalog::Seat seat, std::uint64_t nodes);

 private:
  std::string game_;
  std::unique_ptr<catalog::AnySolver> solver_;
};

/// Plays one game from `position` (moves already on it are the opening) and trusts nobody: every move is checked by the
/// rules, every clock kept here. Players and controls are by seat. `is_stopped` is asked between moves. Without a
/// prover nothing is adjudicated.
PlayedGame play_game(catalog::AnyPosition position, const std::vector<Player*>& seats,
                     const std::vector<TimeControl>& controls, const RefereeRules& rules,
                     const std::function<bool()>& is_stopped, Prover* prover = nullptr);

}  // namespace partita::arena
