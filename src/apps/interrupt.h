#pragma once

#include <csignal>
#include <functional>

namespace partita::apps {

/// While it lives, Ctrl-C or SIGTERM calls `stop` once (from a watching thread, so anything may be done there) instead
/// of ending the program. One at a time.
class Interruptible {
 public:
  explicit Interruptible(std::function<void()> stop);
  ~Interruptible();
  Interruptible(const Interruptible&) = delete;
  Interruptible& operator=(const Interruptible&) = delete;

  /// Whether one of them came.
  bool is_interrupted() const;

 private:
  struct Watch;
  Watch* watch_;
};

}  // namespace partita::apps
