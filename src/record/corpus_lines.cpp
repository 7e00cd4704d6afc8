#include "record/corpus_lines.h"

#include <algorithm>

#include "base/text.h"
#include "catalog/cell_names.h"
#include "catalog/turn_text.h"

namespace partita::record {

namespace {

using base::Done;
using base::Error;
using base::Parsed;
using catalog::AnyPosition;

Error differs(const std::string& what, const std::string& found, std::string_view stated) {
  return Error{what + " is " + found + ", the line says " + base::quoted(stated)};
}

Parsed<AnyPosition> play_all(Parsed<AnyPosition> position, const std::vector<std::string>& words) {
  if (!position) return position;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const auto played = catalog::play_word(*position, words[i]);
    if (!played) return played.error_at("move " + std::to_string(i + 1) + " " + base::quoted(words[i]));
  }
  return position;
}

std::vector<std::string> owned_words(std::string_view text) {
  std::vector<std::string> result;
  if (text == "-") return result;
  for (const std::string_view word : base::words(text)) result.emplace_back(word);
  return result;
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

/// The winner's seat name, or "-" for a shared point, or "*" while the game goes on.
std::string winner_name(const AnyPosition& position) {
  const catalog::Ending ending = position.ending();
  if (!ending.over) return "*";
  return ending.winner() < 0 ? "-" : position.seat_name(static_cast<catalog::Seat>(ending.winner()));
}

/// Outcome letters of the tafl files: "a", "d", "=", "*".
std::string tafl_outcome(const AnyPosition& position) {
  const std::string name = winner_name(position);
  return name == "-" ? "=" : base::lower(name.substr(0, 1));
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

base::OptionValues omega_rules(std::string_view side, std::string_view players, const char* tie) {
  return {{"side", std::string(side)}, {"players", std::string(players)}, {"tie", tie}};
}

}  // namespace

Parsed<AnyPosition> check_andantino_game(const Columns& columns) {
  const int side = static_cast<int>(std::clamp<std::int64_t>(base::read_int(columns[0]).value_or(0), 0, 99));
  std::vector<std::string> moves;
  for (const std::string_view word : base::words(columns[1])) {
    auto cell = read_axial(word, side);
    if (!cell) return cell.error_at("move " + std::to_string(moves.size() + 1));
    moves.push_back(std::move(*cell));
  }
  auto position = play_all(AnyPosition::initial("andantino", {{"side", std::string(columns[0])}}), moves);
  if (!position) return position;
  const std::string winner = winner_name(*position).substr(0, 1);
  if (winner != columns[2]) return differs("the winner", winner, columns[2]);
  const std::string reason = position->ending().reason;
  if (reason != columns[3]) return differs("the reason", reason, columns[3]);
  if (std::to_string(position->ply()) != columns[4])
    return differs("the ply", std::to_string(position->ply()), columns[4]);
  return position;
}

Parsed<AnyPosition> check_omega_game(const Columns& columns) {
  auto position =
      play_all(AnyPosition::initial("omega", omega_rules(columns[0], columns[1], "last")), owned_words(columns[3]));
  if (!position) return position;
  const std::string scores = base::join(position->scores(), ",");
  if (scores != columns[4]) return differs("the score", scores, columns[4]);
  if (!position->is_over()) return Error{"the game is not over"};
  // The same stones under both tie rules.
  const auto drawn = AnyPosition::from_text("omega", omega_rules(columns[0], columns[1], "draw"), position->text());
  if (!drawn) return drawn.forward_error();
  const std::string winner = std::to_string(drawn->ending().winner() + 1);
  if (winner != columns[5]) return differs("the winner", winner, columns[5]);
  const std::string original = std::to_string(position->ending().winner() + 1);
  if (original != columns[6]) return differs("the winner by the original rule", original, columns[6]);
  return position;
}

Parsed<AnyPosition> check_tafl_game(const Columns& columns) {
  auto position = play_all(AnyPosition::initial("tafl", {{"rules", std::string(columns[0])}}), owned_words(columns[4]));
  if (!position) return position;
  const std::string outcome = tafl_outcome(*position);
  if (outcome != columns[1]) return differs("the outcome", outcome, columns[1]);
  if (std::to_string(position->ply()) != columns[2])
    return differs("the ply", std::to_string(position->ply()), columns[2]);
  if (position->ending().reason != columns[3]) return differs("the reason", position->ending().reason, columns[3]);
  if (position->text() != columns[5]) return differs("the last position", position->text(), columns[5]);
  return position;
}

Parsed<int> check_omega_trace(const Columns& columns) {
  auto position = AnyPosition::initial("omega", omega_rules(columns[0], columns[1], "last"));
  if (!position) return position.forward_error();
  const auto stones = base::words(columns[2]);
  const auto scores = base::words(columns[3]);
  if (stones.size() != scores.size()) return Error{"has not as many scores as stones"};
  for (std::size_t i = 0; i < stones.size(); ++i) {
    const std::string place = "stone " + std::to_string(i + 1);
    const auto played = position->play(stones[i]);
    if (!played) return played.error_at(place);
    const std::string found = base::join(position->scores(), ",");
    if (found != scores[i]) return differs(place + ": the score", found, scores[i]);
  }
  return static_cast<int>(stones.size());
}

Parsed<int> check_omega_position(const Columns& columns) {
  const auto position = AnyPosition::from_text("omega", {}, columns[0]);
  if (!position) return position.forward_error();
  if (position->text() != columns[0]) return differs("the position", position->text(), columns[0]);
  if (position->is_over() != (columns[1] == "1")) return differs("over", position->is_over() ? "1" : "0", columns[1]);
  const std::string scores = base::join(position->scores(), ",");
  if (scores != columns[2]) return differs("the score", scores, columns[2]);
  const std::string groups = base::join(sizes_of_groups(*position), ";");
  if (groups != columns[3]) return differs("the group sizes", groups, columns[3]);
  return 1;
}

Parsed<int> check_tafl_position(const Columns& columns, const base::OptionValues& rules) {
  auto position = AnyPosition::from_text("tafl", rules, columns[0]);
  if (!position) return position.forward_error();
  std::vector<std::string> stated;
  for (const std::string_view pair : base::words(columns[1])) {
    const std::size_t equals = pair.find('=');
    if (equals == std::string_view::npos) return Error{base::quoted(pair) + " is not move=outcome"};
    const std::string_view move = pair.substr(0, equals);
    const auto played = position->play(move);
    if (!played) return played.error_at("move " + base::quoted(move));
    stated.push_back(*played);
    if (*played != move) return differs("the move", *played, move);
    const std::string outcome = tafl_outcome(*position);
    if (outcome != pair.substr(equals + 1))
      return differs("the outcome of " + *played, outcome, pair.substr(equals + 1));
    position->undo();
  }
  auto legal = position->legal_moves();
  std::sort(legal.begin(), legal.end());
  std::sort(stated.begin(), stated.end());
  if (legal != stated)
    return Error{"has " + std::to_string(legal.size()) + " legal moves, the line says " +
                 std::to_string(stated.size())};
  return 1;
}

Parsed<Done> tally_game(const Parsed<AnyPosition>& position, CorpusTally& tally) {
  if (!position) return position.forward_error();
  ++tally.games;
  ++tally.endings[position->ending().over ? position->ending().reason : "unfinished"];
  return Done{};
}

Parsed<Done> tally_positions(const Parsed<int>& count, CorpusTally& tally) {
  if (!count) return count.forward_error();
  tally.positions += *count;
  return Done{};
}

}  // namespace partita::record
