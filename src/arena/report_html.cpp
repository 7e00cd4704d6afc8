#include "arena/report.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "arena/elo_text.h"
#include "arena/tournament.h"
#include "base/text.h"
#include "draw/page.h"
#include "draw/plot.h"

namespace partita::arena {

namespace {

/// Wider intervals, in points of a hundred or of Elo, say nothing.
constexpr double kWidestShown = 500;

/// None where the interval says nothing.
double error_bar(const base::Estimate& estimate, double factor) {
  return factor * estimate.error < kWidestShown ? factor * estimate.error : 0;
}

std::string entrants_part(const TournamentPlan& plan, const Standings& standings) {
  const bool is_rated = plan.seat_count == 2;
  const int rated = is_rated ? static_cast<int>(plan.entrants.size()) : 0;
  const auto ratings = is_rated ? standings.ratings() : std::vector<base::Estimate>(plan.entrants.size());
  std::vector<std::size_t> order(plan.entrants.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  std::vector<double> strength;
  for (const std::size_t i : order)
    strength.push_back(is_rated ? ratings[i].value : standings.share(static_cast<int>(i)).value);
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return strength[a] > strength[b]; });
  base::TextTable rows = {{"player", "control", "games", "score", "rating", "faults"}};
  std::vector<draw::PlotBar> bars;
  for (const std::size_t i : order) {
    const int entrant = static_cast<int>(i);
    rows.push_back({plan.entrants[i].spec, write_time_control(plan.entrants[i].control),
                    std::to_string(standings.games_of(entrant)), entrant_score_text(standings, rated, entrant, "±"),
                    is_rated ? entrant_rating_text(standings, rated, entrant, "±") : "–",
                    std::to_string(standings.faults_of(entrant))});
    const base::Estimate shown = is_rated ? ratings[i] : standings.share(entrant);
    bars.push_back(
        {plan.entrants[i].spec, is_rated ? shown.value : 100 * shown.value, error_bar(shown, is_rated ? 1 : 100)});
  }
  return "<h2>Players</h2>\n" + draw::html_table(rows) +
         draw::draw_bars(is_rated ? "Ratings with 95% intervals" : "Points with 95% intervals",
                         is_rated ? "Elo, mean zero" : "% of the points", bars);
}

std::string cross_part(const TournamentPlan& plan, const Standings& standings) {
  if (plan.seat_count != 2) return "";
  base::TextTable rows = {{"row against column: points / games, Elo"}};
  for (const Entrant& entrant : plan.entrants) rows[0].push_back(entrant.spec);
  for (std::size_t a = 0; a < plan.entrants.size(); ++a) {
    rows.push_back({plan.entrants[a].spec});
    for (std::size_t b = 0; b < plan.entrants.size(); ++b) {
      const PairScore score = standings.between(static_cast<int>(a), static_cast<int>(b));
      const int games = score.wins + score.draws + score.losses;
      const bool is_played = a != b && games > 0;
      rows.back().push_back(
          !is_played ? "–" : base::format("%g / %d, ", score.wins + 0.5 * score.draws, games) + elo_text(score, "±"));
    }
  }
  return "<h2>Cross table</h2>\n" + draw::html_table(rows);
}

std::string seats_part(const TournamentPlan& plan, const Standings& standings) {
  std::vector<draw::PlotBar> bars;
  const auto shares = standings.seat_shares();
  for (std::size_t seat = 0; seat < shares.size(); ++seat) {
    bars.push_back({base::format("seat %zu", seat + 1), 100 * shares[seat].value, error_bar(shares[seat], 100)});
  }
  std::string text =
      "<h2>Seats</h2>\n" + draw::draw_bars("Points by seat, over whole rotations", "% of the points", bars);
  base::TextTable rows = {{"player"}};
  for (int seat = 0; seat < plan.seat_count; ++seat) rows[0].push_back(base::format("seat %d", seat + 1));
  for (std::size_t i = 0; i < plan.entrants.size(); ++i) {
    rows.push_back({plan.entrants[i].spec});
    for (int seat = 0; seat < plan.seat_count; ++seat) {
      rows.back().push_back(share_text(standings.share_on(static_cast<int>(i), seat), "±"));
    }
  }
  return text + draw::html_table(rows);
}

std::string endings_part(const Standings& standings) {
  std::vector<draw::PlotBar> reasons;
  for (const auto& [reason, count] : standings.reasons()) reasons.push_back({reason, static_cast<double>(count), 0});
  std::map<int, int> lengths;
  for (const FinishedGame& game : standings.history()) ++lengths[game.plies / 5 * 5];
  draw::PlotLine line{"games", {}, {}, {}, {}};
  for (int plies = lengths.empty() ? 0 : lengths.begin()->first; !lengths.empty() && plies <= lengths.rbegin()->first;
       plies += 5) {
    line.x.push_back(plies);
    line.y.push_back(lengths.contains(plies) ? lengths.at(plies) : 0);
  }
  draw::LinePlot plot{"Lengths of the games, by fives", "plies", "games", {line}, {}, false, true};
  return "<h2>Endings</h2>\n" +
         base::format("<p>%.1f%% of the games were drawn or shared.</p>\n", 100 * standings.draw_rate()) +
         "<div class=\"two\">" + draw::draw_bars("How games ended", "games", reasons) + draw::draw_lines(plot) +
         "</div>\n";
}

/// The match as it stood after each of at most a few hundred games, replayed from the order in which games ended.
std::string course_part(const TournamentPlan& plan, const Standings& standings,
                        const std::optional<base::SprtBounds>& sprt) {
  if (plan.seat_count != 2 || plan.entrants.size() != 2) return "";
  constexpr std::size_t kMostPoints = 300;
  const auto games = schedule(plan);
  Standings replayed(plan);
  draw::PlotLine elo{"Elo", {}, {}, {}, {}}, llr{"LLR", {}, {}, {}, {}};
  const std::size_t step = std::max<std::size_t>(1, standings.history().size() / kMostPoints);
  for (std::size_t i = 0; i < standings.history().size(); ++i) {
    const FinishedGame& game = standings.history()[i];
    GameOutcome outcome{games[static_cast<std::size_t>(game.game)].job.id, {}};
    outcome.game.payoff = game.payoff;
    replayed.add(outcome);
    const base::Pentanomial pairs = replayed.between(0, 1).pairs;
    if ((i + 1) % step != 0 || pairs.count() < 5) continue;
    const base::EloReport report = base::report_elo(pairs);
    if (sprt) {
      llr.x.push_back(static_cast<double>(i + 1));
      llr.y.push_back(base::log_likelihood_ratio(pairs, *sprt));
    }
    if (!std::isfinite(report.elo.error) || std::fabs(report.elo.value) > 1000) continue;
    elo.x.push_back(static_cast<double>(i + 1));
    elo.y.push_back(report.elo.value);
    elo.low.push_back(report.elo.value - report.elo.error);
    elo.high.push_back(report.elo.value + report.elo.error);
  }
  std::string text =
      "<h2>Course of the match</h2>\n" + draw::draw_lines({"Elo of " + plan.entrants[0].spec + " with its 95% interval",
                                                           "games",
                                                           "Elo",
                                                           {elo},
                                                           {{0, "equal"}},
                                                           false,
                                                           false});
  if (sprt) {
    text += draw::draw_lines({base::format("Sequential test of [%g, %g] normalised Elo", sprt->elo0, sprt->elo1),
                              "games",
                              "log-likelihood ratio",
                              {llr},
                              {{sprt->lower(), "accept the first"}, {sprt->upper(), "accept the second"}},
                              false,
                              false});
  }
  return text;
}

}  // namespace

std::string report_html(const TournamentPlan& plan, const Standings& standings,
                        const std::optional<base::SprtBounds>& sprt) {
  std::string rules;
  for (const auto& [name, value] : plan.rules) rules += (rules.empty() ? "" : ", ") + name + "=" + value;
  const std::string subtitle =
      base::format("%d of %d games played · ", standings.finished(), standings.scheduled()) + rules;
  return draw::html_page("Arena: " + plan.game, subtitle,
                         entrants_part(plan, standings) + course_part(plan, standings, sprt) +
                             cross_part(plan, standings) + seats_part(plan, standings) + endings_part(standings));
}

}  // namespace partita::arena
