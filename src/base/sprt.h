#pragma once

#include "base/pentanomial.h"

namespace partita::base {

/// A sequential probability ratio test between two hypotheses about the Elo difference.
struct SprtBounds {
  enum class Scale { kNormalised, kLogistic };
  double elo0 = 0;
  double elo1 = 3;
  double alpha = 0.05;
  double beta = 0.05;
  Scale scale = Scale::kNormalised;

  double lower() const;  ///< ln(beta / (1 - alpha))
  double upper() const;  ///< ln((1 - beta) / alpha)
};

enum class SprtVerdict { kGoesOn, kAcceptsElo0, kAcceptsElo1 };

/// Log-likelihood ratio of "the difference is elo1" against "it is elo0", with the generalised likelihood of the
/// pentanomial (the other parameters of the distribution are fitted under each hypothesis). Empty cells count 1e-3.
double log_likelihood_ratio(const Pentanomial& result, const SprtBounds& bounds);
SprtVerdict verdict(double llr, const SprtBounds& bounds);

}  // namespace partita::base
