#include <algorithm>

#include "protocol/reason_json.h"
#include "server/client_quotas.h"
#include "server/secrets.h"
#include "server/table.h"
#include "study/reason.h"

// What players agree on: taking back, a draw, a rematch, swapping, a friend's joining; and hints.
namespace partita::server {

namespace {

constexpr std::int64_t kHintMs = 700;

}  // namespace

void Table::make_offer(const std::string& kind, Place& place, Reply reply) {
  Offer offer{kind, 0, place.seats, people() & ~place.seats, 0};
  while ((place.seats & seat_bit(offer.from)) == 0) ++offer.from;
  if (offer.needed == 0) return carry_out(offer, reply);
  if (offer_ && offer_->kind == kind && (offer_->from_seats & place.seats) == 0) {
    // Both ask for the same: that is an agreement.
    auto agreed = reply;
    return answer(*place.watcher, kind, true, agreed);
  }
  offer_ = offer;
  send_offer(offer, OfferState::kOpen);
  reply({});
}

void Table::offer_draw(Watcher& watcher, Reply reply) {
  in_turn(reply, [self = shared_from_this(), this, who = watcher.serial(), reply] {
    Place* place = place_of(who);
    if (place == nullptr || place->seats == 0) return reply(refused("forbidden", "this connection holds no seat"));
    if (row_.ending) return reply(refused("game-over", "the game is over"));
    if (people() != seat_bit(seats()) - 1) return reply(refused("not-allowed", "engines do not agree to draws"));
    make_offer("draw", *place, reply);
  });
}

void Table::rematch(Watcher& watcher, Reply reply) {
  in_turn(reply, [self = shared_from_this(), this, who = watcher.serial(), reply] {
    Place* place = place_of(who);
    if (place == nullptr || place->seats == 0) return reply(refused("forbidden", "this connection holds no seat"));
    if (!row_.ending) return reply(refused("not-allowed", "the game is not over"));
    if (!row_.rematch_id.empty()) return reply(refused("not-allowed", "the rematch exists already"));
    if (!services_.quotas.take_game(place->watcher->client(), services_.loop.steady_ms())) {
      return reply(refused("too-many", "this client has made too many games"));
    }
    make_offer("rematch", *place, reply);
  });
}

void Table::answer(Watcher& watcher, const std::string& kind, bool accept, Reply reply) {
  in_turn(reply, [self = shared_from_this(), this, who = watcher.serial(), kind, accept, reply] {
    Place* place = place_of(who);
    if (place == nullptr || place->seats == 0) return reply(refused("forbidden", "this connection holds no seat"));
    const bool asked = offer_ && offer_->kind == kind && (offer_->needed & place->seats) != 0;
    if (!asked) return reply(refused("not-allowed", "there is no such offer"));
    if (!accept) {
      const Offer declined = *offer_;
      offer_.reset();
      send_offer(declined, OfferState::kDeclined);
      return reply({});
    }
    offer_->agreed |= place->seats;
    if ((offer_->needed & ~offer_->agreed) != 0) return reply({});
    const Offer agreed = *offer_;
    offer_.reset();
    carry_out(agreed, reply);
  });
}

void Table::carry_out(const Offer& offer, Reply reply) {
  if (offer.kind == "rematch") return start_rematch(reply);
  if (offer.kind == "draw") {
    const store::EndingRow ending{"agreement",
                                  std::vector<int>(static_cast<std::size_t>(seats()), catalog::kPoint / seats())};
    return end_game(ending, reply);
  }
  const auto plies = take_back_to(plies_, offer.from_seats);
  if (!plies) return reply(refused("not-allowed", "there is nothing to take back"));
  take_back(*plies, reply);
}

void Table::send_offer(const Offer& offer, OfferState state) {
  const bool open = state == OfferState::kOpen;
  boost::json::object message{
      {"type", "offer"}, {"game_id", id()}, {"offer", offer.kind}, {"from", offer.from}, {"open", open}};
  if (state == OfferState::kDeclined) message["declined"] = true;
  for (const Place& place : watchers_) {
    if (place.seats == 0 || (open && (place.seats & offer.needed) == 0)) continue;
    place.watcher->send(message);
  }
}

void Table::start_rematch(Reply reply) {
  store::GameRow next = row_;
  next.id = random_game_id();
  next.moves.clear();
  next.ending.reset();
  next.swapped = false;
  next.rematch_id.clear();
  next.created_ms = next.updated_ms = services_.loop.wall_ms();
  std::rotate(next.seats.begin(), next.seats.begin() + 1, next.seats.end());
  for (store::SeatRow& seat : next.seats) {
    seat.invite.clear();
    if (seat.kind != store::SeatKind::kEngine) seat.token = random_secret();
  }
  const std::string next_id = next.id;
  writing_ = true;  // nothing else happens at this table until the other one stands
  host_.create_table(std::move(next), [self = shared_from_this(), this, reply](const std::shared_ptr<Table>& table,
                                                                               const Verdict& verdict) {
    writing_ = false;
    if (!table) {
      reply(verdict);
      return drain();
    }
    write([id = id(), next_id = table->id()](store::Store& store) { store.set_rematch(id, next_id); },
          [self, this, table, reply](bool written) {
            if (!written) return reply(refused("unavailable", "the rematch could not be stored"));
            row_.rematch_id = table->id();
            ++revision_;
            broadcast();
            send_rematch_grants(table);
            reply({});
          });
  });
}

void Table::send_rematch_grants(const std::shared_ptr<Table>& next) {
  for (const Place& place : watchers_) {
    SeatSet theirs = 0;
    for (int seat = 0; seat < seats(); ++seat) {
      // start_rematch moved every player one seat down.
      if ((place.seats & seat_bit(seat)) != 0) theirs |= seat_bit((seat + seats() - 1) % seats());
    }
    place.watcher->send({{"type", "rematch"},
                         {"game_id", id()},
                         {"rematch_id", next->id()},
                         {"seats", grants_to_json(next->row_, theirs)}});
  }
}

void Table::swap(Watcher& watcher, Reply reply) {
  in_turn(reply, [self = shared_from_this(), this, who = watcher.serial(), reply] {
    const Place* place = place_of(who);
    if (place == nullptr || place->seats == 0) return reply(refused("forbidden", "this connection holds no seat"));
    if (row_.ending) return reply(refused("game-over", "the game is over"));
    if (!may_swap() || is_waiting()) return reply(refused("not-allowed", "the swap rule does not apply here"));
    if ((place->seats & seat_bit(position_.to_move())) == 0)
      return reply(refused("not-your-turn", "it is not your turn"));
    swap_players(reply);
  });
}

void Table::swap_players(Reply reply) {
  std::vector<store::SeatRow> swapped = row_.seats;
  std::swap(swapped[0], swapped[1]);
  write([id = id(), swapped](store::Store& store) { store.set_seats(id, swapped, true); },
        [this, swapped, reply = std::move(reply)](bool written) {
          if (!written) return reply(refused("unavailable", "the change could not be stored"));
          clock_.stop(services_.loop.steady_ms());
          clock_.swap_seats();
          row_.seats = swapped;
          row_.swapped = true;
          for (Place& place : watchers_) place.seats = seats_of(place.tokens);
          after_change();
          reply({});
        });
}

void Table::join(const std::string& invite, const std::string& name,
                 std::function<void(const Verdict&, int, const std::string&)> then) {
  const Reply refuse = [then](const Verdict& verdict) { then(verdict, 0, ""); };
  in_turn(refuse, [self = shared_from_this(), this, invite, name, then] {
    const auto found = std::find_if(row_.seats.begin(), row_.seats.end(),
                                    [&](const store::SeatRow& seat) { return is_same_secret(seat.invite, invite); });
    if (found == row_.seats.end())
      return then(refused("forbidden", "this invitation does not belong to the game"), 0, "");
    if (!found->token.empty()) return then(refused("forbidden", "this invitation has been used"), 0, "");
    const int seat = static_cast<int>(found - row_.seats.begin());
    std::vector<store::SeatRow> joined = row_.seats;
    store::SeatRow& mine = joined[static_cast<std::size_t>(seat)];
    mine.token = random_secret();
    if (!name.empty()) mine.name = name;
    write([id = id(), joined, swapped = row_.swapped](store::Store& store) { store.set_seats(id, joined, swapped); },
          [this, joined, seat, then](bool written) {
            if (!written) {
              unanswered_token_ = joined[static_cast<std::size_t>(seat)].token;
              return then(refused("unavailable", "the seat could not be stored"), 0, "");
            }
            row_.seats = joined;
            after_change();
            then({}, seat, seat_row(seat).token);
          });
  });
}

void Table::hint(Watcher& watcher, boost::json::object head, Reply reply) {
  in_turn(reply, [self = shared_from_this(), this, who = watcher.serial(), head = std::move(head), reply] {
    const Place* place = place_of(who);
    if (place == nullptr || place->seats == 0) return reply(refused("forbidden", "this connection holds no seat"));
    if (row_.ending) return reply(refused("game-over", "the game is over"));
    if (is_waiting() || (place->seats & seat_bit(position_.to_move())) == 0) {
      return reply(refused("not-your-turn", "hints are for the player to move"));
    }
    if ((people() & ~place->seats) != 0) return reply(refused("not-allowed", "no hints against another person"));
    catalog::Limits limits;
    limits.movetime_ms = kHintMs;
    const auto presets = services_.engines.presets(row_.game);
    EngineQuestion question{
        place->watcher->payer(),
        SearchPool::Urgency::kHint,
        {"hint " + std::to_string(who), row_.game, row_.rules, presets.empty() ? "" : presets[0].name},
        position_,
        limits,
        {},
        ProofsFirst::kAll};
    const auto then = [weak = weak_from_this(), who, head, reply, ply = plies_.size()](const EngineAnswer& result) {
      const auto table = weak.lock();
      const Place* asker = table ? table->place_of(who) : nullptr;
      if (asker == nullptr) return reply(refused("not-allowed", "the game is watched no more"));
      if (!result.failure.empty()) return reply(refused("internal", result.failure));
      if (table->plies_.size() != ply) return reply(refused("out-of-date", "the position has changed"));
      const auto path = table->position_.read_path(result.result.best_move);
      if (!path) return reply(refused("internal", path.error()));
      boost::json::object message = head;
      message["type"] = "hint";
      message["game_id"] = table->id();
      message["ply"] = table->position_.ply();
      message["move"] = path->move;
      message["path"] = boost::json::value_from(path->path);
      message["line"] = nullptr;
      const auto& lines = result.result.lines;
      if (!lines.empty()) message["line"] = line_to_json(lines[0], table->position_);
      const auto proven = proven_to_json(result.known, lines.empty() ? nullptr : &lines[0].score, table->position_);
      if (!proven.is_null()) message["proven"] = proven;
      if (!lines.empty()) {
        study::ReasonQuestion why{table->position_, lines[0].pv, {}, lines[0].score.distance, {}};
        why.played_chance = study::chance_of(lines[0], table->position_.to_move());
        const study::Reason reason = study::find_reason(why);
        if (study::has_words(reason)) message["reason"] = protocol::reason_to_json(table->row_.game, reason);
      }
      asker->watcher->send(message);
    };
    if (auto ticket = ask(services_, std::move(question), then); !ticket) reply(refused("busy", ticket.error()));
  });
}

}  // namespace partita::server
