// Aboukhadra's tables 1 and 2 (Andantino): how deep his strategies see, and how many states they visit.
#include <algorithm>
#include <map>

#include "arena/format_text.h"
#include "arena/plot.h"
#include "base/random.h"
#include "base/text.h"
#include "catalog/any_engine.h"
#include "lab/report_numbers.h"
#include "lab/seed_parts.h"

namespace partita::lab {

namespace {

using arena::format;
using catalog::AnyPosition;

/// Positions from random play with exactly so many legal moves, none of them decided at once.
std::vector<AnyPosition> positions_with_moves(int legal, int count) {
  std::vector<AnyPosition> found;
  base::Random random(static_cast<std::uint64_t>(legal));
  for (int tries = 0; tries < 20'000 && static_cast<int>(found.size()) < count; ++tries) {
    auto position = AnyPosition::initial("andantino", {{"side", "10"}});
    const int plies = 1 + static_cast<int>(random.below(static_cast<std::uint32_t>(2 * legal)));
    for (int ply = 0; ply < plies && !position->is_over(); ++ply) {
      const auto moves = position->legal_moves();
      static_cast<void>(position->play(moves[random.below(static_cast<std::uint32_t>(moves.size()))]));
    }
    if (!position->is_over() && static_cast<int>(position->legal_moves().size()) == legal)
      found.push_back(std::move(*position));
  }
  return found;
}

struct Reach {
  int depth = 0;
  std::uint64_t last_iteration = 0;  ///< nodes of the last depth alone
};

base::Parsed<std::unique_ptr<catalog::AnyEngine>> strategy(const std::string& preset, int depth) {
  return catalog::make_engine("andantino", {{"side", "10"}},
                              {preset, {{"max_depth", std::to_string(depth)}, {"hash_mb", "64"}, {"win_stop", "off"}}});
}

base::Parsed<Reach> search_once(const AnyPosition& position, const std::string& preset, int depth,
                                std::int64_t movetime_ms) {
  auto engine = strategy(preset, depth);
  if (!engine) return engine.forward_error();
  std::map<int, std::uint64_t> nodes_at;
  catalog::SearchRequest request;
  request.limits.depth = depth;
  request.limits.movetime_ms = movetime_ms;
  request.on_line = [&](const catalog::LineReport& line) {
    nodes_at[line.depth] = std::max(nodes_at[line.depth], line.nodes);
  };
  const auto result = (*engine)->search(position, request);
  const auto before = nodes_at.find(result.depth - 1);
  return Reach{result.depth, result.nodes - (before == nodes_at.end() ? 0 : before->second)};
}

/// The deepest search that ends in time: iterative strategies see to it themselves, the others are asked depth by
/// depth.
base::Parsed<int> depth_within(const AnyPosition& position, const ReportedDepths& row, std::int64_t search_ms) {
  constexpr int kDeepest = 11;
  const bool deepens = row.preset.size() > 3 && row.preset.rfind("id") == row.preset.size() - 2;
  if (deepens) {
    const auto reach = search_once(position, row.preset, kDeepest, search_ms);
    if (!reach) return reach.forward_error();
    return reach->depth;
  }
  for (int depth = 1; depth <= kDeepest; ++depth) {
    const base::Stopwatch watch;
    const auto reach = search_once(position, row.preset, depth, 2 * search_ms);
    if (!reach) return reach.forward_error();
    if (watch.milliseconds() > search_ms) return depth - 1;
  }
  return kDeepest;
}

std::string depth_text(const std::vector<int>& depths) {
  if (depths.empty()) return "–";
  const auto [low, high] = std::minmax_element(depths.begin(), depths.end());
  return *low == *high ? std::to_string(*low) : format("%d–%d", *low, *high);
}

base::Parsed<std::string> table_1(std::int64_t search_ms) {
  std::vector<std::vector<std::string>> rows = {
      {"strategy", "report: initial", "mid-game", "Partita: 10 moves", "20 moves"}};
  for (const ReportedDepths& row : aboukhadra_table_1()) {
    rows.push_back({row.strategy, row.initial, row.mid_game});
    for (const int legal : {10, 20}) {
      std::vector<int> depths;
      for (const AnyPosition& position : positions_with_moves(legal, 2)) {
        const auto depth = depth_within(position, row, search_ms);
        if (!depth) return depth.forward_error();
        depths.push_back(*depth);
      }
      rows.back().push_back(depth_text(depths));
    }
  }
  return "<h3>Table 1: depth reached</h3>\n<p class=\"note\">Report: within 3 s, about 10 and about 20 valid moves, in "
         "brackets with "
         "fewer than 4. Ours: " +
         format("%.2f s", static_cast<double>(search_ms) / 1000) +
         " a search, two positions from random play each, depth 11 at most.</p>\n" + arena::html_table(rows);
}

base::Parsed<std::string> table_2(int positions) {
  std::vector<std::vector<std::string>> rows = {{"strategy"}};
  for (const char* whose : {"report", "Partita"}) {
    for (const int legal : kValidMoves) rows[0].push_back(format("%s: %d", whose, legal));
  }
  arena::LinePlot plot{"States at depth 5", "valid moves", "states, logarithmic", {}, {}, true, true};
  for (const ReportedStates& row : aboukhadra_table_2()) {
    rows.push_back({row.strategy});
    for (const std::uint64_t states : row.states) rows.back().push_back(std::to_string(states));
    arena::PlotLine line{row.strategy, {}, {}, {}, {}};
    for (const int legal : kValidMoves) {
      std::uint64_t sum = 0;
      const auto found = positions_with_moves(legal, positions);
      for (const AnyPosition& position : found) {
        const auto reach = search_once(position, row.preset, 5, 0);
        if (!reach) return reach.forward_error();
        sum += reach->last_iteration;
      }
      const double mean = found.empty() ? 0 : static_cast<double>(sum) / static_cast<double>(found.size());
      rows.back().push_back(format("%.0f", mean));
      line.x.push_back(legal);
      line.y.push_back(mean);
    }
    plot.lines.push_back(std::move(line));
  }
  return "<h3>Table 2: states explored at depth 5 by number of valid moves</h3>\n<p class=\"note\">Ours: means over " +
         std::to_string(positions) +
         " positions from random play each; of iterative strategies the last iteration alone, as in the report.</p>\n" +
         arena::html_table(rows) + arena::draw_lines(plot);
}

}  // namespace

base::Parsed<std::string> aboukhadra_part(std::int64_t search_ms, int positions) {
  const auto first = table_1(search_ms);
  if (!first) return first;
  const auto second = table_2(positions);
  if (!second) return second;
  return "<h2>Aboukhadra, tables 1 and 2: search strategies (Andantino)</h2>\n" + *first + *second;
}

}  // namespace partita::lab
