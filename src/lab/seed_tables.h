#pragma once

#include <functional>
#include <string>

#include "base/clock.h"
#include "base/parsed.h"
#include "work/job.h"

namespace partita::lab {

struct SeedTableOptions {
  double seconds = 600;  ///< for everything
  int threads = 1;       ///< that answer questions, for the estimate
  /// What is being done now, for people; may be empty.
  std::function<void(const std::string&)> on_step;
};

/// What it will do in the time given, said before it begins.
std::string seed_tables_estimate(const SeedTableOptions& options);

/// The tables and figures of the five reports, made again with the presets that behave as the reports describe, each
/// beside the report's numbers; and then the questions behind them, asked by as many games as the time allows. One page
/// of HTML.
base::Parsed<std::string> make_seed_tables(const SeedTableOptions& options, work::Queue& queue,
                                           const base::StopFlag& stop);

}  // namespace partita::lab
