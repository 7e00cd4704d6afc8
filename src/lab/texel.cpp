#include "lab/texel.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "base/text.h"
#include "draw/page.h"
#include "draw/plot.h"
#include "lab/selfplay_file.h"

namespace partita::lab {

namespace {

constexpr std::uint64_t kOneIn = 5;

double expected(double value, double scale) { return 1 / (1 + std::exp(-value / scale)); }
bool is_held_out(const TexelSample& sample) { return sample.game % kOneIn == 0; }

enum class Part { kTrain, kHeldOut };

double loss(const std::vector<TexelSample>& samples, double scale, Part part) {
  double sum = 0, count = 0;
  for (const TexelSample& sample : samples) {
    if (is_held_out(sample) != (part == Part::kHeldOut)) continue;
    sum += std::pow(expected(sample.value, scale) - sample.result, 2);
    ++count;
  }
  return count == 0 ? 0 : sum / count;
}

/// Of the training loss by the logarithm of the scale: steps are the same for curves of any width.
double gradient(const std::vector<TexelSample>& samples, double scale) {
  double sum = 0, count = 0;
  for (const TexelSample& sample : samples) {
    if (is_held_out(sample)) continue;
    const double guess = expected(sample.value, scale);
    sum += 2 * (guess - sample.result) * guess * (1 - guess) * -sample.value / scale;
    ++count;
  }
  return count == 0 ? 0 : sum / count;
}

/// Draws among positions that the curve calls even within a tenth.
double draws_when_even(const std::vector<TexelSample>& samples, double scale) {
  double draws = 0, count = 0;
  for (const TexelSample& sample : samples) {
    if (std::fabs(expected(sample.value, scale) - 0.5) > 0.1) continue;
    draws += sample.result > 0.1 && sample.result < 0.9 ? 1 : 0;
    ++count;
  }
  return count == 0 ? 0 : draws / count;
}

}  // namespace

base::Parsed<std::vector<TexelSample>> read_samples(const std::string& path) {
  std::vector<TexelSample> samples;
  // The header is known only after the reading, but the mover needs it.
  const auto known = read_selfplay(path, [](const SelfplayGame&) { return false; });
  if (!known) return known.forward_error();
  const auto done = read_selfplay(path, [&](const SelfplayGame& game) {
    for_each_position(*known, game, [&](const catalog::AnyPosition& position, const SelfplayGame::Ply& ply) {
      if (!ply.has_value || ply.is_proven) return;
      const double share = game.payoff[static_cast<std::size_t>(position.to_move())];
      samples.push_back({static_cast<double>(ply.value), share / catalog::kPoint, game.number});
    });
    return true;
  });
  if (!done) return done.forward_error();
  return samples;
}

TexelFit fit_curve(const std::vector<TexelSample>& samples, double start_scale) {
  constexpr int kSteps = 400;
  TexelFit fit;
  fit.scale = start_scale;
  fit.samples = samples.size();
  fit.start_loss = loss(samples, start_scale, Part::kHeldOut);
  double speed = 4, log_scale = std::log(start_scale);
  double best = loss(samples, fit.scale, Part::kTrain);
  for (int step = 0; step < kSteps && speed > 1e-6; ++step) {
    const double next = log_scale - speed * gradient(samples, std::exp(log_scale));
    const double reached = loss(samples, std::exp(next), Part::kTrain);
    if (reached < best) {
      log_scale = next;
      best = reached;
      speed *= 1.3;
    } else {
      speed /= 2;
    }
    fit.course.push_back(loss(samples, std::exp(log_scale), Part::kHeldOut));
  }
  fit.scale = std::exp(log_scale);
  fit.train_loss = best;
  fit.held_out_loss = loss(samples, fit.scale, Part::kHeldOut);
  fit.draw_at_zero = draws_when_even(samples, fit.scale);
  return fit;
}

std::string texel_page(const std::string& title, const std::vector<TexelSample>& samples, const TexelFit& fit) {
  draw::PlotLine course{"held-out loss", {}, {}, {}, {}};
  for (std::size_t i = 0; i < fit.course.size(); ++i) {
    course.x.push_back(static_cast<double>(i + 1));
    course.y.push_back(fit.course[i]);
  }
  constexpr double kBin = 0.5;  // scales
  std::map<int, std::pair<double, double>> bins;
  for (const TexelSample& sample : samples) {
    auto& [sum, count] = bins[static_cast<int>(std::floor(std::clamp(sample.value / fit.scale, -5.0, 5.0) / kBin))];
    sum += sample.result;
    ++count;
  }
  draw::PlotLine seen{"games", {}, {}, {}, {}}, curve{"curve", {}, {}, {}, {}};
  for (const auto& [bin, sums] : bins) {
    const double middle = (bin + 0.5) * kBin * fit.scale;
    seen.x.push_back(middle);
    seen.y.push_back(sums.first / sums.second);
    curve.x.push_back(middle);
    curve.y.push_back(expected(middle, fit.scale));
  }
  const base::TextTable rows = {
      {"positions", "scale", "draws when even", "held-out loss before", "after", "training loss"},
      {std::to_string(fit.samples), base::format("%.1f", fit.scale), base::format("%.3f", fit.draw_at_zero),
       base::format("%.5f", fit.start_loss), base::format("%.5f", fit.held_out_loss),
       base::format("%.5f", fit.train_loss)}};
  return draw::html_page(
      title, "values of the evaluation against results, every fifth game held out",
      draw::html_table(rows) +
          draw::draw_lines({"Results by value", "value", "points of the mover", {seen, curve}, {}, false, true}) +
          draw::draw_lines({"Held-out loss", "step", "mean squared error", {course}, {}, false, false}));
}

}  // namespace partita::lab
