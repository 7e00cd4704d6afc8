#pragma once

#include <string>
#include <vector>

#include "arena/game_job.h"
#include "base/clock.h"
#include "base/parsed.h"

namespace partita::arena {

/// Finished games in a file, one line of JSON each behind a header line with the plan's fingerprint. A line is handed
/// to the system before its game counts, so a killed process loses at most the games it was playing (a machine that
/// loses its power, those of the last half second); a half-written last line is cut off when the file is opened again.
/// One writer, held by a lock.
class ResultLog {
 public:
  /// Starts a new file (an existing one is an error) or, with `resume`, goes on with an existing one.
  enum class Mode { kNew, kResume };
  static base::Parsed<ResultLog> open(const std::string& path, const std::string& fingerprint, Mode mode);

  ResultLog(ResultLog&& other) noexcept;
  ResultLog& operator=(ResultLog&& other) noexcept;
  ResultLog(const ResultLog&) = delete;
  ~ResultLog();

  /// Games found in the file when it was opened.
  const std::vector<GameOutcome>& earlier() const { return earlier_; }
  base::Parsed<base::Done> append(const GameOutcome& outcome);

 private:
  ResultLog() = default;
  int file_ = -1;
  base::Stopwatch since_sync_;
  std::vector<GameOutcome> earlier_;
};

}  // namespace partita::arena
