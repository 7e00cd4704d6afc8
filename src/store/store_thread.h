#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "base/backoff.h"
#include "store/store.h"

namespace partita::store {

/// Counts for the metrics page. Any thread may read.
struct StoreCounts {
  std::atomic<std::uint64_t> tasks{0};
  std::atomic<std::uint64_t> commits{0};
  std::atomic<std::uint64_t> failures{0};
};

/// The thread that owns a Store. Tasks that wait together are committed together, so that two hundred moves a second
/// cost a few dozen disk syncs; none is reported done before its commit. post() from any thread. Where there are no
/// threads what is posted is an errand (base/threads.h).
class StoreThread {
 public:
  /// May run twice if the commit it was part of failed, so it changes nothing but the store and what it captured.
  using Task = std::function<void(Store&)>;
  /// Called on the store's thread after the commit; `failure` is empty if all went well.
  using Done = std::function<void(const std::string& failure)>;

  explicit StoreThread(std::unique_ptr<Store> store);
  ~StoreThread() { close(); }
  StoreThread(const StoreThread&) = delete;
  StoreThread& operator=(const StoreThread&) = delete;

  void post(Task task, Done done);
  /// Without threads: does what was posted, for those who cannot wait for the errand.
  void work_off();
  /// Finishes what was posted and ends. What is posted later is never done.
  void close();
  /// False if the last task found the database away.
  bool is_healthy() const { return healthy_.load(); }
  const StoreCounts& counts() const { return counts_; }
  std::size_t waiting() const;
  /// The file, if it is one.
  const std::string& sqlite_path() const { return sqlite_path_; }

 private:
  struct Item {
    Task task;
    Done done;
    std::string failure;
  };

  void run();
  /// Waits until something was posted; nothing when all is over.
  std::deque<Item> next_batch();
  std::deque<Item> taken_locked();
  void carry_out(std::deque<Item>& batch);
  void commit_together(std::deque<Item>& batch);
  void commit_one_by_one(std::deque<Item>& batch);
  void commit_alone(Item& item);
  /// Empty if the connection stands, if need be a new one.
  std::string failure_to_connect();

  std::unique_ptr<Store> store_;
  const std::string sqlite_path_;
  StoreCounts counts_;
  std::atomic<bool> healthy_{true};
  mutable std::mutex mutex_;
  std::condition_variable wake_;
  std::deque<Item> queue_;
  bool closing_ = false;
  // Of the thread alone: between attempts to reach a database that is away, what is posted fails as the last one did.
  base::Backoff backoff_{std::chrono::milliseconds(50), std::chrono::milliseconds(1'000)};
  std::chrono::steady_clock::time_point next_attempt_{};
  std::string away_;
  std::thread thread_;
};

}  // namespace partita::store
