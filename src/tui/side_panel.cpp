#include "tui/side_panel.h"

#include <algorithm>
#include <utility>

#include "base/text.h"
#include "catalog/any_position.h"
#include "tui/turn_report.h"

namespace partita::tui {

namespace {

constexpr std::size_t kGap = 2;
constexpr std::size_t kColumnStep = 4;

std::string padded(std::string text, std::size_t width) {
  if (text.size() < width) text.append(width - text.size(), ' ');
  return text;
}

/// "> White  you      12   4:58" for each seat.
void add_seats(const PanelRequest& request, std::vector<std::string>& lines) {
  const catalog::AnyPosition& position = request.position;
  const auto scores = position.scores();
  std::size_t longest_name = 0, longest_who = 0;
  const auto who = [&](int seat) {
    const SeatChoice& choice = request.seats[static_cast<std::size_t>(seat)];
    return choice.is_human ? std::string("you") : choice.engine.substr(0, 12);
  };
  for (int seat = 0; seat < position.seat_count(); ++seat) {
    longest_name = std::max(longest_name, position.seat_name(static_cast<catalog::Seat>(seat)).size());
    longest_who = std::max(longest_who, who(seat).size());
  }
  for (int seat = 0; seat < position.seat_count(); ++seat) {
    const auto index = static_cast<catalog::Seat>(seat);
    const bool is_mover = !position.is_over() && position.to_move() == index;
    std::string line = std::string(is_mover ? "> " : "  ") + padded(position.seat_name(index), longest_name) + "  " +
                       padded(who(seat), longest_who);
    if (request.clocks.is_limited()) line += "  " + clock_text(request.clocks.left_ms(index));
    if (!scores.empty()) line += "  " + scores[static_cast<std::size_t>(seat)];
    lines.push_back(line);
  }
}

std::string last_turn(const catalog::AnyPosition& position) {
  const auto start = catalog::AnyPosition::from_text(position.game(), position.rules(), position.start_text());
  if (!start || position.moves().empty()) return "";
  const auto turns = catalog::join_turns(*start, position.moves());
  return turns.empty() ? "" : turns.back();
}

}  // namespace

std::vector<std::string> panel_lines(const PanelRequest& request) {
  const catalog::AnyPosition& position = request.position;
  std::vector<std::string> lines = {"Turn " + std::to_string(turn_number(position))};
  add_seats(request, lines);
  if (!position.is_over()) lines.push_back("Possible moves: " + std::to_string(possible_moves(position)));
  if (const auto left = position.turns_left()) lines.push_back("Turns left: " + std::to_string(*left));
  if (const std::string turn = last_turn(position); !turn.empty()) lines.push_back("Last: " + turn);
  lines.emplace_back();
  for (const catalog::PieceKind& kind : position.view().pieces) {
    lines.push_back(draw::board_legend({position.view().shape, {}, {kind}, {}, {}}, request.style));
  }
  return lines;
}

std::size_t visible_width(std::string_view text) {
  std::size_t width = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\x1b') {
      while (i < text.size() && text[i] != 'm') ++i;
    } else if ((static_cast<unsigned char>(text[i]) & 0xC0) != 0x80) {
      ++width;
    }
  }
  return width;
}

std::string beside(std::string_view board, const std::vector<std::string>& panel) {
  auto rows = base::split(board, '\n');
  if (!rows.empty() && rows.back().empty()) rows.pop_back();
  std::size_t widest = 0;
  for (const std::string_view row : rows) widest = std::max(widest, visible_width(row));
  // Marks at the board's edge must not make the panel jump.
  const std::size_t column = (widest + kGap) / kColumnStep * kColumnStep + kColumnStep;
  const std::size_t room = column + 8 < kTerminalColumns ? kTerminalColumns - column - 1 : 8;
  std::string text;
  for (std::size_t i = 0; i < std::max(rows.size(), panel.size()); ++i) {
    const std::string_view row = i < rows.size() ? rows[i] : std::string_view{};
    text += row;
    if (i < panel.size() && !panel[i].empty()) {
      text += std::string(column - visible_width(row), ' ') + panel[i].substr(0, room);
    }
    text += "\n";
  }
  return text;
}

std::string wrapped(std::string_view text, std::size_t columns) {
  constexpr std::string_view kIndent = "  ";
  std::string result;
  bool is_first = true;
  for (const std::string_view line : base::split(text, '\n')) {
    if (!std::exchange(is_first, false)) result += "\n";
    if (line.size() <= columns) {
      result += line;
      continue;
    }
    std::size_t used = 0;
    for (const std::string_view word : base::words(line)) {
      if (used > 0 && used + 1 + word.size() > columns) {
        result += "\n" + std::string(kIndent);
        used = kIndent.size();
      } else if (used > 0) {
        result += " ";
        ++used;
      }
      result += word;
      used += word.size();
    }
  }
  return result;
}

int turn_number(catalog::AnyPosition position) {
  int turns = position.starts_turn() && !position.is_over() ? 1 : 0;
  while (position.undo()) turns += position.starts_turn() ? 1 : 0;
  return turns;
}

}  // namespace partita::tui
