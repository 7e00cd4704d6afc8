#pragma once

#include <optional>
#include <string>

#include "arena/sprt.h"
#include "arena/standings.h"

namespace partita::arena {

/// The whole result as a page of its own, without scripts or anything from elsewhere: tables, and plots of score, Elo
/// and log-likelihood ratio as the games came in, of ratings, seats, endings and lengths.
std::string report_html(const TournamentPlan& plan, const Standings& standings, const std::optional<SprtBounds>& sprt);

}  // namespace partita::arena
