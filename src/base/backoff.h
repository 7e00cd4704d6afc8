#pragma once

#include <algorithm>
#include <chrono>

#include "base/random.h"

namespace partita::base {

/// Exponential back-off with jitter: each pause is about twice the one before, up to a longest, and a random part of it
/// keeps many processes that lost the same server from coming back at the same moments. One thread.
class Backoff {
 public:
  using Milliseconds = std::chrono::milliseconds;

  Backoff(Milliseconds first, Milliseconds longest) : first_(first), longest_(longest), next_(first) {}

  /// The next pause: between half of the step and the whole of it.
  Milliseconds pause() {
    const Milliseconds step = next_;
    next_ = std::min(2 * next_, longest_);
    const auto half = step.count() / 2;
    return Milliseconds(step.count() - half +
                        static_cast<Milliseconds::rep>(random_.unit() * static_cast<double>(half)));
  }
  /// What was away is there.
  void reset() { next_ = first_; }

 private:
  Milliseconds first_;
  Milliseconds longest_;
  Milliseconds next_;
  Random random_{fresh_seed()};
};

}  // namespace partita::base
