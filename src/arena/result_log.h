#pragma once

#include <string>
#include <utility>
#include <vector>

#include "arena/game_job.h"
#include "base/line_log.h"
#include "base/parsed.h"

namespace partita::arena {

/// Finished games in a file, one line of JSON each behind a header line with the plan's fingerprint (base::LineLog).
class ResultLog {
 public:
  using Mode = base::LineLog::Mode;
  static base::Parsed<ResultLog> open(const std::string& path, const std::string& fingerprint, Mode mode);

  /// Games found in the file when it was opened.
  const std::vector<GameOutcome>& earlier() const { return earlier_; }
  base::Parsed<base::Done> append(const GameOutcome& outcome);

 private:
  explicit ResultLog(base::LineLog lines) : lines_(std::move(lines)) {}
  base::LineLog lines_;
  std::vector<GameOutcome> earlier_;
};

}  // namespace partita::arena
