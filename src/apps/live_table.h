#pragma once

#include <string>

#include "base/clock.h"

namespace partita::apps {

/// Lines on the terminal that are overwritten a few times a second; nothing at all when standard error is no terminal.
class LiveTable {
 public:
  LiveTable();
  bool is_due() const { return is_watched_ && (lines_ == 0 || since_.milliseconds() >= 250); }
  /// Lines longer than the terminal is wide are cut.
  void show(const std::string& text);
  /// Wipes it off.
  void clear();
  /// How long the table has been there.
  double seconds() const { return watch_.seconds(); }

 private:
  bool is_watched_;
  int lines_ = 0;
  base::Stopwatch watch_;
  base::Stopwatch since_;
};

}  // namespace partita::apps
