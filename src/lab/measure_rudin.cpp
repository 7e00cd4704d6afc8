// Rudin (Tablut): the branching factor, and what depths 4 and 5 take.
#include <array>
#include <cmath>

#include "catalog/games.h"
#include "lab/measure_tools.h"
#include "lab/texel_weights.h"

namespace partita::lab {

namespace {

const catalog::GameUnderRules& rudin_subject() { return subject_of("rudin"); }

constexpr std::array<const char*, 2> kTabluts = {"mcgill", "ashton"};
constexpr int kRudinGames = 20;
constexpr int kMostPlies = 100;
constexpr double kBinWidth = 10;

/// Games of the agent against itself, all rule sets in one row.
base::Parsed<std::vector<WatchedGame>> rudin_play(const MeasureContext& context) {
  std::vector<WatchedGame> games(kTabluts.size() * kRudinGames);
  const auto played = in_parallel(context, games.size(), [&](std::size_t i) -> base::Parsed<base::Done> {
    const base::OptionValues rules = {{"rules", kTabluts[i / kRudinGames]}};
    auto game = watch_game(
        {rudin_subject().game->name, rules, {"rudin", "rudin"}, {{}, {}}, 2, i % kRudinGames + 1, kMostPlies});
    if (!game) return game.forward_error();
    games[i] = std::move(*game);
    return base::Done{};
  });
  if (!played) return played.forward_error();
  return games;
}

/// Who sits there: the sides take turns in another order under other rules.
std::string side_name(std::size_t rules, int seat) {
  const auto start = catalog::AnyPosition::initial(rudin_subject().game->name, {{"rules", kTabluts[rules]}});
  return start ? start->seat_name(static_cast<catalog::Seat>(seat)) : "";
}

/// What `value` tells of the moves of one rule set that `counts`.
template <class Counts, class Value>
std::vector<double> collect(const std::vector<WatchedGame>& games, std::size_t rules, const Counts& counts,
                            const Value& value) {
  std::vector<double> values;
  for (std::size_t i = rules * kRudinGames; i < (rules + 1) * kRudinGames; ++i) {
    for (const WatchedMove& move : games[i].moves) {
      if (counts(move)) values.push_back(value(move));
    }
  }
  return values;
}

double share_between(const std::vector<double>& values, double low, double high) {
  double count = 0;
  for (const double value : values) count += value >= low && value <= high ? 1 : 0;
  return values.empty() ? 0 : rounded(100 * count / static_cast<double>(values.size()), 1);
}

ReportTable branching_table(const std::vector<WatchedGame>& games) {
  ReportTable table{"branching",
                    {"rules", "side", "positions", "least", "5%", "25%", "median", "75%", "95%", "most",
                     "% within 20-50", "% below 25"},
                    {}};
  for (std::size_t rules = 0; rules < kTabluts.size(); ++rules) {
    for (const int side : {-1, 0, 1}) {
      const auto values = collect(
          games, rules, [&](const WatchedMove& move) { return side < 0 || move.seat == side; },
          [](const WatchedMove& move) { return static_cast<double>(move.legal); });
      table.rows.push_back({std::string(kTabluts[rules]), side < 0 ? std::string("both") : side_name(rules, side),
                            static_cast<double>(values.size())});
      for (const double share : {0.0, 0.05, 0.25, 0.5, 0.75, 0.95, 1.0})
        table.rows.back().emplace_back(quantile_of(values, share));
      table.rows.back().emplace_back(share_between(values, 20, 50));
      table.rows.back().emplace_back(share_between(values, 0, 24));
    }
  }
  return table;
}

ReportTable histogram_table(const std::vector<WatchedGame>& games) {
  constexpr int kBins = 14;
  ReportTable table{"histogram", {"moves from", "to"}, {}};
  for (const char* rules : kTabluts) table.columns.push_back(std::string(rules) + ", % of positions");
  for (int bin = 0; bin < kBins; ++bin) {
    table.rows.push_back({bin * kBinWidth, (bin + 1) * kBinWidth - 1});
    for (std::size_t rules = 0; rules < kTabluts.size(); ++rules) {
      const auto values = collect(
          games, rules, [](const WatchedMove&) { return true; },
          [](const WatchedMove& move) { return static_cast<double>(move.legal); });
      table.rows.back().emplace_back(
          share_between(values, bin * kBinWidth, bin + 1 == kBins ? 1e9 : (bin + 1) * kBinWidth - 1));
    }
  }
  return table;
}

ReportTable depth_table(const std::vector<WatchedGame>& games) {
  ReportTable table{
      "depths",
      {"rules", "depth", "moves", "% of moves", "median ms", "95% ms", "longest ms", "median nodes", "mean nodes"},
      {}};
  for (std::size_t rules = 0; rules < kTabluts.size(); ++rules) {
    const auto all = collect(
        games, rules, [](const WatchedMove&) { return true; }, [](const WatchedMove&) { return 1.0; });
    for (const int depth : {4, 5}) {
      const auto is_depth = [&](const WatchedMove& move) { return (move.legal < 25 ? 5 : 4) == depth; };
      const auto times = collect(games, rules, is_depth,
                                 [](const WatchedMove& move) { return static_cast<double>(move.microseconds) / 1000; });
      const auto nodes =
          collect(games, rules, is_depth, [](const WatchedMove& move) { return static_cast<double>(move.nodes); });
      table.rows.push_back(
          {std::string(kTabluts[rules]), static_cast<double>(depth), static_cast<double>(times.size()),
           rounded(100 * static_cast<double>(times.size()) / std::max(1.0, static_cast<double>(all.size())), 1),
           rounded(quantile_of(times, 0.5), 1), rounded(quantile_of(times, 0.95), 1), rounded(quantile_of(times, 1), 1),
           quantile_of(nodes, 0.5), std::round(mean_of(nodes))});
    }
  }
  return table;
}

ReportTable endings_table(const std::vector<WatchedGame>& games) {
  ReportTable table{"games", {"rules", "games", "attackers won", "defenders won", "undecided", "mean plies"}, {}};
  for (std::size_t rules = 0; rules < kTabluts.size(); ++rules) {
    double won[3] = {0, 0, 0};
    std::vector<double> plies;
    for (std::size_t i = rules * kRudinGames; i < (rules + 1) * kRudinGames; ++i) {
      const int winner = games[i].ending.over ? games[i].ending.winner() : -1;
      won[winner < 0 ? 2 : side_name(rules, winner) == side_name(0, 0) ? 0 : 1] += 1;
      plies.push_back(static_cast<double>(games[i].moves.size()));
    }
    table.rows.push_back({std::string(kTabluts[rules]), static_cast<double>(kRudinGames), won[0], won[1], won[2],
                          rounded(mean_of(plies), 1)});
  }
  return table;
}

base::Parsed<std::vector<ReportTable>> rudin_games(const MeasureContext& context) {
  const auto games = rudin_play(context);
  if (!games) return games.forward_error();
  return std::vector<ReportTable>{branching_table(*games), histogram_table(*games), depth_table(*games),
                                  endings_table(*games)};
}

/// The positions of one game as his three features see them, with what the mover got in the end.
base::Parsed<base::Done> add_weight_samples(std::uint64_t number, WeightSamples& samples) {
  constexpr int kOpeningPlies = 6;
  const catalog::GameUnderRules& subject = rudin_subject();
  const std::string agent = "rudin,depth_policy=none,max_depth=2";
  auto game =
      watch_game({subject.game->name, subject.rules, {agent, agent}, {{}, {}}, kOpeningPlies, number, kMostPlies});
  if (!game) return game.forward_error();
  // Most games are drawn, whatever stands on the board: they say nothing of what a feature is worth.
  if (!game->ending.over || game->ending.winner() < 0) return base::Done{};
  auto position = random_position(subject.game->name, subject.rules, kOpeningPlies, number);
  if (!position) return position.forward_error();
  const auto start = catalog::AnyPosition::initial(subject.game->name, subject.rules);
  if (!start) return start.forward_error();
  const auto at_start = subject.game->author_terms(start->model());
  for (const WatchedMove& move : game->moves) {
    const auto seat = static_cast<std::size_t>(position->to_move());
    WeightSample sample;
    sample.result = static_cast<double>(game->ending.payoff[seat]) / catalog::kPoint;
    sample.game = number;
    // What has changed since the start: that the attackers begin with more pieces is a constant of his utility, which
    // changes no choice of his and would be all that is fitted.
    const double sign = position->to_move() == start->to_move() ? 1 : -1;
    const auto terms = subject.game->author_terms(position->model());
    for (std::size_t i = 0; i < terms.size(); ++i) {
      if (samples.rows.empty()) {
        samples.names.emplace_back(terms[i].name);
        samples.weights.push_back(terms[i].weight);
      }
      sample.amounts.push_back(terms[i].amount - sign * at_start[i].amount);
    }
    samples.rows.push_back(std::move(sample));
    if (const auto played = position->play(move.move); !played) return played.forward_error();
  }
  return base::Done{};
}

/// Rudin 8.2: the weights of his three features, learnt from games of the agent against itself.
base::Parsed<std::vector<ReportTable>> rudin_weights(const MeasureContext& context) {
  constexpr std::uint64_t kFittedGames = 800;
  WeightSamples samples;
  for (std::uint64_t number = 1; number <= kFittedGames; ++number) {
    if (context.is_over()) return base::Error{"the time is over"};
    if (const auto done = add_weight_samples(number, samples); !done) return done.forward_error();
  }
  const WeightFit fit = fit_weights(samples);
  ReportTable weights{"weights", {"feature", "chosen", "fitted", "fitted, pieces as 100"}, {}};
  for (std::size_t i = 0; i < samples.names.size(); ++i) {
    const double relative = fit.weights[0] == 0 ? 0 : 100 * fit.weights[i] / fit.weights[0];
    weights.rows.push_back({samples.names[i], samples.weights[i], rounded(fit.weights[i], 1), rounded(relative, 1)});
  }
  ReportTable loss{"loss", {"games", "positions of those won", "held-out loss before", "after"}, {}};
  loss.rows.push_back({static_cast<double>(kFittedGames), static_cast<double>(samples.rows.size()),
                       rounded(fit.start_loss, 5), rounded(fit.held_out_loss, 5)});
  return std::vector<ReportTable>{weights, loss};
}

}  // namespace

std::vector<ReportMeasure> rudin_measures() {
  return {{"rudin-games", "rudin", "Branching factor, depth and time (5.1, 6.1)", rudin_games},
          {"rudin-weights", "rudin", "His three weights, fitted to games (8.2)", rudin_weights}};
}

}  // namespace partita::lab
