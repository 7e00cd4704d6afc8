#include "store/store_thread.h"

#include <exception>
#include <utility>

namespace partita::store {

namespace {

// One transaction holds no more than this, so that the first of a long queue is not kept waiting for the last.
constexpr std::size_t kLargestBatch = 256;

void rollback_quietly(Store& store) {
  try {
    store.rollback();
  } catch (const std::exception&) {
    // The failure that led here is the one to report.
  }
}

bool can_be_read(Store& store) {
  try {
    store.game_count();
    return true;
  } catch (const std::exception&) {
    return false;
  }
}

void reconnect_quietly(Store& store) {
  try {
    store.reconnect();
  } catch (const std::exception&) {
    // Tried again before the next task.
  }
}

}  // namespace

StoreThread::StoreThread(std::unique_ptr<Store> store) : store_(std::move(store)), thread_([this] { run(); }) {}

void StoreThread::close() {
  {
    const std::lock_guard lock(mutex_);
    closing_ = true;
  }
  wake_.notify_all();
  if (thread_.joinable()) thread_.join();
}

void StoreThread::post(Task task, Done done) {
  {
    const std::lock_guard lock(mutex_);
    queue_.push_back({std::move(task), std::move(done), ""});
  }
  wake_.notify_one();
}

std::size_t StoreThread::waiting() const {
  const std::lock_guard lock(mutex_);
  return queue_.size();
}

void StoreThread::run() {
  for (;;) {
    std::deque<Item> batch;
    {
      std::unique_lock lock(mutex_);
      wake_.wait(lock, [this] { return closing_ || !queue_.empty(); });
      if (queue_.empty()) return;
      while (!queue_.empty() && batch.size() < kLargestBatch) {
        batch.push_back(std::move(queue_.front()));
        queue_.pop_front();
      }
    }
    commit_together(batch);
    for (Item& item : batch) {
      ++counts_.tasks;
      if (!item.failure.empty()) ++counts_.failures;
      item.done(item.failure);
    }
  }
}

void StoreThread::commit_together(std::deque<Item>& batch) {
  try {
    if (!healthy_) store_->reconnect();
    store_->begin();
    for (Item& item : batch) item.task(*store_);
    store_->commit();
    ++counts_.commits;
    healthy_ = true;
  } catch (const std::exception&) {
    // One bad task must not take the others with it: each gets a transaction of its own.
    rollback_quietly(*store_);
    for (Item& item : batch) commit_alone(item);
  }
}

void StoreThread::commit_alone(Item& item) {
  for (int attempt = 0; attempt < 2; ++attempt) {
    try {
      store_->begin();
      item.task(*store_);
      store_->commit();
      ++counts_.commits;
      item.failure.clear();
      healthy_ = true;
      return;
    } catch (const std::exception& failure) {
      item.failure = failure.what();
      if (item.failure.empty()) item.failure = "unknown failure";
      rollback_quietly(*store_);
      if (attempt == 0) reconnect_quietly(*store_);
    }
  }
  healthy_ = can_be_read(*store_);
}

}  // namespace partita::store
