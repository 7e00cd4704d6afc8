#include <algorithm>

#include "server/table.h"

// What players do at a table: moving, taking back, resigning.
namespace partita::server {

namespace {

constexpr std::size_t kMostPlies = 4'000;

bool is_by_rules(const store::EndingRow& ending) {
  return ending.reason != "resignation" && ending.reason != "time" && ending.reason != "agreement";
}

}  // namespace

store::EndingRow loss_of(int loser, int seats, std::string reason) {
  store::EndingRow ending{std::move(reason), std::vector<int>(static_cast<std::size_t>(seats))};
  for (int seat = 0; seat < seats; ++seat) {
    ending.payoff[static_cast<std::size_t>(seat)] = seat == loser ? 0 : catalog::kPoint / (seats - 1);
  }
  return ending;
}

void Table::play(Watcher& watcher, int ply, const std::string& move, Reply reply) {
  const std::int64_t arrived_ms = services_.loop.steady_ms();
  in_turn(reply, [self = shared_from_this(), this, who = watcher.serial(), ply, move, arrived_ms, reply] {
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
      if (there.move == move && (place->seats & seat_bit(there.seat)) != 0) {
        // Said without asking the store: only while nobody else can have changed the game.
        if (!may_be_ours())
          return refuse("unavailable", "the server was away and looks whether the game is still its own");
        return reply({});
      }
    }
    if (row_.ending) return refuse("game-over", "the game is over");
    if (index != now) return refuse("out-of-date", "the game stands at ply " + std::to_string(start_ply_ + now));
    if (is_waiting()) return refuse("not-allowed", "a seat is still free");
    const int mover = position_.to_move();
    if ((place->seats & seat_bit(mover)) == 0 || is_engine(mover))
      return refuse("not-your-turn", "it is not your turn");
    if (clock_.has_fallen(mover, arrived_ms)) {
      flag_fell();
      return refuse("game-over", "the time is up");
    }
    if (plies_.size() >= kMostPlies) return refuse("not-allowed", "the game is too long to be kept");
    auto played = play_for_view(position_, move);
    if (!played) return refuse("illegal-move", played.error());
    trace_ = id() + "/" + std::to_string(ply);
    services_.log.debug("move_arrived", {{"trace", trace_}, {"client", place->watcher->client()}});
    commit_ply(std::move(*played), mover, arrived_ms, reply);
  });
}

void Table::commit_ply(PlyView ply, int mover, std::int64_t arrived_ms, Reply reply) {
  clock_.stop(arrived_ms);
  const ClockFace stopped = clock_;
  if (ply.ends_turn) clock_.end_turn(mover);
  if (clock_.is_used()) ply.clock_ms = clock_.remaining_ms(mover, arrived_ms);
  const store::MoveRow row{ply.move, ply.clock_ms, ply.score};
  const int index = static_cast<int>(plies_.size());
  plies_.push_back(std::move(ply));
  if (const catalog::Ending ending = position_.ending(); ending.over) {
    row_.ending = store::EndingRow{ending.reason, {ending.payoff.begin(), ending.payoff.begin() + seats()}};
  }
  row_.updated_ms = services_.loop.wall_ms();
  is_ply_unwritten_ = true;
  write(
      [id = id(), index, row, ending = row_.ending, now = row_.updated_ms](store::Store& store) {
        store.append_move(id, index, row, now);
        if (ending) store.set_ending(id, *ending, now);
      },
      [this, arrived_ms, stopped, reply = std::move(reply)](bool written) {
        is_ply_unwritten_ = false;
        if (!written) {
          position_.undo();
          plies_.pop_back();
          row_.ending.reset();
          clock_ = stopped;
          run_clock();
          return reply(refused("unavailable", "the move could not be stored"));
        }
        ++services_.metrics.moves_played;
        services_.log.debug("move_written", {{"trace", trace_},
                                             {"ply", start_ply_ + static_cast<int>(plies_.size()) - 1},
                                             {"ms", services_.loop.steady_ms() - arrived_ms}});
        after_change();
        services_.metrics.move_latency.record(static_cast<double>(services_.loop.steady_ms() - arrived_ms));
        reply({});
      });
}

void Table::after_change() {
  if (offer_) {
    const Offer gone = *offer_;
    offer_.reset();
    send_offer(gone, OfferState::kWithdrawn);
  }
  ++revision_;
  refresh_view();
  run_clock();
  think_if_due();
  broadcast();
}

void Table::undo(Watcher& watcher, Reply reply) {
  in_turn(reply, [self = shared_from_this(), this, who = watcher.serial(), reply] {
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
  write([id = id(), plies,
         now = row_.updated_ms](store::Store& store) { store.truncate_moves(id, static_cast<int>(plies), now); },
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
  in_turn(reply, [self = shared_from_this(), this, who = watcher.serial(), seat, reply] {
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

}  // namespace partita::server
