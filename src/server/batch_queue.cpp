#include "server/batch_queue.h"

#include <sys/resource.h>

#include <algorithm>

#include "base/clock.h"
#include "base/steady_clock.h"
#include "base/threads.h"
#include "server/client_address.h"

namespace partita::server {

namespace {

constexpr std::size_t kMostOfAClient = 16;
constexpr std::size_t kMostInAll = 256;
constexpr int kBatchNice = 10;

}  // namespace

BatchQueue::BatchQueue() {
  if (base::Threads::are_there()) thread_ = std::thread([this] { run(); });
}

bool BatchQueue::submit(const std::string& client, std::function<void()> work) {
  if (!base::Threads::are_there()) {
    base::errands().add(std::move(work));
    return true;
  }
  {
    const std::lock_guard lock(mutex_);
    const auto count_if = [&](const auto& condition) {
      return static_cast<std::size_t>(std::count_if(waiting_.begin(), waiting_.end(), condition));
    };
    const std::string network = network_of_client(client);
    const std::size_t of_client = count_if([&](const Item& item) { return item.client == client; });
    const std::size_t of_network =
        count_if([&](const Item& item) { return !network.empty() && network_of_client(item.client) == network; });
    if (closing_ || of_client >= kMostOfAClient || of_network >= kMostOfAClient * kClientsOfNetwork ||
        waiting_.size() >= kMostInAll)
      return false;
    waiting_.push_back({client, std::move(work)});
  }
  wake_.notify_one();
  return true;
}

void BatchQueue::close() {
  {
    const std::lock_guard lock(mutex_);
    closing_ = true;
  }
  wake_.notify_one();
  if (thread_.joinable()) thread_.join();
}

BatchQueue::Item BatchQueue::next_locked() {
  const std::int64_t now = base::steady_ms();
  const auto used = [&](const Item& item) { return share_.used({item.client, ""}, now).client_ms; };
  const auto next = std::min_element(waiting_.begin(), waiting_.end(),
                                     [&](const Item& a, const Item& b) { return used(a) < used(b); });
  Item item = std::move(*next);
  waiting_.erase(next);
  return item;
}

void BatchQueue::run() {
  // Where the system refuses, the pieces are still small.
  [[maybe_unused]] const int refused = ::setpriority(PRIO_PROCESS, 0, kBatchNice);
  std::unique_lock lock(mutex_);
  for (;;) {
    wake_.wait(lock, [this] { return closing_ || !waiting_.empty(); });
    if (closing_) break;
    const Item item = next_locked();
    lock.unlock();
    const base::Stopwatch watch;
    item.work();
    lock.lock();
    share_.charge({item.client, ""}, static_cast<double>(watch.milliseconds()) + 1, base::steady_ms());
  }
  // Work that waits may hold connections, which belong to the loop: it is dropped here, before the loop is.
  const std::deque<Item> dropped = std::move(waiting_);
  lock.unlock();
}

}  // namespace partita::server
