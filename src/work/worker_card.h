#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

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
};
std::string write_worker_card(const WorkerCard& card);
base::Parsed<WorkerCard> read_worker_card(std::string_view json);

}  // namespace partita::work
