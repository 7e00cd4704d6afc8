#include "arena/rating.h"

#include <cmath>
#include <limits>
#include <utility>

namespace partita::arena {

namespace {

constexpr double kEloPerNat = 173.71779276130073;  // 400 / ln(10)
constexpr int kNewtonSteps = 100;
constexpr double kTolerance = 1e-10;
constexpr double kLongestStep = 2.0;  // nats; keeps Newton's method from overshooting on lopsided tables

using Matrix = std::vector<std::vector<double>>;

double expected(double difference) { return 1.0 / (1.0 + std::exp(-difference)); }

/// Inverse by Gauss-Jordan with pivoting. REQUIRES: not singular.
Matrix inverse(Matrix m) {
  const std::size_t n = m.size();
  Matrix result(n, std::vector<double>(n, 0.0));
  for (std::size_t i = 0; i < n; ++i) result[i][i] = 1.0;
  for (std::size_t column = 0; column < n; ++column) {
    std::size_t pivot = column;
    for (std::size_t row = column + 1; row < n; ++row) {
      if (std::abs(m[row][column]) > std::abs(m[pivot][column])) pivot = row;
    }
    std::swap(m[column], m[pivot]);
    std::swap(result[column], result[pivot]);
    const double scale = 1.0 / m[column][column];
    for (std::size_t k = 0; k < n; ++k) {
      m[column][k] *= scale;
      result[column][k] *= scale;
    }
    for (std::size_t row = 0; row < n; ++row) {
      if (row == column) continue;
      const double factor = m[row][column];
      for (std::size_t k = 0; k < n; ++k) {
        m[row][k] -= factor * m[column][k];
        result[row][k] -= factor * result[column][k];
      }
    }
  }
  return result;
}

/// Gradient and information of the log-likelihood at the ratings; the mean is pinned by adding ones to the (otherwise
/// singular) information matrix.
void differentiate(const std::vector<double>& rating, const std::vector<Encounter>& encounters,
                   std::vector<double>& gradient, Matrix& information) {
  const std::size_t n = rating.size();
  gradient.assign(n, 0.0);
  information.assign(n, std::vector<double>(n, 1.0));
  for (const Encounter& met : encounters) {
    const auto a = static_cast<std::size_t>(met.a);
    const auto b = static_cast<std::size_t>(met.b);
    const double games = met.games + 1;
    const double points = met.points_a + 0.5;
    const double p = expected(rating[a] - rating[b]);
    gradient[a] += points - games * p;
    gradient[b] -= points - games * p;
    const double weight = games * p * (1 - p);
    information[a][a] += weight;
    information[b][b] += weight;
    information[a][b] -= weight;
    information[b][a] -= weight;
  }
  for (std::size_t i = 0; i < n; ++i) {
    // Players who never met anybody would leave the matrix singular.
    if (information[i][i] <= 1.0) information[i][i] += 1e-9;
  }
}

}  // namespace

std::vector<base::Estimate> rate(int players, const std::vector<Encounter>& encounters) {
  const auto n = static_cast<std::size_t>(players);
  std::vector<double> rating(n, 0.0);
  std::vector<double> gradient;
  Matrix information;
  Matrix covariance;
  for (int step = 0; step < kNewtonSteps; ++step) {
    differentiate(rating, encounters, gradient, information);
    covariance = inverse(information);
    double largest = 0;
    for (std::size_t i = 0; i < n; ++i) {
      double change = 0;
      for (std::size_t k = 0; k < n; ++k) change += covariance[i][k] * gradient[k];
      change = std::fmax(-kLongestStep, std::fmin(kLongestStep, change));
      rating[i] += change;
      largest = std::fmax(largest, std::abs(change));
    }
    if (largest < kTolerance) break;
  }
  std::vector<base::Estimate> result(n);
  std::vector<bool> has_played(n, false);
  for (const Encounter& met : encounters)
    has_played[static_cast<std::size_t>(met.a)] = has_played[static_cast<std::size_t>(met.b)] = true;
  for (std::size_t i = 0; i < n; ++i) {
    // The pinning adds the same 1/n^2 to every entry of the inverse; it is not uncertainty of the ratings.
    const double pinned = 1.0 / static_cast<double>(n * n);
    const double variance = std::fmax(0.0, covariance[i][i] - pinned);
    result[i].value = has_played[i] ? rating[i] * kEloPerNat : 0.0;
    result[i].error =
        has_played[i] ? base::kNormal95 * std::sqrt(variance) * kEloPerNat : std::numeric_limits<double>::infinity();
  }
  return result;
}

}  // namespace partita::arena
