#pragma once

#include <string>
#include <vector>

#include "base/parsed.h"
#include "lab/page_parts.h"

namespace partita::lab {

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

/// How often each verdict was given.
struct ClaimCounts {
  int claims = 0, as_reported = 0, not_as_reported = 0, no_difference = 0, cannot_be_asked = 0;
  ClaimCounts& operator+=(const ClaimCounts& other);
};

/// The claims as a table, each with its verdict and the command that shows it, and their counts.
struct ClaimTable {
  std::string text;
  ClaimCounts counts;
};
ClaimTable claim_table(const ResultShelf& shelf, const std::string& report, const std::vector<Claim>& claims);

}  // namespace partita::lab
