#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <functional>
#include <mutex>
#include <string>
#include <thread>

#include "server/fair_share.h"

namespace partita::server {

/// One thread of low priority for what takes long and nobody waits for at a board: reading imported games, writing
/// lists and exports. Clients take turns by what they used. Work goes to the store in small pieces, each waited for, so
/// that at most one of them stands in the way of a move. submit() from any thread. Without threads: an errand each
/// (base/threads.h).
class BatchQueue {
 public:
  BatchQueue();
  ~BatchQueue() { close(); }
  BatchQueue(const BatchQueue&) = delete;
  BatchQueue& operator=(const BatchQueue&) = delete;

  /// False if too much waits already, for this client or in all.
  bool submit(const std::string& client, std::function<void()> work);
  /// Drops what waits and waits for what runs, which should look at is_closing() between its pieces.
  void close();
  bool is_closing() const { return closing_.load(); }

 private:
  struct Item {
    std::string client;
    std::function<void()> work;
  };

  void run();
  Item next_locked();

  std::mutex mutex_;
  std::condition_variable wake_;
  std::deque<Item> waiting_;
  FairShare share_;
  std::atomic<bool> closing_{false};
  std::thread thread_;  // last: it uses all of the above
};

}  // namespace partita::server
