#include "arena/standings.h"

#include <cmath>
#include <limits>
#include <utility>

namespace partita::arena {

namespace {

/// Mean and 95% half-width of independent trials.
class Trials {
 public:
  void add(double value) {
    sum_ += value;
    squares_ += value * value;
    ++count_;
  }
  base::Estimate estimate() const {
    // One trial shows no spread.
    if (count_ < 2) return {count_ == 0 ? 0 : sum_, std::numeric_limits<double>::infinity()};
    const double mean = sum_ / count_;
    const double variance = (squares_ / count_ - mean * mean) * count_ / (count_ - 1);
    return {mean, base::kNormal95 * std::sqrt(std::fmax(variance, 0.0) / count_)};
  }

 private:
  double sum_ = 0;
  double squares_ = 0;
  double count_ = 0;
};

PairScore mirrored(const PairScore& score) {
  PairScore result{score.losses, score.draws, score.wins, {}};
  for (std::size_t i = 0; i < score.pairs.pairs.size(); ++i) {
    result.pairs.pairs[i] = score.pairs.pairs[score.pairs.pairs.size() - 1 - i];
  }
  return result;
}

}  // namespace

Standings::Standings(const TournamentPlan& plan)
    : seat_count_(plan.seat_count),
      entrant_count_(static_cast<int>(plan.entrants.size())),
      tables_(tables(plan)),
      by_table_(tables_.size()),
      faults_(plan.entrants.size(), 0) {
  for (const Entrant& entrant : plan.entrants) specs_.push_back(entrant.spec);
  for (const ScheduledGame& game : schedule(plan)) {
    index_.emplace(game.job.id, static_cast<int>(games_.size()));
    games_.push_back({game.table, game.opening, game.rotation, false});
  }
}

int Standings::entrant_on(const Place& place, int seat) const {
  const Table& table = tables_[static_cast<std::size_t>(place.table)];
  return table[static_cast<std::size_t>(seat + place.rotation) % table.size()];
}

bool Standings::has(const std::string& id) const {
  const auto found = index_.find(id);
  return found != index_.end() && games_[static_cast<std::size_t>(found->second)].is_done;
}

void Standings::note_fault(const Place& place, const GameOutcome& outcome) {
  constexpr std::size_t kMostTold = 20;
  const int seat = outcome.game.at_fault;
  if (seat < 0 || fault_texts_.size() >= kMostTold) return;
  const std::string& what = outcome.game.fault.empty() ? outcome.game.reason : outcome.game.fault;
  fault_texts_.push_back("game " + outcome.id + ", seat " + std::to_string(seat + 1) + ", " +
                         specs_[static_cast<std::size_t>(entrant_on(place, seat))] + ": " + what);
}

bool Standings::add(const GameOutcome& outcome) {
  const auto found = index_.find(outcome.id);
  if (found == index_.end() || has(outcome.id)) return false;
  Place& place = games_[static_cast<std::size_t>(found->second)];
  place.is_done = true;
  history_.push_back({found->second, outcome.game.payoff, static_cast<int>(outcome.game.moves.size())});
  ++reasons_[outcome.game.reason];
  note_fault(place, outcome);
  if (outcome.game.at_fault >= 0) ++faults_[static_cast<std::size_t>(entrant_on(place, outcome.game.at_fault))];
  if (seat_count_ == 2) add_to_pair(place, history_.back());
  return true;
}

void Standings::add_to_pair(const Place& place, const FinishedGame& game) {
  // The table's first entrant sits on seat 0 in the first game of a pair and on seat 1 in the second.
  const int half_points = game.payoff[static_cast<std::size_t>(place.rotation)] * 2 / catalog::kPoint;
  PairScore& score = by_table_[static_cast<std::size_t>(place.table)];
  ++(half_points == 2 ? score.wins : half_points == 1 ? score.draws : score.losses);
  const std::pair<int, int> round{place.table, place.opening};
  const auto other = half_pairs_.find(round);
  if (other == half_pairs_.end()) {
    half_pairs_.emplace(round, half_points);
  } else {
    score.pairs.add(half_points + other->second);
    half_pairs_.erase(other);
  }
}

PairScore Standings::between(int a, int b) const {
  for (std::size_t i = 0; seat_count_ == 2 && i < tables_.size(); ++i) {
    if (tables_[i][0] == a && tables_[i][1] == b) return by_table_[i];
    if (tables_[i][0] == b && tables_[i][1] == a) return mirrored(by_table_[i]);
  }
  return {};
}

/// Mean over rounds (all rotations of an opening at a table) of what `counts` finds in each game: points and how many
/// seats they are of. A round counts as soon as it has one.
template <class Counts>
base::Estimate Standings::mean_by_round(const Counts& counts) const {
  std::map<std::pair<int, int>, std::pair<double, int>> rounds;
  for (const FinishedGame& game : history_) {
    const Place& place = place_of(game);
    for (int seat = 0; seat < seat_count_; ++seat) {
      if (!counts(place, seat)) continue;
      auto& [points, seats] = rounds[{place.table, place.opening}];
      points += static_cast<double>(game.payoff[static_cast<std::size_t>(seat)]) / catalog::kPoint;
      ++seats;
    }
  }
  Trials trials;
  for (const auto& [round, result] : rounds) trials.add(result.first / result.second);
  return trials.estimate();
}

base::Estimate Standings::share(int entrant) const {
  return mean_by_round([&](const Place& place, int seat) { return entrant_on(place, seat) == entrant; });
}

base::Estimate Standings::share_on(int entrant, int on) const {
  return mean_by_round([&](const Place& place, int seat) { return seat == on && entrant_on(place, seat) == entrant; });
}

int Standings::games_of(int entrant) const {
  int games = 0;
  for (const FinishedGame& game : history_) {
    for (const int member : tables_[static_cast<std::size_t>(place_of(game).table)]) {
      if (member == entrant) {
        ++games;
        break;
      }
    }
  }
  return games;
}

std::vector<base::Estimate> Standings::seat_shares() const {
  std::vector<base::Estimate> shares;
  for (int on = 0; on < seat_count_; ++on) {
    shares.push_back(mean_by_round([&](const Place&, int seat) { return seat == on; }));
  }
  return shares;
}

double Standings::draw_rate() const {
  int draws = 0;
  for (const FinishedGame& game : history_) {
    bool is_won = false;
    for (const int payoff : game.payoff) is_won = is_won || payoff == catalog::kPoint;
    if (!is_won) ++draws;
  }
  return history_.empty() ? 0 : static_cast<double>(draws) / finished();
}

std::vector<base::Estimate> Standings::ratings() const {
  std::vector<Encounter> encounters;
  for (int a = 0; a < entrant_count_; ++a) {
    for (int b = a + 1; b < entrant_count_; ++b) {
      const PairScore score = between(a, b);
      const int games = score.wins + score.draws + score.losses;
      if (games > 0) encounters.push_back({a, b, static_cast<double>(games), score.wins + 0.5 * score.draws});
    }
  }
  return rate(entrant_count_, encounters);
}

}  // namespace partita::arena
