#pragma once

#include <functional>
#include <string>
#include <vector>

#include "base/clock.h"
#include "base/option.h"
#include "base/parsed.h"
#include "catalog/games.h"
#include "lab/report_result.h"

/// What the five reports ask, and how we ask it again: by matches, or by measurements that fill the reports' own
/// tables.
namespace partita::lab {

/// "Is the first player better than the second?", as the report says it is, or asks without an answer.
enum class Reported { kBetter, kEqual, kUntold };

struct ReportMatch {
  std::string id;
  std::string report;
  std::string section;   ///< of the report
  std::string asks;      ///< in words
  std::string answered;  ///< what the report found, in words
  Reported reported = Reported::kUntold;
  std::string part;  ///< where its page shows it: "main" or "other"
  std::string game;
  base::OptionValues rules;
  std::string first;
  std::string second;
  std::string first_control;
  std::string second_control;
  int opening_plies = 6;
};
/// Those of data/reports/questions.tsv, in their order.
const std::vector<ReportMatch>& report_matches();

/// The arena's command that plays the match's first `openings` pairs again, game for game where nodes or depth are the
/// limit.
std::string match_command(const ReportMatch& match, std::uint64_t seed, int openings);
/// How far from even its openings may be judged (1: all are kept), after so many nodes.
double opening_imbalance(const ReportMatch& match);
inline constexpr std::uint64_t kJudgeNodes = 500;
/// Busy machines wake threads late, and it is not time keeping that is asked about.
inline constexpr std::int64_t kMarginMs = 10'000;

/// How a measurement may work: on so many threads, until `is_over` says that time or patience is at an end.
struct MeasureContext {
  int threads = 1;
  std::function<bool()> is_over;
};

struct ReportMeasure {
  std::string id;
  std::string report;
  std::string title;
  std::function<base::Parsed<std::vector<ReportTable>>(const MeasureContext&)> run;
};
const std::vector<ReportMeasure>& report_measures();

/// The game that a report is about, and its rules there. REQUIRES: one of report_names().
const catalog::GameUnderRules& subject_of(const std::string& report);
/// The names of the five reports, in the order of their pages.
const std::vector<std::string>& report_names();

}  // namespace partita::lab
