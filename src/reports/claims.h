#pragma once

#include <map>
#include <string>
#include <vector>

#include "base/parsed.h"
#include "lab/report_result.h"

namespace partita::reports {

/// A sentence of a report that claims something: a feature, a number, an observation.
struct Claim {
  std::string section;
  std::string text;
  std::string here;  ///< where it is found in this house
  /// "as", "not", "none" (no difference seen), "cannot: why", or "match:ID", whose games decide.
  std::string verdict;
  std::string command;  ///< that shows it; empty: the match's, or a game against the report's engine
};

/// The claims of a report from FOLDER/claims/NAME.tsv; an error names the line.
base::Parsed<std::vector<Claim>> load_claims(const std::string& folder, const std::string& report);
/// The claims of all reports, each with the command that shows it.
lab::ReportTable claim_table(const std::map<std::string, std::vector<Claim>>& claims);

}  // namespace partita::reports
