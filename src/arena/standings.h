#pragma once

#include <array>
#include <map>
#include <string>
#include <unordered_map>
#include <vector>

#include "arena/rating.h"
#include "arena/schedule.h"
#include "base/pentanomial.h"

namespace partita::arena {

/// Points of one entrant against another, kept by pairs of games; wins, draws and losses for people.
struct PairScore {
  int wins = 0;
  int draws = 0;
  int losses = 0;
  base::Pentanomial pairs;  ///< complete pairs only
};

/// What is kept of a finished game: which of the schedule it was and how it ended. The moves are in the result file.
struct FinishedGame {
  int game = 0;  ///< index into the schedule
  std::array<int, catalog::kMaxSeats> payoff{};
  int plies = 0;
};

/// What a tournament's finished games add up to. Fed one outcome at a time, in any order; the same outcome twice counts
/// once. A match is kept up as it goes, everything else is summed up when asked for. One thread.
class Standings {
 public:
  explicit Standings(const TournamentPlan& plan);

  /// False if the outcome belongs to no scheduled game or was counted before.
  bool add(const GameOutcome& outcome);

  int scheduled() const { return static_cast<int>(games_.size()); }
  int finished() const { return static_cast<int>(history_.size()); }
  bool has(const std::string& id) const;
  /// Two seats: entrant a against entrant b, seen from a.
  PairScore between(int a, int b) const;
  /// Share of the points of an entrant, with the error from whole rotations as independent trials.
  base::Estimate share(int entrant) const;
  /// The same on one seat alone.
  base::Estimate share_on(int entrant, int seat) const;
  int games_of(int entrant) const;
  /// Share of all points won by each seat, with the error from whole rotations: the advantage of moving first, second
  /// ...
  std::vector<base::Estimate> seat_shares() const;
  double draw_rate() const;
  const std::map<std::string, int>& reasons() const { return reasons_; }
  /// Time losses, illegal moves and crashes of an entrant.
  int faults_of(int entrant) const { return faults_[static_cast<std::size_t>(entrant)]; }
  /// The first of them in words: game, player, what it did and where.
  const std::vector<std::string>& faults() const { return fault_texts_; }
  /// Maximum-likelihood ratings (two seats), mean zero.
  std::vector<base::Estimate> ratings() const;
  /// Games in the order in which they ended.
  const std::vector<FinishedGame>& history() const { return history_; }

 private:
  struct Place {
    int table = 0;
    int opening = 0;
    int rotation = 0;
    bool is_done = false;
  };
  int entrant_on(const Place& place, int seat) const;
  const Place& place_of(const FinishedGame& game) const { return games_[static_cast<std::size_t>(game.game)]; }
  void note_fault(const Place& place, const GameOutcome& outcome);
  void add_to_pair(const Place& place, const FinishedGame& game);
  template <class Counts>
  base::Estimate mean_by_round(const Counts& counts) const;

  int seat_count_;
  int entrant_count_;
  std::vector<Table> tables_;
  std::vector<Place> games_;
  std::unordered_map<std::string, int> index_;
  std::vector<FinishedGame> history_;
  std::vector<PairScore> by_table_;                ///< two seats: seen from the table's first entrant
  std::map<std::pair<int, int>, int> half_pairs_;  ///< half points of the first game of a pair, by table and opening
  std::map<std::string, int> reasons_;
  std::vector<int> faults_;
  std::vector<std::string> fault_texts_;
  std::vector<std::string> specs_;
};

}  // namespace partita::arena
