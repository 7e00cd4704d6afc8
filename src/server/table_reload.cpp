#include <algorithm>

#include "server/table.h"

// How a table goes on after a write that failed: it may have been done all the same, so the store is asked what it
// holds.
namespace partita::server {

namespace {

constexpr std::int64_t kReloadMs = 500;

}  // namespace

void Table::reload() {
  if (is_closed_) {
    writing_ = false;
    return drain();
  }
  writing_ = true;  // what comes meanwhile is judged by what the store says
  const auto game = std::make_shared<std::optional<store::GameRow>>();
  const auto generation = std::make_shared<std::uint64_t>(0);
  const auto is_lost = std::make_shared<bool>(false);
  services_.store.post(checked(
                           [id = id(), game, generation](store::Store& store) {
                             *game = store.load_game(id);
                             *generation = store.generation();
                           },
                           is_lost, used_in_turn_ms()),
                       [self = shared_from_this(), game, generation, is_lost](const std::string& failure) {
                         self->services_.loop.post([self, game, generation, is_lost, failure] {
                           self->writing_ = false;
                           if (*is_lost) self->host_.drop_table(*self);
                           if (self->is_closed_) return self->drain();
                           if (failure.empty() && *game)
                             self->take_stored(std::move(**game), *generation);
                           else
                             self->wait_for_store();
                           self->drain();
                         });
                       });
}

/// Until the store is back the table shows what it last knew, and every change is refused at once.
void Table::wait_for_store() {
  is_away_ = true;
  cancel_thinking();
  run_clock();
  reload_timer_ = services_.loop.after(kReloadMs, [weak = weak_from_this()] {
    const auto self = weak.lock();
    if (!self) return;
    self->reload_timer_ = 0;
    if (!self->writing_) self->reload();
  });
}

void Table::take_stored(store::GameRow game, std::uint64_t generation) {
  for (store::SeatRow& seat : game.seats) {
    // The friend was told that joining failed: the invitation is still good.
    if (!unanswered_token_.empty() && seat.token == unanswered_token_) seat.token.clear();
  }
  auto fresh = set_up(services_, host_, std::move(game));
  if (!fresh) {
    services_.log.error("broken_game", {{"game_id", id()}, {"reason", fresh.error()}});
    return wait_for_store();
  }
  cancel_thinking();
  is_away_ = false;
  generation_ = generation;
  const bool was_swapped = row_.swapped;
  row_ = (*fresh)->row_;
  position_ = (*fresh)->position_;
  const std::vector<PlyView> before = std::exchange(plies_, std::move((*fresh)->plies_));
  std::size_t same = 0;
  while (same < before.size() && same < plies_.size() && before[same].move == plies_[same].move) ++same;
  const bool is_same = same == before.size() && same == plies_.size() && row_.swapped == was_swapped;
  if (!is_same) restore_clocks();
  for (Place& place : watchers_) {
    place.known_plies = std::min(place.known_plies, same);
    place.seats = seats_of(place.tokens);
  }
  after_change();
}

}  // namespace partita::server
