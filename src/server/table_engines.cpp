#include <algorithm>

#include "server/loop_load.h"
#include "server/table.h"
#include "server/text_records.h"

// A table's clocks and the engines that sit at it.
namespace partita::server {

// ---- clocks ----

void Table::restore_clocks() { clock_ = stored_clock(); }

ClockFace Table::stored_clock() const {
  ClockFace clock(row_.seats);
  const auto swapped_at = row_.swapped ? swap_point(plies_, row_.swap_after) : std::nullopt;
  for (std::size_t i = 0; i < plies_.size(); ++i) {
    if (plies_[i].clock_ms < 0) continue;
    // Players take their clocks with them when they swap.
    const bool before_swap = swapped_at && i < *swapped_at;
    clock.set_remaining(before_swap ? 1 - plies_[i].seat : plies_[i].seat, plies_[i].clock_ms);
  }
  return clock;
}

std::int64_t Table::used_in_turn_ms() const {
  if (!clock_.is_used()) return 0;
  const std::int64_t now = services_.loop.steady_ms();
  const int mover = position_.to_move();
  return std::max<std::int64_t>(0, stored_clock().remaining_ms(mover, now) - clock_.remaining_ms(mover, now));
}

void Table::run_clock() {
  services_.loop.cancel(flag_timer_);
  flag_timer_ = 0;
  const std::int64_t now = services_.loop.steady_ms();
  const int mover = position_.to_move();
  const bool runs = clock_.is_used() && clock_awake_ && !is_away_ && !row_.ending && !is_waiting() &&
                    has_finished_turn(plies_) && (!is_engine(mover) || thinking_ != 0);
  if (!runs) {
    clock_.stop(now);
    return;
  }
  clock_.start(mover, now);
  flag_timer_ = services_.loop.after(clock_.remaining_ms(mover, now) + 1, [weak = weak_from_this()] {
    if (const auto self = weak.lock()) self->in_turn([self] { self->flag_fell(); });
  });
}

void Table::flag_fell() {
  const int mover = position_.to_move();
  if (row_.ending || clock_.running() != mover || !clock_.has_fallen(mover, services_.loop.steady_ms())) return;
  end_game(loss_of(mover, seats(), "time"), [](const Verdict&) {});
}

// ---- engines ----

catalog::Limits Table::limits_for(int seat) const {
  const store::SeatRow& row = seat_row(seat);
  catalog::Limits limits;
  limits.depth = row.depth;
  limits.nodes = static_cast<std::uint64_t>(row.nodes);
  limits.movetime_ms = row.movetime_ms;
  const bool has_own_limits = row.depth > 0 || row.nodes > 0 || row.movetime_ms > 0;
  const std::int64_t now = services_.loop.steady_ms();
  if (clock_.is_used()) {
    for (int s = 0; s < seats(); ++s) {
      limits.clock_ms[static_cast<std::size_t>(s)] = clock_.remaining_ms(s, now);
      limits.increment_ms[static_cast<std::size_t>(s)] = clock_.increment_ms(s);
    }
  } else if (!has_own_limits) {
    limits.movetime_ms = 1'000;
  }
  // Depth and nodes alone could keep a thread for long. With clocks a time per move would overrule the engine's own
  // division of its time; there the pool ends what lasts longer than the bound.
  if (!clock_.is_used() && limits.movetime_ms == 0) limits.movetime_ms = services_.bounds.movetime_ms;
  limits.movetime_ms = std::min(limits.movetime_ms, services_.bounds.movetime_ms);
  return limits;
}

void Table::think_if_due() {
  if (thinking_ != 0 || pace_timer_ != 0 || row_.ending || is_waiting() || watchers_.empty()) return;
  if (!is_engine(position_.to_move())) return;
  if (people() != 0) return start_thinking();
  // Engines among themselves go slowly enough to be followed, and all games of a client together at a bounded rate.
  pausing_for_ = charged_watcher().client();
  const std::int64_t pause_ms = services_.bounds.pace_ms * services_.load.pause_factor(pausing_for_);
  services_.load.begin_pause(pausing_for_);
  pace_timer_ = services_.loop.after(pause_ms, [weak = weak_from_this()] {
    const auto self = weak.lock();
    if (!self) return;
    self->end_pause();
    self->in_turn([self] {
      const bool due = self->thinking_ == 0 && !self->row_.ending && !self->watchers_.empty();
      if (!due || !self->is_engine(self->position_.to_move())) return;
      self->start_thinking();
      self->broadcast();
    });
  });
}

const Watcher& Table::charged_watcher() const {
  const auto player =
      std::find_if(watchers_.begin(), watchers_.end(), [](const Place& place) { return place.seats != 0; });
  return player == watchers_.end() ? *watchers_.front().watcher : *player->watcher;
}

std::string Table::seeded_engine(int seat) const {
  auto spec = catalog::read_engine_spec(seat_row(seat).engine);
  if (!spec) return seat_row(seat).engine;
  return write_engine_spec(with_seed(std::move(*spec), seed_of_game(id()) + static_cast<std::uint64_t>(seat)));
}

void Table::start_thinking() {
  if (is_away_) return;
  const int mover = position_.to_move();
  const Watcher& charged = charged_watcher();
  EngineQuestion question{
      charged.payer(),
      SearchPool::Urgency::kGame,
      {"game " + id() + " seat " + std::to_string(mover), row_.game, row_.rules, seeded_engine(mover)},
      position_,
      limits_for(mover),
      {}};
  question.trace = trace_;
  services_.log.debug("search_asked", {{"trace", trace_}, {"game_id", id()}, {"ply", position_.ply()}});
  const std::uint64_t number = ++thought_;
  auto ticket = ask(services_, std::move(question), [weak = weak_from_this(), number](const EngineAnswer& answer) {
    const auto self = weak.lock();
    if (!self) return;
    self->in_turn([self, number, answer] {
      if (number == self->thought_) self->engine_answered(answer);
    });
  });
  if (!ticket) {
    services_.log.warning("search_refused", {{"game_id", id()}, {"reason", ticket.error()}});
    return;
  }
  thinking_ = *ticket;
  thinking_for_ = charged.serial();
  run_clock();
}

void Table::end_pause() {
  if (pace_timer_ == 0) return;
  services_.loop.cancel(pace_timer_);
  pace_timer_ = 0;
  services_.load.end_pause(pausing_for_);
}

void Table::cancel_thinking() {
  end_pause();
  ++thought_;
  if (thinking_ == 0) return;
  services_.pool.cancel(thinking_);
  thinking_ = 0;
  // The engine will think about this position anew: what it has used so far is not held against it.
  if (clock_.running() >= 0 && is_engine(clock_.running())) clock_.forget_running();
}

void Table::engine_answered(const EngineAnswer& answer) {
  thinking_ = 0;
  const int mover = position_.to_move();
  const std::int64_t now = services_.loop.steady_ms();
  if (clock_.has_fallen(mover, now)) return flag_fell();
  const auto fail = [&](const std::string& reason) {
    services_.log.error("engine_failure", {{"game_id", id()}, {"engine", seat_row(mover).engine}, {"reason", reason}});
    end_game(loss_of(mover, seats(), "resignation"), [](const Verdict&) {});
  };
  if (!answer.failure.empty()) return fail(answer.failure);
  const auto& lines = answer.result.lines;
  constexpr double kSwapBelow = 0.48;
  if (may_swap() && !lines.empty() && static_cast<std::size_t>(mover) < lines[0].score.by_seat.size() &&
      lines[0].score.by_seat[static_cast<std::size_t>(mover)] < kSwapBelow) {
    return swap_players([](const Verdict&) {});
  }
  boost::json::object thought = thought_to_json(answer, position_);
  auto played = play_for_view(position_, answer.result.best_move);
  if (!played) return fail(played.error());
  boost::json::object score = lines.empty() ? boost::json::object{} : score_to_json(lines[0].score);
  score["thought"] = std::move(thought);
  played->score = boost::json::serialize(score);
  commit_ply(std::move(*played), mover, now, [](const Verdict&) {});
}

}  // namespace partita::server
