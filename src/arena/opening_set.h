#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "arena/schedule.h"
#include "base/parsed.h"

namespace partita::arena {

struct OpeningPlan {
  std::string game;
  base::OptionValues rules;
  int count = 50;
  int plies = 6;  ///< random plies from the start
  std::uint64_t seed = 1;
  /// Openings are kept if the judge's estimate for the mover is within this of one half (1: keep all) ...
  double imbalance = 0.25;
  /// ... after this many nodes. A proven opening is never kept.
  std::uint64_t judge_nodes = 20'000;
  std::string judge = "partita";
};

/// Random openings that a short search neither decides nor thinks one-sided, all different. The same plan gives the
/// same openings. If balance is too rare the best of what was seen fills the set. `on_progress` gets found and tried
/// counts.
base::Parsed<std::vector<Opening>> generate_openings(const OpeningPlan& plan,
                                                     const std::function<void(int, int)>& on_progress = {});

/// The openings of a file in the form of record/openings.h; errors begin with "path:line". None, or one in which the
/// game is over, is an error too.
base::Parsed<std::vector<Opening>> read_opening_file(const std::string& path, const std::string& game,
                                                     const base::OptionValues& rules);

}  // namespace partita::arena
