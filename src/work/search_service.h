#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "base/clock.h"
#include "catalog/any_engine.h"
#include "work/declared_reports.h"
#include "work/engine_pool.h"

namespace partita::work {

/// A search that somebody waits for: which engine, where, within which limits.
struct SearchOrder {
  EnginePool::Order engine;
  enum class Tables { kWarm, kFresh };
  Tables tables = Tables::kWarm;  ///< kFresh: an engine of its own, destroyed afterwards
  catalog::AnyPosition position;
  catalog::Limits limits;
  bool is_analysis = false;  ///< asked to know the truth rather than to play
  bool is_long = false;      ///< runs at lower priority than short searches on the same processors
  std::string trace = {};    ///< names the request in everybody's log
};

/// A try at a puzzle, to be judged by study::judge_try().
struct PuzzleTry {
  std::string game;
  base::OptionValues rules;
  std::string start;
  int plies = 0;
  std::vector<std::string> moves;
  std::string trace = {};

  static void declare(auto& visit, auto& puzzle) {
    visit("game", puzzle.game);
    visit("rules", puzzle.rules);
    visit("start", puzzle.start);
    visit("plies", puzzle.plies, base::Range{0, 1'000'000});
    visit("moves", puzzle.moves);
    visit("trace", puzzle.trace);
  }
};

/// How a search ended. At most one of the three is meaningful: what was asked for, a failure, a loss.
struct SearchResponse {
  catalog::SearchResult result;
  std::int64_t turn_ms = 0;  ///< what the engine meant to take for the whole turn; 0: as long as it needs
  std::string judgement;     ///< of a try at a puzzle: a JSON object with state, reply, plies, within and reason
  std::string failure;       ///< why there is no result
  bool is_lost = false;      ///< the worker went, or handed it back: ask again

  static void declare(auto& visit, auto& response) {
    visit("returned", response.is_lost, base::kLeftOut);
    visit("failure", response.failure, base::kLeftOut);
    visit("judgement", response.judgement, base::kLeftOut);
    if (response.is_lost || !response.failure.empty() || !response.judgement.empty()) return;
    visit("best_move", response.result.best_move);
    visit("lines", response.result.lines);
    visit("nodes", response.result.nodes, base::at_least(0));
    visit("time_ms", response.result.time_ms);
    visit("depth", response.result.depth);
    visit("note", response.result.note);
    visit("turn_ms", response.turn_ms);
  }
};

inline SearchResponse failed_response(const std::string& why) {
  SearchResponse response;
  response.failure = why.empty() ? "unknown failure" : why;
  return response;
}
inline SearchResponse lost_response() {
  SearchResponse response;
  response.is_lost = true;
  return response;
}

/// Who hears of a search while it runs, on the thread that asked. Both may be empty.
struct SearchListener {
  std::function<void(const catalog::LineReport&)> on_line = {};
  /// It was given to a worker of that name: the processor's time is not that of the thread that waits.
  std::function<void(const std::string& worker)> on_worker = {};
};

/// Where searches are done, for the metrics page.
struct SearchServiceState {
  bool wants_workers = false;  ///< workers are meant to search; without them it is done here
  bool is_connected = false;
  int workers = 0;
  int slots = 0;  ///< short and long searches, of each so many, that the workers take from here at a time
  int asked = 0;  ///< under way with workers now
  std::uint64_t asked_total = 0;
  std::uint64_t answered_total = 0;
  std::uint64_t lost_total = 0;      ///< questions whose worker went
  std::uint64_t returned_total = 0;  ///< questions a worker handed back
  std::uint64_t refused_total = 0;   ///< answers that were not legal or not readable
  std::uint64_t here_total = 0;      ///< done by the process itself
};

/// Where engines search: the process that asks, or workers on any machine. All of the page's searches come through
/// here. Any thread; every call blocks the thread that makes it until the response is there. A raised `stop` ends a
/// search within milliseconds with the best move so far; the caller keeps the flag alive until the call returns.
class SearchService {
 public:
  virtual ~SearchService() = default;
  virtual SearchResponse search(const SearchOrder& order, const SearchListener& listener,
                                const base::StopFlag& stop) = 0;
  virtual SearchResponse judge(const PuzzleTry& puzzle, const SearchListener& listener, const base::StopFlag& stop) = 0;
  virtual SearchServiceState state() const = 0;
};

}  // namespace partita::work
