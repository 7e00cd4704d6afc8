#include "protocol/foreign_game.h"

#include <utility>

#include "base/text.h"
#include "catalog/games.h"
#include "study/engine.h"

namespace partita::protocol {

base::Parsed<ForeignPlayer> ForeignPlayer::make(const ForeignSetup& setup, std::string_view protocol) {
  const auto speaker = catalog::speaker_of(protocol);
  if (!speaker) return speaker.forward_error();
  auto position = catalog::AnyPosition::initial(speaker->game->name, speaker->rules);
  if (!position) return position.forward_error();
  auto engine = study::make_engine(speaker->game->name, position->rules(), setup.engine);
  if (!engine) return engine.forward_error();
  return ForeignPlayer(setup, std::move(*position), std::move(*engine));
}

ForeignPlayer::ForeignPlayer(ForeignSetup setup, catalog::AnyPosition position,
                             std::unique_ptr<catalog::AnyEngine> engine)
    : setup_(std::move(setup)), position_(std::move(position)), engine_(std::move(engine)) {}

std::string ForeignPlayer::choose() {
  catalog::SearchRequest request;
  request.limits.movetime_ms = setup_.move_ms;
  if (!has_moved_ && setup_.first_move_ms > 0) request.limits.movetime_ms = setup_.first_move_ms;
  has_moved_ = true;
  return engine_->search(position_, request).best_move;
}

base::Parsed<base::Done> ForeignPlayer::play(const std::string& from, const std::string& to) {
  for (const std::string& move : position_.legal_moves()) {
    const FromTo squares = squares_of(move);
    if (squares.from != from || squares.to != to) continue;
    const auto played = position_.play(move);
    if (!played) return played.forward_error();
    tell(std::to_string(position_.ply()) + ". " + move);
    return base::Done{};
  }
  return base::Error{base::quoted(from + "-" + to) + " cannot be played in " + position_.text()};
}

void ForeignPlayer::tell(const std::string& text) const {
  if (setup_.on_event) setup_.on_event(text);
}

FromTo squares_of(const std::string& move) {
  const std::size_t dash = move.find('-');
  if (dash == std::string::npos) return {};
  return {move.substr(0, dash), move.substr(dash + 1, move.find('x', dash) - dash - 1)};
}

}  // namespace partita::protocol
