#include "draw/board_text.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace partita::draw {

namespace {

/// One place of the canvas: what it shows and the ANSI code it is shown in.
struct Glyph {
  std::string text = " ";
  const char* code = "";
};

/// Lines of glyphs that grow as they are written to.
class Canvas {
 public:
  void put(int line, int column, std::string text, const char* code = "") {
    if (line < 0 || column < 0) return;
    const auto y = static_cast<std::size_t>(line);
    const auto x = static_cast<std::size_t>(column);
    if (lines_.size() <= y) lines_.resize(y + 1);
    if (lines_[y].size() <= x) lines_[y].resize(x + 1);
    lines_[y][x] = {std::move(text), code};
  }
  void put_word(int line, int column, const std::string& word, const char* code) {
    for (std::size_t i = 0; i < word.size(); ++i)
      put(line, column + static_cast<int>(i), std::string(1, word[i]), code);
  }
  std::string text(DrawStyle::Colour colour) const {
    std::string result;
    for (const auto& line : lines_) {
      for (const Glyph& glyph : line) {
        const bool coloured = colour == DrawStyle::Colour::kAnsi && glyph.code[0] != '\0';
        result += coloured ? glyph.code + glyph.text + "\x1b[0m" : glyph.text;
      }
      result += '\n';
    }
    return result;
  }

 private:
  std::vector<std::vector<Glyph>> lines_;
};

constexpr const char* kLabelCode = "\x1b[2m";
constexpr const char* kLegalCode = "\x1b[32m";
constexpr const char* kMarkCode = "\x1b[1;33m";
// The first seat in the terminal's own ink: white letters would vanish on white.
constexpr const char* kSeatCodes[] = {"\x1b[1m", "\x1b[1;36m", "\x1b[1;31m", "\x1b[1;34m"};

std::string letters_of(const std::string& name) {
  return name.substr(0, std::min(name.find_first_of("0123456789"), name.size()));
}
std::string number_of(const std::string& name) {
  const std::size_t begin = name.find_first_of("0123456789");
  return begin == std::string::npos ? "" : name.substr(begin);
}

bool contains(const std::vector<std::string>& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

/// Discs and figures of fonts; pieces of another look keep their letter.
std::string piece_text(char letter, catalog::PieceColour colour, DrawStyle::Symbols symbols) {
  using Colour = catalog::PieceColour;
  if (symbols == DrawStyle::Symbols::kUnicode) {
    switch (colour) {
      case Colour::kWhite: return "○";
      case Colour::kBlack: return "●";
      case Colour::kRed: return "◆";
      case Colour::kBlue: return "◇";
      case Colour::kKing: return "♔";
      case Colour::kOther: break;
    }
  }
  return std::string(1, letter);
}

std::string ground_text(const std::string& ground, DrawStyle::Symbols symbols) {
  if (ground == "throne") return "#";
  if (ground == "corner") return "x";
  if (ground == "camp") return ":";
  return symbols == DrawStyle::Symbols::kUnicode ? "·" : ".";
}

/// Draws one view: knows where each cell lies on the canvas.
class BoardDrawing {
 public:
  BoardDrawing(const catalog::BoardView& view, const DrawMarks& marks, const DrawStyle& style)
      : view_(view), marks_(marks), style_(style), is_hex_(view.shape == catalog::BoardView::Shape::kHex) {
    for (const catalog::CellView& cell : view.cells) {
      left_ = std::min(left_, cell.x);
      label_width_ = std::max(label_width_, static_cast<int>(number_of(cell.name).size()));
    }
    number_rows();
  }

  std::string text() {
    for (const catalog::CellView& cell : view_.cells) draw_cell(cell);
    for (const catalog::CellView& cell : view_.cells) draw_marks(cell);
    is_hex_ ? label_hexagon() : label_square();
    return canvas_.text(style_.colour);
  }

 private:
  /// Rows are told apart by y alone, so that any spacing of them gives one line each.
  void number_rows() {
    for (const catalog::CellView& cell : view_.cells) rows_.emplace(std::lround(cell.y * 1000), 0);
    int line = is_hex_ ? 1 : 0;
    for (auto& row : rows_) row.second = line++;
  }
  int line_of(const catalog::CellView& cell) const { return rows_.at(std::lround(cell.y * 1000)); }
  /// Two columns a cell make hexagons regular, as terminal letters are twice as high as wide; squares take three.
  int column_of(const catalog::CellView& cell) const {
    const double width = is_hex_ ? 2.0 : 3.0;
    return label_width_ + 2 + static_cast<int>(std::lround((cell.x - left_) * width));
  }

  void draw_cell(const catalog::CellView& cell) {
    if (cell.piece != ' ') {
      canvas_.put(line_of(cell), column_of(cell), piece_text(cell.piece, view_.colour_of(cell.piece), style_.symbols),
                  piece_code(cell.piece));
      return;
    }
    if (contains(marks_.overlay, cell.name)) {
      canvas_.put(line_of(cell), column_of(cell), "!", kMarkCode);
    } else if (contains(marks_.legal, cell.name)) {
      canvas_.put(line_of(cell), column_of(cell), "+", kLegalCode);
    } else {
      canvas_.put(line_of(cell), column_of(cell), ground_text(cell.ground, style_.symbols), kLabelCode);
    }
  }
  void draw_marks(const catalog::CellView& cell) {
    if (contains(marks_.last, cell.name)) {
      put_around(cell, "(", ")");
    } else if (cell.piece != ' ' && (contains(marks_.overlay, cell.name) || contains(marks_.legal, cell.name))) {
      put_around(cell, "<", ">");
    }
  }
  void put_around(const catalog::CellView& cell, const char* before, const char* after) {
    canvas_.put(line_of(cell), column_of(cell) - 1, before, kMarkCode);
    canvas_.put(line_of(cell), column_of(cell) + 1, after, kMarkCode);
  }
  const char* piece_code(char letter) const {
    for (const catalog::PieceKind& kind : view_.pieces) {
      if (kind.letter == letter && kind.seat >= 0 && kind.seat < catalog::kMaxSeats) return kSeatCodes[kind.seat];
    }
    return "";
  }

  void label_rows() {
    for (const catalog::CellView& cell : view_.cells) {
      const std::string number = number_of(cell.name);
      canvas_.put_word(line_of(cell), label_width_ - static_cast<int>(number.size()), number, kLabelCode);
    }
  }
  /// A diagonal's letter stands where the diagonal would go on above its topmost cell: half a cell to the right.
  void label_hexagon() {
    label_rows();
    std::map<std::string, const catalog::CellView*> topmost;
    for (const catalog::CellView& cell : view_.cells) {
      const catalog::CellView*& top = topmost[letters_of(cell.name)];
      if (top == nullptr || cell.y < top->y) top = &cell;
    }
    for (const auto& [letters, cell] : topmost) {
      canvas_.put_word(line_of(*cell) - 1, column_of(*cell) + 1, letters, kLabelCode);
    }
  }
  void label_square() {
    label_rows();
    const int below = static_cast<int>(rows_.size());
    for (const catalog::CellView& cell : view_.cells) {
      canvas_.put_word(below, column_of(cell), letters_of(cell.name), kLabelCode);
    }
  }

  const catalog::BoardView& view_;
  const DrawMarks& marks_;
  const DrawStyle& style_;
  bool is_hex_;
  double left_ = 0;
  int label_width_ = 1;
  std::map<long, int> rows_;
  Canvas canvas_;
};

}  // namespace

std::string board_text(const catalog::BoardView& view, const DrawMarks& marks, const DrawStyle& style) {
  return BoardDrawing(view, marks, style).text();
}

std::string board_legend(const catalog::BoardView& view, const DrawStyle& style) {
  std::string line;
  for (const catalog::PieceKind& kind : view.pieces) {
    if (!line.empty()) line += "   ";
    line += piece_text(kind.letter, kind.colour, style.symbols) + " " + kind.name;
  }
  return line;
}

}  // namespace partita::draw
