#pragma once

#include <optional>
#include <string>

#include "arena/sprt.h"
#include "arena/standings.h"
#include "arena/tournament.h"

namespace partita::arena {

/// One line for a live display: games, score, Elo with error, LLR with its bounds.
std::string summary_line(const TournamentPlan& plan, const Standings& standings, const std::optional<SprtBounds>& sprt);
/// The whole result for people: table of entrants, cross table, seats, endings.
std::string report_text(const TournamentPlan& plan, const Standings& standings, const std::optional<SprtBounds>& sprt);
std::string report_json(const TournamentPlan& plan, const Standings& standings, const std::optional<SprtBounds>& sprt);
/// One row per entrant.
std::string report_csv(const TournamentPlan& plan, const Standings& standings);

}  // namespace partita::arena
