#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "base/clock.h"
#include "catalog/any_engine.h"
#include "work/engine_shelf.h"

namespace partita::work {

/// A search that somebody waits for: which engine, where, within which limits.
struct SearchOrder {
  EngineShelf::Order engine;
  enum class Tables { kWarm, kFresh };
  Tables tables = Tables::kWarm;  ///< kFresh: an engine of its own, thrown away afterwards
  catalog::AnyPosition position;
  catalog::Limits limits;
  bool is_analysis = false;  ///< asked to know the truth rather than to play
  bool is_long = false;      ///< gives way to short searches on the same processors
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
};

/// How thinking ended. At most one of the three is meaningful: what was asked for, a failure, a loss.
struct Thought {
  catalog::SearchResult result;
  std::int64_t turn_ms = 0;  ///< what the engine meant to take for the whole turn; 0: as long as it needs
  std::string judgement;     ///< of a try at a puzzle: a JSON object with state, reply, plies, within and reason
  std::string failure;       ///< why there is no result
  bool is_lost = false;      ///< whoever thought about it has gone: ask again
};

/// Who hears of a search while it runs, on the thread that asked. Both may be empty.
struct ThinkingListener {
  std::function<void(const catalog::LineReport&)> on_line = {};
  /// It was given to a worker of that name: the processor's time is not that of the thread that waits.
  std::function<void(const std::string& worker)> on_worker = {};
};

/// Where thinking is done, for the metrics page.
struct ThinkingState {
  bool wants_workers = false;  ///< others are meant to think; without them it is done here
  bool is_connected = false;
  int workers = 0;
  int slots = 0;  ///< searches of each lane that the workers take from here at a time
  int asked = 0;  ///< under way with workers now
  std::uint64_t asked_total = 0;
  std::uint64_t answered_total = 0;
  std::uint64_t lost_total = 0;      ///< questions whose worker went
  std::uint64_t returned_total = 0;  ///< questions a worker handed back
  std::uint64_t refused_total = 0;   ///< answers that were not legal or not readable
  std::uint64_t here_total = 0;      ///< done by the process itself
};

/// Where engines think: the process that asks, or workers on any machine. All of the page's searches come through here.
/// Any thread; every call blocks the thread that makes it until the answer is there. A raised `stop` ends a search
/// within milliseconds with the best move so far; the caller keeps the flag alive until the call returns.
class Thinking {
 public:
  virtual ~Thinking() = default;
  virtual Thought search(const SearchOrder& order, const ThinkingListener& listener, const base::StopFlag& stop) = 0;
  virtual Thought judge(const PuzzleTry& puzzle, const ThinkingListener& listener, const base::StopFlag& stop) = 0;
  virtual ThinkingState state() const = 0;
};

}  // namespace partita::work
