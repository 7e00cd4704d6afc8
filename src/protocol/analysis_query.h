#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "catalog/any_engine.h"
#include "catalog/any_position.h"

namespace partita::protocol {

/// Why a line of JSON analysis was refused or what of it was not heeded: the field is named as in "moves[3]".
struct AnalysisFault {
  std::string id;     ///< empty if none could be read
  std::string field;  ///< empty if the line as a whole is meant
  std::string message;
};

/// One question of the JSON analysis, checked: every position in it can be searched. A value.
struct AnalysisQuery {
  enum class Action { kAnalyze, kTerminate, kTerminateAll, kQueryVersion, kClearCache };

  /// A position of the game after `ply` plies.
  struct Position {
    int ply;
    catalog::AnyPosition position;
  };

  std::string id;
  Action action = Action::kAnalyze;
  std::string terminate_id;         ///< kTerminate only
  std::vector<Position> positions;  ///< kAnalyze only; in the order of analyze_plies
  catalog::EngineSpec engine;
  catalog::Limits limits;   ///< limits.lines is the query's multipv
  int report_every_ms = 0;  ///< 0: only the last report
  int priority = 0;         ///< higher first
  bool wants_reasons = false;
};

/// What a line was read as: a query with warnings, or, when `faults` is not empty and `is_refused`, nothing.
struct AnalysisLine {
  AnalysisQuery query;
  bool is_refused = false;
  std::vector<AnalysisFault> faults;  ///< the one refusal, or warnings
};

/// Reads one line. `defaults` stand for the engine and the limits a query leaves out.
AnalysisLine read_analysis_line(std::string_view line, const AnalysisQuery& defaults);

}  // namespace partita::protocol
