#include "arena/report.h"

#include <algorithm>
#include <numeric>

#include "arena/elo_text.h"
#include "base/text.h"

namespace partita::arena {

namespace {

std::string llr_text(const Standings& standings, const base::SprtBounds& bounds) {
  const double llr = match_llr(standings, bounds);
  constexpr int kWidth = 20;
  const double place = (llr - bounds.lower()) / (bounds.upper() - bounds.lower());
  const int mark = std::clamp(static_cast<int>(place * kWidth), 0, kWidth - 1);
  std::string bar(kWidth, '-');
  bar[static_cast<std::size_t>(mark)] = '|';
  const char* word = "";
  if (base::verdict(llr, bounds) == base::SprtVerdict::kAcceptsElo1) word = " (accepted elo1)";
  if (base::verdict(llr, bounds) == base::SprtVerdict::kAcceptsElo0) word = " (accepted elo0)";
  return base::format("LLR %.2f (%.2f, %.2f) [%.2f, %.2f] %s%s", llr, bounds.lower(), bounds.upper(), bounds.elo0,
                      bounds.elo1, bar.c_str(), word);
}

bool is_two_player_match(const TournamentPlan& plan) { return plan.seat_count == 2 && plan.entrants.size() == 2; }

std::string match_text(const Standings& standings) {
  const PairScore score = standings.between(0, 1);
  // Games with fixed seats come in no pairs, and without pairs there is no strength to estimate.
  if (score.pairs.count() == 0) return base::format("+%d =%d -%d", score.wins, score.draws, score.losses);
  std::string text = base::format("+%d =%d -%d, score ", score.wins, score.draws, score.losses) +
                     score_text(score, "+-") + ", Elo " + elo_text(score, "+-");
  // Normalised by a deviation that was hardly seen, a figure says nothing.
  if (!one_sided_bound(score) && score.pairs.count() > 1) {
    const base::EloReport elo = base::report_elo(score.pairs);
    text += base::format(", normalised %.1f +- %.1f, LOS %.1f%%", elo.normalised.value, elo.normalised.error,
                         100 * elo.superiority);
  }
  const auto& p = score.pairs.pairs;
  return text + base::format(", pairs %g %g %g %g %g", p[0], p[1], p[2], p[3], p[4]);
}

std::vector<int> by_strength(const TournamentPlan& plan, const Standings& standings) {
  std::vector<int> order(plan.entrants.size());
  std::iota(order.begin(), order.end(), 0);
  std::vector<double> value;
  if (plan.seat_count == 2) {
    for (const base::Estimate& rating : standings.ratings()) value.push_back(rating.value);
  } else {
    for (const int entrant : order) value.push_back(standings.share(entrant).value);
  }
  std::stable_sort(order.begin(), order.end(), [&](int a, int b) {
    return value[static_cast<std::size_t>(a)] > value[static_cast<std::size_t>(b)];
  });
  return order;
}

std::string entrant_table(const TournamentPlan& plan, const Standings& standings) {
  std::string text =
      base::format("%-4s %-32s %7s %24s %14s %7s\n", "rank", "player", "games", "score", "rating", "faults");
  // More seats than two have no pairs to bound anything by.
  const int entrants = plan.seat_count == 2 ? static_cast<int>(plan.entrants.size()) : 0;
  int rank = 0;
  for (const int entrant : by_strength(plan, standings)) {
    const std::string score = entrant_score_text(standings, entrants, entrant, "+-");
    const std::string rating = plan.seat_count == 2 ? entrant_rating_text(standings, entrants, entrant, "+-") : "-";
    text += base::format("%-4d %-32s %7d %24s %14s %7d\n", ++rank,
                         plan.entrants[static_cast<std::size_t>(entrant)].spec.c_str(), standings.games_of(entrant),
                         score.c_str(), rating.c_str(), standings.faults_of(entrant));
  }
  return text;
}

std::string cross_table(const TournamentPlan& plan, const Standings& standings) {
  const auto order = by_strength(plan, standings);
  std::string text = "\ncross table (row's points / games against column)\n     ";
  for (std::size_t column = 0; column < order.size(); ++column) text += base::format("%9zu", column + 1);
  text += "\n";
  for (std::size_t row = 0; row < order.size(); ++row) {
    text += base::format("%4zu ", row + 1);
    for (std::size_t column = 0; column < order.size(); ++column) {
      const PairScore score = standings.between(order[row], order[column]);
      const int games = score.wins + score.draws + score.losses;
      text += row == column || games == 0
                  ? base::format("%9s", "-")
                  : base::format("%9s", base::format("%g/%d", score.wins + 0.5 * score.draws, games).c_str());
    }
    text += "\n";
  }
  return text;
}

/// Three and four seats: what each player made of each place at the table.
std::string seat_table(const TournamentPlan& plan, const Standings& standings) {
  std::string text = base::format("\n\npoints by player and seat\n%-32s", "player");
  for (int seat = 0; seat < plan.seat_count; ++seat)
    text += base::format("%15s", base::format("seat %d", seat + 1).c_str());
  for (std::size_t i = 0; i < plan.entrants.size(); ++i) {
    text += base::format("\n%-32s", plan.entrants[i].spec.c_str());
    for (int seat = 0; seat < plan.seat_count; ++seat) {
      const base::Estimate share = standings.share_on(static_cast<int>(i), seat);
      text += base::format("%15s", share_text(share, "+-").c_str());
    }
  }
  return text;
}

}  // namespace

std::string progress_text(const TournamentPlan& plan, const Standings& standings,
                          const std::optional<base::SprtBounds>& sprt, const Pace& pace) {
  std::string text = entrant_table(plan, standings);
  if (is_two_player_match(plan)) text += match_text(standings) + "\n";
  if (sprt) text += llr_text(standings, *sprt) + "\n";
  const double rate = (standings.finished() - pace.begun_with) / std::max(0.001, pace.seconds);
  const auto left_s = static_cast<long>((standings.scheduled() - standings.finished()) / std::max(rate, 1e-9));
  return text + base::format("games %d of %d, %.2f a second, %ld:%02ld:%02ld left", standings.finished(),
                             standings.scheduled(), rate, std::min(left_s / 3600, 9999L), left_s / 60 % 60,
                             left_s % 60);
}

std::string report_text(const TournamentPlan& plan, const Standings& standings,
                        const std::optional<base::SprtBounds>& sprt) {
  std::string text = entrant_table(plan, standings);
  if (is_two_player_match(plan)) text += "\n" + match_text(standings) + "\n";
  if (sprt) text += llr_text(standings, *sprt) + "\n";
  if (plan.seat_count == 2 && plan.entrants.size() > 2) text += cross_table(plan, standings);
  text += base::format("\ngames %d of %d, draws %.1f%%, points by seat:", standings.finished(), standings.scheduled(),
                       100 * standings.draw_rate());
  for (const base::Estimate& share : standings.seat_shares()) text += " " + share_text(share, "+-");
  if (plan.seat_count > 2) text += seat_table(plan, standings);
  text += "\nendings:";
  for (const auto& [reason, count] : standings.reasons()) text += base::format(" %s %d", reason.c_str(), count);
  for (const std::string& fault : standings.faults()) text += "\nfault: " + fault;
  return text + "\n";
}

}  // namespace partita::arena
