#include "catalog/any_position.h"

#include "base/text.h"
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

base::Parsed<std::vector<std::string>> play_word(AnyPosition& position, std::string_view word) {
  if (word.find(':') == std::string_view::npos) return position.play_turn(word);
  auto played = position.play(word);
  if (!played) return played.forward_error();
  return std::vector<std::string>{*played};
}

namespace {

/// The plies of one turn as one word if each is a stone from the hand and all kinds occur, else as they are.
std::vector<std::string> joined(const std::string& letters, std::vector<std::string> plies) {
  if (plies.size() < 2 || plies.size() != letters.size()) return plies;
  std::vector<std::string> cells;
  for (const char letter : letters) {
    for (const std::string& ply : plies) {
      if (ply.size() > 2 && ply[0] == letter && ply[1] == ':') cells.push_back(ply.substr(2));
    }
  }
  if (cells.size() != plies.size()) return plies;
  return {base::join(cells, "/")};
}

}  // namespace

std::vector<std::string> join_turns(const AnyPosition& start, const std::vector<std::string>& plies) {
  std::string letters;
  for (const PieceKind& kind : start.view().pieces) letters += kind.letter;
  AnyPosition position = start;
  std::vector<std::string> result;
  std::vector<std::string> turn;
  for (const std::string& ply : plies) {
    turn.push_back(ply);
    if (!position.play(ply).ok() || !position.starts_turn()) continue;
    for (std::string& word : joined(letters, std::move(turn))) result.push_back(std::move(word));
    turn.clear();
  }
  result.insert(result.end(), turn.begin(), turn.end());
  return result;
}

}  // namespace partita::catalog
