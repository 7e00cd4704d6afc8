#pragma once

#include <atomic>
#include <cstdint>

#include "work/engine_shelf.h"
#include "work/thinking.h"

namespace partita::work {

/// Thinking on the very threads that ask, with engines from a shelf.
class LocalThinking final : public Thinking {
 public:
  explicit LocalThinking(EngineShelf& shelf) : shelf_(shelf) {}

  Thought search(const SearchOrder& order, const ThinkingListener& listener, const base::StopFlag& stop) override;
  Thought judge(const PuzzleTry& puzzle, const ThinkingListener& listener, const base::StopFlag& stop) override;
  ThinkingState state() const override;

 private:
  EngineShelf& shelf_;
  std::atomic<std::uint64_t> done_{0};
};

}  // namespace partita::work
