#include "protocol/analysis_reply.h"

#include <boost/json.hpp>
#include <cmath>

#include "base/version.h"
#include "protocol/reason_json.h"
#include "record/result_text.h"

namespace partita::protocol {

namespace {

namespace json = boost::json;

/// Chances are rounded: more digits would only be noise.
double rounded(double chance) { return static_cast<double>(std::llround(chance * 10'000)) / 10'000; }

void add_score(json::object& object, const catalog::ScoreReport& score) {
  if (score.distance)
    object["proven_plies"] = *score.distance;
  else
    object["score"] = score.value;
  if (score.bound != catalog::ScoreReport::Bound::kExact) {
    object["bound"] = score.bound == catalog::ScoreReport::Bound::kLower ? "lower" : "upper";
  }
  object["win"] = rounded(score.win);
  object["draw"] = rounded(score.draw);
  json::array seats;
  for (const double share : score.by_seat) seats.emplace_back(rounded(share));
  object["by_seat"] = std::move(seats);
}

json::object move_object(const catalog::LineReport& line) {
  json::object object;
  object["move"] = line.pv.empty() ? "" : line.pv.front();
  object["order"] = line.rank - 1;
  add_score(object, line.score);
  object["depth"] = line.depth;
  object["seldepth"] = line.seldepth;
  object["nodes"] = line.nodes;
  if (line.known_hits > 0) object["known_hits"] = line.known_hits;
  object["pv"] = json::value_from(line.pv);
  return object;
}

/// What the best line does, and of the others what the best does that they do not.
json::object why_object(const AnalysisReport& report, const catalog::LineReport& line,
                        const catalog::AnyPosition& position) {
  const catalog::LineReport& best = report.lines.front();
  const catalog::Seat seat = position.to_move();
  study::ReasonQuestion question{position, line.pv, {}};
  question.played_chance = study::chance_of(line, seat);
  if (&line != &best) {
    question.better = best.pv;
    question.better_chance = study::chance_of(best, seat);
  }
  return reason_to_json(position.game(), study::find_reason(question));
}

json::object root_object(const AnalysisReport& report, const catalog::AnyPosition& position) {
  json::object root;
  root["to_move"] = position.to_move() + 1;
  root["position"] = position.text();
  if (!report.best_move.empty()) root["best_move"] = report.best_move;
  if (!report.lines.empty()) add_score(root, report.lines.front().score);
  root["depth"] = report.depth;
  root["nodes"] = report.nodes;
  root["time_ms"] = report.time_ms;
  if (!report.note.empty()) root["note"] = report.note;
  return root;
}

const char* action_word(AnalysisQuery::Action action) {
  switch (action) {
    case AnalysisQuery::Action::kAnalyze: return "analyze";
    case AnalysisQuery::Action::kTerminate: return "terminate";
    case AnalysisQuery::Action::kTerminateAll: return "terminate_all";
    case AnalysisQuery::Action::kQueryVersion: return "query_version";
    case AnalysisQuery::Action::kClearCache: return "clear_cache";
  }
  return "";
}

}  // namespace

std::string write_fault(const AnalysisFault& fault, FaultKind kind) {
  json::object object;
  if (!fault.id.empty()) object["id"] = fault.id;
  object[kind == FaultKind::kError ? "error" : "warning"] = fault.message;
  if (!fault.field.empty()) object["field"] = fault.field;
  return json::serialize(object);
}

std::string write_report(const AnalysisReport& report, const catalog::AnyPosition& position) {
  json::object object;
  object["id"] = report.id;
  object["ply"] = report.ply;
  object["is_during_search"] = report.time == ReportTime::kDuring;
  if (report.was_terminated) object["was_terminated"] = true;
  json::array moves;
  for (const catalog::LineReport& line : report.lines) {
    json::object move = move_object(line);
    if (report.has_reasons) move["why"] = why_object(report, line, position);
    moves.push_back(std::move(move));
  }
  object["moves"] = std::move(moves);
  object["root"] = root_object(report, position);
  return json::serialize(object);
}

std::string write_ending(const std::string& id, int ply, const catalog::AnyPosition& position) {
  const catalog::Ending ending = position.ending();
  json::object object;
  object["id"] = id;
  object["ply"] = ply;
  object["is_during_search"] = false;
  object["result"] = record::write_result(ending, position.seat_count());
  object["reason"] = ending.reason;
  return json::serialize(object);
}

std::string write_no_results(const std::string& id, int ply) {
  json::object object;
  object["id"] = id;
  object["ply"] = ply;
  object["is_during_search"] = false;
  object["no_results"] = true;
  return json::serialize(object);
}

std::string write_action(const AnalysisQuery& query) {
  json::object object;
  object["id"] = query.id;
  object["action"] = action_word(query.action);
  if (query.action == AnalysisQuery::Action::kTerminate) object["terminate_id"] = query.terminate_id;
  if (query.action == AnalysisQuery::Action::kQueryVersion) {
    object["name"] = "Partita";
    object["version"] = base::version();
  }
  return json::serialize(object);
}

}  // namespace partita::protocol
