#include "draw/board_svg.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "base/text.h"

namespace partita::draw {

namespace {

struct Paint {
  const char* fill;
  const char* stroke;
  const char* ink;  ///< for a number or a sign on the piece
};

Paint paint_of(catalog::PieceColour colour) {
  using Colour = catalog::PieceColour;
  switch (colour) {
    case Colour::kWhite: return {"#fbf8f0", "#4a4a4a", "#222222"};
    case Colour::kBlack: return {"#2b2b2b", "#000000", "#f4f4f4"};
    case Colour::kRed: return {"#c8382c", "#6d1a12", "#ffffff"};
    case Colour::kBlue: return {"#2f62b5", "#173564", "#ffffff"};
    case Colour::kKing: return {"#f2c230", "#6b5200", "#3a2c00"};
    case Colour::kOther: break;
  }
  return {"#999999", "#333333", "#000000"};
}

const char* ground_fill(const std::string& ground) {
  if (ground == "rim") return "#e3d3ae";
  if (ground == "throne") return "#b99a5b";
  if (ground == "corner") return "#b99a5b";
  if (ground == "camp") return "#d0b98a";
  return "#eddfbe";
}

std::string coordinate(double value) { return base::format("%.2f", value); }

/// Coordinates are cell widths, as in the view; the viewBox scales them to pixels.
class SvgDrawing {
 public:
  SvgDrawing(const catalog::BoardView& view, const SvgOptions& options) : view_(view), options_(options) {
    for (const catalog::CellView& cell : view.cells) {
      if (cells_.empty()) left_ = right_ = cell.x, top_ = bottom_ = cell.y;
      cells_[cell.name] = &cell;
      left_ = std::min(left_, cell.x);
      right_ = std::max(right_, cell.x);
      top_ = std::min(top_, cell.y);
      bottom_ = std::max(bottom_, cell.y);
    }
  }

  std::string text() {
    open();
    for (const catalog::CellView& cell : view_.cells) draw_ground(cell);
    for (const catalog::CellView& cell : view_.cells) draw_piece(cell.x, cell.y, cell.piece, 1.0);
    for (const std::string& name : options_.last) draw_last(name);
    for (const std::string& name : options_.marked) draw_dot(name);
    for (const GhostStone& ghost : options_.ghosts) draw_ghost(ghost);
    draw_labels();
    return out_ + "</svg>\n";
  }

 private:
  static constexpr double kMargin = 1.1;  ///< room for labels around the outermost centres

  void open() {
    const double width = right_ - left_ + 2 * kMargin;
    const double height = bottom_ - top_ + 2 * kMargin;
    out_ = "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"" + coordinate(width * options_.cell_px) +
           "\" height=\"" + coordinate(height * options_.cell_px) + "\" viewBox=\"" + coordinate(left_ - kMargin) +
           " " + coordinate(top_ - kMargin) + " " + coordinate(width) + " " + coordinate(height) +
           "\" role=\"img\" font-family=\"sans-serif\">\n";
    if (!options_.title.empty()) out_ += "<title>" + base::escaped_markup(options_.title) + "</title>\n";
  }
  void draw_ground(const catalog::CellView& cell) {
    const std::string paint =
        std::string("\" fill=\"") + ground_fill(cell.ground) + "\" stroke=\"#8a7443\" stroke-width=\"0.03\"/>\n";
    if (view_.shape == catalog::BoardView::Shape::kSquare) {
      out_ += "<rect x=\"" + coordinate(cell.x - 0.5) + "\" y=\"" + coordinate(cell.y - 0.5) +
              "\" width=\"1\" height=\"1" + paint;
      return;
    }
    const double radius = 1.0 / std::sqrt(3.0);  // of a hexagon one unit wide that stands on a corner
    out_ += "<polygon points=\"";
    for (int corner = 0; corner < 6; ++corner) {
      const double angle = std::acos(-1.0) / 6.0 * (2 * corner + 1);
      if (corner > 0) out_ += ' ';
      out_ += coordinate(cell.x + radius * std::cos(angle)) + "," + coordinate(cell.y + radius * std::sin(angle));
    }
    out_ += paint;
  }
  void draw_piece(double x, double y, char letter, double opacity) {
    if (letter == ' ') return;
    const catalog::PieceColour colour = view_.colour_of(letter);
    const Paint paint = paint_of(colour);
    out_ += "<circle cx=\"" + coordinate(x) + "\" cy=\"" + coordinate(y) + "\" r=\"0.38\" fill=\"" + paint.fill +
            "\" stroke=\"" + paint.stroke + "\" stroke-width=\"0.05\"" +
            (opacity < 1 ? " opacity=\"" + coordinate(opacity) + "\"" : "") + "/>\n";
    if (colour == catalog::PieceColour::kKing && opacity == 1.0)
      write(x, y, "K", paint.ink, 0.42);  // a ghost's number takes its place
  }
  void draw_last(const std::string& name) {
    const auto found = cells_.find(name);
    if (found == cells_.end()) return;
    out_ += "<circle class=\"last\" cx=\"" + coordinate(found->second->x) + "\" cy=\"" + coordinate(found->second->y) +
            "\" r=\"0.2\" fill=\"none\" stroke=\"#e07b00\" stroke-width=\"0.07\"/>\n";
  }
  void draw_dot(const std::string& name) {
    const auto found = cells_.find(name);
    if (found == cells_.end()) return;
    out_ += "<circle class=\"mark\" cx=\"" + coordinate(found->second->x) + "\" cy=\"" + coordinate(found->second->y) +
            "\" r=\"0.1\" fill=\"#3a8f3a\"/>\n";
  }
  void draw_ghost(const GhostStone& ghost) {
    const auto found = cells_.find(ghost.cell);
    if (found == cells_.end()) return;
    draw_piece(found->second->x, found->second->y, ghost.piece, 0.55);
    if (ghost.number > 0) {
      write(found->second->x, found->second->y, std::to_string(ghost.number),
            paint_of(view_.colour_of(ghost.piece)).ink, 0.4);
    }
  }
  void write(double x, double y, const std::string& words, const char* colour, double size) {
    out_ += "<text x=\"" + coordinate(x) + "\" y=\"" + coordinate(y + size * 0.36) + "\" font-size=\"" +
            coordinate(size) + "\" text-anchor=\"middle\" fill=\"" + colour + "\">" + base::escaped_markup(words) +
            "</text>\n";
  }

  /// Numbers stand left of their row. Letters stand below their file, or on a hexagon where the diagonal goes on above.
  void draw_labels() {
    std::map<std::string, const catalog::CellView*> leftmost;
    std::map<std::string, const catalog::CellView*> lettered;
    const bool is_hex = view_.shape == catalog::BoardView::Shape::kHex;
    for (const catalog::CellView& cell : view_.cells) {
      const std::size_t digits = std::min(cell.name.find_first_of("0123456789"), cell.name.size());
      const catalog::CellView*& left = leftmost[cell.name.substr(digits)];
      if (left == nullptr || cell.x < left->x) left = &cell;
      const catalog::CellView*& end = lettered[cell.name.substr(0, digits)];
      if (end == nullptr || (is_hex ? cell.y < end->y : cell.y > end->y)) end = &cell;
    }
    for (const auto& [label, cell] : leftmost) write(cell->x - 0.8, cell->y, label, "#6b5f45", 0.32);
    for (const auto& [label, cell] : lettered) {
      write(cell->x + (is_hex ? 0.45 : 0.0), cell->y + (is_hex ? -0.75 : 0.8), label, "#6b5f45", 0.32);
    }
  }

  const catalog::BoardView& view_;
  const SvgOptions& options_;
  std::map<std::string, const catalog::CellView*> cells_;
  double left_ = 0, right_ = 0, top_ = 0, bottom_ = 0;
  std::string out_;
};

}  // namespace

std::string board_svg(const catalog::BoardView& view, const SvgOptions& options) {
  return SvgDrawing(view, options).text();
}

}  // namespace partita::draw
