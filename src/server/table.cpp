#include "server/table.h"

#include <algorithm>

#include "base/text.h"
#include "server/secrets.h"

namespace partita::server {

namespace {

// Commands that come while a move is being written; a client that sends more than this has gone wild.
constexpr std::size_t kLargestMailbox = 64;
constexpr std::size_t kMostPlies = 4'000;

store::EndingRow loss_of(int loser, int seats, std::string reason) {
  store::EndingRow ending{std::move(reason), std::vector<int>(static_cast<std::size_t>(seats))};
  for (int seat = 0; seat < seats; ++seat) {
    ending.payoff[static_cast<std::size_t>(seat)] = seat == loser ? 0 : catalog::kPoint / (seats - 1);
  }
  return ending;
}

bool is_by_rules(const store::EndingRow& ending) {
  return ending.reason != "resignation" && ending.reason != "time" && ending.reason != "agreement";
}

}  // namespace

base::Parsed<std::shared_ptr<Table>> Table::set_up(Services& services, TableHost& host, store::GameRow game) {
  auto position = catalog::AnyPosition::from_text(game.game, game.rules, game.start);
  if (!position) return position.forward_error();
  if (static_cast<int>(game.seats.size()) != position->seat_count()) {
    return base::Error{"expected " + std::to_string(position->seat_count()) + " seats, found " +
                       std::to_string(game.seats.size())};
  }
  std::vector<store::MoveRow> moves = std::move(game.moves);
  game.moves.clear();
  std::shared_ptr<Table> table(new Table(services, host, std::move(game), std::move(*position)));
  for (const store::MoveRow& move : moves) {
    auto ply = play_for_view(table->position_, move.move);
    if (!ply) return ply.error_at("ply " + std::to_string(table->plies_.size()));
    ply->clock_ms = move.clock_ms;
    ply->score = move.score;
    table->plies_.push_back(std::move(*ply));
  }
  table->restore_clocks();
  table->refresh_view();
  // A game that was never begun has no clock to hold back for somebody's return.
  table->clock_awake_ = table->plies_.empty();
  return table;
}

Table::Table(Services& services, TableHost& host, store::GameRow game, catalog::AnyPosition position)
    : services_(services),
      host_(host),
      row_(std::move(game)),
      position_(std::move(position)),
      start_ply_(position_.ply()),
      clock_(row_.seats) {
  row_.rules = position_.rules();
  row_.start = position_.start_text();
  ++services_.metrics.tables_live;
}

Table::~Table() {
  cancel_thinking();
  services_.loop.cancel(flag_timer_);
  --services_.metrics.tables_live;
}

store::GameRow Table::record() const {
  store::GameRow game = row_;
  for (const PlyView& ply : plies_) game.moves.push_back({ply.move, ply.clock_ms, ply.score});
  return game;
}

// ---- who is who ----

SeatSet Table::people() const {
  SeatSet set = 0;
  for (int seat = 0; seat < seats(); ++seat) {
    if (!is_engine(seat)) set |= seat_bit(seat);
  }
  return set;
}

bool Table::is_waiting() const {
  return std::any_of(row_.seats.begin(), row_.seats.end(), [](const store::SeatRow& seat) {
    return seat.kind != store::SeatKind::kEngine && seat.token.empty();
  });
}

Table::Place* Table::place_of(std::uint64_t serial) {
  const auto found = std::find_if(watchers_.begin(), watchers_.end(),
                                  [&](const Place& place) { return place.watcher->serial() == serial; });
  return found == watchers_.end() ? nullptr : &*found;
}

SeatSet Table::seats_of(const std::vector<std::string>& tokens) const {
  SeatSet set = 0;
  for (int seat = 0; seat < seats(); ++seat) {
    for (const std::string& token : tokens) {
      if (is_same_secret(seat_row(seat).token, token)) set |= seat_bit(seat);
    }
  }
  return set;
}

bool Table::may_swap() const {
  return seats() == 2 && !row_.swapped && !row_.ending && swap_point(plies_, row_.swap_after) == plies_.size();
}

// ---- one thing at a time ----

void Table::in_turn(std::function<void()> command) {
  if (!writing_) {
    command();
    return;
  }
  if (mailbox_.size() < kLargestMailbox) mailbox_.push_back(std::move(command));
}

void Table::write(store::StoreThread::Task task, std::function<void(bool)> then) {
  writing_ = true;
  services_.store.post(std::move(task), [self = shared_from_this(), then = std::move(then)](const std::string& failure) {
    self->services_.loop.post([self, then, failure] {
      if (!failure.empty()) {
        ++self->services_.metrics.store_failures;
        self->services_.log.error("store_failure", {{"game_id", self->id()}, {"reason", failure}});
      }
      self->writing_ = false;
      then(failure.empty());
      self->drain();
    });
  });
}

void Table::drain() {
  while (!writing_ && !mailbox_.empty()) {
    auto command = std::move(mailbox_.front());
    mailbox_.pop_front();
    command();
  }
}

// ---- watching ----

void Table::watch(Watcher& watcher, const std::vector<std::string>& tokens, Reply reply) {
  if (place_of(watcher.serial()) == nullptr) watchers_.push_back({&watcher, {}, 0, 0, 0});
  place_of(watcher.serial())->tokens = tokens;
  in_turn([self = shared_from_this(), this, who = watcher.serial(), reply = std::move(reply)] {
    Place* place = place_of(who);
    if (place == nullptr) return;
    place->seats = seats_of(place->tokens);
    place->known_plies = 0;
    place->known_layout = 0;
    if (place->seats != 0 && !clock_awake_) clock_awake_ = true;
    run_clock();
    ++revision_;
    broadcast();
    reply({});
    if (!row_.rematch_id.empty() && place->seats != 0) {
      host_.find_table(row_.rematch_id, [self](const std::shared_ptr<Table>& next, const Verdict&) {
        if (next) self->send_rematch_grants(next);
      });
    }
    think_if_due();
  });
}

void Table::unwatch(Watcher& watcher) {
  const auto gone = std::remove_if(watchers_.begin(), watchers_.end(),
                                   [&](const Place& place) { return place.watcher == &watcher; });
  if (gone == watchers_.end()) return;
  watchers_.erase(gone, watchers_.end());
  in_turn([self = shared_from_this(), this] {
    if (watchers_.empty()) {
      cancel_thinking();
    } else {
      ++revision_;
      broadcast();
    }
  });
}

bool Table::is_idle() const {
  return watchers_.empty() && !writing_ && mailbox_.empty() && (clock_.running() < 0 || is_engine(clock_.running()));
}

// ---- playing ----

void Table::play(Watcher& watcher, int ply, const std::string& move, Reply reply) {
  const std::int64_t arrived_ms = services_.loop.steady_ms();
  in_turn([self = shared_from_this(), this, who = watcher.serial(), ply, move, arrived_ms, reply = std::move(reply)] {
    const auto refuse = [&](const char* code, std::string message) {
      ++services_.metrics.moves_refused;
      reply(refused(code, std::move(message)));
    };
    const Place* place = place_of(who);
    if (place == nullptr) return refuse("not-allowed", "watch the game before playing in it");
    if (place->seats == 0) return refuse("forbidden", "this connection holds no seat of the game");
    const int index = ply - start_ply_;
    const int now = static_cast<int>(plies_.size());
    if (index >= 0 && index < now) {
      const PlyView& there = plies_[static_cast<std::size_t>(index)];
      // A client that lost the answer sends its move again: it is played already.
      if (there.move == move && (place->seats & seat_bit(there.seat)) != 0) return reply({});
    }
    if (row_.ending) return refuse("game-over", "the game is over");
    if (index != now) return refuse("out-of-date", "the game stands at ply " + std::to_string(start_ply_ + now));
    if (is_waiting()) return refuse("not-allowed", "a seat is still free");
    const int mover = position_.to_move();
    if ((place->seats & seat_bit(mover)) == 0 || is_engine(mover)) return refuse("not-your-turn", "it is not your turn");
    if (clock_.has_fallen(mover, arrived_ms)) {
      flag_fell();
      return refuse("game-over", "the time is up");
    }
    if (plies_.size() >= kMostPlies) return refuse("not-allowed", "the game is too long to be kept");
    auto played = play_for_view(position_, move);
    if (!played) return refuse("illegal-move", played.error());
    commit_ply(std::move(*played), mover, arrived_ms, reply);
  });
}

void Table::commit_ply(PlyView ply, int mover, std::int64_t arrived_ms, Reply reply) {
  clock_.stop(arrived_ms);
  if (ply.ends_turn) clock_.end_turn(mover);
  if (clock_.is_used()) ply.clock_ms = clock_.remaining_ms(mover, arrived_ms);
  const store::MoveRow row{ply.move, ply.clock_ms, ply.score};
  const int index = static_cast<int>(plies_.size());
  plies_.push_back(std::move(ply));
  if (const catalog::Ending ending = position_.ending(); ending.over) {
    row_.ending = store::EndingRow{ending.reason, {ending.payoff.begin(), ending.payoff.begin() + seats()}};
  }
  row_.updated_ms = services_.loop.wall_ms();
  write(
      [id = id(), index, row, ending = row_.ending, now = row_.updated_ms](store::Store& store) {
        store.append_move(id, index, row, now);
        if (ending) store.set_ending(id, *ending, now);
      },
      [this, arrived_ms, reply = std::move(reply)](bool written) {
        if (!written) {
          position_.undo();
          plies_.pop_back();
          row_.ending.reset();
          restore_clocks();
          run_clock();
          return reply(refused("unavailable", "the move could not be stored"));
        }
        ++services_.metrics.moves_played;
        after_change();
        services_.metrics.move_latency.record(static_cast<double>(services_.loop.steady_ms() - arrived_ms));
        reply({});
      });
}

void Table::after_change() {
  if (offer_) {
    const Offer gone = *offer_;
    offer_.reset();
    send_offer(gone, false);
  }
  ++revision_;
  refresh_view();
  run_clock();
  think_if_due();
  broadcast();
}

void Table::undo(Watcher& watcher, Reply reply) {
  in_turn([self = shared_from_this(), this, who = watcher.serial(), reply = std::move(reply)] {
    Place* place = place_of(who);
    if (place == nullptr || place->seats == 0) return reply(refused("forbidden", "this connection holds no seat"));
    if (!take_back_to(plies_, place->seats)) return reply(refused("not-allowed", "there is nothing to take back"));
    const bool others = (people() & ~place->seats) != 0;
    if (row_.ending && (others || !is_by_rules(*row_.ending))) return reply(refused("game-over", "the game is over"));
    make_offer("undo", *place, reply);
  });
}

void Table::take_back(std::size_t plies, Reply reply) {
  cancel_thinking();
  row_.updated_ms = services_.loop.wall_ms();
  write([id = id(), plies, now = row_.updated_ms](store::Store& store) {
          store.truncate_moves(id, static_cast<int>(plies), now);
        },
        [this, plies, reply = std::move(reply)](bool written) {
          if (!written) return reply(refused("unavailable", "the change could not be stored"));
          while (plies_.size() > plies) {
            position_.undo();
            plies_.pop_back();
          }
          for (Place& place : watchers_) place.known_plies = std::min(place.known_plies, plies);
          row_.ending.reset();
          restore_clocks();
          after_change();
          reply({});
        });
}

void Table::resign(Watcher& watcher, int seat, Reply reply) {
  in_turn([self = shared_from_this(), this, who = watcher.serial(), seat, reply = std::move(reply)] {
    const Place* place = place_of(who);
    if (place == nullptr || place->seats == 0) return reply(refused("forbidden", "this connection holds no seat"));
    if (row_.ending) return reply(refused("game-over", "the game is over"));
    int loser = seat;
    if (loser < 0) {
      // Whoever is to move, if that is one of the watcher's seats; else its first.
      loser = position_.to_move();
      for (int s = 0; (place->seats & seat_bit(loser)) == 0; ++s) loser = s;
    }
    if (loser >= seats() || (place->seats & seat_bit(loser)) == 0) return reply(refused("forbidden", "not your seat"));
    end_game(loss_of(loser, seats(), "resignation"), reply);
  });
}

void Table::end_game(store::EndingRow ending, Reply reply) {
  cancel_thinking();
  clock_.stop(services_.loop.steady_ms());
  row_.updated_ms = services_.loop.wall_ms();
  write([id = id(), ending, now = row_.updated_ms](store::Store& store) { store.set_ending(id, ending, now); },
        [this, ending, reply = std::move(reply)](bool written) {
          if (!written) {
            run_clock();
            return reply(refused("unavailable", "the change could not be stored"));
          }
          row_.ending = ending;
          after_change();
          reply({});
        });
}

// ---- clocks ----

void Table::restore_clocks() {
  clock_ = ClockFace(row_.seats);
  const auto swapped_at = row_.swapped ? swap_point(plies_, row_.swap_after) : std::nullopt;
  for (std::size_t i = 0; i < plies_.size(); ++i) {
    if (plies_[i].clock_ms < 0) continue;
    // Players take their clocks with them when they swap.
    const bool before_swap = swapped_at && i < *swapped_at;
    clock_.set_remaining(before_swap ? 1 - plies_[i].seat : plies_[i].seat, plies_[i].clock_ms);
  }
}

void Table::run_clock() {
  services_.loop.cancel(flag_timer_);
  flag_timer_ = 0;
  const std::int64_t now = services_.loop.steady_ms();
  const int mover = position_.to_move();
  const bool runs = clock_.is_used() && clock_awake_ && !row_.ending && !is_waiting() && has_finished_turn(plies_) &&
                    (!is_engine(mover) || thinking_ != 0);
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
  // Depth and nodes alone could keep a thread for hours.
  if (!clock_.is_used() && limits.movetime_ms == 0) limits.movetime_ms = services_.bounds.movetime_ms;
  limits.movetime_ms = std::min(limits.movetime_ms, services_.bounds.movetime_ms);
  return limits;
}

void Table::think_if_due() {
  if (thinking_ != 0 || pace_timer_ != 0 || row_.ending || is_waiting() || watchers_.empty()) return;
  if (!is_engine(position_.to_move())) return;
  if (people() != 0) return start_thinking();
  // Engines among themselves go slowly enough to be followed.
  pace_timer_ = services_.loop.after(services_.bounds.pace_ms, [weak = weak_from_this()] {
    const auto self = weak.lock();
    if (!self) return;
    self->pace_timer_ = 0;
    self->in_turn([self] {
      const bool due = self->thinking_ == 0 && !self->row_.ending && !self->watchers_.empty();
      if (!due || !self->is_engine(self->position_.to_move())) return;
      self->start_thinking();
      self->broadcast();
    });
  });
}

void Table::start_thinking() {
  const int mover = position_.to_move();
  EngineQuestion question{"game " + id(),
                          SearchPool::Urgency::kGame,
                          {"game " + id() + " seat " + std::to_string(mover), row_.game, row_.rules, seat_row(mover).engine},
                          position_,
                          limits_for(mover),
                          {}};
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
  run_clock();
}

void Table::cancel_thinking() {
  services_.loop.cancel(pace_timer_);
  pace_timer_ = 0;
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
  auto played = play_for_view(position_, answer.result.best_move);
  if (!played) return fail(played.error());
  if (!lines.empty()) played->score = boost::json::serialize(score_to_json(lines[0].score));
  commit_ply(std::move(*played), mover, now, [](const Verdict&) {});
}

}  // namespace partita::server
