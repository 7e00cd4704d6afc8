#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "catalog/any_position.h"
#include "draw/board_text.h"
#include "tui/seat_clocks.h"
#include "tui/seats.h"

/// What stands beside the board on a terminal: boards of side 10 take 20 of its 24 lines, but hardly half of its
/// columns.
namespace partita::tui {

inline constexpr std::size_t kTerminalColumns = 80;

struct PanelRequest {
  const catalog::AnyPosition& position;
  const std::vector<SeatChoice>& seats;
  const SeatClocks& clocks;
  draw::DrawStyle style;
};

/// Turn, seats with scores and clocks, possible moves, the last turn, and what the letters mean.
std::vector<std::string> panel_lines(const PanelRequest& request);

/// The board with a line of the panel to the right of each of its lines, cut at the terminal's width.
std::string beside(std::string_view board, const std::vector<std::string>& panel);

/// Columns a text takes on a terminal: colour codes take none, a letter of several bytes one.
std::size_t visible_width(std::string_view text);
/// Broken at blanks into lines that fit the terminal, the later ones indented.
std::string wrapped(std::string_view text, std::size_t columns = kTerminalColumns - 1);

/// The number of the turn under way, from 1; of the last one when the game is over.
int turn_number(catalog::AnyPosition position);

}  // namespace partita::tui
