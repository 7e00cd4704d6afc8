#include <algorithm>
#include <utility>

#include "server/table.h"
#include "store/game_json.h"
#include "store/row_text.h"

// What watchers of a table see.
namespace partita::server {

namespace json = boost::json;

json::array grants_to_json(const store::GameRow& game, SeatSet seats) {
  json::array grants;
  for (std::size_t i = 0; i < game.seats.size(); ++i) {
    if ((seats & seat_bit(static_cast<int>(i))) == 0) continue;
    const store::SeatRow& seat = game.seats[i];
    json::object grant{{"seat", i}, {"kind", store::kind_name(seat.kind)}};
    if (!seat.token.empty()) grant["token"] = seat.token;
    if (!seat.invite.empty() && seat.token.empty()) grant["invite"] = seat.invite;
    grants.push_back(std::move(grant));
  }
  return grants;
}

void Table::refresh_view() {
  catalog::BoardView view = position_.view();
  if (layout_version_ == 0 || !is_same_layout(view, view_)) ++layout_version_;
  view_ = std::move(view);
  texts_ = {};
}

void Table::broadcast() {
  for (Place& place : watchers_) send_state(place);
}

void Table::show_again() {
  if (!std::exchange(owes_state_, false)) return;
  in_turn([self = shared_from_this(), this] {
    if (!is_closed_) broadcast();
  });
}

const std::string& Table::position_text(Legal legal) {
  std::string& text = texts_.position[legal == Legal::kListed ? 1 : 0];
  if (text.empty()) {
    json::object position = position_to_json(position_, view_, legal);
    if (row_.ending) position["ending"] = store::ending_to_json(row_.ending);
    text = json::serialize(position);
  }
  return text;
}

std::string Table::moves_text(std::size_t from) {
  const auto write_from = [&](std::size_t first) {
    json::array moves;
    for (std::size_t i = first; i < plies_.size(); ++i) moves.push_back(ply_to_json(plies_[i]));
    return json::serialize(moves);
  };
  if (from > 0) return write_from(from);
  if (texts_.moves.empty()) texts_.moves = write_from(0);
  return texts_.moves;
}

// Put together from texts that all watchers share: making a whole state anew takes a millisecond of the one loop.
void Table::send_state(Place& place) {
  if (!may_be_ours()) {
    owes_state_ = true;
    return;
  }
  const bool may_move = !row_.ending && !is_waiting() && (place.seats & seat_bit(position_.to_move())) != 0;
  json::object rest{{"revision", revision_},
                    {"moves_from", place.known_plies},
                    {"seats", seats_json(place)},
                    {"clocks", clocks_json()},
                    {"thinking", thinking_ != 0 ? static_cast<int>(position_.to_move()) : -1},
                    {"waiting", is_waiting()},
                    {"can", allowed_json(place)}};
  if (!row_.rematch_id.empty()) rest["rematch_id"] = row_.rematch_id;
  if (texts_.head.empty()) {
    texts_.head = json::serialize(json::object{{"type", "state"},
                                               {"game_id", id()},
                                               {"game", row_.game},
                                               {"rules", json::value_from(row_.rules)},
                                               {"start", row_.start}});
    texts_.head.pop_back();  // the other members follow
  }
  std::string text = texts_.head + ",\"moves\":" + moves_text(place.known_plies) +
                     ",\"position\":" + position_text(may_move ? Legal::kListed : Legal::kLeftOut);
  if (place.known_layout != layout_version_) {
    if (texts_.layout.empty()) texts_.layout = json::serialize(layout_to_json(position_, view_));
    text += ",\"layout\":" + texts_.layout;
  }
  text += "," + json::serialize(rest).substr(1);
  place.known_plies = plies_.size();
  place.known_layout = layout_version_;
  place.watcher->send_text(std::move(text));
}

SeatSet Table::present() const {
  SeatSet set = 0;
  for (const Place& place : watchers_) set |= place.seats;
  return set;
}

json::array Table::seats_json(const Place& place) const {
  const SeatSet here = present();
  json::array array;
  for (int i = 0; i < seats(); ++i) {
    const store::SeatRow& seat = seat_row(i);
    const bool engine = is_engine(i);
    json::object object{{"seat", i},
                        {"kind", store::kind_name(seat.kind)},
                        {"name", seat.name},
                        {"taken", engine || !seat.token.empty()},
                        {"present", engine || (here & seat_bit(i)) != 0},
                        {"yours", (place.seats & seat_bit(i)) != 0}};
    if (engine) object["engine"] = seat.engine;
    if (seat.level > 0) object["level"] = seat.level;
    if (json::object limits = store::limits_to_json(seat); !limits.empty()) object["limits"] = std::move(limits);
    array.push_back(std::move(object));
  }
  return array;
}

json::array Table::allowed_json(const Place& place) const {
  json::array can;
  if (place.seats == 0) return can;
  const bool others = (people() & ~place.seats) != 0;
  const bool mine = (place.seats & seat_bit(position_.to_move())) != 0;
  const bool has_moved = take_back_to(plies_, place.seats).has_value();
  if (row_.ending) {
    if (has_moved && !others && position_.is_over()) can.emplace_back("undo");
    if (row_.rematch_id.empty()) can.emplace_back("rematch");
    return can;
  }
  if (has_moved) can.emplace_back("undo");
  can.emplace_back("resign");
  if (people() == seat_bit(seats()) - 1) can.emplace_back("draw");
  if (mine && !is_waiting()) {
    // Against another person a hint would be cheating.
    if (!others) can.emplace_back("hint");
    if (may_swap()) can.emplace_back("swap");
  }
  return can;
}

json::value Table::clocks_json() const {
  if (!clock_.is_used()) return nullptr;
  const std::int64_t now = services_.loop.steady_ms();
  json::array remaining;
  json::array increment;
  for (int seat = 0; seat < seats(); ++seat) {
    remaining.emplace_back(clock_.remaining_ms(seat, now));
    increment.emplace_back(clock_.increment_ms(seat));
  }
  return json::object{
      {"remaining_ms", std::move(remaining)}, {"increment_ms", std::move(increment)}, {"running", clock_.running()}};
}

}  // namespace partita::server
