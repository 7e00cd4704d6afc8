// Sweere (Andantino): his tables 1 to 5, what an evaluation costs, the time for a move.
#include <algorithm>
#include <array>
#include <cmath>

#include "lab/measure_tools.h"
#include "lab/reported.h"

namespace partita::lab {

namespace {

const catalog::GameUnderRules& sweere_subject() { return subject_of("sweere"); }

/// What the report gives for moves that its check for a loss in two made without search.
constexpr int kPrecheckDepth = 2;

/// Mean nodes of the moves for which his program took all of its 20 seconds.
double nodes_in_20_seconds(std::size_t table) {
  constexpr double kWholeTime = 20;
  std::vector<double> nodes;
  for (const auto& row : reported_table("sweere").rows) {  // table, move, depth, seconds, nodes
    const auto number = [&](std::size_t column) { return std::get<double>(row[column]); };
    if (number(0) == static_cast<double>(table + 1) && number(3) >= kWholeTime) nodes.push_back(number(4));
  }
  return mean_of(nodes);
}

/// A game of his, the engines given the nodes that his had, and the tables that tell it.
struct SweereGame {
  const char* white;
  const char* black;
  std::size_t white_table;  ///< whose nodes White gets, and the table of its moves
  std::size_t black_table;
  bool tells_white;
};
constexpr SweereGame kSweereGames[] = {{"sweere-groups", "sweere-none", 1, 0, true},
                                       {"sweere-neighbours", "sweere-groups", 3, 2, true},
                                       {"sweere-neighbours", "sweere-neighbours", 4, 4, false}};

ReportTable moves_table(const WatchedGame& game, int seat, std::size_t number) {
  ReportTable table{"table " + std::to_string(number + 1), {"move", "depth", "seconds", "nodes"}, {}};
  for (const WatchedMove& move : game.moves) {
    if (move.seat != seat) continue;
    table.rows.push_back({static_cast<double>(table.rows.size() + 1),
                          static_cast<double>(move.is_searched ? move.depth : kPrecheckDepth),
                          rounded(static_cast<double>(move.microseconds) / 1e6, 3), static_cast<double>(move.nodes)});
  }
  return table;
}

base::Parsed<std::vector<ReportTable>> sweere_games(const MeasureContext& context) {
  std::vector<WatchedGame> games(std::size(kSweereGames));
  const auto played = in_parallel(context, games.size(), [&](std::size_t i) -> base::Parsed<base::Done> {
    const SweereGame& his = kSweereGames[i];
    const auto nodes = [&](std::size_t table) {
      return node_limit(static_cast<std::uint64_t>(nodes_in_20_seconds(table)));
    };
    auto game = watch_game({sweere_subject().game->name,
                            sweere_subject().rules,
                            {his.white, his.black},
                            {nodes(his.white_table), nodes(his.black_table)},
                            0,
                            1,
                            400});
    if (!game) return game.forward_error();
    games[i] = std::move(*game);
    return base::Done{};
  });
  if (!played) return played.forward_error();
  std::vector<ReportTable> tables = {
      {"games", {"white", "black", "white nodes", "black nodes", "plies", "winner", "reason"}, {}}};
  std::vector<std::pair<std::size_t, ReportTable>> told;
  for (std::size_t i = 0; i < games.size(); ++i) {
    const SweereGame& his = kSweereGames[i];
    const int winner = games[i].ending.winner();
    tables[0].rows.push_back(
        {std::string(his.white), std::string(his.black), std::floor(nodes_in_20_seconds(his.white_table)),
         std::floor(nodes_in_20_seconds(his.black_table)), static_cast<double>(games[i].moves.size()),
         std::string(winner == 0   ? "White"
                     : winner == 1 ? "Black"
                                   : "nobody"),
         games[i].ending.reason});
    if (his.tells_white) told.emplace_back(his.white_table, moves_table(games[i], 0, his.white_table));
    told.emplace_back(his.black_table, moves_table(games[i], 1, his.black_table));
  }
  std::sort(told.begin(), told.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  for (auto& [number, table] : told) tables.push_back(std::move(table));
  return tables;
}

/// Undecided positions of games, after so many stones.
base::Parsed<std::vector<catalog::AnyPosition>> open_positions(int stones) {
  constexpr std::size_t kOpenPositions = 10;
  std::vector<catalog::AnyPosition> found;
  for (std::uint64_t seed = 1; found.size() < kOpenPositions && seed <= 20 * kOpenPositions; ++seed) {
    const auto start = random_position(sweere_subject().game->name, sweere_subject().rules, 4, seed);
    if (!start) return start.forward_error();
    auto engine = engine_of(sweere_subject().game->name, sweere_subject().rules, "sweere-neighbours,hash_mb=4");
    if (!engine) return engine.forward_error();
    catalog::AnyPosition position = *start;
    catalog::SearchRequest request;
    request.limits = node_limit(2000);
    bool is_open = true;
    while (is_open && position.ply() < stones) {
      const auto result = (*engine)->search(position, request);
      is_open = position.play(result.best_move).ok() && !position.is_over();
      if (!result.lines.empty() && result.lines.front().score.distance) is_open = false;
    }
    if (is_open) found.push_back(std::move(position));
  }
  return found;
}

/// Nodes a second with each evaluation, early and late. One search at a time: speed is what is asked.
base::Parsed<std::vector<ReportTable>> sweere_speed(const MeasureContext& context) {
  constexpr std::uint64_t kSpeedNodes = 100'000;
  ReportTable table{"nodes a second", {"evaluation", "stones", "positions", "nodes", "nodes a second"}, {}};
  for (const int stones : {8, 12, 16, 20}) {
    const auto positions = open_positions(stones);
    if (!positions) return positions.forward_error();
    if (positions->empty()) continue;
    for (const char* preset : {"sweere-none", "sweere-groups", "sweere-neighbours"}) {
      auto engine = engine_of(sweere_subject().game->name, sweere_subject().rules,
                              std::string(preset) + ",hash_mb=16,win_stop=off,precheck_loss_in_two=off");
      if (!engine) return engine.forward_error();
      double nodes = 0, seconds = 0;
      for (const catalog::AnyPosition& position : *positions) {
        if (context.is_over()) return base::Error{"the time is over"};
        (*engine)->new_game();
        catalog::SearchRequest request;
        request.limits = node_limit(kSpeedNodes);
        const base::Stopwatch watch;
        nodes += static_cast<double>((*engine)->search(position, request).nodes);
        seconds += watch.seconds();
      }
      table.rows.push_back({std::string(preset), static_cast<double>(stones), static_cast<double>(positions->size()),
                            nodes, std::round(nodes / seconds)});
    }
  }
  return std::vector<ReportTable>{table};
}

/// How often a position drives another out of the table, with his first hashing and with his second, in tables of his
/// size and of others.
base::Parsed<std::vector<ReportTable>> sweere_collisions(const MeasureContext& context) {
  struct Case {
    const char* hashing;
    int mebibytes;
    std::uint64_t nodes;
  };
  // 256 mebibytes are his 2^24 entries; 10,000 nodes are what he counts by, 800,000 what he had for a move.
  constexpr Case kCases[] = {{"rows_and_columns", 256, 10'000},  {"cells", 256, 10'000},
                             {"rows_and_columns", 256, 800'000}, {"cells", 256, 800'000},
                             {"rows_and_columns", 1, 800'000},   {"cells", 1, 800'000}};
  const auto positions = open_positions(12);
  if (!positions) return positions.forward_error();
  ReportTable table{"collisions",
                    {"hashing", "table, MiB", "nodes a search", "searches", "nodes", "stores", "collisions",
                     "% of nodes", "% of stores", "same key", "false hits"},
                    {}};
  for (const Case& how : kCases) {
    std::array<double, 5> sums{};
    for (const catalog::AnyPosition& position : *positions) {
      if (context.is_over()) return base::Error{"the time is over"};
      auto engine = engine_of(
          sweere_subject().game->name, sweere_subject().rules,
          std::string("sweere-neighbours,count_collisions=on,precheck_loss_in_two=off,win_stop=off,hashing=") +
              how.hashing + ",hash_mb=" + std::to_string(how.mebibytes));
      if (!engine) return engine.forward_error();
      catalog::SearchRequest request;
      request.limits = node_limit(how.nodes);
      const auto result = (*engine)->search(position, request);
      const catalog::TableReport report = result.table.value_or(catalog::TableReport{});
      const std::uint64_t counts[] = {result.nodes, report.stores, report.collisions, report.shared_keys,
                                      report.false_hits};
      for (std::size_t i = 0; i < sums.size(); ++i) sums[i] += static_cast<double>(counts[i]);
    }
    table.rows.push_back({std::string(how.hashing), static_cast<double>(how.mebibytes), static_cast<double>(how.nodes),
                          static_cast<double>(positions->size()), sums[0], sums[1], sums[2],
                          rounded(100 * sums[2] / std::max(1.0, sums[0]), 2),
                          rounded(100 * sums[2] / std::max(1.0, sums[1]), 2), sums[3], sums[4]});
  }
  return std::vector<ReportTable>{table};
}

/// The time his rule gives to each of 40 moves, from a clock of ten minutes: if every move takes what it may, and if
/// every move takes one second. Beside it the report's formula.
base::Parsed<std::vector<ReportTable>> sweere_time(const MeasureContext&) {
  constexpr double kGameSeconds = 600, kComfort = 0.8, kPanic = 0.08;
  constexpr int kComfortMoves = 25, kMoves = 40;
  ReportTable table{"seconds for a move", {"move", "formula", "ours", "ours after quick moves"}, {}};
  for (int move = 1; move <= kMoves; ++move) table.rows.push_back({static_cast<double>(move), 0.0, 0.0, 0.0});
  for (const bool is_quick : {false, true}) {
    auto engine = engine_of(sweere_subject().game->name, sweere_subject().rules, "sweere-neighbours,hash_mb=1");
    if (!engine) return engine.forward_error();
    (*engine)->new_game();
    double left = kGameSeconds;
    for (int made = 0; made < kMoves; ++made) {
      const auto position = random_position(sweere_subject().game->name, sweere_subject().rules, 2 * made, 1);
      if (!position) return position.forward_error();
      catalog::SearchRequest request;
      request.limits.clock_ms = {static_cast<std::int64_t>(1000 * left), static_cast<std::int64_t>(1000 * left)};
      request.limits.depth = 1;
      static_cast<void>((*engine)->search(*position, request));
      const double seconds = static_cast<double>((*engine)->turn_ms(*position, request.limits)) / 1000;
      auto& row = table.rows[static_cast<std::size_t>(made)];
      row[is_quick ? 3 : 2] = rounded(seconds, 2);
      if (!is_quick)
        row[1] = rounded(made <= kComfortMoves ? kGameSeconds * kComfort / kComfortMoves : left * kPanic, 2);
      left -= is_quick ? 1 : seconds;
    }
  }
  return std::vector<ReportTable>{table};
}

}  // namespace

std::vector<ReportMeasure> sweere_measures() {
  return {{"sweere-tables", "sweere", "Tables 1 to 5: his games, with the nodes his programs had", sweere_games},
          {"sweere-speed", "sweere", "What an evaluation costs (6.3)", sweere_speed},
          {"sweere-collisions", "sweere", "Collisions of two hashings (4.2)", sweere_collisions},
          {"sweere-time", "sweere", "Time for a move (7)", sweere_time}};
}

}  // namespace partita::lab
