#pragma once

#include <optional>
#include <string>
#include <vector>

#include "lab/ablation.h"
#include "lab/node_counts.h"

namespace partita::lab {

/// What is known of one switch.
struct AblationRow {
  Ablation ablation;
  std::size_t variant = 0;  ///< of the counts; of no meaning where it is not counted
  std::optional<Answer> answer;
};

/// An ablation's results, as its page shows them.
struct AblationResult {
  AblationOptions options;
  CountingPlan plan;
  Counts counts;
  std::vector<AblationRow> rows;      ///< the switches that are felt
  std::vector<std::string> not_felt;  ///< every search of every position was the same without them
  std::vector<std::string> idle;      ///< on in the preset, and the game has nothing they rest on
  std::string control;                ///< of the matches, "5ms" for example; empty: each to its own depth
  double unplayed_pair_s = 0;         ///< what a pair of games takes, where some matches did not fit; 0: all did
  double seconds = 0;
};
AblationReport report_of(const AblationResult& result);

}  // namespace partita::lab
