#pragma once

#include <optional>
#include <string>

#include "arena/standings.h"

/// A match's figures in words that claim no more than the games say.
namespace partita::arena {

/// What a match tells in which one side never lost: a bound that holds with 95% certainty, from the first player's
/// view.
struct OneSidedBound {
  bool is_lower = true;  ///< "at least" for a player without a loss, "at most" for one without a win
  double score = 0.5;    ///< 0..1
  double elo = 0;
};
/// Nothing where both sides won games, all games were drawn, or there is no whole pair.
std::optional<OneSidedBound> one_sided_bound(const PairScore& score);

/// The same for an entrant against all others together.
std::optional<OneSidedBound> one_sided_bound(const Standings& standings, int entrants, int entrant);
/// An entrant's rating where it lost no game, or won none: a bound in place of a value with an error, which would only
/// tell what was assumed. REQUIRES: `bound` is the entrant's.
double rating_bound(const OneSidedBound& bound, const base::Estimate& rating, int entrants);
/// An entrant's row of a table: "61.2% +- 4.0" and "23 +- 31", or "100.0%, at least 74.1%" and "at least +92".
std::string entrant_score_text(const Standings& standings, int entrants, int entrant, const char* plus_minus);
std::string entrant_rating_text(const Standings& standings, int entrants, int entrant, const char* plus_minus);

/// "301 +- 112"; "at least +310" without a loss; "-" where the games say nothing. `plus_minus` is the sign between.
std::string elo_text(const PairScore& score, const char* plus_minus);
/// "85.0% +- 7.6", "100.0%, at least 97.1%".
std::string score_text(const PairScore& score, const char* plus_minus);
/// "61.2% +- 4.0" of an estimated share; without the error where that would say nothing.
std::string share_text(const base::Estimate& share, const char* plus_minus);

}  // namespace partita::arena
