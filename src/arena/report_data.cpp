// Results for other programs: JSON and CSV.
#include <boost/json.hpp>
#include <cmath>

#include "arena/elo_text.h"
#include "arena/report.h"
#include "base/text.h"

namespace partita::arena {

namespace {

namespace json = boost::json;

json::object estimate_json(const base::Estimate& estimate) {
  json::object object{{"value", estimate.value}};
  // JSON knows no infinity: an unknown error is null.
  object["error"] = std::isfinite(estimate.error) ? json::value(estimate.error) : json::value(nullptr);
  return object;
}

/// Where one side never lost there is a bound and no estimate.
json::object elo_json(const PairScore& score, const base::Estimate& estimate) {
  const auto bound = one_sided_bound(score);
  if (!bound) return estimate_json(estimate);
  return {{"value", nullptr}, {"error", nullptr}, {bound->is_lower ? "at_least" : "at_most", bound->elo}};
}

/// The same for an entrant against all others: the value is what was seen, and a bound takes the error's place.
json::object entrant_json(const base::Estimate& seen, const std::optional<OneSidedBound>& bound, double end) {
  json::object object = estimate_json(seen);
  if (!bound) return object;
  object["error"] = nullptr;
  object[bound->is_lower ? "at_least" : "at_most"] = end;
  return object;
}

/// Empty where it is not known.
std::string number_text(double value, const char* pattern) {
  return std::isfinite(value) ? base::format(pattern, value) : "";
}

}  // namespace

std::string report_json(const TournamentPlan& plan, const Standings& standings,
                        const std::optional<base::SprtBounds>& sprt) {
  json::object root{{"game", plan.game},
                    {"scheduled", standings.scheduled()},
                    {"finished", standings.finished()},
                    {"draw_rate", standings.draw_rate()}};
  json::array shares;
  for (const base::Estimate& share : standings.seat_shares()) shares.push_back(estimate_json(share));
  root["seat_shares"] = std::move(shares);
  const auto ratings = plan.seat_count == 2 ? standings.ratings() : std::vector<base::Estimate>(plan.entrants.size());
  json::array entrants;
  for (std::size_t i = 0; i < plan.entrants.size(); ++i) {
    const int count = plan.seat_count == 2 ? static_cast<int>(plan.entrants.size()) : 0;
    const auto bound = one_sided_bound(standings, count, static_cast<int>(i));
    json::object entrant{{"player", plan.entrants[i].spec},
                         {"control", write_time_control(plan.entrants[i].control)},
                         {"games", standings.games_of(static_cast<int>(i))},
                         {"score", entrant_json(standings.share(static_cast<int>(i)), bound, bound ? bound->score : 0)},
                         {"faults", standings.faults_of(static_cast<int>(i))}};
    if (plan.seat_count == 2)
      entrant["rating"] = entrant_json(ratings[i], bound, bound ? rating_bound(*bound, ratings[i], count) : 0);
    entrants.push_back(std::move(entrant));
  }
  root["players"] = std::move(entrants);
  json::array pairings;
  for (int a = 0; plan.seat_count == 2 && a < static_cast<int>(plan.entrants.size()); ++a) {
    for (int b = a + 1; b < static_cast<int>(plan.entrants.size()); ++b) {
      const PairScore score = standings.between(a, b);
      if (score.wins + score.draws + score.losses == 0) continue;
      const base::EloReport elo = base::report_elo(score.pairs);
      const auto& p = score.pairs.pairs;
      pairings.push_back(json::object{
          {"a", a},
          {"b", b},
          {"wins", score.wins},
          {"draws", score.draws},
          {"losses", score.losses},
          {"pairs", json::array(p.begin(), p.end())},
          {"elo", elo_json(score, elo.elo)},
          {"normalised", one_sided_bound(score) ? json::value(nullptr) : json::value(estimate_json(elo.normalised))},
          {"superiority", elo.superiority}});
    }
  }
  root["pairings"] = std::move(pairings);
  root["faults"] = json::array(standings.faults().begin(), standings.faults().end());
  json::object reasons;
  for (const auto& [reason, count] : standings.reasons()) reasons[reason] = count;
  root["endings"] = std::move(reasons);
  if (sprt) {
    root["sprt"] = json::object{{"elo0", sprt->elo0},
                                {"elo1", sprt->elo1},
                                {"llr", match_llr(standings, *sprt)},
                                {"lower", sprt->lower()},
                                {"upper", sprt->upper()}};
  }
  return json::serialize(root);
}

std::string report_csv(const TournamentPlan& plan, const Standings& standings) {
  std::string text = "player,control,games,score,score_error,rating,rating_error,faults\n";
  const auto ratings = plan.seat_count == 2 ? standings.ratings() : std::vector<base::Estimate>(plan.entrants.size());
  for (std::size_t i = 0; i < plan.entrants.size(); ++i) {
    const base::Estimate share = standings.share(static_cast<int>(i));
    const int count = plan.seat_count == 2 ? static_cast<int>(plan.entrants.size()) : 0;
    const bool is_bounded = one_sided_bound(standings, count, static_cast<int>(i)).has_value();
    std::string spec = plan.entrants[i].spec;
    for (std::size_t at = spec.find('"'); at != std::string::npos; at = spec.find('"', at + 2)) spec.insert(at, "\"");
    text += base::format("\"%s\",%s,%d,%.5f,%s,%.2f,%s,%d\n", spec.c_str(),
                         write_time_control(plan.entrants[i].control).c_str(), standings.games_of(static_cast<int>(i)),
                         share.value, is_bounded ? "" : number_text(share.error, "%.5f").c_str(), ratings[i].value,
                         is_bounded ? "" : number_text(ratings[i].error, "%.2f").c_str(),
                         standings.faults_of(static_cast<int>(i)));
  }
  return text;
}

}  // namespace partita::arena
