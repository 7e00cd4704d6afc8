#include "work/local_search.h"

#include <boost/json.hpp>
#include <exception>

#include "protocol/reason_json.h"
#include "study/puzzle_play.h"

namespace partita::work {

namespace {

namespace json = boost::json;

std::string_view state_name(study::PuzzleVerdict::State state) {
  using State = study::PuzzleVerdict::State;
  switch (state) {
    case State::kWon: return "won";
    case State::kRight: return "right";
    case State::kAlso: return "also";
    case State::kWrong: return "wrong";
    case State::kUnclear: return "unclear";
  }
  return "unclear";
}

std::string judgement_text(const std::string& game, const study::PuzzleVerdict& verdict) {
  json::object reply{
      {"state", state_name(verdict.state)}, {"reply", json::value_from(verdict.reply)}, {"plies", verdict.plies}};
  if (study::has_words(verdict.reason)) reply["reason"] = protocol::reason_to_json(game, verdict.reason);
  return json::serialize(reply);
}

}  // namespace

SearchResponse LocalSearch::search(const SearchOrder& order, const SearchListener& listener,
                                   const base::StopFlag& stop) {
  ++done_;
  try {
    const bool is_fresh = order.tables == SearchOrder::Tables::kFresh;
    auto engine = is_fresh ? engines_.make(order.engine) : engines_.take(order.engine);
    if (!engine) return failed_response(engine.error());
    catalog::SearchRequest request;
    request.stop = &stop;
    request.limits = order.limits;
    request.is_analysis = order.is_analysis;
    request.on_line = listener.on_line;
    SearchResponse response;
    response.turn_ms = (*engine)->turn_ms(order.position, order.limits);
    response.result = (*engine)->search(order.position, request);
    if (!is_fresh) engines_.put_back(order.engine, std::move(*engine));
    return response;
  } catch (const std::exception& failure) {
    return failed_response(failure.what());
  }
}

SearchResponse LocalSearch::judge(const PuzzleTry& puzzle, const SearchListener&, const base::StopFlag& stop) {
  ++done_;
  try {
    const auto start = catalog::AnyPosition::from_text(puzzle.game, puzzle.rules, puzzle.start);
    if (!start) return failed_response(start.error());
    const auto verdict = study::judge_try(*start, puzzle.plies, puzzle.moves, &stop);
    if (!verdict) return failed_response(verdict.error());
    SearchResponse response;
    response.judgement = judgement_text(puzzle.game, *verdict);
    return response;
  } catch (const std::exception& failure) {
    return failed_response(failure.what());
  }
}

SearchServiceState LocalSearch::state() const {
  SearchServiceState state;
  state.here_total = done_;
  return state;
}

}  // namespace partita::work
