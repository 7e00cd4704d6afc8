#pragma once

#include <map>
#include <string>
#include <vector>

#include "arena/pentanomial.h"
#include "arena/rating.h"
#include "arena/schedule.h"

namespace partita::arena {

/// Points of one entrant against another, kept by pairs of games; wins, draws and losses for people.
struct PairScore {
  int wins = 0;
  int draws = 0;
  int losses = 0;
  Pentanomial pairs;  ///< complete pairs only
};

/// What a tournament's finished games add up to. Fed one outcome at a time, in any order; the same outcome twice counts
/// once. One thread.
class Standings {
 public:
  explicit Standings(const TournamentPlan& plan);

  /// False if the outcome belongs to no scheduled game or was counted before.
  bool add(const GameOutcome& outcome);

  int scheduled() const { return static_cast<int>(games_.size()); }
  int finished() const { return finished_; }
  bool has(const std::string& id) const;
  /// Two seats: entrant a against entrant b, seen from a.
  PairScore between(int a, int b) const;
  /// Share of the points of an entrant, with the error from whole rotations as independent trials.
  Estimate share(int entrant) const;
  int games_of(int entrant) const;
  /// Share of all points won by each seat: the first-player advantage.
  std::vector<double> seat_shares() const;
  double draw_rate() const;
  const std::map<std::string, int>& reasons() const { return reasons_; }
  /// Time losses, illegal moves and crashes of an entrant.
  int faults_of(int entrant) const { return faults_[static_cast<std::size_t>(entrant)]; }
  /// Maximum-likelihood ratings (two seats), mean zero.
  std::vector<Estimate> ratings() const;

 private:
  const TournamentPlan plan_;
  std::vector<Table> tables_;
  std::map<std::string, ScheduledGame> games_;
  std::map<std::string, GameOutcome> outcomes_;
  std::map<std::string, int> reasons_;
  std::vector<int> faults_;
  int finished_ = 0;
};

}  // namespace partita::arena
