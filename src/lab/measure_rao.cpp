// Rao (Andantino), figure 8: the time of every move for three variants of alpha-beta to depth 3.
#include <array>

#include "lab/measure_tools.h"

namespace partita::lab {

namespace {

const catalog::GameUnderRules& rao_subject() { return subject_of("rao"); }

constexpr std::array<const char*, 3> kRaoVariants = {"rao-ab-minimax", "rao-ab-negamax-tt", "rao-ab-negamax-tt-id"};
constexpr int kRaoGames = 30;
/// Moves that fewer games reach have no median worth the name.
constexpr std::size_t kLeastGames = 10;

struct RaoSearch {
  double milliseconds = 0;
  double nodes = 0;
};
/// By move, by variant.
using RaoGame = std::vector<std::array<RaoSearch, kRaoVariants.size()>>;

/// A game of the last variant against itself in which all three search every position, each with its own table for the
/// whole game: the same positions for all, so that the curves can be compared move by move.
base::Parsed<RaoGame> rao_game(std::uint64_t seed, int depth) {
  auto position = random_position(rao_subject().game->name, rao_subject().rules, 1, seed);
  if (!position) return position.forward_error();
  std::vector<std::unique_ptr<catalog::AnyEngine>> engines;
  for (const char* variant : kRaoVariants) {
    auto engine = engine_of(
        rao_subject().game->name, rao_subject().rules,
        std::string(variant) + ",hash_mb=1,max_depth=" + std::to_string(depth) + ",seed=" + std::to_string(seed));
    if (!engine) return engine.forward_error();
    // A table's memory is first touched here and not in the first move that is timed.
    static_cast<void>((*engine)->search(*position, {}));
    (*engine)->new_game();
    engines.push_back(std::move(*engine));
  }
  RaoGame game;
  while (!position->is_over()) {
    game.emplace_back();
    std::string move;
    for (std::size_t i = 0; i < engines.size(); ++i) {
      const base::Stopwatch watch;
      const catalog::SearchResult result = engines[i]->search(*position, {});
      game.back()[i] = {static_cast<double>(watch.microseconds()) / 1000, static_cast<double>(result.nodes)};
      move = result.best_move;
    }
    if (const auto played = position->play(move); !played) return played.forward_error();
  }
  return game;
}

/// Medians over the games by move.
ReportTable rao_curves(const std::vector<RaoGame>& games) {
  ReportTable table{"by move", {"move", "games"}, {}};
  for (const char* variant : kRaoVariants) table.columns.push_back(std::string(variant) + " ms");
  for (const char* variant : kRaoVariants) table.columns.push_back(std::string(variant) + " nodes");
  for (std::size_t move = 0;; ++move) {
    std::array<std::vector<double>, kRaoVariants.size()> times, nodes;
    for (const RaoGame& game : games) {
      if (move >= game.size()) continue;
      for (std::size_t i = 0; i < kRaoVariants.size(); ++i) {
        times[i].push_back(game[move][i].milliseconds);
        nodes[i].push_back(game[move][i].nodes);
      }
    }
    if (times[0].size() < kLeastGames) return table;
    table.rows.push_back({static_cast<double>(move + 1), static_cast<double>(times[0].size())});
    for (const auto& values : times) table.rows.back().emplace_back(rounded(quantile_of(values, 0.5), 3));
    for (const auto& values : nodes) table.rows.back().emplace_back(quantile_of(values, 0.5));
  }
}

/// Each variant's share of the first one's time and nodes, by whole games: positions of one game are no independent
/// trials.
void add_rao_shares(const std::vector<RaoGame>& games, int depth, ReportTable& table) {
  for (std::size_t i = 0; i < kRaoVariants.size(); ++i) {
    std::vector<double> times, nodes, time_shares, node_shares;
    for (const RaoGame& game : games) {
      RaoSearch first, own;
      for (const auto& searches : game) {
        times.push_back(searches[i].milliseconds);
        nodes.push_back(searches[i].nodes);
        first = {first.milliseconds + searches[0].milliseconds, first.nodes + searches[0].nodes};
        own = {own.milliseconds + searches[i].milliseconds, own.nodes + searches[i].nodes};
      }
      time_shares.push_back(100 * own.milliseconds / first.milliseconds);
      node_shares.push_back(100 * own.nodes / first.nodes);
    }
    table.rows.push_back({static_cast<double>(depth), std::string(kRaoVariants[i]), static_cast<double>(games.size()),
                          static_cast<double>(times.size()), rounded(mean_of(times), 3), rounded(mean_of(nodes), 1),
                          rounded(mean_of(time_shares), 1), rounded(error_of(time_shares), 1),
                          rounded(mean_of(node_shares), 1), rounded(error_of(node_shares), 1)});
  }
}

/// One search at a time: time is what is asked. Depth 3 is the report's; the others show where a table begins to pay.
base::Parsed<std::vector<ReportTable>> rao_figure_8(const MeasureContext& context) {
  ReportTable shares{
      "shares",
      {"depth", "variant", "games", "positions", "ms", "nodes", "time, %", "time error", "nodes, %", "nodes error"},
      {}};
  ReportTable curves;
  for (const int depth : {3, 4, 5}) {
    std::vector<RaoGame> games;
    for (std::uint64_t seed = 1; seed <= kRaoGames; ++seed) {
      if (context.is_over()) return base::Error{"the time is over"};
      auto game = rao_game(seed, depth);
      if (!game) return game.forward_error();
      games.push_back(std::move(*game));
    }
    if (depth == 3) curves = rao_curves(games);
    add_rao_shares(games, depth, shares);
  }
  return std::vector<ReportTable>{curves, shares};
}

/// What his window leaves out: the positions visited to depth 3 by the text's search, by his program's, and by each of
/// his slips alone, from the same positions of random play.
base::Parsed<std::vector<ReportTable>> rao_window(const MeasureContext& context) {
  constexpr int kWindowPositions = 40;
  const std::vector<std::pair<std::string, std::string>> searches = {
      {"as the text says", "rao-ab-negamax-tt"},
      {"the window turned as in his program", "rao-ab-negamax-tt,window_slip=on"},
      {"keys of 14 bits", "rao-ab-negamax-tt,tt_key_bits=14"},
      {"without a table", "rao-ab-negamax-tt,tt=off"},
      {"the window turned and no table", "rao-ab-negamax-tt,tt=off,window_slip=on"}};
  ReportTable table{"visited", {"search", "positions", "nodes", "% of the text's", "error"}, {}};
  std::vector<double> whole;
  for (const auto& [name, spec] : searches) {
    std::vector<double> nodes, shares;
    for (int i = 0; i < kWindowPositions; ++i) {
      if (context.is_over()) return base::Error{"the time is over"};
      const auto position =
          random_position(rao_subject().game->name, rao_subject().rules, 4 + i % 12, static_cast<std::uint64_t>(i) + 1);
      if (!position) return position.forward_error();
      auto engine = engine_of(rao_subject().game->name, rao_subject().rules, spec + ",hash_mb=1");
      if (!engine) return engine.forward_error();
      nodes.push_back(static_cast<double>((*engine)->search(*position, {}).nodes));
      if (whole.size() < kWindowPositions) whole.push_back(nodes.back());
      shares.push_back(100 * nodes.back() / whole[static_cast<std::size_t>(i)]);
    }
    table.rows.push_back({name, static_cast<double>(kWindowPositions), rounded(mean_of(nodes), 1),
                          rounded(mean_of(shares), 1), rounded(error_of(shares), 1)});
  }
  return std::vector<ReportTable>{table};
}

}  // namespace

std::vector<ReportMeasure> rao_measures() {
  return {{"rao-figure-8", "rao", "Figure 8: time by move for three variants", rao_figure_8},
          {"rao-window", "rao", "What his window leaves out at depth 3", rao_window}};
}

}  // namespace partita::lab
