#include "lab/ablation_page.h"

#include <algorithm>
#include <cmath>

#include "arena/elo_text.h"
#include "base/text.h"
#include "catalog/games.h"
#include "draw/page.h"
#include "draw/plot.h"

namespace partita::lab {

namespace {

std::uint64_t all_nodes(const AblationResult& result, const AblationRow* row) {
  std::uint64_t sum = 0;
  for (const PositionCounts& at : result.counts.positions)
    sum += (row == nullptr ? at.base : at.variants[row->variant]).nodes;
  return sum;
}

std::vector<std::string> cells_of(const AblationResult& result, const AblationRow& row) {
  const bool has_nodes = row.ablation.is_counted && result.plan.has_depth;
  const bool has_games = row.answer.has_value();
  return {row.ablation.name + "=" + row.ablation.off,
          row.ablation.help,
          has_nodes ? std::to_string(all_nodes(result, &row)) : "–",
          has_nodes ? spread_text(spread_of(result.counts, row.variant, Cost::kNodes)) : "–",
          row.ablation.is_counted ? spread_text(spread_of(result.counts, row.variant, Cost::kSeconds)) : "–",
          has_games ? std::to_string(row.answer->games) : "0",
          has_games ? score_text(*row.answer) : "–",
          has_games ? elo_text(*row.answer) : "–"};
}

base::TextTable table_of(const AblationResult& result) {
  base::TextTable table = {
      {"switched off", "what it does", "nodes", "nodes ×", "time ×", "games", "score of the whole, %", "Elo"}};
  const bool has_depth = result.plan.has_depth;
  table.push_back({"nothing", "", has_depth ? std::to_string(all_nodes(result, nullptr)) : "–", has_depth ? "1" : "–",
                   "1", "", "", ""});
  for (const AblationRow& row : result.rows) table.push_back(cells_of(result, row));
  return table;
}

std::string depths_text(const AblationResult& result) {
  int least = 0;
  int most = 0;
  for (const PositionCounts& at : result.counts.positions) {
    least = least == 0 ? at.depth : std::min(least, at.depth);
    most = std::max(most, at.depth);
  }
  return least == most ? std::to_string(least) : std::to_string(least) + " to " + std::to_string(most);
}

std::string counting_text(const AblationResult& result) {
  const std::string positions = std::to_string(result.counts.positions.size()) + " positions from random games";
  if (!result.plan.has_depth)
    return positions + ", " + base::with_thousands(result.plan.base_nodes) + " simulations in each search.";
  return positions + ", each to the depth that the whole preset reaches with " +
         base::with_thousands(result.plan.base_nodes) + " nodes (" + depths_text(result) +
         "); without a switch at most " + base::with_thousands(result.plan.cap) + ", else \"at least\". Searched " +
         base::with_thousands(result.counts.nodes) + " of at most " + base::with_thousands(result.plan.most_nodes) +
         " nodes. Factors are geometric means over the positions, with their 95% intervals.";
}

std::string matches_text(const AblationResult& result) {
  std::string text = "Matches: the whole preset against itself without the switch, seats swapped, " +
                     (result.control.empty() ? "each to its own depth" : result.control + " a move") +
                     "; errors are half-widths of 95% intervals.";
  if (result.unplayed_pair_s > 0) {
    const double needed = 4 * result.unplayed_pair_s * static_cast<double>(result.rows.size());
    text += base::format(" A pair of games takes %.1f s or more, for which the budget has no room at every switch: ",
                         result.unplayed_pair_s) +
            base::format("try --budget %.0fs.", std::ceil(needed));
  }
  return text;
}

std::vector<std::string> notes_of(const AblationResult& result) {
  std::vector<std::string> notes = {counting_text(result), matches_text(result)};
  if (result.counts.ran_out_of_time)
    notes.emplace_back("Fewer positions than planned: the time for counting was over.");
  if (!result.not_felt.empty())
    notes.push_back("Not felt, every search was the same without: " + base::join(result.not_felt, ", ") + ".");
  if (!result.idle.empty()) notes.push_back("Of no use to this game: " + base::join(result.idle, ", ") + ".");
  return notes;
}

bool has_interval(const Answer& answer) {
  return answer.score.pairs.count() > 1 && answer.elo.score.error < 0.5 && std::isfinite(answer.elo.elo.error);
}

void sort_by_value(std::vector<draw::PlotBar>& bars) {
  std::stable_sort(bars.begin(), bars.end(),
                   [](const draw::PlotBar& a, const draw::PlotBar& b) { return a.value > b.value; });
}

/// The dearest switch first. Where one side never lost there is no Elo to draw: those are named below.
std::string elo_plot(const AblationResult& result) {
  std::vector<draw::PlotBar> bars;
  int games = 0;
  std::string swept;
  for (const AblationRow& row : result.rows) {
    if (!row.answer) continue;
    if (arena::one_sided_bound(row.answer->score)) {
      swept += (swept.empty() ? "; one side never lost: " : ", ") + row.ablation.name;
      continue;
    }
    if (!has_interval(*row.answer)) continue;
    bars.push_back({row.ablation.name, row.answer->elo.elo.value, row.answer->elo.elo.error});
    games += row.answer->games;
  }
  sort_by_value(bars);
  const int mean = bars.empty() ? 0 : games / static_cast<int>(bars.size());
  const std::string title = (*catalog::find_game(result.options.game))->title;
  const std::string control = result.control.empty() ? "each to its own depth" : result.control + " a move";
  return draw::bars_svg(title + ", " + result.options.preset + ": what each switch is worth",
                        base::format("Elo with 95%% intervals, about %d games each at ", mean) + control + swept, bars);
}

std::string nodes_plot(const AblationResult& result) {
  std::vector<draw::PlotBar> bars;
  for (const AblationRow& row : result.rows) {
    if (!row.ablation.is_counted || !result.plan.has_depth) continue;
    const Spread spread = spread_of(result.counts, row.variant, Cost::kNodes);
    bars.push_back({row.ablation.name, spread.mean, (spread.high - spread.low) / 2});
  }
  sort_by_value(bars);
  return bars.empty() ? "" : draw::draw_bars("Nodes to the same depth without it", "times as many", bars);
}

}  // namespace

AblationReport report_of(const AblationResult& result) {
  AblationReport report;
  report.plot = elo_plot(result);
  base::TextTable table = table_of(result);
  std::string body;
  for (const std::string& note : notes_of(result)) {
    body += "<p>" + base::escaped_markup(note) + "</p>\n";
    report.text += note + "\n";
  }
  body += draw::html_table(table) + draw::in_page(report.plot) + nodes_plot(result);
  for (auto& row : table) row.erase(row.begin() + 1);  // the help is for the page
  report.text += "\n" + base::markdown_table(table, 1);
  report.page =
      draw::html_page("Ablation: " + result.options.game + ", " + result.options.preset,
                      base::format("made in %.0f s (of %.0f s allowed)", result.seconds, result.options.seconds), body);
  return report;
}

}  // namespace partita::lab
