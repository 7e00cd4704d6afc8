#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "work/engine_pool.h"
#include "work/nats_link.h"

namespace partita::work {

struct SearchWorkerOptions {
  std::string name;  ///< for people
  int threads = 1;   ///< searches at a time, as many short ones and as many long ones
  EngineSource engines = {};
};

/// The part of a worker that searches for servers (work/remote_search.h). Each question runs on a thread of its own.
/// One that nobody waits for is stopped: because the server said so, because the server's heartbeats no longer name it,
/// or because they no longer come. Questions under way are handed back when the object goes.
class SearchWorker {
 public:
  /// The link outlives it.
  SearchWorker(const NatsLink& link, SearchWorkerOptions options);
  ~SearchWorker();
  SearchWorker(const SearchWorker&) = delete;
  SearchWorker& operator=(const SearchWorker&) = delete;

  /// False if the server cannot be listened to.
  bool start();
  /// Hands back what is under way and takes nothing more.
  void close();
  /// Questions under way, and answered so far. Any thread.
  int running() const;
  std::int64_t answered() const;

 private:
  class Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace partita::work
