#include "store/store_thread.h"

#include <exception>
#include <utility>

#include "base/clock.h"
#include "base/threads.h"
#include "store/store_errors.h"

namespace partita::store {

namespace {

// One transaction holds no more than this, so that the first of a long queue is not kept waiting for the last.
constexpr std::size_t kLargestBatch = 256;
// And is ended after this time: what does not fit goes back to the queue.
constexpr double kLongestBatchSeconds = 0.5;

void rollback_quietly(Store& store) {
  try {
    store.rollback();
  } catch (const std::exception&) {
    // The failure that led here is the one to report.
  }
}

}  // namespace

StoreThread::StoreThread(std::unique_ptr<Store> store) : store_(std::move(store)), sqlite_path_(store_->sqlite_path()) {
  if (base::Threads::are_there()) thread_ = std::thread([this] { run(); });
}

void StoreThread::close() {
  {
    const std::lock_guard lock(mutex_);
    closing_ = true;
  }
  wake_.notify_all();
  if (thread_.joinable())
    thread_.join();
  else
    work_off();
}

void StoreThread::post(Task task, Done done) {
  {
    const std::lock_guard lock(mutex_);
    queue_.push_back({std::move(task), std::move(done), ""});
  }
  if (base::Threads::are_there())
    wake_.notify_one();
  else
    base::errands().add([this] { work_off(); });
}

std::size_t StoreThread::waiting() const {
  const std::lock_guard lock(mutex_);
  return queue_.size();
}

void StoreThread::run() {
  for (std::deque<Item> batch = next_batch(); !batch.empty(); batch = next_batch()) carry_out(batch);
}

void StoreThread::work_off() {
  for (;;) {
    std::deque<Item> batch;
    {
      const std::lock_guard lock(mutex_);
      batch = taken_locked();
    }
    if (batch.empty()) return;
    carry_out(batch);
  }
}

std::deque<StoreThread::Item> StoreThread::next_batch() {
  std::unique_lock lock(mutex_);
  wake_.wait(lock, [this] { return closing_ || !queue_.empty(); });
  return taken_locked();
}

std::deque<StoreThread::Item> StoreThread::taken_locked() {
  std::deque<Item> batch;
  while (!queue_.empty() && batch.size() < kLargestBatch) {
    batch.push_back(std::move(queue_.front()));
    queue_.pop_front();
  }
  return batch;
}

void StoreThread::carry_out(std::deque<Item>& batch) {
  commit_together(batch);
  for (Item& item : batch) {
    ++counts_.tasks;
    if (!item.failure.empty()) ++counts_.failures;
    item.done(item.failure);
  }
}

void StoreThread::commit_together(std::deque<Item>& batch) {
  try {
    const base::Stopwatch watch;
    std::size_t done = 0;
    store_->begin();
    while (done < batch.size() && (done == 0 || watch.seconds() < kLongestBatchSeconds)) batch[done++].task(*store_);
    store_->commit();
    const std::lock_guard lock(mutex_);
    while (batch.size() > done) {
      queue_.push_front(std::move(batch.back()));
      batch.pop_back();
    }
    ++counts_.commits;
    healthy_ = true;
  } catch (const std::exception&) {
    // One bad task must not take the others with it: each gets a transaction of its own.
    rollback_quietly(*store_);
    commit_one_by_one(batch);
  }
}

void StoreThread::commit_one_by_one(std::deque<Item>& batch) {
  // Asked once for all of them: a database that is away may take seconds to say so.
  std::string away = failure_to_connect();
  for (Item& item : batch) {
    if (away.empty()) {
      commit_alone(item);
      if (!item.failure.empty()) away = failure_to_connect();
    } else {
      item.failure = away;
    }
  }
  healthy_ = away.empty();
}

std::string StoreThread::failure_to_connect() {
  // A connection that works is kept: with it the lock on the database would go, if only for a moment.
  if (store_->answers()) {
    backoff_.reset();
    return "";
  }
  const auto now = std::chrono::steady_clock::now();
  if (now < next_attempt_) return away_;
  try {
    store_->reconnect();
    backoff_.reset();
    return "";
  } catch (const DatabaseAway& away) {
    away_ = away.what();
    // From now on, not from before: an attempt may have taken seconds itself.
    next_attempt_ = std::chrono::steady_clock::now() + backoff_.pause();
    return away_;
  } catch (const std::exception& failure) {
    return failure.what()[0] == '\0' ? "the database cannot be reached" : failure.what();
  }
}

void StoreThread::commit_alone(Item& item) {
  try {
    store_->begin();
    item.task(*store_);
    store_->commit();
    ++counts_.commits;
    item.failure.clear();
  } catch (const std::exception& failure) {
    item.failure = failure.what();
    if (item.failure.empty()) item.failure = "unknown failure";
    rollback_quietly(*store_);
  }
}

}  // namespace partita::store
