#include "server/table.h"

#include <algorithm>
#include <stdexcept>

#include "server/cluster_peers.h"
#include "server/secrets.h"

namespace partita::server {

namespace {

// Requests that wait while a change is being written: more than one socket may send at once.
constexpr std::size_t kMostAskedWaiting = 128;

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
  services_.loop.cancel(reload_timer_);
  --services_.metrics.tables_live;
}

store::GameRow Table::record() const {
  store::GameRow game = row_;
  for (const PlyView& ply : plies_) game.moves.push_back({ply.move, ply.clock_ms, ply.score});
  if (is_ply_unwritten_) {
    game.moves.pop_back();
    game.ending.reset();
  }
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

bool Table::may_be_ours() const { return fence_ == 0 || services_.peers == nullptr || services_.peers->holds_leases(); }

// ---- one thing at a time ----

void Table::in_turn(std::function<void()> command) {
  if (!writing_) {
    command();
    return;
  }
  mailbox_.push_back(std::move(command));
}

void Table::in_turn(const Reply& reply, std::function<void()> command) {
  if (!writing_) return in_turn(std::move(command));
  if (asked_waiting_ >= kMostAskedWaiting) return reply(refused("busy", "too many requests wait for this game"));
  ++asked_waiting_;
  in_turn([this, command = std::move(command)] {
    --asked_waiting_;
    command();
  });
}

store::StoreThread::Task Table::checked(store::StoreThread::Task task, std::shared_ptr<bool> is_lost,
                                        std::int64_t used_ms) {
  return
      [task = std::move(task), is_lost = std::move(is_lost), fence = fence_, id = id(), used_ms](store::Store& store) {
        *is_lost = false;
        try {
          if (fence > 0) store.hold_lease(id, fence, used_ms);
        } catch (const store::LeaseLost&) {
          *is_lost = true;
          throw;
        }
        task(store);
      };
}

void Table::write(store::StoreThread::Task task, std::function<void(bool)> then) {
  if (is_away_) return then(false);
  writing_ = true;
  const auto is_lost = std::make_shared<bool>(false);
  auto unless_stale = [task = std::move(task), generation = generation_](store::Store& store) {
    if (store.generation() != generation) throw std::runtime_error("another server has had the database meanwhile");
    task(store);
  };
  services_.store.post(checked(std::move(unless_stale), is_lost, 0),
                       [self = shared_from_this(), then = std::move(then), is_lost](const std::string& failure) {
                         self->services_.loop.post([self, then, is_lost, failure] {
                           if (failure.empty()) {
                             self->writing_ = false;
                             then(true);
                             return self->drain();
                           }
                           ++self->services_.metrics.store_failures;
                           self->services_.log.error("store_failure", {{"game_id", self->id()}, {"reason", failure}});
                           then(false);
                           if (*is_lost) self->host_.drop_table(*self);
                           self->reload();
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
  in_turn(reply, [self = shared_from_this(), this, who = watcher.serial(), reply] {
    Place* place = place_of(who);
    if (place == nullptr) return reply(refused("not-allowed", "the game is watched no more"));
    const SeatSet were_here = present();
    const int ran = clock_.running();
    place->seats = seats_of(place->tokens);
    place->known_plies = 0;
    place->known_layout = 0;
    const bool awakes = place->seats != 0 && !clock_awake_;
    clock_awake_ = clock_awake_ || awakes;
    run_clock();
    if (awakes) note_clock();
    if (present() != were_here || clock_.running() != ran) {
      ++revision_;
      broadcast();
    } else {
      send_state(*place);
    }
    reply({});
    if (!row_.rematch_id.empty() && place->seats != 0) {
      host_.find_table(row_.rematch_id, [self](const std::shared_ptr<Table>& next, const Verdict&) {
        if (next) self->send_rematch_grants(next);
      });
    }
    think_if_due();
  });
}

/// The clock stood until now: whoever takes the game over from us shall know since when it runs.
void Table::note_clock() {
  if (fence_ == 0 || clock_.running() < 0) return;
  services_.store.post([id = id(), fence = fence_,
                        used_ms = used_in_turn_ms()](store::Store& store) { store.hold_lease(id, fence, used_ms); },
                       [](const std::string&) {});
}

void Table::unwatch(Watcher& watcher) {
  const SeatSet were_here = present();
  const auto gone =
      std::remove_if(watchers_.begin(), watchers_.end(), [&](const Place& place) { return place.watcher == &watcher; });
  if (gone == watchers_.end()) return;
  watchers_.erase(gone, watchers_.end());
  const bool presence_changed = present() != were_here;
  in_turn([self = shared_from_this(), this, presence_changed] {
    if (watchers_.empty()) {
      cancel_thinking();
    } else {
      // Whoever was charged with the search is gone: it goes on, its tables warm, for one who is still here.
      if (thinking_ != 0 && place_of(thinking_for_) == nullptr) {
        cancel_thinking();
        think_if_due();
      }
      if (!presence_changed) return;
      ++revision_;
      broadcast();
    }
  });
}

void Table::take_lease(std::int64_t fence, std::int64_t used_ms) {
  fence_ = fence;
  const int mover = position_.to_move();
  if (!clock_.is_used() || used_ms <= 0 || row_.ending || is_waiting() || is_engine(mover)) return;
  if (!has_finished_turn(plies_)) return;
  const std::int64_t now = services_.loop.steady_ms();
  clock_.set_remaining(mover, std::max<std::int64_t>(0, clock_.remaining_ms(mover, now) - used_ms));
}

void Table::close(const std::string& reason) {
  is_away_ = is_closed_ = true;
  services_.loop.cancel(reload_timer_);
  reload_timer_ = 0;
  cancel_thinking();
  run_clock();
  const std::vector<Place> watchers = watchers_;
  for (const Place& place : watchers) place.watcher->let_reconnect(reason);
}

bool Table::is_idle() const {
  return watchers_.empty() && !writing_ && mailbox_.empty() && (clock_.running() < 0 || is_engine(clock_.running()));
}

}  // namespace partita::server
