// Rudin 8.2 (Tablut): the weights of his features, learnt from games instead of chosen.
#include <array>
#include <cctype>

#include "lab/measure_tools.h"
#include "lab/texel_weights.h"

namespace partita::lab {

namespace {

const base::OptionValues kWeightRules = {{"rules", "mcgill"}};
constexpr std::size_t kWeightGames = 300;
constexpr int kWeightPlies = 100;

/// The pieces of a position by row and column, read from its text: t attackers, T defenders, K the king.
using TablutBoard = std::vector<std::string>;

TablutBoard read_tablut(const std::string& text) {
  TablutBoard rows;
  std::string row;
  for (const char c : text.substr(0, text.find(' '))) {
    if (c == '/') {
      if (!row.empty()) rows.push_back(row);
      row.clear();
    } else if (std::isdigit(static_cast<unsigned char>(c)) != 0) {
      row += std::string(static_cast<std::size_t>(c - '0'), '.');
    } else {
      row += c;
    }
  }
  return rows;
}

/// His three features, as the attackers see them: pieces (4.2), the king's blocked directions (4.3), attackers beside
/// him (4.4). The fourth is what the attackers are worth before a piece has moved.
std::array<double, 4> rudin_features(const TablutBoard& board) {
  constexpr std::pair<int, int> kSteps[] = {{1, 0}, {-1, 0}, {0, 1}, {0, -1}};
  std::array<double, 4> features{0, 0, 0, 1};
  const auto at = [&](int row, int column) {
    if (row < 0 || row >= static_cast<int>(board.size())) return '\0';
    const std::string& line = board[static_cast<std::size_t>(row)];
    return column < 0 || column >= static_cast<int>(line.size()) ? '\0' : line[static_cast<std::size_t>(column)];
  };
  for (int row = 0; row < static_cast<int>(board.size()); ++row) {
    for (int column = 0; at(row, column) != '\0'; ++column) {
      const char piece = at(row, column);
      features[0] += piece == 't' ? 1 : piece == 'T' || piece == 'K' ? -1 : 0;
      if (piece != 'K') continue;
      for (const auto& [down, right] : kSteps) {
        features[2] += at(row + down, column + right) == 't' ? 1 : 0;
        int step = 1;
        while (at(row + step * down, column + step * right) == '.') ++step;
        features[1] += at(row + step * down, column + step * right) != '\0' ? 1 : 0;
      }
    }
  }
  return features;
}

/// A game of the agent, three plies deep, against itself: every position with what its mover got in the end.
base::Parsed<std::vector<WeightSample>> weight_game(std::uint64_t number) {
  auto position = random_position("tafl", kWeightRules, 6, number);
  if (!position) return position.forward_error();
  auto engine = engine_of("tafl", kWeightRules, "rudin,depth_policy=none,max_depth=3,seed=" + std::to_string(number));
  if (!engine) return engine.forward_error();
  std::vector<WeightSample> samples;
  std::vector<int> movers;
  while (!position->is_over() && static_cast<int>(samples.size()) < kWeightPlies) {
    const double sign = position->seat_name(position->to_move()) == "Attackers" ? 1 : -1;
    WeightSample sample;
    sample.game = number;
    for (const double amount : rudin_features(read_tablut(position->text()))) sample.amounts.push_back(sign * amount);
    samples.push_back(std::move(sample));
    movers.push_back(position->to_move());
    const auto result = (*engine)->search(*position, {});
    if (const auto played = position->play(result.best_move); !played) return played.forward_error();
  }
  const catalog::Ending ending = position->ending();
  for (std::size_t i = 0; i < samples.size(); ++i) {
    const auto mover = static_cast<std::size_t>(movers[i]);
    samples[i].result = ending.over ? static_cast<double>(ending.payoff[mover]) / catalog::kPoint : 0.5;
  }
  return samples;
}

base::Parsed<std::vector<ReportTable>> rudin_weights(const MeasureContext& context) {
  std::vector<std::vector<WeightSample>> games(kWeightGames);
  const auto played = in_parallel(context, games.size(), [&](std::size_t i) -> base::Parsed<base::Done> {
    auto samples = weight_game(i + 1);
    if (!samples) return samples.forward_error();
    games[i] = std::move(*samples);
    return base::Done{};
  });
  if (!played) return played.forward_error();
  // The report orders the weights and gives no numbers; these are the preset's.
  WeightSamples samples{
      {"a piece (4.2)", "a blocked direction (4.3)", "an attacker beside the king (4.4)", "to be the attackers"},
      {100, 30, 10, 0},
      {}};
  for (const auto& game : games) samples.rows.insert(samples.rows.end(), game.begin(), game.end());
  const WeightFit fit = fit_weights(samples);
  ReportTable weights{"weights", {"feature", "weight in `rudin`", "fitted"}, {}};
  for (std::size_t i = 0; i < samples.names.size(); ++i)
    weights.rows.push_back({samples.names[i], samples.weights[i], rounded(fit.weights[i], 1)});
  ReportTable losses{"losses", {"games", "positions", "held-out loss before", "after"}, {}};
  losses.rows.push_back({static_cast<double>(kWeightGames), static_cast<double>(samples.rows.size()),
                         rounded(fit.start_loss, 5), rounded(fit.held_out_loss, 5)});
  return std::vector<ReportTable>{weights, losses};
}

}  // namespace

ReportMeasure rudin_weights_measure() {
  return {"rudin-weights", "rudin", "Learnt weights (8.2)", rudin_weights};
}

}  // namespace partita::lab
