#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "base/clock.h"
#include "study/atlas.h"

namespace partita::study {

/// What a survey may spend on each position, and where it looks.
struct SurveyPlan {
  catalog::AnyPosition start;
  int plies = 0;                    ///< positions up to so many plies after the start
  std::uint64_t nodes = 1'000'000;  ///< of a proof search for each position; rows on which so many were spent stay
  std::uint64_t distance_nodes = 200'000;  ///< of the search for how long a win takes; 0: that is not asked
  std::size_t mebibytes = 256;             ///< of each thread's table
  int threads = 1;
  const base::StopFlag* stop = nullptr;
  /// After each position, one at a time: the row, how many are done and how many there are.
  std::function<void(const AtlasRow&, std::size_t done, std::size_t all)> on_row;
};

/// Refuses what cannot be surveyed: a game without a solver, one that is over, a start that moves do not lead to.
base::Parsed<base::Done> check_plan(const SurveyPlan& plan);
/// Tries to prove every position of the plan that the atlas does not know, up to symmetry, the latest first: what
/// follows from later rows is not searched. Returns when all were tried or the flag is raised; what was found is kept.
base::Parsed<base::Done> survey(Atlas& atlas, const SurveyPlan& plan);

/// Proven positions of these rules, chosen by the seed: each row once, in any order, and then other images of them, as
/// many as are asked for and there are. The same for the same atlas, number and seed.
std::vector<catalog::AnyPosition> sample_of(const Atlas& atlas, const base::OptionValues& rules, std::size_t count,
                                            std::uint64_t seed);

/// Fills in what follows from later rows, from the latest to the start.
void conclude(Atlas& atlas, const catalog::AnyPosition& start, int plies);

}  // namespace partita::study
