// Trebing (Omega): the depth that each set of enhancements reaches, the turns of his first move, and his clock.
#include <algorithm>

#include "base/random.h"
#include "lab/measure_tools.h"
#include "lab/reported.h"

namespace partita::lab {

namespace {

const catalog::GameUnderRules& trebing_subject() { return subject_of("trebing"); }

/// The nodes his program had for the turn of figure 2: 1,144,000 for its last depth, 1,473,672 in all.
constexpr std::uint64_t kTurnNodes = 1'500'000;
constexpr int kStages[] = {4, 12, 20, 28, 36, 44};
constexpr std::size_t kGamesOfStages = 6;

/// Positions of games of the full engine against itself, where a turn begins.
base::Parsed<std::vector<catalog::AnyPosition>> positions_of_game(std::uint64_t seed) {
  auto position = random_position(trebing_subject().game->name, trebing_subject().rules, 4, seed);
  if (!position) return position.forward_error();
  auto engine = engine_of(trebing_subject().game->name, trebing_subject().rules, "trebing-full,hash_mb=4");
  if (!engine) return engine.forward_error();
  std::vector<catalog::AnyPosition> found;
  while (found.size() < std::size(kStages) && !position->is_over()) {
    if (position->starts_turn() && position->ply() >= kStages[found.size()]) found.push_back(*position);
    catalog::SearchRequest request;
    request.limits = node_limit(2000);
    const auto result = (*engine)->search(*position, request);
    if (const auto played = position->play(result.best_move); !played) return played.forward_error();
  }
  return found;
}

struct TrebingDepth {
  int depth = 0;
  double seconds = 0;
};

base::Parsed<std::vector<ReportTable>> trebing_depths(const MeasureContext& context) {
  const std::vector<std::string> presets = reported_presets("trebing");
  std::vector<std::vector<catalog::AnyPosition>> games(kGamesOfStages);
  const auto prepared = in_parallel(context, games.size(), [&](std::size_t i) -> base::Parsed<base::Done> {
    auto positions = positions_of_game(i + 1);
    if (!positions) return positions.forward_error();
    games[i] = std::move(*positions);
    return base::Done{};
  });
  if (!prepared) return prepared.forward_error();
  const std::size_t per_preset = kGamesOfStages * std::size(kStages);
  std::vector<TrebingDepth> reached(presets.size() * per_preset);
  const auto done = in_parallel(context, reached.size(), [&](std::size_t i) -> base::Parsed<base::Done> {
    const auto& positions = games[i % per_preset / std::size(kStages)];
    if (i % std::size(kStages) >= positions.size()) return base::Error{"a game ended before its last stage"};
    auto engine =
        engine_of(trebing_subject().game->name, trebing_subject().rules, presets[i / per_preset] + ",own_book=off");
    if (!engine) return engine.forward_error();
    catalog::SearchRequest request;
    request.limits = node_limit(kTurnNodes);
    const base::Stopwatch watch;
    reached[i].depth = (*engine)->search(positions[i % std::size(kStages)], request).depth;
    reached[i].seconds = watch.seconds();
    return base::Done{};
  });
  if (!done) return done.forward_error();
  ReportTable table{
      "depths",
      {"engine", "stones", "positions", "mean depth", "deeper than TT alone", "error", "mean seconds", "nodes allowed"},
      {}};
  for (std::size_t preset = 0; preset < presets.size(); ++preset) {
    for (std::size_t stage = 0; stage <= std::size(kStages); ++stage) {  // the last row sums up
      std::vector<double> depths, deeper, seconds;
      for (std::size_t i = 0; i < per_preset; ++i) {
        if (stage < std::size(kStages) && i % std::size(kStages) != stage) continue;
        depths.push_back(reached[preset * per_preset + i].depth);
        deeper.push_back(reached[preset * per_preset + i].depth - reached[i].depth);
        seconds.push_back(reached[preset * per_preset + i].seconds);
      }
      table.rows.push_back(
          {presets[preset],
           stage < std::size(kStages) ? Cell(static_cast<double>(kStages[stage])) : Cell(std::string("all")),
           static_cast<double>(depths.size()), rounded(mean_of(depths), 2), rounded(mean_of(deeper), 2),
           rounded(error_of(deeper), 2), rounded(mean_of(seconds), 2), static_cast<double>(kTurnNodes)});
    }
  }
  return std::vector<ReportTable>{table};
}

/// The time of each of White's turns, every turn taking all it may, until the clock is used up.
base::Parsed<std::vector<double>> seconds_by_turn(double clock_seconds, int free_turns) {
  auto position = catalog::AnyPosition::initial(trebing_subject().game->name, trebing_subject().rules);
  if (!position) return position.forward_error();
  auto engine = engine_of(trebing_subject().game->name, trebing_subject().rules, "trebing-full,hash_mb=1");
  if (!engine) return engine.forward_error();
  constexpr std::size_t kSharedTurns = 12;  // of fifteen: the last three get what is left over
  base::Random random(1);
  std::vector<double> turns;
  for (double left = clock_seconds; turns.size() < kSharedTurns && !position->is_over();) {
    if (position->starts_turn() && position->to_move() == 0) {
      catalog::Limits limits;
      limits.clock_ms = {static_cast<std::int64_t>(1000 * left), static_cast<std::int64_t>(1000 * left)};
      turns.push_back(static_cast<double>((*engine)->turn_ms(*position, limits)) / 1000);
      if (static_cast<int>(turns.size()) <= free_turns) turns.back() = 0;
      left -= turns.back();
    }
    const auto moves = position->legal_moves();
    const auto played = position->play(moves[random.below(static_cast<std::uint32_t>(moves.size()))]);
    if (!played) return played.forward_error();
  }
  return turns;
}

/// Stones and whole turns at the first move (5), and the time of each of White's turns from a clock (3, 5.7, figure 2).
base::Parsed<std::vector<ReportTable>> trebing_turns(const MeasureContext&) {
  ReportTable first{"first move", {"side", "stones", "turns"}, {}};
  for (const int side : {5, 6}) {
    auto position = catalog::AnyPosition::initial(trebing_subject().game->name, {{"side", std::to_string(side)}});
    if (!position) return position.forward_error();
    double turns = 0;
    const auto stones = position->legal_moves();
    for (const std::string& stone : stones) {
      if (const auto played = position->play(stone); !played) return played.forward_error();
      turns += static_cast<double>(position->legal_moves().size());
      position->undo();
    }
    first.rows.push_back({static_cast<double>(side), static_cast<double>(stones.size()), turns});
  }
  ReportTable clock{
      "seconds for a turn", {"turn", "15 minutes", "15 minutes after three turns of the book", "3 minutes"}, {}};
  struct Clock {
    double seconds;
    int free_turns;  ///< that the book answers at once
  };
  for (const Clock& given : {Clock{900, 0}, Clock{900, 3}, Clock{180, 0}}) {
    auto turns = seconds_by_turn(given.seconds, given.free_turns);
    if (!turns) return turns.forward_error();
    clock.rows.resize(std::max(clock.rows.size(), turns->size()));
    for (std::size_t turn = 0; turn < turns->size(); ++turn) {
      if (clock.rows[turn].empty()) clock.rows[turn].emplace_back(static_cast<double>(2 * turn + 1));
      clock.rows[turn].emplace_back(rounded((*turns)[turn], 1));
    }
  }
  return std::vector<ReportTable>{first, clock};
}

}  // namespace

std::vector<ReportMeasure> trebing_measures() {
  return {{"trebing-depths", "trebing", "Depth reached by each set of enhancements (7)", trebing_depths},
          {"trebing-turns", "trebing", "Stones, turns and the clock (5, 5.7)", trebing_turns}};
}

}  // namespace partita::lab
