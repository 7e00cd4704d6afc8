#include "catalog/turn_text.h"

#include "base/text.h"

namespace partita::catalog {

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
