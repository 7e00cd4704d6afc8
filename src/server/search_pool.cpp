#include "server/search_pool.h"

#include <algorithm>
#include <chrono>

namespace partita::server {

namespace {

// An engine told to stop just before it begins may miss it, so a stop is repeated until the job is back.
constexpr auto kWatchEvery = std::chrono::milliseconds(10);
// Names of clients long gone are forgotten now and then.
constexpr std::size_t kMostRememberedClients = 4'096;

}  // namespace

SearchPool::SearchPool(Size size, Metrics& metrics) : size_(size), metrics_(metrics) {
  for (int i = 0; i < size_.threads; ++i) threads_.emplace_back([this] { work(); });
  threads_.emplace_back([this] { watch(); });
}

void SearchPool::close() {
  {
    const std::lock_guard lock(mutex_);
    closing_ = true;
    waiting_.clear();
    for (const EntryPtr& entry : running_) {
      entry->fate.cancelled_ = true;
      entry->job.stop();
    }
  }
  work_ready_.notify_all();
  watch_ready_.notify_all();
  for (std::thread& thread : threads_) thread.join();
  threads_.clear();
}

base::Parsed<SearchPool::Ticket> SearchPool::submit(Job job) {
  Ticket ticket = 0;
  {
    const std::lock_guard lock(mutex_);
    if (closing_) return base::Error{"the server is going"};
    const auto same_client = [&](const EntryPtr& entry) { return entry->job.client == job.client; };
    if (std::count_if(waiting_.begin(), waiting_.end(), same_client) >= size_.waiting_per_client) {
      return base::Error{"too many searches are waiting for this client"};
    }
    auto entry = std::make_shared<Entry>();
    ticket = entry->ticket = ++last_ticket_;
    entry->job = std::move(job);
    const bool is_game = entry->job.urgency == Urgency::kGame;
    waiting_.push_back(std::move(entry));
    if (is_game && static_cast<int>(running_.size()) >= size_.threads) {
      if (const EntryPtr analysis = oldest_analysis_locked()) preempt_locked(analysis);
    }
    count_locked();
  }
  work_ready_.notify_one();
  watch_ready_.notify_one();
  return ticket;
}

void SearchPool::cancel(Ticket ticket) {
  const std::lock_guard lock(mutex_);
  const auto has_ticket = [&](const EntryPtr& entry) { return entry->ticket == ticket; };
  const auto in_queue = std::find_if(waiting_.begin(), waiting_.end(), has_ticket);
  if (in_queue != waiting_.end()) {
    waiting_.erase(in_queue);
    ++metrics_.searches_cancelled;
    count_locked();
    return;
  }
  const auto at_work = std::find_if(running_.begin(), running_.end(), has_ticket);
  if (at_work == running_.end() || (*at_work)->fate.is_cancelled()) return;
  (*at_work)->fate.cancelled_ = true;
  (*at_work)->job.stop();
  ++metrics_.searches_cancelled;
  watch_ready_.notify_one();
}

bool SearchPool::is_waiting(Ticket ticket) const {
  const std::lock_guard lock(mutex_);
  return std::any_of(waiting_.begin(), waiting_.end(), [&](const EntryPtr& entry) { return entry->ticket == ticket; });
}

void SearchPool::work() {
  std::unique_lock lock(mutex_);
  for (;;) {
    EntryPtr entry;
    work_ready_.wait(lock, [&] { return closing_ || (entry = next_locked()) != nullptr; });
    if (closing_) return;
    running_.push_back(entry);
    count_locked();
    ++metrics_.searches_started;
    entry->since.restart();
    lock.unlock();
    entry->job.run(entry->fate);
    lock.lock();
    finish_locked(entry);
  }
}

SearchPool::EntryPtr SearchPool::next_locked() {
  const auto running_of = [&](const std::string& client) {
    return std::count_if(running_.begin(), running_.end(), [&](const EntryPtr& e) { return e->job.client == client; });
  };
  auto best = waiting_.end();
  const auto rank = [&](const EntryPtr& entry) {
    const auto turn = last_turn_.find(entry->job.client);
    return std::pair(entry->job.urgency == Urgency::kAnalysis, turn == last_turn_.end() ? 0 : turn->second);
  };
  for (auto it = waiting_.begin(); it != waiting_.end(); ++it) {
    if (running_of((*it)->job.client) >= size_.running_per_client) continue;
    if (best == waiting_.end() || rank(*it) < rank(*best)) best = it;
  }
  if (best == waiting_.end()) return nullptr;
  EntryPtr entry = *best;
  waiting_.erase(best);
  if (last_turn_.size() > kMostRememberedClients) last_turn_.clear();
  last_turn_[entry->job.client] = ++turn_;
  return entry;
}

void SearchPool::finish_locked(const EntryPtr& entry) {
  running_.erase(std::find(running_.begin(), running_.end(), entry));
  if (entry->fate.preempted_ && !entry->fate.cancelled_ && !closing_) {
    entry->fate.preempted_ = false;
    waiting_.push_back(entry);
  }
  count_locked();
  // A client at its limit of running searches may have kept others' threads asleep.
  work_ready_.notify_all();
}

void SearchPool::preempt_locked(const EntryPtr& entry) {
  entry->fate.preempted_ = true;
  entry->job.stop();
  ++metrics_.searches_preempted;
}

SearchPool::EntryPtr SearchPool::oldest_analysis_locked() const {
  EntryPtr oldest;
  for (const EntryPtr& entry : running_) {
    if (entry->job.urgency != Urgency::kAnalysis || entry->fate.is_interrupted()) continue;
    if (!oldest || entry->since.microseconds() > oldest->since.microseconds()) oldest = entry;
  }
  return oldest;
}

bool SearchPool::has_waiting_locked(Urgency urgency) const {
  return std::any_of(waiting_.begin(), waiting_.end(), [&](const EntryPtr& e) { return e->job.urgency == urgency; });
}

void SearchPool::watch() {
  std::unique_lock lock(mutex_);
  while (!closing_ || !running_.empty()) {
    if (running_.empty()) {
      watch_ready_.wait(lock, [this] { return closing_ || !running_.empty() || !waiting_.empty(); });
    }
    watch_ready_.wait_for(lock, kWatchEvery);
    const bool all_taken = static_cast<int>(running_.size()) >= size_.threads;
    if (all_taken && has_waiting_locked(Urgency::kAnalysis)) {
      const EntryPtr analysis = oldest_analysis_locked();
      if (analysis && analysis->since.milliseconds() >= kSliceMs) preempt_locked(analysis);
    }
  }
}

void SearchPool::count_locked() {
  metrics_.searches_running = static_cast<std::int64_t>(running_.size());
  metrics_.searches_waiting = static_cast<std::int64_t>(waiting_.size());
}

}  // namespace partita::server
