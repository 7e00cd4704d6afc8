#pragma once

#include <string>
#include <vector>

#include "catalog/any_engine.h"
#include "catalog/any_position.h"
#include "protocol/analysis_query.h"

/// The answers of the JSON analysis as lines of text; no state.
namespace partita::protocol {

enum class FaultKind { kError, kWarning };
std::string write_fault(const AnalysisFault& fault, FaultKind kind);

/// Whether a report comes while the search still runs.
enum class ReportTime { kDuring, kFinal };

/// What is known of one position.
struct AnalysisReport {
  std::string id;
  int ply = 0;
  ReportTime time = ReportTime::kFinal;
  std::string best_move;
  std::vector<catalog::LineReport> lines;  ///< by rank
  std::uint64_t nodes = 0;
  std::int64_t time_ms = 0;
  int depth = 0;
  std::string note;
  bool was_terminated = false;
  bool has_reasons = false;  ///< each move is told with what it does, or what the best does that it does not
};
std::string write_report(const AnalysisReport& report, const catalog::AnyPosition& position);

/// A position that was not searched: the game is over there, or the query was terminated before its turn came.
std::string write_ending(const std::string& id, int ply, const catalog::AnyPosition& position);
std::string write_no_results(const std::string& id, int ply);

/// The answer to an action: the action with what it did.
std::string write_action(const AnalysisQuery& query);

}  // namespace partita::protocol
