#include "tui/typed_move.h"

#include <cctype>

#include "base/text.h"
#include "catalog/any_position.h"

namespace partita::tui {

namespace {

/// Letters and digits alone, in lower case.
std::string bare(std::string_view text) {
  std::string result;
  for (const char c : text) {
    if (std::isalnum(static_cast<unsigned char>(c)) != 0) {
      result += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    }
  }
  return result;
}

bool is_in_hand(const std::string& touched) { return !touched.empty() && touched[0] == '@'; }

/// The first legal move that these letters and digits can mean.
std::optional<std::string> meant_move(const catalog::AnyPosition& position, std::string_view typed) {
  const std::string wanted = bare(typed);
  if (wanted.empty()) return std::nullopt;
  for (const catalog::MovePath& path : position.legal_paths()) {
    if (path.path.empty()) continue;
    const bool has_hand = is_in_hand(path.path.front());
    if (wanted == bare(base::join(path.path, "")) || (has_hand && wanted == bare(path.path.back()))) return path.move;
  }
  return std::nullopt;
}

/// "6 5", "6, 5" as "6,5", which games read that count rows and columns.
std::optional<std::string> two_numbers(std::string_view typed) {
  std::string spaced(typed);
  for (char& c : spaced) c = c == ',' ? ' ' : c;
  const auto words = base::words(spaced);
  if (words.size() != 2 || !base::read_int(words[0]) || !base::read_int(words[1])) return std::nullopt;
  return std::string(words[0]) + "," + std::string(words[1]);
}

/// Word by word; all or nothing.
base::Parsed<base::Done> play_words(catalog::AnyPosition& position, std::string_view typed) {
  catalog::AnyPosition next = position;
  for (const std::string_view word : base::words(typed)) {
    const auto played = catalog::play_word(next, word);
    if (played) continue;
    const auto meant = meant_move(next, word);
    if (!meant || !next.play(*meant)) return played.forward_error();
  }
  position = std::move(next);
  return base::Done{};
}

}  // namespace

base::Parsed<base::Done> play_typed(catalog::AnyPosition& position, std::string_view typed) {
  if (const auto pair = two_numbers(typed)) {
    if (position.play(*pair)) return base::Done{};
  }
  auto played = play_words(position, typed);
  if (played) return played;
  const auto meant = meant_move(position, typed);
  if (!meant || !position.play(*meant)) return played;
  return base::Done{};
}

std::optional<char> next_in_hand(const catalog::AnyPosition& position) {
  const auto paths = position.legal_paths();
  if (paths.empty() || paths.front().path.empty() || !is_in_hand(paths.front().path.front())) return std::nullopt;
  return paths.front().path.front().at(1);
}

std::vector<std::string> cells_of_last_turn(catalog::AnyPosition position) {
  std::vector<std::string> cells;
  while (!position.moves().empty()) {
    const std::string move = position.moves().back();
    position.undo();
    if (const auto path = position.read_path(move)) {
      for (const std::string& touched : path->path) {
        if (!is_in_hand(touched)) cells.push_back(touched);
      }
    }
    if (position.starts_turn()) break;
  }
  return cells;
}

int plies_of_last_turn(catalog::AnyPosition position) {
  int plies = 0;
  while (position.undo()) {
    ++plies;
    if (position.starts_turn()) break;
  }
  return plies;
}

}  // namespace partita::tui
