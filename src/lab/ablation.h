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
  double seconds = 600;
  int threads = 1;
  std::function<void(const std::string&)> on_step;
};

/// A switch of the preset and the value that turns it off.
struct Ablation {
  std::string name;
  std::string off;
  std::string help;
  base::OptionValues with = {};  ///< what has to be set with it
};
/// Every switch that is on in the preset and bears on its kind of search.
base::Parsed<std::vector<Ablation>> ablations_of(const AblationOptions& options);

/// One page, and its plot of what each switch is worth as a picture (SVG) of its own.
struct AblationReport {
  std::string page;
  std::string plot;
};

std::string ablation_estimate(const AblationOptions& options);
/// The preset against itself with one switch off, for each: nodes and time to a fixed depth, and a match.
base::Parsed<AblationReport> make_ablation(const AblationOptions& options, work::Queue& queue,
                                           const base::StopFlag& stop);

}  // namespace partita::lab
