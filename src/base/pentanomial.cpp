#include "base/pentanomial.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace partita::base {

namespace {

/// Scores are kept this far from 0 and 1 so that an Elo is always a number.
constexpr double kScoreMargin = 1e-6;

double pair_score(std::size_t half_points) { return static_cast<double>(half_points) / 4.0; }

/// A clean sweep has no observed variance; half a pair spread over the extremes bounds it from below (the idea of the
/// "rule of three" for events never seen).
double cautious_variance(const Pentanomial& result) {
  if (result.variance() > 0) return result.variance();
  Pentanomial softened = result;
  softened.pairs.front() += 0.25;
  softened.pairs.back() += 0.25;
  return softened.variance();
}

}  // namespace

double Pentanomial::count() const {
  double sum = 0;
  for (const double number : pairs) sum += number;
  return sum;
}

double Pentanomial::score() const {
  const double total = count();
  if (total <= 0) return 0.5;
  double sum = 0;
  for (std::size_t i = 0; i < pairs.size(); ++i) sum += pairs[i] * pair_score(i);
  return sum / total;
}

double Pentanomial::variance() const {
  const double total = count();
  if (total <= 0) return 0;
  const double mean = score();
  double sum = 0;
  for (std::size_t i = 0; i < pairs.size(); ++i) sum += pairs[i] * std::pow(pair_score(i) - mean, 2);
  return sum / total;
}

double elo_of_score(double score) {
  const double clipped = std::clamp(score, kScoreMargin, 1 - kScoreMargin);
  return -400.0 * std::log10(1.0 / clipped - 1.0);
}

double score_of_elo(double elo) { return 1.0 / (1.0 + std::pow(10.0, -elo / 400.0)); }

EloReport report_elo(const Pentanomial& result) {
  EloReport report;
  const double total = result.count();
  if (total <= 0) {
    report.score = {0.5, 0.5};
    report.elo.error = report.normalised.error = std::numeric_limits<double>::infinity();
    return report;
  }
  const double mean = result.score();
  const double variance = cautious_variance(result);
  const double deviation = std::sqrt(variance / total);
  report.score = {mean, kNormal95 * deviation};
  report.elo.value = elo_of_score(mean);
  report.elo.error = (elo_of_score(mean + report.score.error) - elo_of_score(mean - report.score.error)) / 2;
  // A pair's mean has half a game's variance, hence the factor two.
  const double per_game = std::sqrt(2 * variance);
  const double scale = 800.0 / std::log(10.0);
  report.normalised = {scale * (mean - 0.5) / per_game, scale * report.score.error / per_game};
  report.superiority = 0.5 * std::erfc(-(mean - 0.5) / deviation / std::sqrt(2.0));
  return report;
}

}  // namespace partita::base
