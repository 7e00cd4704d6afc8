#include "base/sprt.h"

#include <algorithm>
#include <cmath>

namespace partita::base {

namespace {

constexpr double kEmptyCell = 1e-3;
constexpr int kBisections = 100;
constexpr int kFixedPointSteps = 50;
constexpr double kFixedPointTolerance = 1e-10;

using Weights = std::array<double, 5>;

double share_of_pair(std::size_t i) { return static_cast<double>(i) / 4.0; }

double mean_of(const Weights& weight) {
  double sum = 0;
  for (std::size_t i = 0; i < weight.size(); ++i) sum += weight[i] * share_of_pair(i);
  return sum;
}

double deviation_of(const Weights& weight) {
  const double mean = mean_of(weight);
  double sum = 0;
  for (std::size_t i = 0; i < weight.size(); ++i) sum += weight[i] * std::pow(share_of_pair(i) - mean, 2);
  return std::sqrt(sum);
}

/// The root x of sum w_i a_i / (1 + x a_i): the Lagrange multiplier of the constraint "expected a is zero". The sum
/// falls monotonically between its poles, so bisection cannot miss. REQUIRES: some a_i < 0 and some a_i > 0.
double multiplier(const Weights& weight, const Weights& a) {
  double low = -1.0 / *std::max_element(a.begin(), a.end());
  double high = -1.0 / *std::min_element(a.begin(), a.end());
  for (int step = 0; step < kBisections; ++step) {
    const double x = (low + high) / 2;
    double sum = 0;
    for (std::size_t i = 0; i < a.size(); ++i) sum += weight[i] * a[i] / (1 + x * a[i]);
    (sum > 0 ? low : high) = x;
  }
  return (low + high) / 2;
}

/// The most likely distribution, given what was seen, under which a has expectation zero.
Weights constrained(const Weights& seen, const Weights& a) {
  const double x = multiplier(seen, a);
  Weights fitted{};
  for (std::size_t i = 0; i < seen.size(); ++i) fitted[i] = seen[i] / (1 + x * a[i]);
  return fitted;
}

Weights fit_mean(const Weights& seen, double mean) {
  Weights a{};
  for (std::size_t i = 0; i < a.size(); ++i) a[i] = share_of_pair(i) - mean;
  return constrained(seen, a);
}

/// The most likely distribution with (mean - 1/2) / deviation == t. The constraint is not linear in the weights;
/// linearised around the current fit it is, and the fixed point of that step satisfies it exactly.
Weights fit_t(const Weights& seen, double t) {
  Weights fitted{};
  fitted.fill(1.0 / static_cast<double>(fitted.size()));
  for (int step = 0; step < kFixedPointSteps; ++step) {
    const double mean = mean_of(fitted);
    const double deviation = deviation_of(fitted);
    Weights a{};
    for (std::size_t i = 0; i < a.size(); ++i) {
      const double z = (mean - share_of_pair(i)) / deviation;
      a[i] = share_of_pair(i) - 0.5 - t * deviation * (1 + z * z) / 2;
    }
    const Weights next = constrained(seen, a);
    double change = 0;
    for (std::size_t i = 0; i < a.size(); ++i) change = std::max(change, std::abs(next[i] - fitted[i]));
    fitted = next;
    if (change < kFixedPointTolerance) break;
  }
  return fitted;
}

Weights fit(const Weights& seen, double elo, SprtBounds::Scale scale) {
  if (scale == SprtBounds::Scale::kLogistic) return fit_mean(seen, score_of_elo(elo));
  // Normalised Elo is per game; a pair's mean has a deviation smaller by the square root of two.
  return fit_t(seen, elo * std::log(10.0) / 800.0 * std::sqrt(2.0));
}

}  // namespace

double SprtBounds::lower() const { return std::log(beta / (1 - alpha)); }
double SprtBounds::upper() const { return std::log((1 - beta) / alpha); }

double log_likelihood_ratio(const Pentanomial& result, const SprtBounds& bounds) {
  if (result.count() <= 0) return 0;
  Weights seen{};
  double count = 0;
  for (std::size_t i = 0; i < seen.size(); ++i) {
    seen[i] = result.pairs[i] > 0 ? result.pairs[i] : kEmptyCell;
    count += seen[i];
  }
  for (double& weight : seen) weight /= count;
  const Weights under0 = fit(seen, bounds.elo0, bounds.scale);
  const Weights under1 = fit(seen, bounds.elo1, bounds.scale);
  double sum = 0;
  for (std::size_t i = 0; i < seen.size(); ++i) sum += seen[i] * std::log(under1[i] / under0[i]);
  return count * sum;
}

SprtVerdict verdict(double llr, const SprtBounds& bounds) {
  if (llr >= bounds.upper()) return SprtVerdict::kAcceptsElo1;
  if (llr <= bounds.lower()) return SprtVerdict::kAcceptsElo0;
  return SprtVerdict::kGoesOn;
}

}  // namespace partita::base
