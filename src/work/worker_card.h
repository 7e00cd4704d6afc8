#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/declared.h"
#include "base/parsed.h"

namespace partita::work {

/// What a worker says of itself when asked: JSON objects on kWorkersSubject.
struct WorkerCard {
  std::string name;
  std::string signature;
  int threads = 0;
  std::int64_t done = 0;
  std::int64_t failed = 0;
  double up_s = 0;
  std::vector<std::string> running;  ///< "run/job id"
  int searches = 0;                  ///< of pages, under way
  std::int64_t answered = 0;         ///< searches of pages

  static constexpr const char* kPlace = "worker";
  static void declare(auto& visit, auto& card) {
    visit("name", card.name);
    visit("signature", card.signature);
    visit("threads", card.threads);
    visit("done", card.done);
    visit("failed", card.failed);
    visit("up_s", card.up_s);
    visit("running", card.running);
    // Workers of earlier versions say nothing of these.
    visit("searches", card.searches, base::Range{0, 1'000'000}, base::kMayBeMissing);
    visit("answered", card.answered, base::Range{std::int64_t{0}, std::int64_t{1} << 53}, base::kMayBeMissing);
  }
};

}  // namespace partita::work
