// Aboukhadra (Andantino), tables 1 and 2: how deep his strategies see, and how many states they visit.
#include <algorithm>
#include <cmath>
#include <map>

#include "base/random.h"
#include "lab/measure_tools.h"
#include "lab/reported.h"

namespace partita::lab {

namespace {

const catalog::GameUnderRules& aboukhadra_subject() { return subject_of("aboukhadra"); }

/// States a search may visit for table 1. His minimax saw depth 5 of ten moves with 417,435 states and reached depth 6
/// "in relatively short time", which takes some ten times as many; his best strategies needed fewer for their 8.
constexpr std::uint64_t kStates = 1'000'000;
constexpr int kDeepest = 11;
constexpr int kDepthPositions = 8;
constexpr int kStatePositions = 20;
constexpr int kStatesDepth = 5;

/// Positions from random play with so many legal moves.
std::vector<catalog::AnyPosition> positions_with_moves(int low, int high, int count) {
  std::vector<catalog::AnyPosition> found;
  base::Random random(static_cast<std::uint64_t>(high));
  for (int tries = 0; tries < 50'000 && static_cast<int>(found.size()) < count; ++tries) {
    auto position = catalog::AnyPosition::initial(aboukhadra_subject().game->name, aboukhadra_subject().rules);
    const int plies = 1 + static_cast<int>(random.below(static_cast<std::uint32_t>(2 * high)));
    for (int ply = 0; ply < plies && !position->is_over(); ++ply) {
      const auto moves = position->legal_moves();
      static_cast<void>(position->play(moves[random.below(static_cast<std::uint32_t>(moves.size()))]));
    }
    const int legal = static_cast<int>(position->legal_moves().size());
    if (!position->is_over() && legal >= low && legal <= high) found.push_back(std::move(*position));
  }
  return found;
}

struct StatesReach {
  int depth = 0;
  std::uint64_t nodes = 0;
  std::uint64_t last_iteration = 0;  ///< nodes of the last depth alone
};

base::Parsed<StatesReach> search_states(const catalog::AnyPosition& position, const std::string& preset, int depth,
                                        std::uint64_t nodes) {
  auto engine = engine_of(aboukhadra_subject().game->name, aboukhadra_subject().rules,
                          preset + ",hash_mb=64,win_stop=off,max_depth=" + std::to_string(depth));
  if (!engine) return engine.forward_error();
  std::map<int, std::uint64_t> nodes_at;
  catalog::SearchRequest request;
  request.limits.depth = depth;
  request.limits.nodes = nodes;
  request.on_line = [&](const catalog::LineReport& line) {
    nodes_at[line.depth] = std::max(nodes_at[line.depth], line.nodes);
  };
  const auto result = (*engine)->search(position, request);
  const auto before = nodes_at.find(result.depth - 1);
  return StatesReach{result.depth, result.nodes, result.nodes - (before == nodes_at.end() ? 0 : before->second)};
}

/// Iterative strategies see to it themselves how deep they come; the others are asked depth by depth.
base::Parsed<int> depth_within_states(const catalog::AnyPosition& position, const std::string& preset) {
  const bool deepens = preset.size() > 3 && preset.rfind("id") == preset.size() - 2;
  if (deepens) {
    const auto reach = search_states(position, preset, kDeepest, kStates);
    if (!reach) return reach.forward_error();
    return reach->depth;
  }
  for (int depth = 1; depth <= kDeepest; ++depth) {
    const auto reach = search_states(position, preset, depth, kStates);
    if (!reach) return reach.forward_error();
    if (reach->nodes >= kStates) return depth - 1;
  }
  return kDeepest;
}

base::Parsed<std::vector<ReportTable>> aboukhadra_depths(const MeasureContext& context) {
  struct Stage {
    const char* name;
    int low, high;
  };
  constexpr Stage kStages[] = {{"initial", 9, 11}, {"mid-game", 19, 21}, {"fewer than 4 moves", 2, 3}};
  ReportTable table{
      "table 1", {"strategy", "stage", "positions", "mean depth", "error", "least", "most", "states allowed"}, {}};
  for (const std::string& preset : reported_presets("aboukhadra")) {
    for (const Stage& stage : kStages) {
      const auto positions = positions_with_moves(stage.low, stage.high, kDepthPositions);
      std::vector<double> depths(positions.size());
      const auto done = in_parallel(context, positions.size(), [&](std::size_t i) -> base::Parsed<base::Done> {
        const auto depth = depth_within_states(positions[i], preset);
        if (!depth) return depth.forward_error();
        depths[i] = *depth;
        return base::Done{};
      });
      if (!done) return done.forward_error();
      table.rows.push_back({preset, std::string(stage.name), static_cast<double>(positions.size()),
                            rounded(mean_of(depths), 2), rounded(error_of(depths), 2), quantile_of(depths, 0),
                            quantile_of(depths, 1), static_cast<double>(kStates)});
    }
  }
  return std::vector<ReportTable>{table};
}

base::Parsed<std::vector<ReportTable>> aboukhadra_states(const MeasureContext& context) {
  ReportTable table{"table 2", {"strategy", "valid moves", "positions", "mean states", "error"}, {}};
  std::vector<std::string> presets = reported_presets("aboukhadra");
  // What his table cannot show: a table whose move is tried first, at every node, and the same with deepening.
  presets.insert(presets.end(), {"aboukhadra-tt,tt_move=on", "aboukhadra-tt-id,tt_move=on"});
  for (const std::string& preset : presets) {
    for (const int legal : {2, 4, 6, 8, 10}) {
      const auto positions = positions_with_moves(legal, legal, kStatePositions);
      std::vector<double> states(positions.size());
      const auto done = in_parallel(context, positions.size(), [&](std::size_t i) -> base::Parsed<base::Done> {
        const auto reach = search_states(positions[i], preset, kStatesDepth, 0);
        if (!reach) return reach.forward_error();
        states[i] = static_cast<double>(reach->last_iteration);
        return base::Done{};
      });
      if (!done) return done.forward_error();
      table.rows.push_back({preset, static_cast<double>(legal), static_cast<double>(positions.size()),
                            std::round(mean_of(states)), std::round(error_of(states))});
    }
  }
  return std::vector<ReportTable>{table};
}

}  // namespace

std::vector<ReportMeasure> aboukhadra_measures() {
  return {{"aboukhadra-depths", "aboukhadra", "Table 1: depth reached by his strategies", aboukhadra_depths},
          {"aboukhadra-states", "aboukhadra", "Table 2: states explored at depth 5", aboukhadra_states}};
}

}  // namespace partita::lab
