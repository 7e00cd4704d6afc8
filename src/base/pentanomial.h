#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace partita::base {

/// Results of game pairs (one opening, seats swapped) for the first player: how many pairs gave 0, 1/2, 1, 3/2 and 2
/// points. Pairs, not games, are the independent trials, so all error bars come from here.
struct Pentanomial {
  std::array<double, 5> pairs{};

  double count() const;
  /// Mean score of a game, 0..1.
  double score() const;
  /// Variance of a pair's mean game score around score().
  double variance() const;
  /// REQUIRES: 0 <= half_points <= 4: the pair's points in halves.
  void add(int half_points) { pairs[static_cast<std::size_t>(half_points)] += 1; }
};

/// Standard errors in the half-width of a 95% interval.
inline constexpr double kNormal95 = 1.959963984540054;

/// A figure with the half-width of its 95% interval.
struct Estimate {
  double value = 0;
  double error = 0;
};

struct EloReport {
  Estimate score;            ///< 0..1
  Estimate elo;              ///< logistic
  Estimate normalised;       ///< 800/ln(10) times the score's excess in standard deviations of a game
  double superiority = 0.5;  ///< likelihood that the first player is the stronger
};

/// Elo difference that gives this expected score; scores are kept a hair from 0 and 1.
double elo_of_score(double score);
double score_of_elo(double elo);

/// All figures of a match. A match of no pairs has infinite error bars.
EloReport report_elo(const Pentanomial& result);

}  // namespace partita::base
