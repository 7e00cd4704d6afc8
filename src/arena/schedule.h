#pragma once

#include <optional>
#include <string>
#include <vector>

#include "arena/game_job.h"
#include "arena/time_control.h"
#include "base/option.h"
#include "record/openings.h"

namespace partita::arena {

using record::Opening;

/// Who plays whom. A match is between as many players as there are seats, a gauntlet has the first play every other, in
/// a round robin everybody meets everybody. With three or four seats each table seats that many players.
enum class Format { kMatch, kGauntlet, kRoundRobin };

struct Entrant {
  std::string spec;
  TimeControl control;
};

struct TournamentPlan {
  std::string game;
  base::OptionValues rules;
  int seat_count = 2;
  Format format = Format::kMatch;
  std::vector<Entrant> entrants;
  std::vector<Opening> openings;
  RefereeRules referee;
  std::string trace;                 ///< folder for the dialogues with the players; empty: they are not kept
  std::uint64_t seed = 1;            ///< every game's own seed follows from it and the game's id
  std::optional<int> seat_of_first;  ///< where the first player of every table sits; without it the seats rotate
};

/// The entrants of one table in the order of the first rotation.
using Table = std::vector<int>;

std::vector<Table> tables(const TournamentPlan& plan);

/// A scheduled game: which table, opening and rotation it is, and the job that plays it. Seat s is taken by entrant
/// table[(s + rotation) % seats].
struct ScheduledGame {
  int table = 0;
  int opening = 0;
  int rotation = 0;
  GameJob job;
};

/// Every opening is played at every table with the seats rotated through all players, games of one opening side by
/// side: breaking off early leaves whole pairs. With seat_of_first there is one game instead of a rotation.
std::vector<ScheduledGame> schedule(const TournamentPlan& plan);

/// A short text that differs for plans with different games: written to result files so that they are not mixed up.
std::string fingerprint(const TournamentPlan& plan);

}  // namespace partita::arena
