#pragma once

#include <functional>
#include <string>
#include <vector>

#include "lab/question.h"

namespace partita::lab {

struct AblationOptions {
  std::string game;
  base::OptionValues rules;
  std::string preset = "partita";
  double seconds = 600;  ///< for counting and matches together
  int threads = 1;
  std::function<void(const std::string&)> on_step;
};

/// A switch of the preset and the value that turns it off.
struct Ablation {
  std::string name;
  std::string off;
  std::string help;
  base::OptionValues with = {};  ///< what has to be set with it
  bool is_counted = true;        ///< false: it does not bear on searches to a given depth, only on games
};
/// Every switch that is on in the preset, bears on its kind of search, and on the game (catalog/idle_switches.h).
base::Parsed<std::vector<Ablation>> ablations_of(const AblationOptions& options);

/// The page, its plot of what each switch is worth as a picture (SVG) of its own, and its table as Markdown.
struct AblationReport {
  std::string page;
  std::string plot;
  std::string text;
};

std::string ablation_estimate(const AblationOptions& options);
/// The preset against itself with one switch off, for each: nodes and time to the same depths, and a match. Half of the
/// time is planned as nodes for counting; no match is begun that does not fit in what is left.
base::Parsed<AblationReport> make_ablation(const AblationOptions& options, work::Queue& queue,
                                           const base::StopFlag& stop);

}  // namespace partita::lab
