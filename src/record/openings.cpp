#include "record/openings.h"

#include "base/text.h"
#include "catalog/any_position.h"

namespace partita::record {

namespace {

using base::Error;
using base::Parsed;
using catalog::AnyPosition;

Parsed<Opening> played(Parsed<AnyPosition> start, std::string_view position, std::string_view moves) {
  if (!start) return start.forward_error();
  Opening opening;
  opening.position = position;
  int number = 0;
  for (const std::string_view word : base::words(moves)) {
    const auto plies = catalog::play_word(*start, word);
    if (!plies) return plies.error_at("move " + std::to_string(++number) + " " + base::quoted(word));
    ++number;
  }
  opening.moves = start->moves();
  return opening;
}

/// A line without ';' is a position if it reads as one, else moves.
Parsed<Opening> read_line(std::string_view line, std::string_view game, const base::OptionValues& rules) {
  const std::size_t semicolon = line.find(';');
  const std::string_view first = base::trim(line.substr(0, std::min(semicolon, line.size())));
  if (semicolon != std::string_view::npos) {
    return played(AnyPosition::from_text(game, rules, first), first, line.substr(semicolon + 1));
  }
  auto position = AnyPosition::from_text(game, rules, first);
  if (position) return Opening{std::string(first), {}};
  auto moves = played(AnyPosition::initial(game, rules), "", first);
  if (moves || first.find('-') != std::string_view::npos || first.find(' ') == std::string_view::npos) return moves;
  // Neither: say what was wrong with the reading that the line looks like. Position texts have rows joined by '/'.
  const bool looks_like_position = first.find('/') != std::string_view::npos && moves.error().rfind("move 1 ", 0) == 0;
  return looks_like_position ? Parsed<Opening>(position.forward_error()) : moves;
}

}  // namespace

Parsed<std::vector<Opening>> read_openings(std::string_view text, std::string_view game,
                                           const base::OptionValues& rules) {
  std::vector<Opening> openings;
  int number = 0;
  for (const std::string_view raw : base::split(text, '\n')) {
    ++number;
    const std::string_view line = base::trim(raw);
    if (line.empty() || line[0] == '#') continue;
    auto opening = read_line(line, game, rules);
    if (!opening) return opening.error_at(std::to_string(number));
    openings.push_back(std::move(*opening));
  }
  return openings;
}

std::string write_openings(const std::vector<Opening>& openings) {
  std::string text;
  for (const Opening& opening : openings) {
    text += opening.position;
    if (!opening.position.empty() && !opening.moves.empty()) text += "; ";
    text += base::join(opening.moves, " ");
    if (opening.position.empty() && opening.moves.empty()) text += "startpos";
    text += "\n";
  }
  return text;
}

Parsed<AnyPosition> open_position(const Opening& opening, std::string_view game, const base::OptionValues& rules) {
  auto position = AnyPosition::from_text(game, rules, opening.position);
  if (!position) return position;
  for (const std::string& move : opening.moves) {
    const auto done = position->play(move);
    if (!done) return done.error_at("move " + base::quoted(move));
  }
  return position;
}

}  // namespace partita::record
