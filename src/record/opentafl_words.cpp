#include "record/opentafl_words.h"

#include <utility>

#include "base/text.h"
#include "record/game_record.h"

namespace partita::record {

namespace {

constexpr std::string_view kPieceLetters = "tcnkTCNK";

/// "Ke5" or "ce5" without the piece's letter. Files are letters too: a letter counts as a piece only before a file.
std::string_view without_piece(std::string_view square) {
  const auto is_letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); };
  if (square.size() > 2 && kPieceLetters.find(square[0]) != std::string_view::npos && is_letter(square[1])) {
    square.remove_prefix(1);
  }
  return square;
}

std::string_view without_info(std::string_view word) {
  while (!word.empty() && (word.back() == '+' || word.back() == '-')) word.remove_suffix(1);
  return word;
}

constexpr std::pair<std::string_view, std::string_view> kTagNames[] = {
    {"event", "Event"},
    {"site", "Site"},
    {"date", "Date"},
    {"round", "Round"},
    {"annotator", "Annotator"},
    {"compiler", "Compiler"},
    {"time-control", "TimeControl"},
    {"termination", "Termination"},
    {"variant", "Variant"},
};

/// The seat that plays the attackers.
int attackers_seat(const catalog::AnyPosition& start) { return start.seat_name(0) == "Attackers" ? 0 : 1; }

}  // namespace

base::Parsed<std::string> plain_move(std::string_view word) {
  word = without_info(word);
  const std::size_t dash = word.find_first_of("-^=");
  if (dash == std::string_view::npos || word[dash] != '-') {
    return base::Error{base::quoted(word) + ": expected a move like e4-e7"};
  }
  const std::size_t cross = std::min(word.find('x', dash), word.size());
  std::string text = std::string(without_piece(word.substr(0, dash))) + "-" +
                     std::string(without_piece(word.substr(dash + 1, cross - dash - 1)));
  if (cross == word.size()) return text;
  char separator = 'x';
  for (const std::string_view square : base::split(word.substr(cross + 1), '/')) {
    text += separator + std::string(without_piece(square));
    separator = '/';
  }
  return text;
}

std::string opentafl_move(const catalog::AnyPosition& before, const std::string& move, const std::string& reason) {
  const catalog::BoardView view = before.view();
  const auto is_king = [&](std::string_view square) {
    for (const catalog::CellView& cell : view.cells) {
      if (cell.name == square) return cell.piece == 'K';
    }
    return false;
  };
  std::string text = (is_king(move.substr(0, move.find('-'))) ? "K" : "") + move.substr(0, move.find('x'));
  if (const std::size_t cross = move.find('x'); cross != std::string::npos) {
    char separator = 'x';
    for (const std::string_view square : base::split(std::string_view(move).substr(cross + 1), '/')) {
      text += separator + std::string(is_king(square) ? "K" : "") + std::string(square);
      separator = '/';
    }
  }
  if (reason == "king-captured") text += "++";
  if (reason == "king-escaped") text += "--";
  return text;
}

std::string tag_from_opentafl(const std::string& name, const catalog::AnyPosition& start) {
  if (name == "attackers") return seat_tag(attackers_seat(start));
  if (name == "defenders") return seat_tag(1 - attackers_seat(start));
  for (const auto& [theirs, ours] : kTagNames) {
    if (name == theirs) return std::string(ours);
  }
  std::string kept;
  for (const char c : name) kept += c == '-' ? '_' : c;
  return kept;
}

std::string tag_to_opentafl(const std::string& name, const catalog::AnyPosition& start) {
  if (name == seat_tag(attackers_seat(start))) return "attackers";
  if (name == seat_tag(1 - attackers_seat(start))) return "defenders";
  for (const auto& [theirs, ours] : kTagNames) {
    if (name == ours) return std::string(theirs);
  }
  std::string kept;
  for (const char c : name) kept += c == '_' ? '-' : c;
  return kept;
}

std::string result_from_opentafl(std::string_view text, const catalog::AnyPosition& start) {
  if (text == "0") return "1/2-1/2";
  if (text != "1" && text != "-1") return "*";
  const int winner = text == "1" ? attackers_seat(start) : 1 - attackers_seat(start);
  return winner == 0 ? "1-0" : "0-1";
}

std::string result_to_opentafl(const std::string& result, const catalog::AnyPosition& start) {
  if (result == "1/2-1/2") return "0";
  if (result != "1-0" && result != "0-1") return "?";
  const int winner = result == "1-0" ? 0 : 1;
  return winner == attackers_seat(start) ? "1" : "-1";
}

}  // namespace partita::record
