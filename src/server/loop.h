#pragma once

#include <cstdint>
#include <functional>

namespace partita::server {

/// The one thread on which all tables, desks and sessions live; they need no locks. post() may be called from any
/// thread, the rest only on the loop itself.
class Loop {
 public:
  using TimerId = std::uint64_t;

  virtual ~Loop() = default;
  virtual void post(std::function<void()> task) = 0;
  /// Runs the task once after that time. The id is never 0.
  virtual TimerId after(std::int64_t delay_ms, std::function<void()> task) = 0;
  /// Does nothing if the timer has run or 0 is given.
  virtual void cancel(TimerId id) = 0;
  /// Steady time: only differences mean something.
  virtual std::int64_t steady_ms() const = 0;
  /// Milliseconds since 1970.
  virtual std::int64_t wall_ms() const = 0;
};

}  // namespace partita::server
