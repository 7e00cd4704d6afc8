// Rao's figure 8 (Andantino), Rudin's depth and time (Tablut), Trebing's table 1 (Omega).
#include <algorithm>

#include "arena/format_text.h"
#include "arena/plot.h"
#include "lab/report_numbers.h"
#include "lab/seed_parts.h"

namespace partita::lab {

namespace {

using arena::format;

double mean(const std::vector<double>& values) {
  double sum = 0;
  for (const double value : values) sum += value;
  return values.empty() ? 0 : sum / static_cast<double>(values.size());
}

}  // namespace

base::Parsed<std::string> rao_part(std::int64_t move_ms) {
  arena::LinePlot plot{
      "Nodes by move, each variant against itself, depth 3", "move (ply)", "nodes, logarithmic", {}, {}, true, false};
  std::vector<std::vector<std::string>> rows = {
      {"variant", "report (figure 8, in words)", "Partita: mean nodes a move", "mean ms a move", "plies"}};
  const std::vector<std::pair<std::string, std::string>> variants = {
      {"rao-ab-minimax", "lowest performance, consistently high search time"},
      {"rao-ab-negamax-tt", "significantly improved"},
      {"rao-ab-negamax-tt-id", "improved again, though slightly"}};
  for (const auto& [preset, words] : variants) {
    const auto game =
        watch_game("andantino", {{"side", "10"}}, {preset + ",hash_mb=1", preset + ",hash_mb=1"}, move_ms);
    if (!game) return game.forward_error();
    arena::PlotLine line{preset, {}, {}, {}, {}};
    std::vector<double> times;
    for (std::size_t i = 0; i < game->moves.size(); ++i) {
      line.x.push_back(static_cast<double>(i + 1));
      line.y.push_back(static_cast<double>(game->moves[i].nodes));
      times.push_back(static_cast<double>(game->moves[i].time_ms));
    }
    rows.push_back(
        {preset, words, format("%.0f", mean(line.y)), format("%.2f", mean(times)), std::to_string(game->moves.size())});
    plot.lines.push_back(std::move(line));
  }
  return "<h2>Rao, figure 8: search time by move for three variants (Andantino)</h2>\n<p class=\"note\">The report "
         "prints a plot without "
         "numbers. Ours take about a millisecond a move or less, so that nodes are plotted instead of time.</p>\n" +
         arena::draw_lines(plot) + arena::html_table(rows);
}

base::Parsed<std::string> rudin_part(std::int64_t move_ms) {
  const auto game = watch_game("tafl", {{"rules", "mcgill"}}, {"rudin", "rudin"}, move_ms);
  if (!game) return game.forward_error();
  auto position = catalog::AnyPosition::initial("tafl", {{"rules", "mcgill"}});
  arena::PlotLine depth{"depth", {}, {}, {}, {}}, time{"seconds", {}, {}, {}, {}},
      branching{"legal moves", {}, {}, {}, {}};
  for (std::size_t i = 0; i < game->moves.size(); ++i) {
    const auto ply = static_cast<double>(i + 1);
    depth.x.push_back(ply);
    depth.y.push_back(game->moves[i].depth);
    time.x.push_back(ply);
    time.y.push_back(static_cast<double>(game->moves[i].time_ms) / 1000);
    branching.x.push_back(ply);
    branching.y.push_back(static_cast<double>(position->legal_moves().size()));
    if (!position->play(game->moves[i].move)) break;
  }
  std::vector<double> fives;
  for (std::size_t i = 0; i < depth.y.size(); ++i) fives.push_back(depth.y[i] >= 5 ? 1 : 0);
  const auto [low, high] = std::minmax_element(branching.y.begin(), branching.y.end());
  const std::vector<std::vector<std::string>> rows = {
      {"", "report", "Partita, one game of rudin against itself"},
      {"branching factor", "between 20 and 50",
       branching.y.empty() ? "–" : format("%.0f to %.0f, mean %.1f", *low, *high, mean(branching.y))},
      {"depth", "4 easily reached every time; 5 where there are fewer than 25 moves",
       format("mean %.2f; 5 in %.0f%% of the moves", mean(depth.y), 100 * mean(fives))},
      {"time at depth 4", "far less than a second (2 s allowed)",
       format("mean %.3f s a move, longest %.3f s", mean(time.y),
              time.y.empty() ? 0 : *std::max_element(time.y.begin(), time.y.end()))}};
  return "<h2>Rudin: depth and time (Tablut)</h2>\n<p class=\"note\">The report gives these figures in words.</p>\n" +
         arena::html_table(rows) + "<div class=\"two\">" +
         arena::draw_lines({"Depth by ply", "ply", "depth", {depth}, {}, false, false}) +
         arena::draw_lines({"Time by ply", "ply", "seconds", {time}, {}, false, false}) +
         arena::draw_lines({"Legal moves by ply", "ply", "moves", {branching}, {{25, "depth 5 below"}}, false, false}) +
         "</div>\n";
}

base::Parsed<std::string> trebing_part(std::int64_t move_ms) {
  std::vector<std::vector<std::string>> rows = {
      {"the full engine against", "report: two games", "Partita: two games", "full's points as White, as Black"}};
  for (const ReportedMatch& row : trebing_table_1()) {
    const auto as_white = watch_game("omega", {{"side", "5"}}, {"trebing-full", row.preset}, move_ms);
    const auto as_black = watch_game("omega", {{"side", "5"}}, {row.preset, "trebing-full"}, move_ms);
    if (!as_white) return as_white.forward_error();
    if (!as_black) return as_black.forward_error();
    const double white = static_cast<double>(as_white->payoff[0]) / catalog::kPoint,
                 black = static_cast<double>(as_black->payoff[1]) / catalog::kPoint;
    // Against itself whatever one side wins the other loses: what can be told is who won, White or Black.
    if (row.preset == "trebing-full") {
      rows.push_back({row.enhancements, row.result, "Draw (itself)",
                      format("White's points %g, %g", white, 1 - black)});
      continue;
    }
    rows.push_back({row.enhancements, row.result,
                    white + black > 1   ? "Win"
                    : white + black < 1 ? "Loss"
                                        : "Draw",
                    format("%g, %g", white, black)});
  }
  return "<h2>Trebing, table 1: the full engine against each subset (Omega, side 5)</h2>\n<p class=\"note\">Report: 15 "
         "minutes a game and "
         "player. Ours: " +
         format("%.3f s", static_cast<double>(move_ms) / 1000) + " a stone. Win: both games; Draw: one each.</p>\n" +
         arena::html_table(rows);
}

}  // namespace partita::lab
