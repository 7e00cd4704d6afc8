#pragma once

#include <functional>
#include <string>

#include "base/clock.h"
#include "lab/report_questions.h"
#include "work/job.h"

namespace partita::lab {

struct ReportRunOptions {
  std::string folder = "data/reports";
  std::string report;        ///< only this one's questions; empty: all
  std::string question;      ///< only the one of this id
  double seconds = 600;      ///< no game begins after that
  int threads = 1;           ///< of measurements; matches are played by the queue
  int games = 400;           ///< at least so many for every match ...
  double half_width = 0.05;  ///< ... and more until the interval's half is no wider than this
  bool again = false;        ///< forget what is stored for the questions asked
  std::uint64_t seed = 1;
  Provenance by;
  std::function<void(const std::string&)> on_step;  ///< one line at a time: what is going on
};

/// This machine's processor and number of cores, and today's date.
std::string machine_text();
std::string date_text();

/// Asks what is not answered well enough yet and keeps every answer in `folder`, which is written as it goes: whatever
/// ends the run, what was played by then counts, and the next run goes on from there. Matches count by whole pairs in
/// the order of their openings, so that long games are not missed. An unknown report or question is an error.
base::Parsed<base::Done> run_reports(const ReportRunOptions& options, work::Queue& queue, const base::StopFlag& stop);

/// A line for every question: id, games, score and interval.
base::Parsed<std::string> report_summary(const ReportRunOptions& options);

}  // namespace partita::lab
