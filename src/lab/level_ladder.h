#pragma once

#include <functional>
#include <string>
#include <vector>

#include "arena/rating.h"
#include "lab/question.h"

namespace partita::lab {

struct LadderOptions {
  std::string game;
  double seconds = 300;     ///< for all matches together
  int most_openings = 200;  ///< of one match
  int from = 2;             ///< the higher levels of the matches: from this one ...
  int to = 10;              ///< ... to this
  std::function<void(const Answer&)> on_answer;
};

/// Matches of every level against the one below it. Each goes on until its 95% interval lies above one half (and twenty
/// pairs are played) or its share of the time is spent.
base::Parsed<std::vector<Answer>> climb_levels(const LadderOptions& options, work::Queue& queue,
                                               const base::StopFlag& stop);

/// The levels with their ratings (the first level is zero) from such matches, as the JSON of data/levels. Matches of
/// the same levels in `earlier` (the JSON of before, or "") are replaced, the others kept.
base::Parsed<std::string> ladder_json(const std::string& game, const std::vector<Answer>& answers,
                                      const std::string& earlier);

}  // namespace partita::lab
