#include "record/corpus_lines.h"

#include <algorithm>
#include <optional>

#include "base/text.h"
#include "catalog/any_position.h"
#include "catalog/cell_names.h"

namespace partita::record {

namespace {

using base::Done;
using base::Error;
using base::Parsed;
using catalog::AnyPosition;
using catalog::CorpusColumn;
using catalog::CorpusFormat;
using Says = CorpusColumn::Says;

Error differs(const std::string& what, const std::string& found, std::string_view stated) {
  return Error{what + " is " + found + ", the line says " + base::quoted(stated)};
}

Parsed<Done> must_be(std::string_view what, const std::string& found, std::string_view stated) {
  if (found != stated) return differs(std::string(what), found, stated);
  return Done{};
}

bool is_number(std::string_view text) { return base::read_int(text).has_value(); }

bool begins_with(std::string_view text, std::string_view head) { return text.substr(0, head.size()) == head; }

bool can_say(const CorpusColumn& column, std::string_view text) {
  switch (column.says) {
    case Says::kNumberRule:
    case Says::kPlies: return is_number(text);
    case Says::kPosition:
    case Says::kWholePosition:
    case Says::kLastPosition: return begins_with(text, column.word);
    case Says::kOver: return text == "0" || text == "1";
    case Says::kReplies: return text.find('=') != std::string_view::npos;
    default: return true;
  }
}

/// The column of the line that says it; nothing where the format has none. REQUIRES: looks_like(format, columns).
std::optional<std::string_view> said(const CorpusFormat& format, const Columns& columns, Says says) {
  for (std::size_t i = 0; i < columns.size(); ++i) {
    if (format.columns[i].says == says) return columns[i];
  }
  return std::nullopt;
}

/// What the format and the line say of the rules.
base::OptionValues rules_of(const CorpusFormat& format, const Columns& columns) {
  base::OptionValues rules;
  if (const auto fixed = base::read_values(format.rules); fixed && !format.rules.empty()) rules = *fixed;
  for (std::size_t i = 0; i < columns.size(); ++i) {
    const CorpusColumn& column = format.columns[i];
    if (column.says == Says::kRule || column.says == Says::kNumberRule)
      rules[std::string(column.word)] = std::string(columns[i]);
  }
  return rules;
}

/// "-1,1" as a cell name of the board.
Parsed<std::string> read_axial(std::string_view text, int side) {
  const auto parts = base::split(text, ',');
  const auto q = base::read_int(parts[0]);
  const auto r = parts.size() == 2 ? base::read_int(parts[1]) : std::nullopt;
  if (!q || !r || *q < -99 || *q > 99 || *r < -99 || *r > 99 ||
      !catalog::is_hex_cell(static_cast<int>(*q), static_cast<int>(*r), side)) {
    return Error{base::quoted(text) + " is no cell q,r of side " + std::to_string(side)};
  }
  return catalog::hex_cell_name(static_cast<int>(*q), static_cast<int>(*r), side);
}

/// The words of the line's moves, cells in our names.
Parsed<std::vector<std::string>> moves_of(const CorpusFormat& format, const Columns& columns,
                                          const base::OptionValues& rules) {
  std::vector<std::string> moves;
  if (const auto axial = said(format, columns, Says::kAxialMoves)) {
    const auto side = rules.find("side");
    const auto number = side == rules.end() ? std::nullopt : base::read_int(side->second);
    const int cells_along = static_cast<int>(std::clamp<std::int64_t>(number.value_or(0), 0, 99));
    for (const std::string_view word : base::words(*axial)) {
      auto cell = read_axial(word, cells_along);
      if (!cell) return cell.error_at("move " + std::to_string(moves.size() + 1));
      moves.push_back(std::move(*cell));
    }
  } else if (const auto plain = said(format, columns, Says::kMoves); plain && *plain != "-") {
    for (const std::string_view word : base::words(*plain)) moves.emplace_back(word);
  }
  return moves;
}

Parsed<Done> play_all(AnyPosition& position, const std::vector<std::string>& words) {
  for (std::size_t i = 0; i < words.size(); ++i) {
    const auto played = catalog::play_word(position, words[i]);
    if (!played) return played.error_at("move " + std::to_string(i + 1) + " " + base::quoted(words[i]));
  }
  return Done{};
}

/// The winner's seat name, or "-" for a shared point, or "*" while the game goes on.
std::string winner_name(const AnyPosition& position) {
  const catalog::Ending ending = position.ending();
  if (!ending.over) return "*";
  return ending.winner() < 0 ? "-" : position.seat_name(static_cast<catalog::Seat>(ending.winner()));
}

std::string outcome_letter(const AnyPosition& position) {
  const std::string name = winner_name(position);
  return name == "-" ? "=" : base::lower(name.substr(0, 1));
}

/// The winner of the same position under other rules, from 1.
Parsed<int> winner_number(const AnyPosition& position, std::string_view other_rules) {
  if (other_rules.empty()) return position.ending().winner() + 1;
  base::OptionValues rules = position.rules();
  if (const auto changes = base::read_values(other_rules)) {
    for (const auto& [name, value] : *changes) rules[name] = value;
  }
  const auto other = AnyPosition::from_text(position.game(), rules, position.text());
  if (!other) return other.forward_error();
  return other->ending().winner() + 1;
}

std::vector<std::string> sizes_of_groups(const AnyPosition& position) {
  std::vector<std::vector<int>> sizes(static_cast<std::size_t>(position.seat_count()));
  for (const catalog::Overlay& overlay : position.view().overlays) {
    if (overlay.name == "groups")
      sizes[static_cast<std::size_t>(overlay.seat)].push_back(static_cast<int>(overlay.cells.size()));
  }
  std::vector<std::string> texts;
  for (std::vector<int>& of_seat : sizes) {
    std::sort(of_seat.rbegin(), of_seat.rend());
    std::vector<std::string> numbers;
    for (const int size : of_seat) numbers.push_back(std::to_string(size));
    texts.push_back(numbers.empty() ? "-" : base::join(numbers, ","));
  }
  return texts;
}

Parsed<Done> check_replies(AnyPosition position, std::string_view text) {
  std::vector<std::string> stated;
  for (const std::string_view pair : base::words(text)) {
    const std::size_t equals = pair.find('=');
    if (equals == std::string_view::npos) return Error{base::quoted(pair) + " is not move=outcome"};
    const std::string_view move = pair.substr(0, equals);
    const auto played = position.play(move);
    if (!played) return played.error_at("move " + base::quoted(move));
    stated.push_back(*played);
    if (*played != move) return differs("the move", *played, move);
    const std::string outcome = outcome_letter(position);
    if (outcome != pair.substr(equals + 1))
      return differs("the outcome of " + *played, outcome, pair.substr(equals + 1));
    position.undo();
  }
  auto legal = position.legal_moves();
  std::sort(legal.begin(), legal.end());
  std::sort(stated.begin(), stated.end());
  if (legal != stated)
    return Error{"has " + std::to_string(legal.size()) + " legal moves, the line says " +
                 std::to_string(stated.size())};
  return Done{};
}

/// Whether the position is as the column states it.
Parsed<Done> check_column(const AnyPosition& position, const CorpusColumn& column, std::string_view stated) {
  switch (column.says) {
    case Says::kPlies: return must_be("the ply", std::to_string(position.ply()), stated);
    case Says::kReason: return must_be("the reason", position.ending().reason, stated);
    case Says::kWinnerLetter: return must_be("the winner", winner_name(position).substr(0, 1), stated);
    case Says::kOutcomeLetter: return must_be("the outcome", outcome_letter(position), stated);
    case Says::kScores: return must_be("the score", base::join(position.scores(), ","), stated);
    case Says::kOver: return must_be("over", position.is_over() ? "1" : "0", stated);
    case Says::kWholePosition: return must_be("the position", position.text(), stated);
    case Says::kLastPosition: return must_be("the last position", position.text(), stated);
    case Says::kGroupSizes: return must_be("the group sizes", base::join(sizes_of_groups(position), ";"), stated);
    case Says::kReplies: return check_replies(position, stated);
    case Says::kWinnerNumber: {
      if (!position.is_over()) return Error{"the game is not over"};
      const auto winner = winner_number(position, column.word);
      if (!winner) return winner.forward_error();
      return must_be(column.label, std::to_string(*winner), stated);
    }
    default: return Done{};
  }
}

/// Whether the position is as all columns state it.
Parsed<Done> check_columns(const AnyPosition& position, const CorpusFormat& format, const Columns& columns) {
  for (std::size_t i = 0; i < columns.size(); ++i) {
    if (auto done = check_column(position, format.columns[i], columns[i]); !done) return done;
  }
  return Done{};
}

/// A game whose score is stated after each of its moves.
Parsed<int> check_trace(AnyPosition position, const std::vector<std::string>& moves, std::string_view stated) {
  const auto scores = base::words(stated);
  if (moves.size() != scores.size()) return Error{"has not as many scores as stones"};
  for (std::size_t i = 0; i < moves.size(); ++i) {
    const std::string place = "stone " + std::to_string(i + 1);
    const auto played = position.play(moves[i]);
    if (!played) return played.error_at(place);
    const std::string found = base::join(position.scores(), ",");
    if (found != scores[i]) return differs(place + ": the score", found, scores[i]);
  }
  return static_cast<int>(moves.size());
}

}  // namespace

bool looks_like(const CorpusFormat& format, const Columns& columns) {
  if (columns.size() != format.columns.size()) return false;
  for (std::size_t i = 0; i < columns.size(); ++i) {
    if (!can_say(format.columns[i], columns[i])) return false;
  }
  return true;
}

Parsed<AnyPosition> check_game(std::string_view game, const CorpusFormat& format, const Columns& columns) {
  const base::OptionValues rules = rules_of(format, columns);
  const auto moves = moves_of(format, columns, rules);
  if (!moves) return moves.forward_error();
  auto position = AnyPosition::initial(game, rules);
  if (!position) return position;
  if (const auto done = play_all(*position, *moves); !done) return done.forward_error();
  if (const auto done = check_columns(*position, format, columns); !done) return done.forward_error();
  return position;
}

Parsed<int> check_positions(std::string_view game, const CorpusFormat& format, const Columns& columns,
                            const base::OptionValues& rules) {
  if (const auto scores = said(format, columns, Says::kScoresAlong)) {
    const base::OptionValues own = rules_of(format, columns);
    const auto start = AnyPosition::initial(game, own);
    if (!start) return start.forward_error();
    const auto moves = moves_of(format, columns, own);
    if (!moves) return moves.forward_error();
    return check_trace(*start, *moves, *scores);
  }
  auto text = said(format, columns, Says::kPosition);
  if (!text) text = said(format, columns, Says::kWholePosition);
  const base::OptionValues known = format.rule_in_name.empty() ? base::OptionValues{} : rules;
  const auto position = AnyPosition::from_text(game, known, text.value_or(""));
  if (!position) return position.forward_error();
  if (const auto done = check_columns(*position, format, columns); !done) return done.forward_error();
  return 1;
}

}  // namespace partita::record
