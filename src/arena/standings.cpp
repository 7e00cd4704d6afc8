#include "arena/standings.h"

#include <cmath>
#include <utility>

namespace partita::arena {

namespace {

constexpr double kNormal95 = 1.959963984540054;

int entrant_on(const Table& table, int rotation, int seat) {
  return table[(static_cast<std::size_t>(seat) + static_cast<std::size_t>(rotation)) % table.size()];
}

}  // namespace

Standings::Standings(const TournamentPlan& plan)
    : plan_(plan), tables_(tables(plan)), faults_(plan.entrants.size(), 0) {
  for (ScheduledGame& game : schedule(plan)) {
    std::string id = game.job.id;
    games_.emplace(std::move(id), std::move(game));
  }
}

bool Standings::has(const std::string& id) const { return outcomes_.contains(id); }

bool Standings::add(const GameOutcome& outcome) {
  const auto found = games_.find(outcome.id);
  if (found == games_.end() || has(outcome.id)) return false;
  // Moves are in the result file; keeping them here would cost memory in long tournaments.
  GameOutcome kept{outcome.id, {}};
  kept.game.payoff = outcome.game.payoff;
  outcomes_.emplace(outcome.id, std::move(kept));
  ++finished_;
  ++reasons_[outcome.game.reason];
  if (outcome.game.at_fault >= 0) {
    const ScheduledGame& game = found->second;
    const Table& table = tables_[static_cast<std::size_t>(game.table)];
    ++faults_[static_cast<std::size_t>(entrant_on(table, game.rotation, outcome.game.at_fault))];
  }
  return true;
}

PairScore Standings::between(int a, int b) const {
  PairScore score;
  std::map<std::pair<int, int>, std::vector<int>> rounds;
  for (const auto& [id, outcome] : outcomes_) {
    const ScheduledGame& game = games_.at(id);
    const Table& table = tables_[static_cast<std::size_t>(game.table)];
    if (table.size() != 2 || !((table[0] == a && table[1] == b) || (table[0] == b && table[1] == a))) continue;
    const int seat_of_a = entrant_on(table, game.rotation, 0) == a && a != b ? 0 : (a == b ? game.rotation : 1);
    const int payoff = outcome.game.payoff[static_cast<std::size_t>(seat_of_a)];
    const int half_points = payoff * 2 / catalog::kPoint;
    ++(half_points == 2 ? score.wins : half_points == 1 ? score.draws : score.losses);
    rounds[{game.table, game.opening}].push_back(half_points);
  }
  for (const auto& [round, half_points] : rounds) {
    if (half_points.size() == 2) score.pairs.add(half_points[0] + half_points[1]);
  }
  return score;
}

Estimate Standings::share(int entrant) const {
  std::map<std::pair<int, int>, std::pair<double, int>> rounds;  // points and seats of the entrant by round
  for (const auto& [id, outcome] : outcomes_) {
    const ScheduledGame& game = games_.at(id);
    const Table& table = tables_[static_cast<std::size_t>(game.table)];
    for (int seat = 0; seat < plan_.seat_count; ++seat) {
      if (entrant_on(table, game.rotation, seat) != entrant) continue;
      auto& [points, seats] = rounds[{game.table, game.opening}];
      points += static_cast<double>(outcome.game.payoff[static_cast<std::size_t>(seat)]) / catalog::kPoint;
      ++seats;
    }
  }
  double sum = 0, squares = 0;
  for (const auto& [round, result] : rounds) {
    const double mean = result.first / result.second;
    sum += mean;
    squares += mean * mean;
  }
  const auto count = static_cast<double>(rounds.size());
  if (count == 0) return {0, 1};
  const double mean = sum / count;
  const double variance = count > 1 ? (squares / count - mean * mean) * count / (count - 1) : 1;
  return {mean, kNormal95 * std::sqrt(std::fmax(variance, 0.0) / count)};
}

int Standings::games_of(int entrant) const {
  int games = 0;
  for (const auto& [id, outcome] : outcomes_) {
    const Table& table = tables_[static_cast<std::size_t>(games_.at(id).table)];
    for (const int member : table) {
      if (member == entrant) {
        ++games;
        break;
      }
    }
  }
  return games;
}

std::vector<double> Standings::seat_shares() const {
  std::vector<double> shares(static_cast<std::size_t>(plan_.seat_count), 0.0);
  for (const auto& [id, outcome] : outcomes_) {
    for (std::size_t seat = 0; seat < shares.size(); ++seat) shares[seat] += outcome.game.payoff[seat];
  }
  for (double& share : shares) share /= std::fmax(1.0, static_cast<double>(finished_) * catalog::kPoint);
  return shares;
}

double Standings::draw_rate() const {
  int draws = 0;
  for (const auto& [id, outcome] : outcomes_) {
    bool is_won = false;
    for (const int payoff : outcome.game.payoff) is_won = is_won || payoff == catalog::kPoint;
    if (!is_won) ++draws;
  }
  return finished_ == 0 ? 0 : static_cast<double>(draws) / finished_;
}

std::vector<Estimate> Standings::ratings() const {
  std::vector<Encounter> encounters;
  for (int a = 0; a < static_cast<int>(plan_.entrants.size()); ++a) {
    for (int b = a + 1; b < static_cast<int>(plan_.entrants.size()); ++b) {
      const PairScore score = between(a, b);
      const int games = score.wins + score.draws + score.losses;
      if (games > 0) encounters.push_back({a, b, static_cast<double>(games), score.wins + 0.5 * score.draws});
    }
  }
  return rate(static_cast<int>(plan_.entrants.size()), encounters);
}

}  // namespace partita::arena
