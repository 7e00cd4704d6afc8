#include <gtest/gtest.h>

#include <cmath>

#include "arena/elo_text.h"
#include "arena/rating.h"
#include "base/pentanomial.h"
#include "base/random.h"
#include "base/sprt.h"

namespace partita::arena {
namespace {

struct PublishedTest {
  const char* source;
  base::Pentanomial pairs;
  double elo0;
  double elo1;
  double llr;
};

// Pair counts, bounds and LLR as published with the pull requests of the Stockfish project (normalised Elo).
const PublishedTest kPublished[] = {
    {"non-regression bounds of the issue's vector", {{134, 5897, 13530, 6129, 118}}, -1.75, 0.25, 2.93},
    {"Stockfish pull request 6019, STC", {{320, 12431, 27275, 12858, 316}}, 0.0, 2.0, 2.95},
    {"Stockfish pull request 5712, STC", {{831, 31795, 68460, 32448, 834}}, 0.0, 2.0, 2.93},
    {"Stockfish pull request 5712, LTC", {{307, 54901, 140959, 56230, 281}}, 0.5, 2.5, 2.95},
    {"Stockfish pull request 6285, SMP STC", {{289, 26459, 62934, 26379, 331}}, -1.75, 0.25, 2.94},
    {"Stockfish pull request 4194, STC", {{371, 10263, 24989, 10642, 379}}, 0.0, 2.0, 2.95},
};

TEST(Sprt, AgreesWithPublishedTests) {
  for (const PublishedTest& test : kPublished) {
    base::SprtBounds bounds;
    bounds.elo0 = test.elo0;
    bounds.elo1 = test.elo1;
    EXPECT_NEAR(base::log_likelihood_ratio(test.pairs, bounds), test.llr, 0.0051) << test.source;
  }
}

TEST(Sprt, BoundsAreTheLogarithmsOfTheErrorRates) {
  const base::SprtBounds bounds;
  EXPECT_NEAR(bounds.lower(), -2.944, 0.001);
  EXPECT_NEAR(bounds.upper(), 2.944, 0.001);
}

/// Draws game pairs from a fixed distribution.
class PairSource {
 public:
  PairSource(std::array<double, 5> weights, std::uint64_t seed) : weights_(weights), random_(seed) {}
  int next() {
    double x = random_.unit();
    for (int i = 0; i < 4; ++i) {
      x -= weights_[static_cast<std::size_t>(i)];
      if (x < 0) return i;
    }
    return 4;
  }

 private:
  std::array<double, 5> weights_;
  base::Random random_;
};

/// A pair distribution whose normalised Elo is `elo`: a symmetric one, tilted.
std::array<double, 5> tilted(double elo) {
  std::array<double, 5> weights{0.05, 0.2, 0.5, 0.2, 0.05};
  double low = -3, high = 3;
  std::array<double, 5> result{};
  for (int step = 0; step < 80; ++step) {
    const double tilt = (low + high) / 2;
    double sum = 0;
    for (int i = 0; i < 5; ++i) {
      result[static_cast<std::size_t>(i)] = weights[static_cast<std::size_t>(i)] * std::exp(tilt * (i - 2));
      sum += result[static_cast<std::size_t>(i)];
    }
    for (double& weight : result) weight /= sum;
    base::Pentanomial exact{result};
    (base::report_elo(exact).normalised.value < elo ? low : high) = tilt;
  }
  return result;
}

TEST(Elo, ErrorBarsCoverTheTruthNineteenTimesInTwenty) {
  const auto weights = tilted(30);
  base::Pentanomial truth{weights};
  const double true_elo = base::report_elo(truth).elo.value;
  PairSource source(weights, 42);
  int covered = 0;
  constexpr int kSimulations = 2000;
  for (int simulation = 0; simulation < kSimulations; ++simulation) {
    base::Pentanomial match;
    for (int pair = 0; pair < 250; ++pair) match.add(source.next());
    const base::EloReport report = base::report_elo(match);
    if (std::abs(report.elo.value - true_elo) <= report.elo.error) ++covered;
  }
  EXPECT_GE(covered, kSimulations * 93 / 100);
  EXPECT_LE(covered, kSimulations * 97 / 100);
}

/// Share of simulated tests that accept elo1. Wide bounds keep the simulated tests short.
double accepted(double true_elo, const base::SprtBounds& bounds, int simulations, std::uint64_t seed) {
  PairSource source(tilted(true_elo), seed);
  int accepts = 0;
  for (int simulation = 0; simulation < simulations; ++simulation) {
    base::Pentanomial match;
    base::SprtVerdict now = base::SprtVerdict::kGoesOn;
    while (now == base::SprtVerdict::kGoesOn) {
      for (int i = 0; i < 8; ++i) match.add(source.next());
      now = base::verdict(base::log_likelihood_ratio(match, bounds), bounds);
    }
    if (now == base::SprtVerdict::kAcceptsElo1) ++accepts;
  }
  return static_cast<double>(accepts) / simulations;
}

TEST(Sprt, ErrorRatesStayWithinTheirBounds) {
  base::SprtBounds bounds;
  bounds.elo0 = 0;
  bounds.elo1 = 60;
  // Three standard deviations of a 5% share over 400 simulations are 3.3 points.
  EXPECT_LE(accepted(0, bounds, 400, 7), 0.05 + 0.033);
  EXPECT_GE(accepted(60, bounds, 400, 8), 0.95 - 0.033);
}

TEST(Elo, ACleanSweepHasFiniteErrorBars) {
  base::Pentanomial sweep;
  for (int i = 0; i < 50; ++i) sweep.add(4);
  const base::EloReport report = base::report_elo(sweep);
  EXPECT_DOUBLE_EQ(report.score.value, 1.0);
  EXPECT_GT(report.score.error, 0.0);
  EXPECT_LT(report.score.error, 0.05);
  EXPECT_GT(report.superiority, 0.999);
}

TEST(Elo, AMatchWithoutALossHasALowerBound) {
  PairScore score{20, 0, 0, {}};
  for (int i = 0; i < 10; ++i) score.pairs.add(4);
  // Ten pairs won: whoever wins fewer than 0.05^(1/10) of all pairs had a chance of at most 5% for that.
  const auto bound = one_sided_bound(score);
  ASSERT_TRUE(bound);
  EXPECT_TRUE(bound->is_lower);
  EXPECT_NEAR(bound->score, std::pow(0.05, 0.1), 1e-9);
  EXPECT_EQ(elo_text(score, "+-"), "at least +183");
  EXPECT_EQ(score_text(score, "+-"), "100.0%, at least 74.1%");
  const PairScore lost{0, 0, 20, {{10, 0, 0, 0, 0}}};
  EXPECT_EQ(elo_text(lost, "+-"), "at most -183");
  // One lost game in twenty: the interval of the score reaches beyond all points, so that only its lower end says
  // anything.
  const PairScore nearly{19, 0, 1, {{0, 0, 1, 0, 9}}};
  EXPECT_FALSE(one_sided_bound(nearly));
  EXPECT_EQ(elo_text(nearly, "+-").rfind("at least +", 0), 0U) << elo_text(nearly, "+-");
  EXPECT_EQ(elo_text({1, 0, 19, {{9, 0, 1, 0, 0}}}, "+-").rfind("at most -", 0), 0U);
  const PairScore mixed{2, 0, 2, {{0, 0, 2, 0, 0}}};
  EXPECT_FALSE(one_sided_bound(mixed));
  EXPECT_EQ(elo_text({1, 0, 0, {}}, "+-"), "-");
}

TEST(Rating, RecoversKnownDifferences) {
  const double truth[] = {150, 0, -150};
  std::vector<Encounter> encounters;
  for (int a = 0; a < 3; ++a) {
    for (int b = a + 1; b < 3; ++b) {
      encounters.push_back({a, b, 10000, 10000 * base::score_of_elo(truth[a] - truth[b])});
    }
  }
  const auto ratings = rate(3, encounters);
  for (int i = 0; i < 3; ++i) EXPECT_NEAR(ratings[static_cast<std::size_t>(i)].value, truth[i], 0.5);
}

TEST(Rating, ErrorBarsOfTwoPlayersMatchTheBinomial) {
  const auto ratings = rate(2, {{0, 1, 399, 199.5}});
  // Difference r0 - r1 = 2 r0; a logit's deviation is 1 / sqrt(n p (1 - p)) with one prior game.
  const double deviation = 1.96 * 173.7178 / std::sqrt(400 * 0.25);
  EXPECT_NEAR(2 * ratings[0].error, deviation, 0.1);
  EXPECT_NEAR(ratings[0].value, 0, 1e-6);
}

TEST(Rating, APlayerWithoutGamesIsUnknown) {
  const auto ratings = rate(3, {{0, 1, 10, 7}});
  EXPECT_TRUE(std::isinf(ratings[2].error));
  EXPECT_GT(ratings[0].value, ratings[1].value);
}

}  // namespace
}  // namespace partita::arena
