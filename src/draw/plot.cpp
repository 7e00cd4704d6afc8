#include "draw/plot.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <tuple>

#include "base/text.h"

namespace partita::draw {

namespace {

constexpr double kWidth = 720, kHeight = 300;
constexpr double kLetter = 6.4, kLegendRow = 16;  ///< widths of words are guessed: nobody here knows the font
constexpr double kLeft = 62, kRight = 16, kTop = 34, kBottom = 44;
constexpr std::size_t kSeries = 8;

/// What a plot is drawn with: plain colours for a picture of its own, the style's variables within a page.
struct Palette {
  const char* ink;
  const char* paper;
  const char* grid;
  const char* tick;
  const char* axis;
  std::array<const char*, kSeries> series;

  const char* colour(std::size_t index) const { return series[index % series.size()]; }
};

/// The series are told apart by people who see colours differently (Okabe and Ito 2008).
constexpr Palette kPrint = {
    "#26221b", "#fff",    "#e6dec9",
    "#b8ad92", "#6b5f45", {"#0072b2", "#d55e00", "#009e73", "#cc79a7", "#8a6d00", "#56b4e9", "#444444", "#7a3db8"}};
constexpr Palette kPage = {
    "var(--ink)",
    "var(--card)",
    "var(--grid)",
    "var(--middle)",
    "var(--dim)",
    {"var(--c0)", "var(--c1)", "var(--c2)", "var(--c3)", "var(--c4)", "var(--c5)", "var(--c6)", "var(--c7)"}};

struct Scale {
  double low = 0, high = 1;   ///< of the values (their logarithms, where they are drawn so)
  double begin = 0, end = 1;  ///< on the picture
  double at(double value) const { return begin + (value - low) / (high - low) * (end - begin); }
};

/// A step of 1, 2 or 5 times a power of ten that cuts the range into at most eight.
double tick_step(double range) {
  const double power = std::pow(10, std::floor(std::log10(range / 8)));
  for (const double factor : {1.0, 2.0, 5.0}) {
    if (range / (power * factor) <= 8) return power * factor;
  }
  return power * 10;
}

std::string axis_number(double value) {
  if (std::fabs(value) < 1e-12) return "0";
  if (std::fabs(value) >= 1e6) return base::format("%.3gM", value / 1e6);
  if (std::fabs(value) >= 1e4) return base::format("%.4gk", value / 1e3);
  return base::format("%.4g", value);
}

std::string text_at(double x, double y, const char* anchor, const std::string& text, const char* extra = "") {
  return base::format("<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\" %s>", x, y, anchor, extra) +
         base::escaped_markup(text) + "</text>\n";
}

std::string begin_svg(double width, double height, const std::string& title, const Palette& palette) {
  return base::format(
             "<svg viewBox=\"0 0 %.0f %.0f\" width=\"%.0f\" height=\"%.0f\" role=\"img\" font-family=\"system-ui, "
             "sans-serif\" font-size=\"12\" "
             "fill=\"%s\" xmlns=\"http://www.w3.org/2000/svg\">\n",
             width, height, width, height, palette.ink) +
         "<title>" + base::escaped_markup(title) + "</title>\n<rect width=\"100%\" height=\"100%\" fill=\"" +
         palette.paper + "\"/>\n" + text_at(width / 2, 18, "middle", title, "font-size=\"14\" font-weight=\"600\"");
}

class LineDrawing {
 public:
  LineDrawing(const LinePlot& plot, const Palette& palette) : plot_(plot), palette_(palette) {
    lay_out_legend();
    x_ = {1e300, -1e300, kLeft, kWidth - kRight};
    y_ = {1e300, -1e300, kHeight - kBottom, top_};
    for (const PlotLine& line : plot.lines) {
      for (const double x : line.x) stretch(x_, x);
      for (const auto* values : {&line.y, &line.low, &line.high}) {
        for (const double y : *values) stretch(y_, shown(y));
      }
    }
    for (const auto& [value, name] : plot.guides) stretch(y_, shown(value));
    settle(x_, 0);
    settle(y_, 0.05);
    if (plot.y_range) std::tie(y_.low, y_.high) = std::pair(shown(plot.y_range->first), shown(plot.y_range->second));
  }

  std::string text() const {
    std::string svg = begin_svg(kWidth, kHeight, plot_.title, palette_) + axes();
    for (std::size_t i = 0; i < plot_.lines.size(); ++i) svg += line(plot_.lines[i], palette_.colour(i));
    for (const auto& [value, name] : plot_.guides) {
      const double y = y_.at(shown(value));
      svg += base::format(
          "<line x1=\"%.1f\" x2=\"%.1f\" y1=\"%.1f\" y2=\"%.1f\" stroke=\"%s\" stroke-dasharray=\"5 4\"/>\n", kLeft,
          kWidth - kRight, y, y, palette_.axis);
      const std::string style = base::format("fill=\"%s\" stroke=\"%s\" stroke-width=\"4\" paint-order=\"stroke\"",
                                             palette_.axis, palette_.paper);
      svg += text_at(kWidth - kRight - 2, y - 4, "end", name, style.c_str());
    }
    for (const PlotMark& mark : plot_.marks) svg += point(mark);
    return svg + legend() + "</svg>\n";
  }

 private:
  static void stretch(Scale& scale, double value) {
    if (!std::isfinite(value)) return;
    scale.low = std::min(scale.low, value);
    scale.high = std::max(scale.high, value);
  }
  static void settle(Scale& scale, double slack) {
    if (scale.low > scale.high) scale.low = 0, scale.high = 1;
    if (scale.high - scale.low < 1e-9) scale.low -= 0.5, scale.high += 0.5;
    const double more = (scale.high - scale.low) * slack;
    scale.low -= more;
    scale.high += more;
  }
  double shown(double y) const { return plot_.log_y ? std::log10(std::max(y, 1e-3)) : y; }

  std::string axes() const {
    std::string svg;
    const double step_x = tick_step(x_.high - x_.low),
                 step_y = plot_.log_y ? std::max(1.0, tick_step(y_.high - y_.low)) : tick_step(y_.high - y_.low);
    for (double y = std::ceil(y_.low / step_y) * step_y; y <= y_.high + 1e-9; y += step_y) {
      svg += base::format("<line x1=\"%.1f\" x2=\"%.1f\" y1=\"%.1f\" y2=\"%.1f\" stroke=\"%s\"/>\n", kLeft,
                          kWidth - kRight, y_.at(y), y_.at(y), palette_.grid);
      svg += text_at(kLeft - 6, y_.at(y) + 4, "end", axis_number(plot_.log_y ? std::pow(10, y) : y));
    }
    for (double x = std::ceil(x_.low / step_x) * step_x; x <= x_.high + 1e-9; x += step_x) {
      svg += base::format("<line x1=\"%.1f\" x2=\"%.1f\" y1=\"%.1f\" y2=\"%.1f\" stroke=\"%s\"/>\n", x_.at(x), x_.at(x),
                          kHeight - kBottom, kHeight - kBottom + 4, palette_.tick);
      svg += text_at(x_.at(x), kHeight - kBottom + 17, "middle", axis_number(x));
    }
    svg += base::format("<line x1=\"%.1f\" x2=\"%.1f\" y1=\"%.1f\" y2=\"%.1f\" stroke=\"%s\"/>\n", kLeft,
                        kWidth - kRight, kHeight - kBottom, kHeight - kBottom, palette_.axis);
    svg += text_at((kLeft + kWidth) / 2, kHeight - 8, "middle", plot_.x_label);
    return svg + text_at(-(top_ + kHeight - kBottom) / 2, 14, "middle", plot_.y_label, "transform=\"rotate(-90)\"");
  }

  std::string line(const PlotLine& line, const char* stroke) const {
    std::string svg, path, band;
    for (std::size_t i = 0; i < line.x.size(); ++i) {
      if (!std::isfinite(line.y[i])) continue;
      path += base::format("%.1f,%.1f ", x_.at(line.x[i]), y_.at(shown(line.y[i])));
      if (plot_.dots)
        svg += base::format("<circle cx=\"%.1f\" cy=\"%.1f\" r=\"2.6\" fill=\"%s\"/>\n", x_.at(line.x[i]),
                            y_.at(shown(line.y[i])), stroke);
    }
    if (line.low.size() == line.x.size() && line.high.size() == line.x.size()) {
      for (std::size_t i = 0; i < line.x.size(); ++i)
        band += base::format("%.1f,%.1f ", x_.at(line.x[i]), y_.at(shown(line.high[i])));
      for (std::size_t i = line.x.size(); i-- > 0;)
        band += base::format("%.1f,%.1f ", x_.at(line.x[i]), y_.at(shown(line.low[i])));
      svg += "<polygon points=\"" + band + base::format("\" fill=\"%s\" opacity=\"0.15\"/>\n", stroke);
    }
    if (plot_.filled && !line.x.empty()) {
      svg += "<polygon points=\"" + path +
             base::format("%.1f,%.1f %.1f,%.1f\" fill=\"%s\" opacity=\"0.15\"/>\n", x_.at(line.x.back()), y_.begin,
                          x_.at(line.x.front()), y_.begin, stroke);
    }
    return svg + "<polyline points=\"" + path +
           base::format("\" fill=\"none\" stroke=\"%s\" stroke-width=\"1.6\"/>\n", stroke);
  }

  std::string point(const PlotMark& mark) const {
    const std::string circle =
        base::format("<circle cx=\"%.1f\" cy=\"%.1f\" r=\"5\" ", x_.at(mark.x), y_.at(shown(mark.y))) + "fill=\"" +
        mark.colour + "\" stroke=\"" + palette_.paper + "\"><title>" + base::escaped_markup(mark.title) +
        "</title></circle>";
    if (mark.link.empty()) return circle + "\n";
    return "<a href=\"" + base::escaped_markup(mark.link) + "\">" + circle + "</a>\n";
  }

  /// Names stand between the title and the plot, in as many rows as they need.
  void lay_out_legend() {
    if (plot_.lines.size() < 2) return;
    double x = kLeft, y = kTop;
    for (const PlotLine& line : plot_.lines) {
      const double width = 38 + kLetter * static_cast<double>(line.name.size());
      if (x + width > kWidth - kRight && x > kLeft) x = kLeft, y += kLegendRow;
      places_.emplace_back(x, y);
      x += width;
    }
    top_ = y + kLegendRow;
  }
  std::string legend() const {
    std::string svg;
    for (std::size_t i = 0; i < places_.size(); ++i) {
      const auto [x, y] = places_[i];
      svg += base::format("<rect x=\"%.1f\" y=\"%.1f\" width=\"12\" height=\"4\" fill=\"%s\"/>\n", x, y,
                          palette_.colour(i));
      svg += text_at(x + 17, y + 6, "start", plot_.lines[i].name);
    }
    return svg;
  }

  const LinePlot& plot_;
  const Palette& palette_;
  Scale x_, y_;
  double top_ = kTop;
  std::vector<std::pair<double, double>> places_;
};

std::string bars_with(const Palette& palette, const std::string& title, const std::string& x_label,
                      const std::vector<PlotBar>& bars) {
  constexpr double kRow = 22, kLeastNames = 120, kMostNames = 360;
  std::size_t longest = 0;
  for (const PlotBar& bar : bars) longest = std::max(longest, bar.name.size());
  const double names = std::clamp(16 + kLetter * static_cast<double>(longest), kLeastNames, kMostNames);
  const double height = kTop + kRow * static_cast<double>(bars.size()) + kBottom;
  Scale x{0, 0, names, kWidth - kRight};
  for (const PlotBar& bar : bars) {
    const double error = std::isfinite(bar.error) ? bar.error : 0;
    x.low = std::min({x.low, bar.value - error, 0.0});
    x.high = std::max({x.high, bar.value + error, 0.0});
  }
  if (x.high - x.low < 1e-9) x.high = x.low + 1;
  std::string svg = begin_svg(kWidth, height, title, palette);
  const double step = tick_step(x.high - x.low);
  for (double tick = std::ceil(x.low / step) * step; tick <= x.high + 1e-9; tick += step) {
    svg += base::format("<line x1=\"%.1f\" x2=\"%.1f\" y1=\"%.1f\" y2=\"%.1f\" stroke=\"%s\"/>\n", x.at(tick),
                        x.at(tick), kTop - 4, height - kBottom, std::fabs(tick) < 1e-9 ? palette.axis : palette.grid);
    svg += text_at(x.at(tick), height - kBottom + 16, "middle", axis_number(tick));
  }
  for (std::size_t i = 0; i < bars.size(); ++i) {
    const double y = kTop + kRow * static_cast<double>(i), from = x.at(0), to = x.at(bars[i].value);
    svg += base::format("<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" fill=\"%s\" opacity=\"0.75\"/>\n",
                        std::min(from, to), y + 3, std::max(0.5, std::fabs(to - from)), kRow - 8, palette.colour(0));
    svg += text_at(names - 8, y + kRow / 2 + 3, "end", bars[i].name);
    if (bars[i].error <= 0 || !std::isfinite(bars[i].error)) continue;
    svg += base::format("<line x1=\"%.1f\" x2=\"%.1f\" y1=\"%.1f\" y2=\"%.1f\" stroke=\"%s\" stroke-width=\"1.6\"/>\n",
                        x.at(bars[i].value - bars[i].error), x.at(bars[i].value + bars[i].error), y + kRow / 2 - 1,
                        y + kRow / 2 - 1, palette.ink);
  }
  return svg + text_at(kWidth / 2, height - 8, "middle", x_label) + "</svg>\n";
}

}  // namespace

// Narrow pages scroll a plot sideways rather than shrink its words.
std::string in_page(const std::string& svg) { return "<div class=\"scroll\">" + svg + "</div>\n"; }

std::string draw_lines(const LinePlot& plot) { return in_page(LineDrawing(plot, kPage).text()); }

std::string draw_bars(const std::string& title, const std::string& x_label, const std::vector<PlotBar>& bars) {
  return in_page(bars_with(kPage, title, x_label, bars));
}

std::string lines_svg(const LinePlot& plot) { return LineDrawing(plot, kPrint).text(); }

std::string bars_svg(const std::string& title, const std::string& x_label, const std::vector<PlotBar>& bars) {
  return bars_with(kPrint, title, x_label, bars);
}

}  // namespace partita::draw
