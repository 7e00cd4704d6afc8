#include "arena/referee.h"

#include <algorithm>
#include <functional>

#include "base/clock.h"
#include "base/text.h"

namespace partita::arena {

namespace {

/// The clocks of one game and what they allow.
class Clocks {
 public:
  Clocks(const std::vector<TimeControl>& controls, const RefereeRules& rules) : controls_(controls), rules_(rules) {
    for (std::size_t seat = 0; seat < controls.size(); ++seat) left_ms_[seat] = controls[seat].clock_ms;
  }

  catalog::Limits limits(std::size_t mover) const {
    catalog::Limits limits;
    const TimeControl& control = controls_[mover];
    switch (control.kind) {
      case TimeControl::Kind::kPerMove: limits.movetime_ms = control.per_move_ms; break;
      case TimeControl::Kind::kNodes: limits.nodes = control.nodes; break;
      case TimeControl::Kind::kDepth: limits.depth = control.depth; break;
      case TimeControl::Kind::kClock:
        for (std::size_t seat = 0; seat < controls_.size(); ++seat) {
          limits.clock_ms[seat] = left_ms_[seat];
          limits.increment_ms[seat] = controls_[seat].increment_ms;
        }
        break;
    }
    return limits;
  }

  /// Charges the time; false if the flag fell.
  bool charge(std::size_t mover, std::int64_t spent_ms) {
    const TimeControl& control = controls_[mover];
    if (control.kind == TimeControl::Kind::kPerMove) return spent_ms <= control.per_move_ms + rules_.margin_ms;
    if (control.kind != TimeControl::Kind::kClock) return true;
    left_ms_[mover] -= spent_ms;
    if (left_ms_[mover] < 0) return false;
    left_ms_[mover] += control.increment_ms;
    return true;
  }
  std::int64_t left_ms(std::size_t seat) const { return left_ms_[seat]; }

 private:
  const std::vector<TimeControl>& controls_;
  const RefereeRules& rules_;
  std::array<std::int64_t, catalog::kMaxSeats> left_ms_{};
};

/// The others share the point of a seat that forfeited.
void forfeit(PlayedGame& game, int seat_count, std::size_t loser, std::string reason) {
  game.reason = std::move(reason);
  game.at_fault = static_cast<int>(loser);
  const int share = catalog::kPoint / (seat_count - 1);
  for (int seat = 0; seat < seat_count; ++seat) {
    game.payoff[static_cast<std::size_t>(seat)] = static_cast<std::size_t>(seat) == loser ? 0 : share;
  }
}

void share_equally(PlayedGame& game, int seat_count, std::string reason) {
  game.reason = std::move(reason);
  for (int seat = 0; seat < seat_count; ++seat)
    game.payoff[static_cast<std::size_t>(seat)] = catalog::kPoint / seat_count;
}

PlayedMove describe(const Thought& thought, std::int64_t time_ms) {
  PlayedMove played;
  played.move = thought.move;
  played.time_ms = time_ms;
  played.depth = thought.depth;
  played.nodes = thought.nodes;
  played.has_score = thought.has_score;
  played.value = thought.score.value;
  played.distance = thought.score.distance.value_or(0);
  played.win = thought.score.win;
  return played;
}

/// Asks the mover for a move and plays it; false if the game ended by forfeit.
bool play_one(catalog::AnyPosition& position, const std::vector<Player*>& seats, Clocks& clocks, PlayedGame& game) {
  const auto mover = static_cast<std::size_t>(position.to_move());
  const base::Stopwatch watch;
  const Thought thought = seats[mover]->think(position, clocks.limits(mover));
  const std::int64_t spent_ms = watch.milliseconds();
  const auto fault = [&](const std::string& what) { return what + " in position " + position.text(); };
  if (!thought.failure.empty()) {
    game.fault = fault(thought.failure);
    forfeit(game, position.seat_count(), mover, "crash");
    return false;
  }
  if (!clocks.charge(mover, spent_ms)) {
    game.fault = fault("took " + std::to_string(spent_ms) + " ms, longer than its time,");
    forfeit(game, position.seat_count(), mover, "time");
    return false;
  }
  const auto played = position.play(thought.move);
  if (!played) {
    game.fault = fault("illegal move " + base::quoted(thought.move) + " (" + played.error() + ")");
    forfeit(game, position.seat_count(), mover, "illegal-move");
    return false;
  }
  game.moves.push_back(describe(thought, spent_ms));
  game.moves.back().move = *played;
  game.moves.back().clock_ms = clocks.left_ms(mover);
  return true;
}

/// Whether the last mover's claim of a forced end holds under the referee's own search; the game is then over.
bool adjudicate(const catalog::AnyPosition& position, std::size_t mover, const RefereeRules& rules, Prover* prover,
                PlayedGame& game) {
  const PlayedMove& last = game.moves.back();
  if (prover == nullptr || rules.proof_nodes == 0 || position.seat_count() != 2 || last.distance == 0) return false;
  const std::size_t winner = last.distance > 0 ? mover : 1 - mover;
  if (position.is_over() || !prover->proves_win(position, static_cast<catalog::Seat>(winner), rules.proof_nodes))
    return false;
  game.payoff[winner] = catalog::kPoint;
  game.reason = "proven";
  return true;
}

}  // namespace

Prover::Prover() = default;
Prover::~Prover() = default;

bool Prover::proves_win(const catalog::AnyPosition& position, catalog::Seat seat, std::uint64_t nodes) {
  constexpr std::size_t kMebibytes = 16;
  if (solver_ == nullptr || game_ != position.game()) {
    auto made = catalog::make_solver(position.game(), kMebibytes);
    if (!made) return false;
    solver_ = std::move(*made);
    game_ = std::string(position.game());
  }
  catalog::SolveRequest request;
  request.nodes = nodes;
  request.mebibytes = kMebibytes;
  return solver_->prove(position, seat, request).proof == catalog::Proof::kYes;
}

PlayedGame play_game(catalog::AnyPosition position, const std::vector<Player*>& seats,
                     const std::vector<TimeControl>& controls, const RefereeRules& rules,
                     const std::function<bool()>& is_stopped, Prover* prover) {
  PlayedGame game;
  game.start = position.start_text();
  for (const std::string& move : position.moves()) game.moves.push_back({move, 0, 0, 0, 0, false, 0, 0, 0.5});
  game.opening = static_cast<int>(game.moves.size());
  Clocks clocks(controls, rules);
  std::vector<Player*> distinct(seats);
  std::sort(distinct.begin(), distinct.end());
  distinct.erase(std::unique(distinct.begin(), distinct.end()), distinct.end());
  for (Player* player : distinct) player->new_game();
  while (true) {
    const catalog::Ending ending = position.ending();
    if (ending.over) {
      game.payoff = ending.payoff;
      game.reason = ending.reason;
      return game;
    }
    if (is_stopped && is_stopped()) {
      game.stopped = true;
      return game;
    }
    if (static_cast<int>(game.moves.size()) >= rules.longest_plies) {
      share_equally(game, position.seat_count(), "length");
      return game;
    }
    const auto mover = static_cast<std::size_t>(position.to_move());
    if (!play_one(position, seats, clocks, game) || adjudicate(position, mover, rules, prover, game)) return game;
  }
}

}  // namespace partita::arena
