#pragma once

#include <functional>
#include <string>
#include <vector>

#include "base/parsed.h"
#include "catalog/any_engine.h"
#include "lab/report_questions.h"

/// What the measurements of the five reports have in common.
namespace partita::lab {

/// Work on 0 ... count - 1 by the context's threads, each piece once. The first error ends it; so does the end of the
/// time.
base::Parsed<base::Done> in_parallel(const MeasureContext& context, std::size_t count,
                                     const std::function<base::Parsed<base::Done>(std::size_t)>& work);

struct WatchedMove {
  std::string move;
  int seat = 0;
  int legal = 0;  ///< moves there were to choose from
  int depth = 0;
  std::uint64_t nodes = 0;
  std::int64_t microseconds = 0;
  bool is_searched = true;
};
struct WatchedGame {
  std::vector<WatchedMove> moves;  ///< without the opening
  catalog::Ending ending;          ///< not over if the game was as long as allowed
};
struct WatchPlan {
  std::string game;
  base::OptionValues rules;
  std::vector<std::string> engines;     ///< by seat
  std::vector<catalog::Limits> limits;  ///< by seat
  int random_plies = 0;                 ///< played before the engines take over
  std::uint64_t seed = 1;
  int most_plies = 400;
};
/// A game in which every search is timed to the microsecond.
base::Parsed<WatchedGame> watch_game(const WatchPlan& plan);

base::Parsed<std::unique_ptr<catalog::AnyEngine>> engine_of(const std::string& game, const base::OptionValues& rules,
                                                            const std::string& spec);
/// Random legal plies (at least so many, and whole turns) that do not end the game.
base::Parsed<catalog::AnyPosition> random_position(const std::string& game, const base::OptionValues& rules, int plies,
                                                   std::uint64_t seed);
catalog::Limits node_limit(std::uint64_t nodes);

double mean_of(const std::vector<double>& values);
/// The half-width of the mean's 95% interval; 0 for fewer than two values.
double error_of(const std::vector<double>& values);
/// The value below which `share` of them lie; 0 if there are none.
double quantile_of(std::vector<double> values, double share);
/// Rounded to so many digits behind the point, for files that people read.
double rounded(double value, int digits);

// One file each: the measurements of a report.
std::vector<ReportMeasure> sweere_measures();
std::vector<ReportMeasure> aboukhadra_measures();
std::vector<ReportMeasure> rao_measures();
std::vector<ReportMeasure> rudin_measures();
std::vector<ReportMeasure> trebing_measures();

}  // namespace partita::lab
