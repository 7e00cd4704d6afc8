#include "catalog/any_position.h"

#include "catalog/games.h"

namespace partita::catalog {

int Ending::winner() const {
  if (!over) return -1;
  for (int seat = 0; seat < kMaxSeats; ++seat) {
    if (payoff[static_cast<std::size_t>(seat)] == kPoint) return seat;
  }
  return -1;
}

base::Parsed<AnyPosition> AnyPosition::initial(std::string_view game, const base::OptionValues& rules) {
  return from_text(game, rules, "");
}

base::Parsed<AnyPosition> AnyPosition::from_text(std::string_view game, const base::OptionValues& rules,
                                                 std::string_view text) {
  auto entry = find_game(game);
  if (!entry) return entry.forward_error();
  auto checked = base::checked_values((*entry)->rule_options, rules);
  if (!checked) return checked.forward_error();
  auto model = (*entry)->make_position(*checked, text == "startpos" ? std::string_view{} : text);
  if (!model) return model.forward_error();
  return AnyPosition(std::move(*model));
}

AnyPosition::AnyPosition(std::unique_ptr<PositionModel> model)
    : model_(std::move(model)), start_text_(model_->text()) {}

AnyPosition::AnyPosition(const AnyPosition& other)
    : model_(other.model_->clone()), start_text_(other.start_text_), moves_(other.moves_) {}

AnyPosition& AnyPosition::operator=(const AnyPosition& other) {
  if (this != &other) {
    model_ = other.model_->clone();
    start_text_ = other.start_text_;
    moves_ = other.moves_;
  }
  return *this;
}

base::Parsed<std::string> AnyPosition::play(std::string_view move) {
  auto played = model_->play(move);
  if (played) moves_.push_back(*played);
  return played;
}

base::Parsed<std::vector<std::string>> AnyPosition::play_turn(std::string_view turn) {
  auto played = model_->play_turn(turn);
  if (played) moves_.insert(moves_.end(), played->begin(), played->end());
  return played;
}

bool AnyPosition::undo() {
  if (!model_->undo()) return false;
  moves_.pop_back();
  return true;
}

}  // namespace partita::catalog
