#include "protocol/review_graph.h"

#include <algorithm>
#include <cstdio>

namespace partita::protocol {

namespace {

constexpr double kWidth = 1000;
constexpr double kHeight = 260;
constexpr double kLeft = 46;
constexpr double kTop = 14;
constexpr double kRight = 12;
constexpr double kBottom = 28;
// The page's colours, for light and dark; what follows the comma is for a picture on its own.
constexpr const char* kSeatColours[] = {"var(--s0, #3b6ea8)", "var(--s1, #b3261e)", "var(--s2, #2e7d32)",
                                        "var(--s3, #8e5a00)"};
constexpr const char* kMarkColours[] = {"", "#1e7a34", "#c9a800", "#e07b00", "#b3261e"};

class Graph {
 public:
  explicit Graph(const study::GameReview& review) : review_(review) {}

  std::string text() {
    add("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %.0f %.0f\" role=\"img\" font-family=\"sans-serif\" "
        "font-size=\"12\"><title>chances over the game</title>\n",
        kWidth, kHeight);
    draw_axes();
    const std::size_t lines = review_.seats.size() == 2 ? 1 : review_.seats.size();
    for (std::size_t seat = 0; seat < lines; ++seat) draw_line(seat, lines == 1);
    for (std::size_t i = 0; i < review_.plies.size(); ++i) draw_mark(i, lines == 1);
    return out_ + "</svg>";
  }

 private:
  template <class... Values>
  void add(const char* format, Values... values) {
    char buffer[512];
    std::snprintf(buffer, sizeof buffer, format, values...);
    out_ += buffer;
  }
  double x_of(std::size_t plies_played) const {
    const double all = std::max<double>(1.0, static_cast<double>(review_.plies.size()));
    return kLeft + (kWidth - kLeft - kRight) * static_cast<double>(plies_played) / all;
  }
  static double y_of(double share) { return kTop + (kHeight - kTop - kBottom) * (1.0 - std::clamp(share, 0.0, 1.0)); }
  double share(std::size_t seat, std::size_t plies_played) const {
    if (review_.plies.empty()) return 1.0 / static_cast<double>(review_.seats.size());
    return plies_played == 0 ? review_.plies[0].before[seat] : review_.plies[plies_played - 1].after[seat];
  }

  void draw_axes() {
    for (const int percent : {0, 25, 50, 75, 100}) {
      const double y = y_of(percent / 100.0);
      add("<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" stroke=\"%s\" stroke-width=\"1\"/>\n", kLeft, y,
          kWidth - kRight, y, percent == 50 ? "var(--middle, #a89a78)" : "var(--grid, #e6dec9)");
      add("<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"end\" fill=\"var(--dim, #6b5f45)\">%d %%</text>\n", kLeft - 6,
          y + 4, percent);
    }
    const std::size_t count = review_.plies.size();
    const std::size_t step = count <= 20 ? 2 : count <= 60 ? 5 : count <= 150 ? 10 : 25;
    for (std::size_t ply = 0; ply <= count; ply += step) {
      add("<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"middle\" fill=\"var(--dim, #6b5f45)\">%d</text>\n", x_of(ply),
          kHeight - 8, static_cast<int>(ply));
    }
  }
  void draw_line(std::size_t seat, bool is_filled) {
    const std::size_t count = review_.plies.size();
    std::string points;
    for (std::size_t ply = 0; ply <= count; ++ply) {
      char point[48];
      std::snprintf(point, sizeof point, "%.1f,%.1f ", x_of(ply), y_of(share(seat, ply)));
      points += point;
    }
    if (is_filled) {
      char corners[96];
      std::snprintf(corners, sizeof corners, "%.1f,%.1f %.1f,%.1f", x_of(count), y_of(0), x_of(0), y_of(0));
      out_ += "<polygon fill=\"var(--s0, #3b6ea8)\" opacity=\"0.14\" points=\"" + points + corners + "\"/>\n";
    }
    out_ += std::string("<polyline fill=\"none\" stroke-width=\"2\" stroke=\"") + kSeatColours[seat] + "\" points=\"" +
            points + "\"/>\n";
    // The name stands free of the scale's lines, one below the other.
    add("<text x=\"%.1f\" y=\"%.1f\" font-weight=\"bold\" fill=\"%s\">", kLeft + 8,
        kTop + 16 + 16 * static_cast<double>(seat), kSeatColours[seat]);
    out_ += review_.seats[seat].name + "</text>\n";
  }
  void draw_mark(std::size_t index, bool first_seat_only) {
    const study::ReviewedPly& ply = review_.plies[index];
    if (ply.mark == study::MoveMark::kNone) return;
    const std::size_t seat = first_seat_only ? 0 : ply.mover;
    add("<a href=\"#ply%d\"><circle cx=\"%.1f\" cy=\"%.1f\" r=\"5\" fill=\"%s\" stroke=\"var(--card, #fff)\"><title>",
        static_cast<int>(index) + 1, x_of(index + 1), y_of(share(seat, index + 1)),
        kMarkColours[static_cast<int>(ply.mark)]);
    out_ += std::to_string(index + 1) + " " + ply.move + study::mark_text(ply.mark) + "</title></circle></a>\n";
  }

  const study::GameReview& review_;
  std::string out_;
};

}  // namespace

std::string draw_review_graph(const study::GameReview& review) { return Graph(review).text(); }

}  // namespace partita::protocol
