#include "lab/texel_weights.h"

#include <cmath>

#include "base/text.h"
#include "catalog/games.h"
#include "draw/page.h"
#include "draw/plot.h"
#include "lab/selfplay_file.h"
#include "lab/texel.h"

namespace partita::lab {

namespace {

using Weights = std::vector<double>;

bool is_held_out(const WeightSample& sample) { return sample.game % 5 == 0; }

double value_of(const WeightSample& sample, const Weights& weights) {
  double sum = 0;
  for (std::size_t i = 0; i < weights.size(); ++i) sum += weights[i] * sample.amounts[i];
  return sum;
}

double held_out_loss(const WeightSamples& samples, const Weights& weights, double scale) {
  double sum = 0, count = 0;
  for (const WeightSample& sample : samples.rows) {
    if (!is_held_out(sample)) continue;
    sum += std::pow(1 / (1 + std::exp(-value_of(sample, weights) / scale)) - sample.result, 2);
    ++count;
  }
  return count == 0 ? 0 : sum / count;
}

/// Of the training games' loss by each weight.
Weights gradient(const WeightSamples& samples, const Weights& weights, double scale) {
  Weights sums(weights.size());
  double count = 0;
  for (const WeightSample& sample : samples.rows) {
    if (is_held_out(sample)) continue;
    const double guess = 1 / (1 + std::exp(-value_of(sample, weights) / scale));
    const double slope = 2 * (guess - sample.result) * guess * (1 - guess) / scale;
    for (std::size_t i = 0; i < sums.size(); ++i) sums[i] += slope * sample.amounts[i];
    ++count;
  }
  for (double& sum : sums) sum /= std::max(1.0, count);
  return sums;
}

/// The scale on which the old weights predict best.
double best_scale(const WeightSamples& samples) {
  std::vector<TexelSample> values;
  for (const WeightSample& sample : samples.rows)
    values.push_back({value_of(sample, samples.weights), sample.result, sample.game});
  return fit_curve(values, 400).scale;
}

void add_sample(const catalog::GameEntry& entry, const catalog::AnyPosition& position, const SelfplayGame& game,
                WeightSamples& samples) {
  const auto terms = entry.evaluation_terms(position.model());
  if (terms.empty()) return;
  WeightSample sample;
  sample.result = static_cast<double>(game.payoff[static_cast<std::size_t>(position.to_move())]) / catalog::kPoint;
  sample.game = game.number;
  for (const game::EvaluationTerm& term : terms) sample.amounts.push_back(term.amount);
  if (samples.rows.empty()) {
    for (const game::EvaluationTerm& term : terms) {
      samples.names.emplace_back(term.name);
      samples.weights.push_back(term.weight);
    }
  }
  samples.rows.push_back(std::move(sample));
}

}  // namespace

base::Parsed<WeightSamples> read_weight_samples(const std::string& path) {
  const auto known = read_selfplay(path, [](const SelfplayGame&) { return false; });
  if (!known) return known.forward_error();
  const auto entry = catalog::find_game(known->game);
  if (!entry) return entry.error_at(path);
  if (!(*entry)->evaluation_terms)
    return base::Error{path + ": the evaluator of " + known->game + " has no terms to fit"};
  WeightSamples samples;
  const auto done = read_selfplay(path, [&](const SelfplayGame& game) {
    for_each_position(*known, game, [&](const catalog::AnyPosition& position, const SelfplayGame::Ply& ply) {
      if (ply.has_value && !ply.is_proven) add_sample(**entry, position, game, samples);
    });
    return true;
  });
  if (!done) return done.forward_error();
  return samples;
}

WeightFit fit_weights(const WeightSamples& samples) {
  // Adam's usual constants; a step moves a weight by about one unit of evaluation at first.
  constexpr int kSteps = 600;
  constexpr double kFirst = 0.9, kSecond = 0.999, kTiny = 1e-12;
  WeightFit fit;
  fit.scale = best_scale(samples);
  fit.weights = samples.weights;
  fit.start_loss = fit.held_out_loss = held_out_loss(samples, samples.weights, fit.scale);
  Weights now = samples.weights, mean(now.size()), square(now.size());
  for (int step = 1; step <= kSteps; ++step) {
    const Weights slope = gradient(samples, now, fit.scale);
    for (std::size_t i = 0; i < now.size(); ++i) {
      mean[i] = kFirst * mean[i] + (1 - kFirst) * slope[i];
      square[i] = kSecond * square[i] + (1 - kSecond) * slope[i] * slope[i];
      const double centred = mean[i] / (1 - std::pow(kFirst, step)), spread = square[i] / (1 - std::pow(kSecond, step));
      now[i] -= (1.0 - 0.9 * step / kSteps) * centred / (std::sqrt(spread) + kTiny);
    }
    fit.course.push_back(held_out_loss(samples, now, fit.scale));
    if (fit.course.back() >= fit.held_out_loss) continue;
    fit.held_out_loss = fit.course.back();
    fit.weights = now;
  }
  return fit;
}

std::string weights_page(const std::string& title, const WeightSamples& samples, const WeightFit& fit) {
  base::TextTable rows = {{"term", "weight before", "fitted"}};
  for (std::size_t i = 0; i < samples.names.size(); ++i)
    rows.push_back({samples.names[i], base::format("%.0f", samples.weights[i]), base::format("%.1f", fit.weights[i])});
  draw::PlotLine course{"held-out loss", {}, fit.course, {}, {}};
  for (std::size_t i = 0; i < fit.course.size(); ++i) course.x.push_back(static_cast<double>(i + 1));
  const std::string losses = base::format("<p>%zu positions, scale %.1f. Held-out loss before %.5f, after %.5f.</p>\n",
                                          samples.rows.size(), fit.scale, fit.start_loss, fit.held_out_loss);
  return draw::html_page(title, "weights of the evaluation fitted to results, every fifth game held out",
                         losses + draw::html_table(rows) +
                             draw::draw_lines({"Held-out loss",
                                               "step",
                                               "mean squared error",
                                               {course},
                                               {{fit.start_loss, "old weights"}},
                                               false,
                                               false}));
}

}  // namespace partita::lab
