#include "draw/plot.h"

#include <gtest/gtest.h>

#include <regex>

#include "draw/page.h"

namespace partita::draw {
namespace {

LinePlot sample() {
  LinePlot plot;
  plot.title = "<b>";
  plot.lines = {{"one", {0, 1, 2}, {10, 30, 20}, {}, {}}, {"two & more", {0, 1, 2}, {5, 6, 7}, {4, 5, 6}, {6, 7, 8}}};
  plot.guides = {{12, "guide"}};
  return plot;
}

/// A plot without its colours.
std::string colourless(const std::string& svg) {
  return std::regex_replace(svg, std::regex("\"(#[0-9a-f]{3,6}|var\\(--[a-z0-9]+\\))\""), "\"\"");
}

TEST(Plot, APictureOfItsOwnNeedsNoPage) {
  EXPECT_EQ(lines_svg(sample()).find("var("), std::string::npos);
  EXPECT_EQ(bars_svg("t", "x", {{"a", 1, 0.5}}).find("var("), std::string::npos);
}

TEST(Plot, APagesPlotDiffersInItsColoursAlone) {
  EXPECT_EQ(colourless(draw_lines(sample())), colourless(in_page(lines_svg(sample()))));
  EXPECT_NE(draw_lines(sample()), in_page(lines_svg(sample())));
  const std::vector<PlotBar> bars = {{"a", 1, 0.5}, {"b", -2, 0}};
  EXPECT_EQ(colourless(draw_bars("t", "x", bars)), colourless(in_page(bars_svg("t", "x", bars))));
}

/// What a plot asks of the style must be there, by day and by night.
TEST(Plot, ThePagesStyleHasEveryColourThatPlotsUse) {
  LinePlot plot = sample();
  while (plot.lines.size() < 8) plot.lines.push_back(plot.lines.front());
  const std::string svg = draw_lines(plot);
  const std::string page = html_page("title", "", "");
  const std::regex variable("var\\((--[a-z0-9]+)\\)");
  for (auto it = std::sregex_iterator(svg.begin(), svg.end(), variable); it != std::sregex_iterator(); ++it) {
    const std::string name = (*it)[1].str() + ":";
    const std::size_t day = page.find(name);
    ASSERT_NE(day, std::string::npos) << name;
    EXPECT_NE(page.find(name, day + 1), std::string::npos) << name << " by night";
  }
}

TEST(Plot, TextsFromOutsideAreEscaped) {
  LinePlot plot = sample();
  plot.marks = {{1, 20, "#f00", "<script>", "#a\"b"}};
  const std::string svg = lines_svg(plot);
  EXPECT_EQ(svg.find("<script>"), std::string::npos);
  EXPECT_EQ(svg.find("<b>"), std::string::npos);
  EXPECT_EQ(svg.find("#a\"b"), std::string::npos);
  EXPECT_NE(svg.find("two &amp; more"), std::string::npos);
}

TEST(Plot, MarksStandOnTheirPointAndLeadSomewhere) {
  LinePlot plot;
  plot.lines = {{"one", {0, 10}, {0, 100}, {}, {}}};
  plot.y_range = {0.0, 100.0};
  plot.filled = true;
  plot.marks = {{10, 100, "#f00", "the end", "#ply10"}};
  const std::string svg = lines_svg(plot);
  EXPECT_NE(svg.find("<a href=\"#ply10\"><circle cx=\"704.0\" cy=\"34.0\""), std::string::npos) << svg;
  EXPECT_NE(svg.find("<title>the end</title>"), std::string::npos);
  EXPECT_NE(svg.find("<polygon"), std::string::npos);
}

}  // namespace
}  // namespace partita::draw
