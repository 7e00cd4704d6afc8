#include "arena/elo_text.h"

#include <algorithm>
#include <cmath>

#include "base/text.h"

namespace partita::arena {

namespace {

constexpr double kCertainty = 0.95;
constexpr double kNormalOneSided95 = 1.6448536269514722;
/// An interval that holds more than all there is says nothing.
constexpr double kWidestError = 0.5;

/// What the score is at least, for a player that lost no game: a pair with a loss was not seen, so that it is rarer
/// than 1 - 0.05^(1/n) (0.05 is the chance to miss it n times); such a pair counts nothing, the others as they were.
double least_score(const base::Pentanomial& pairs) {
  const double count = pairs.count();
  const double unseen = 1 - std::pow(1 - kCertainty, 1 / count);
  const double seen = pairs.score() - kNormalOneSided95 * std::sqrt(pairs.variance() / count);
  return std::max(0.0, (1 - unseen) * seen);
}

base::Pentanomial turned_round(const base::Pentanomial& pairs) {
  base::Pentanomial other = pairs;
  std::reverse(other.pairs.begin(), other.pairs.end());
  return other;
}

}  // namespace

std::optional<OneSidedBound> one_sided_bound(const PairScore& score) {
  if (score.pairs.count() < 1 || (score.wins == 0) == (score.losses == 0)) return std::nullopt;
  const bool is_lower = score.losses == 0;
  const double least = least_score(is_lower ? score.pairs : turned_round(score.pairs));
  const double bound = is_lower ? least : 1 - least;
  return OneSidedBound{is_lower, bound, base::elo_of_score(bound)};
}

std::optional<OneSidedBound> one_sided_bound(const Standings& standings, int entrants, int entrant) {
  PairScore all;
  for (int other = 0; other < entrants; ++other) {
    if (other == entrant) continue;
    const PairScore score = standings.between(entrant, other);
    all.wins += score.wins;
    all.draws += score.draws;
    all.losses += score.losses;
    for (std::size_t i = 0; i < all.pairs.pairs.size(); ++i) all.pairs.pairs[i] += score.pairs.pairs[i];
  }
  return one_sided_bound(all);
}

double rating_bound(const OneSidedBound& bound, const base::Estimate& rating, int entrants) {
  // The mean is zero: of two players each is half the difference away from it.
  if (entrants == 2) return bound.elo / 2;
  return bound.is_lower ? rating.value - rating.error : rating.value + rating.error;
}

std::string entrant_score_text(const Standings& standings, int entrants, int entrant, const char* plus_minus) {
  const base::Estimate share = standings.share(entrant);
  const auto bound = one_sided_bound(standings, entrants, entrant);
  if (!bound) return share_text(share, plus_minus);
  return base::format("%.1f%%, %s %.1f%%", 100 * share.value, bound->is_lower ? "at least" : "at most",
                      100 * bound->score);
}

std::string entrant_rating_text(const Standings& standings, int entrants, int entrant, const char* plus_minus) {
  /// Ratings less certain than this are not told.
  constexpr double kWidestRating = 500;
  const base::Estimate rating = standings.ratings()[static_cast<std::size_t>(entrant)];
  const auto bound = one_sided_bound(standings, entrants, entrant);
  if (bound && (entrants == 2 || std::isfinite(rating.error)))
    return base::format("%s %+ld", bound->is_lower ? "at least" : "at most",
                        std::lround(rating_bound(*bound, rating, entrants)));
  if (!(rating.error < kWidestRating)) return "-";
  return base::format("%.0f %s %.0f", rating.value, plus_minus, rating.error);
}

std::string elo_text(const PairScore& score, const char* plus_minus) {
  if (score.pairs.count() < 1) return "-";
  if (const auto bound = one_sided_bound(score)) {
    return base::format("%s %+ld", bound->is_lower ? "at least" : "at most", std::lround(bound->elo));
  }
  const base::EloReport report = base::report_elo(score.pairs);
  if (!std::isfinite(report.elo.error) || report.score.error >= kWidestError) return "-";
  // An interval that reaches beyond all points, or none, has one end only.
  const double least = report.score.value - report.score.error, most = report.score.value + report.score.error;
  if (most >= 1 && least > 0) return base::format("at least %+ld", std::lround(base::elo_of_score(least)));
  if (least <= 0 && most < 1) return base::format("at most %+ld", std::lround(base::elo_of_score(most)));
  return base::format("%+.1f %s %.1f", report.elo.value, plus_minus, report.elo.error);
}

std::string score_text(const PairScore& score, const char* plus_minus) {
  const base::EloReport report = base::report_elo(score.pairs);
  if (const auto bound = one_sided_bound(score)) {
    return base::format("%.1f%%, %s %.1f%%", 100 * report.score.value, bound->is_lower ? "at least" : "at most",
                        100 * bound->score);
  }
  return share_text(report.score, plus_minus);
}

std::string share_text(const base::Estimate& share, const char* plus_minus) {
  // The same in every rotation: no error was seen, which is not the same as that there is none.
  if (share.error == 0 || !std::isfinite(share.error) || share.error >= kWidestError)
    return base::format("%.1f%%", 100 * share.value);
  return base::format("%.1f%% %s %.1f", 100 * share.value, plus_minus, 100 * share.error);
}

}  // namespace partita::arena
