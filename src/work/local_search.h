#pragma once

#include <atomic>
#include <cstdint>

#include "work/engine_pool.h"
#include "work/search_service.h"

namespace partita::work {

/// Searches on the threads that ask, with engines from a pool.
class LocalSearch final : public SearchService {
 public:
  explicit LocalSearch(EnginePool& engines) : engines_(engines) {}

  SearchResponse search(const SearchOrder& order, const SearchListener& listener, const base::StopFlag& stop) override;
  SearchResponse judge(const PuzzleTry& puzzle, const SearchListener& listener, const base::StopFlag& stop) override;
  SearchServiceState state() const override;

 private:
  EnginePool& engines_;
  std::atomic<std::uint64_t> done_{0};
};

}  // namespace partita::work
