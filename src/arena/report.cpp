#include "arena/report.h"

#include <algorithm>
#include <boost/json.hpp>
#include <cmath>
#include <cstdarg>
#include <cstdio>
#include <numeric>

namespace partita::arena {

namespace {

namespace json = boost::json;

[[gnu::format(printf, 1, 2)]] std::string format(const char* pattern, ...) {
  char buffer[512];
  va_list arguments;
  va_start(arguments, pattern);
  std::vsnprintf(buffer, sizeof buffer, pattern, arguments);
  va_end(arguments);
  return buffer;
}

std::string llr_text(const Standings& standings, const SprtBounds& bounds) {
  const double llr = match_llr(standings, bounds);
  constexpr int kWidth = 20;
  const double place = (llr - bounds.lower()) / (bounds.upper() - bounds.lower());
  const int mark = std::clamp(static_cast<int>(place * kWidth), 0, kWidth - 1);
  std::string bar(kWidth, '-');
  bar[static_cast<std::size_t>(mark)] = '|';
  const char* word = "";
  if (verdict(llr, bounds) == SprtVerdict::kAcceptsElo1) word = " (accepted elo1)";
  if (verdict(llr, bounds) == SprtVerdict::kAcceptsElo0) word = " (accepted elo0)";
  return format("LLR %.2f (%.2f, %.2f) [%.2f, %.2f] %s%s", llr, bounds.lower(), bounds.upper(), bounds.elo0, bounds.elo1,
                bar.c_str(), word);
}

bool is_two_player_match(const TournamentPlan& plan) { return plan.seat_count == 2 && plan.entrants.size() == 2; }

std::string match_text(const Standings& standings) {
  const PairScore score = standings.between(0, 1);
  const EloReport elo = report_elo(score.pairs);
  const auto& p = score.pairs.pairs;
  return format("+%d =%d -%d, score %.1f%% +- %.1f, Elo %.1f +- %.1f, normalised %.1f +- %.1f, LOS %.1f%%, pairs %g %g %g %g %g",
                score.wins, score.draws, score.losses, 100 * elo.score.value, 100 * elo.score.error, elo.elo.value,
                elo.elo.error, elo.normalised.value, elo.normalised.error, 100 * elo.superiority, p[0], p[1], p[2], p[3],
                p[4]);
}

std::vector<int> by_strength(const TournamentPlan& plan, const Standings& standings) {
  std::vector<int> order(plan.entrants.size());
  std::iota(order.begin(), order.end(), 0);
  std::vector<double> value;
  if (plan.seat_count == 2) {
    for (const Estimate& rating : standings.ratings()) value.push_back(rating.value);
  } else {
    for (const int entrant : order) value.push_back(standings.share(entrant).value);
  }
  std::stable_sort(order.begin(), order.end(), [&](int a, int b) {
    return value[static_cast<std::size_t>(a)] > value[static_cast<std::size_t>(b)];
  });
  return order;
}

std::string entrant_table(const TournamentPlan& plan, const Standings& standings) {
  std::string text = format("%-4s %-32s %7s %9s %8s %14s %7s\n", "rank", "player", "games", "score", "+-", "rating", "faults");
  const auto ratings = plan.seat_count == 2 ? standings.ratings() : std::vector<Estimate>(plan.entrants.size());
  int rank = 0;
  for (const int entrant : by_strength(plan, standings)) {
    const auto index = static_cast<std::size_t>(entrant);
    const Estimate share = standings.share(entrant);
    const std::string rating =
        plan.seat_count == 2 ? format("%.0f +- %.0f", ratings[index].value, ratings[index].error) : std::string("-");
    text += format("%-4d %-32s %7d %8.1f%% %7.1f%% %14s %7d\n", ++rank, plan.entrants[index].spec.c_str(),
                   standings.games_of(entrant), 100 * share.value, 100 * share.error, rating.c_str(),
                   standings.faults_of(entrant));
  }
  return text;
}

std::string cross_table(const TournamentPlan& plan, const Standings& standings) {
  const auto order = by_strength(plan, standings);
  std::string text = "\ncross table (row's points / games against column)\n     ";
  for (std::size_t column = 0; column < order.size(); ++column) text += format("%9zu", column + 1);
  text += "\n";
  for (std::size_t row = 0; row < order.size(); ++row) {
    text += format("%4zu ", row + 1);
    for (std::size_t column = 0; column < order.size(); ++column) {
      const PairScore score = standings.between(order[row], order[column]);
      const int games = score.wins + score.draws + score.losses;
      text += row == column || games == 0 ? format("%9s", "-")
                                          : format("%9s", format("%g/%d", score.wins + 0.5 * score.draws, games).c_str());
    }
    text += "\n";
  }
  return text;
}

json::object estimate_json(const Estimate& estimate) {
  json::object object{{"value", estimate.value}};
  // JSON knows no infinity: an unknown error is null.
  object["error"] = std::isfinite(estimate.error) ? json::value(estimate.error) : json::value(nullptr);
  return object;
}

}  // namespace

std::string summary_line(const TournamentPlan& plan, const Standings& standings, const std::optional<SprtBounds>& sprt) {
  std::string text = format("games %d/%d", standings.finished(), standings.scheduled());
  if (is_two_player_match(plan)) text += "  " + match_text(standings);
  if (sprt) text += "  " + llr_text(standings, *sprt);
  return text;
}

std::string report_text(const TournamentPlan& plan, const Standings& standings, const std::optional<SprtBounds>& sprt) {
  std::string text = entrant_table(plan, standings);
  if (is_two_player_match(plan)) text += "\n" + match_text(standings) + "\n";
  if (sprt) text += llr_text(standings, *sprt) + "\n";
  if (plan.seat_count == 2 && plan.entrants.size() > 2) text += cross_table(plan, standings);
  text += format("\ngames %d of %d, draws %.1f%%, points by seat:", standings.finished(), standings.scheduled(),
                 100 * standings.draw_rate());
  for (const double share : standings.seat_shares()) text += format(" %.1f%%", 100 * share);
  text += "\nendings:";
  for (const auto& [reason, count] : standings.reasons()) text += format(" %s %d", reason.c_str(), count);
  return text + "\n";
}

std::string report_json(const TournamentPlan& plan, const Standings& standings, const std::optional<SprtBounds>& sprt) {
  json::object root{{"game", plan.game}, {"scheduled", standings.scheduled()}, {"finished", standings.finished()},
                    {"draw_rate", standings.draw_rate()}};
  const auto shares = standings.seat_shares();
  root["seat_shares"] = json::array(shares.begin(), shares.end());
  const auto ratings = plan.seat_count == 2 ? standings.ratings() : std::vector<Estimate>(plan.entrants.size());
  json::array entrants;
  for (std::size_t i = 0; i < plan.entrants.size(); ++i) {
    json::object entrant{{"player", plan.entrants[i].spec}, {"control", write_time_control(plan.entrants[i].control)},
                         {"games", standings.games_of(static_cast<int>(i))},
                         {"score", estimate_json(standings.share(static_cast<int>(i)))},
                         {"faults", standings.faults_of(static_cast<int>(i))}};
    if (plan.seat_count == 2) entrant["rating"] = estimate_json(ratings[i]);
    entrants.push_back(std::move(entrant));
  }
  root["players"] = std::move(entrants);
  json::array pairings;
  for (int a = 0; plan.seat_count == 2 && a < static_cast<int>(plan.entrants.size()); ++a) {
    for (int b = a + 1; b < static_cast<int>(plan.entrants.size()); ++b) {
      const PairScore score = standings.between(a, b);
      if (score.wins + score.draws + score.losses == 0) continue;
      const EloReport elo = report_elo(score.pairs);
      const auto& p = score.pairs.pairs;
      pairings.push_back(json::object{{"a", a}, {"b", b}, {"wins", score.wins}, {"draws", score.draws},
                                      {"losses", score.losses}, {"pairs", json::array(p.begin(), p.end())},
                                      {"elo", estimate_json(elo.elo)}, {"normalised", estimate_json(elo.normalised)},
                                      {"superiority", elo.superiority}});
    }
  }
  root["pairings"] = std::move(pairings);
  json::object reasons;
  for (const auto& [reason, count] : standings.reasons()) reasons[reason] = count;
  root["endings"] = std::move(reasons);
  if (sprt) {
    root["sprt"] = json::object{{"elo0", sprt->elo0}, {"elo1", sprt->elo1}, {"llr", match_llr(standings, *sprt)},
                                {"lower", sprt->lower()}, {"upper", sprt->upper()}};
  }
  return json::serialize(root);
}

std::string report_csv(const TournamentPlan& plan, const Standings& standings) {
  std::string text = "player,control,games,score,score_error,rating,rating_error,faults\n";
  const auto ratings = plan.seat_count == 2 ? standings.ratings() : std::vector<Estimate>(plan.entrants.size());
  for (std::size_t i = 0; i < plan.entrants.size(); ++i) {
    const Estimate share = standings.share(static_cast<int>(i));
    std::string spec = plan.entrants[i].spec;
    for (std::size_t at = spec.find('"'); at != std::string::npos; at = spec.find('"', at + 2)) spec.insert(at, "\"");
    text += format("\"%s\",%s,%d,%.5f,%.5f,%.2f,%.2f,%d\n", spec.c_str(),
                   write_time_control(plan.entrants[i].control).c_str(), standings.games_of(static_cast<int>(i)),
                   share.value, share.error, ratings[i].value, ratings[i].error, standings.faults_of(static_cast<int>(i)));
  }
  return text;
}

}  // namespace partita::arena
