#pragma once

#include <optional>
#include <string>

#include "arena/standings.h"
#include "arena/tournament.h"
#include "base/sprt.h"

namespace partita::arena {

/// Since when and from how many games on a tournament has been running.
struct Pace {
  int begun_with = 0;
  double seconds = 0;
};
/// A few lines for a live display: the best players, and for a match score, Elo with error, LLR with its bounds; games
/// a second and the time left.
std::string progress_text(const TournamentPlan& plan, const Standings& standings,
                          const std::optional<base::SprtBounds>& sprt, const Pace& pace);
/// The whole result for people: table of entrants, cross table, seats, endings.
std::string report_text(const TournamentPlan& plan, const Standings& standings,
                        const std::optional<base::SprtBounds>& sprt);
std::string report_json(const TournamentPlan& plan, const Standings& standings,
                        const std::optional<base::SprtBounds>& sprt);
/// One row per entrant.
std::string report_csv(const TournamentPlan& plan, const Standings& standings);

/// The whole result as a page of its own, without scripts or anything from elsewhere: tables, and plots of score, Elo
/// and log-likelihood ratio as the games came in, of ratings, seats, endings and lengths.
std::string report_html(const TournamentPlan& plan, const Standings& standings,
                        const std::optional<base::SprtBounds>& sprt);

}  // namespace partita::arena
