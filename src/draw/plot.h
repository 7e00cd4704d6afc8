#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace partita::draw {

/// A line of a plot; `low` and `high`, if given, are the band around it. All vectors are of one length.
struct PlotLine {
  std::string name;
  std::vector<double> x;
  std::vector<double> y;
  std::vector<double> low;
  std::vector<double> high;
};

/// A point pointed out on a plot.
struct PlotMark {
  double x = 0;
  double y = 0;
  std::string colour;  ///< as SVG writes it
  std::string title;   ///< shown where the pointer rests
  std::string link;    ///< "#ply12"; may be empty
};

struct LinePlot {
  std::string title;
  std::string x_label;
  std::string y_label;
  std::vector<PlotLine> lines;
  std::vector<std::pair<double, std::string>> guides;               ///< dashed horizontal lines with their names
  bool log_y = false;                                               ///< values below a thousandth are drawn there
  bool dots = false;                                                ///< points are marked: few of them
  bool filled = false;                                              ///< down to the plot's floor
  std::optional<std::pair<double, double>> y_range = std::nullopt;  ///< from the values where there is none
  std::vector<PlotMark> marks = {};
};

/// A bar from zero with its interval.
struct PlotBar {
  std::string name;
  double value = 0;
  double error = 0;  ///< not drawn if zero or not finite
};

/// A plot for pages of draw/page.h, in the page's colours: SVG without scripts. Texts from outside are escaped.
std::string draw_lines(const LinePlot& plot);
/// Horizontal bars, one a row.
std::string draw_bars(const std::string& title, const std::string& x_label, const std::vector<PlotBar>& bars);

/// The same as pictures of their own, dark on white.
std::string lines_svg(const LinePlot& plot);
std::string bars_svg(const std::string& title, const std::string& x_label, const std::vector<PlotBar>& bars);
/// How such a picture is put into a page.
std::string in_page(const std::string& svg);

}  // namespace partita::draw
