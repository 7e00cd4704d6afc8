#include "catalog/set_up.h"

#include <algorithm>
#include <cctype>
#include <map>
#include <utility>
#include <vector>

#include "base/text.h"

namespace partita::catalog {

namespace {

/// Rows of a text go by the numbers in their cells' names, from the first; within a row from the left.
std::map<std::int64_t, std::vector<std::size_t>> rows_of(const BoardView& view) {
  std::map<std::int64_t, std::vector<std::size_t>> rows;
  for (std::size_t i = 0; i < view.cells.size(); ++i) {
    const std::string& name = view.cells[i].name;
    const auto digits = std::find_if(name.begin(), name.end(), [](unsigned char c) { return std::isdigit(c) != 0; });
    rows[base::read_int({digits, name.end()}).value_or(0)].push_back(i);
  }
  for (auto& [number, row] : rows) {
    std::stable_sort(row.begin(), row.end(),
                     [&](std::size_t a, std::size_t b) { return view.cells[a].x < view.cells[b].x; });
  }
  return rows;
}

std::string rows_text(const BoardView& view, std::string_view stones) {
  std::string text;
  for (const auto& [number, row] : rows_of(view)) {
    if (!text.empty()) text += '/';
    int empty = 0;
    for (const std::size_t cell : row) {
      if (stones[cell] == ' ') {
        ++empty;
        continue;
      }
      if (empty > 0) text += std::to_string(std::exchange(empty, 0));
      text += stones[cell];
    }
    if (empty > 0) text += std::to_string(empty);
  }
  return text;
}

/// The text of the beginning with other rows and another mover.
std::string text_of(const AnyPosition& start, const BoardView& view, std::string_view stones, Seat mover) {
  const std::string text = start.text();
  std::vector<std::string> words;
  for (const std::string_view word : base::words(text)) words.emplace_back(word);
  const auto rows = std::find_if(words.begin(), words.end(),
                                 [](const std::string& word) { return word.find('/') != std::string::npos; });
  if (rows == words.end() || rows + 1 == words.end()) return "";
  const bool stands_between_slashes = rows->front() == '/';
  *rows = rows_text(view, stones);
  if (stands_between_slashes) *rows = "/" + *rows + "/";
  std::string& mover_word = *(rows + 1);
  const bool is_number = std::isdigit(static_cast<unsigned char>(mover_word.front())) != 0;
  const char letter = static_cast<char>(std::tolower(static_cast<unsigned char>(start.seat_name(mover).front())));
  mover_word = is_number ? std::to_string(int{mover} + 1) : std::string(1, letter);
  return base::join(words, " ");
}

}  // namespace

base::Parsed<AnyPosition> set_up(std::string_view game, const base::OptionValues& rules, std::string_view stones,
                                 Seat mover) {
  const auto start = AnyPosition::initial(game, rules);
  if (!start) return start.forward_error();
  const BoardView view = start->view();
  if (stones.size() != view.cells.size())
    return base::Error{"stones: expected " + std::to_string(view.cells.size()) + " letters or blanks"};
  const auto is_known = [&](char c) {
    return c == ' ' || std::any_of(view.pieces.begin(), view.pieces.end(),
                                   [c](const PieceKind& piece) { return piece.letter == c; });
  };
  if (!std::all_of(stones.begin(), stones.end(), is_known)) return base::Error{"stones: there is no such piece"};
  if (int{mover} >= start->seat_count()) return base::Error{"mover: there is no such seat"};
  auto position = AnyPosition::from_text(game, rules, text_of(*start, view, stones, mover));
  if (!position) return position;
  if (const auto why = position->model().why_no_set_up()) return *why;
  return position;
}

int plies_of_turn(const AnyPosition& position) {
  auto at = AnyPosition::initial(position.game(), position.rules());
  int plies = 0;
  while (at && !at->is_over() && (plies == 0 || !at->starts_turn())) {
    const auto moves = at->legal_moves();
    if (moves.empty() || !at->play(moves.front())) break;
    ++plies;
  }
  return std::max(1, plies);
}

}  // namespace partita::catalog
