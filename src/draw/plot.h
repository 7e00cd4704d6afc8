#pragma once

#include <string>
#include <utility>
#include <vector>

#include "draw/page.h"

namespace partita::draw {

/// A line of a plot; `low` and `high`, if given, are the band around it. All vectors are of one length.
struct PlotLine {
  std::string name;
  std::vector<double> x;
  std::vector<double> y;
  std::vector<double> low;
  std::vector<double> high;
};

struct LinePlot {
  std::string title;
  std::string x_label;
  std::string y_label;
  std::vector<PlotLine> lines;
  std::vector<std::pair<double, std::string>> guides;  ///< dashed horizontal lines with their names
  bool log_y = false;                                  ///< values below a thousandth are drawn there
  bool dots = false;                                   ///< points are marked: few of them
};

/// A bar from zero with its interval.
struct PlotBar {
  std::string name;
  double value = 0;
  double error = 0;  ///< not drawn if zero or not finite
};

/// For pages of draw/page.h: SVG without scripts, styles inside. Texts from outside are escaped.
std::string draw_lines(const LinePlot& plot);
/// The same as a picture of its own.
std::string lines_svg(const LinePlot& plot);
/// Horizontal bars, one a row.
std::string draw_bars(const std::string& title, const std::string& x_label, const std::vector<PlotBar>& bars);
/// The same as a picture of its own, and how such a picture is put into a page.
std::string bars_svg(const std::string& title, const std::string& x_label, const std::vector<PlotBar>& bars);
std::string in_page(const std::string& svg);

}  // namespace partita::draw
