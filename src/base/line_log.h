#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/clock.h"
#include "base/parsed.h"

namespace partita::base {

/// A file of finished work, one line each behind a header line that names the plan it belongs to. A line is handed to
/// the system before its work counts, so a killed process loses at most what it was doing (a machine that loses its
/// power, the lines of the last half second); a half-written last line is cut off when the file is opened again. One
/// writer, held by a lock.
class LineLog {
 public:
  /// Starts a new file (an existing one is an error) or goes on with an existing one.
  enum class Mode { kNew, kResume };
  /// How errors speak of it.
  struct Words {
    std::string header;   ///< the first line, without its newline
    std::string foreign;  ///< "belongs to another tournament (...)": the header is another one
    std::string busy;     ///< "another arena is writing to it"
  };
  static Parsed<LineLog> open(const std::string& path, const Words& words, Mode mode);

  LineLog(LineLog&& other) noexcept;
  LineLog& operator=(LineLog&& other) noexcept;
  LineLog(const LineLog&) = delete;
  ~LineLog();

  const std::string& path() const { return path_; }
  /// The lines that the file had when it was opened, without its header (the first line). They are handed out once.
  std::vector<std::string> take_earlier() { return std::move(earlier_); }
  Parsed<Done> append(std::string_view line);

 private:
  LineLog() = default;
  int file_ = -1;
  std::string path_;
  Stopwatch since_sync_;
  std::vector<std::string> earlier_;
};

}  // namespace partita::base
