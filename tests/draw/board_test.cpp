#include "draw/board_text.h"

#include <gtest/gtest.h>

#include <cmath>

#include "base/text.h"
#include "board/hex.h"
#include "draw/board_svg.h"
#include "kit/tictactoe.h"

namespace partita::draw {
namespace {

catalog::BoardView hexagon(int side) {
  catalog::BoardView view;
  view.pieces = {{'W', "white stone", 0, catalog::PieceColour::kWhite},
                 {'B', "black stone", 1, catalog::PieceColour::kBlack}};
  for (int r = 1 - side; r < side; ++r) {
    for (int q = 1 - side; q < side; ++q) {
      if (!board::is_on_hex_board({q, r}, side)) continue;
      view.cells.push_back({board::write_hex({q, r}, side), q + r / 2.0, r * std::sqrt(3.0) / 2, ' ', ""});
    }
  }
  return view;
}

void put(catalog::BoardView& view, const std::string& name, char piece) {
  for (catalog::CellView& cell : view.cells) {
    if (cell.name == name) cell.piece = piece;
  }
}

TEST(DrawBoard, HexagonHasRowNumbersLettersAndMarks) {
  catalog::BoardView view = hexagon(3);
  put(view, "C3", 'B');
  put(view, "D3", 'W');
  DrawMarks marks;
  marks.last = {"D3"};
  marks.legal = {"C2", "D4"};
  EXPECT_EQ(board_text(view, marks),
            "      A B C\n"
            "1    . . . D\n"
            "2   . . + . E\n"
            "3  . . B(W).\n"
            "4   . . + .\n"
            "5    . . .\n");
}

TEST(DrawBoard, SideTenFitsATerminal) {
  const std::string text = board_text(hexagon(10));
  const auto lines = base::split(text, '\n');
  EXPECT_LE(lines.size(), 24u - 3);  // room for a status and a prompt
  for (const auto line : lines) EXPECT_LE(line.size(), 80u);
  EXPECT_EQ(lines[1], " 1           . . . . . . . . . . K");
}

TEST(DrawBoard, SquaresHaveFilesAndRanks) {
  const auto pos = kit::TicTacToe::Notation::read_position({3}, "3 X2/1O1/2X o");
  ASSERT_TRUE(pos.ok());
  DrawMarks marks;
  marks.last = {"c1"};
  marks.overlay = {"b2", "a1"};
  EXPECT_EQ(board_text(kit::TicTacToe::view(*pos), marks),
            "3  X  .  .\n"
            "2  . <O> .\n"
            "1  !  . (X)\n"
            "   a  b  c\n");
}

TEST(DrawBoard, ColourAndUnicodeAreExtras) {
  catalog::BoardView view = hexagon(2);
  put(view, "B2", 'W');
  DrawStyle style;
  style.symbols = DrawStyle::Symbols::kUnicode;
  EXPECT_NE(board_text(view, {}, style).find("○"), std::string::npos);
  EXPECT_EQ(board_text(view, {}, style).find('\x1b'), std::string::npos);
  style.colour = DrawStyle::Colour::kAnsi;
  EXPECT_NE(board_text(view, {}, style).find("\x1b[1m○\x1b[0m"), std::string::npos);
  EXPECT_EQ(board_legend(view), "W white stone   B black stone");
}

TEST(DrawSvg, ShowsEveryCellPieceMarkAndGhost) {
  catalog::BoardView view = hexagon(3);
  put(view, "C3", 'B');
  SvgOptions options;
  options.last = {"C3"};
  options.marked = {"C2", "nowhere"};
  options.ghosts = {{"D3", 'W', 7}};
  options.title = "a < b & c";
  const std::string svg = board_svg(view, options);
  const auto count = [&](const std::string& what) {
    int found = 0;
    for (std::size_t at = svg.find(what); at != std::string::npos; at = svg.find(what, at + 1)) ++found;
    return found;
  };
  EXPECT_EQ(count("<polygon"), 19);
  EXPECT_EQ(count("class=\"last\""), 1);
  EXPECT_EQ(count("class=\"mark\""), 1);
  EXPECT_EQ(count(">7</text>"), 1);
  EXPECT_EQ(count("opacity=\"0.55\""), 1);
  EXPECT_EQ(count("<title>a &lt; b &amp; c</title>"), 1);
  EXPECT_EQ(count(">E</text>"), 1);
  EXPECT_EQ(count("<svg"), count("</svg>"));
}

TEST(DrawSvg, SquaresAreRectangles) {
  const std::string svg = board_svg(kit::TicTacToe::view(kit::TicTacToe::Position(3)));
  EXPECT_NE(svg.find("<rect"), std::string::npos);
  EXPECT_EQ(svg.find("<polygon"), std::string::npos);
}

}  // namespace
}  // namespace partita::draw
