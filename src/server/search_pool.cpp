#include "server/search_pool.h"

#include <pthread.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <ctime>
#include <system_error>
#include <tuple>
#include <utility>

#include "base/steady_clock.h"
#include "base/threads.h"
#include "server/client_address.h"

namespace partita::server {

namespace {

using std::chrono::milliseconds;

// A short search that the processors have not served yet is looked at again.
constexpr std::int64_t kLookAgainMs = 10;
// Ranks change with what is used: while somebody waits for a long search to give way they are compared again.
constexpr auto kCompareEvery = milliseconds(50);
// Against a nice value of 10 a thread of normal priority gets nine tenths of a core.
constexpr int kLongNice = 10;
// On a machine that is busy with other things a short search may take so many times longer by the clock on the wall.
constexpr std::int64_t kWallFactor = 4;
// What a run costs at least, so that clients with the shortest of searches take turns too.
constexpr double kLeastChargeMs = 1;
// A cost class up for each so many milliseconds of waiting, so that cheap tasks keep no other waiting for ever.
constexpr std::int64_t kAgingMs = 200;
constexpr std::int64_t kLongAgingMs = 5'000;
// A running search does not give way for less: both would only change places again and again.
constexpr double kMarginMs = 500;
// By so many classes, a factor of eight.
constexpr int kMuchCheaper = 3;
constexpr std::size_t kMostKinds = 4'096;
// A run that was lost later than this after its beginning tells nothing about the task.
constexpr std::int64_t kSoonLostMs = 5'000;
// Without threads: what whoever turns to another position, or asks for anything, waits for at most while an analysis
// runs.
constexpr std::int64_t kFirstSliceMs = 200;
constexpr std::int64_t kLongestSliceMs = 1'000;

/// What a running thread has had of the processors; a new one has had nothing.
std::int64_t cpu_ms(std::thread& thread) {
  clockid_t clock{};
  timespec time{};
  if (::pthread_getcpuclockid(thread.native_handle(), &clock) != 0 || ::clock_gettime(clock, &time) != 0) return 0;
  return static_cast<std::int64_t>(time.tv_sec) * 1'000 + time.tv_nsec / 1'000'000;
}

void lower_priority(pid_t thread) {
  // Where the system refuses, the search runs on as it is: the lanes and turns hold without it.
  [[maybe_unused]] const int refused = ::setpriority(PRIO_PROCESS, static_cast<id_t>(thread), kLongNice);
}

/// 0 up to 4 ms, 1 up to 8, 2 up to 16 ...
int cost_class(double cost_ms) {
  int cls = 0;
  for (double bound = 4; cost_ms > bound && cls < 12; bound *= 2) ++cls;
  return cls;
}

}  // namespace

struct SearchPool::Rank {
  double client_ms = 0;
  Urgency urgency = Urgency::kGame;
  std::int64_t cost = 0;
  double party_ms = 0;
  Ticket ticket = 0;
  auto tied() const { return std::tie(client_ms, urgency, cost, party_ms, ticket); }
  bool operator<(const Rank& other) const { return tied() < other.tied(); }
};

SearchPool::SearchPool(Size size, Metrics& metrics) : size_(size), metrics_(metrics) {
  if (base::Threads::are_there()) dispatcher_ = std::thread([this] { dispatch(); });
}

void SearchPool::close() {
  {
    const std::lock_guard lock(mutex_);
    closing_ = true;
    waiting_.clear();
    for (const EntryPtr& entry : running_) {
      entry->fate.cancelled_ = true;
      entry->fate.stop_.raise();
    }
  }
  wake_.notify_one();
  if (dispatcher_.joinable()) dispatcher_.join();
}

base::Parsed<SearchPool::Ticket> SearchPool::submit(Task task) {
  Ticket ticket = 0;
  {
    const std::lock_guard lock(mutex_);
    if (closing_) return base::Error{"the server is going"};
    if (task.urgency != Urgency::kGame) {
      int of_party = 0;
      int of_client = 0;
      int of_network = 0;
      const std::string network = network_of_client(task.payer.client);
      for (const EntryPtr& entry : waiting_) {
        if (entry->task.urgency == Urgency::kGame) continue;
        if (!network.empty() && network_of_client(entry->task.payer.client) == network) ++of_network;
        if (entry->task.payer.client != task.payer.client) continue;
        ++of_client;
        if (entry->task.payer.party == task.payer.party) ++of_party;
      }
      if (of_party >= size_.waiting_per_party || of_client >= size_.waiting_per_client ||
          of_network >= size_.waiting_per_client * kClientsOfNetwork) {
        return base::Error{"too many searches are waiting for this client"};
      }
    }
    auto entry = std::make_shared<Entry>();
    ticket = entry->ticket = ++last_ticket_;
    entry->lane = lane_of(task);
    entry->task = std::move(task);
    entry->since_ms = base::steady_ms();
    waiting_.push_back(std::move(entry));
    count_locked();
    if (!base::Threads::are_there()) run_later_locked();
  }
  wake_.notify_one();
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
  (*at_work)->fate.stop_.raise();
  ++metrics_.searches_cancelled;
  wake_.notify_one();
}

void SearchPool::resize(int threads) {
  {
    const std::lock_guard lock(mutex_);
    size_.threads = std::max(1, threads);
  }
  wake_.notify_one();
}

int SearchPool::threads() const {
  const std::lock_guard lock(mutex_);
  return size_.threads;
}

bool SearchPool::is_waiting(Ticket ticket) const {
  const std::lock_guard lock(mutex_);
  return std::any_of(waiting_.begin(), waiting_.end(), [&](const EntryPtr& entry) {
    // Between two of its slices a search is under way.
    return entry->ticket == ticket && (base::Threads::are_there() || entry->fate.used_ms_ == 0);
  });
}

// ---- running without threads ----

void SearchPool::run_later_locked() {
  if (is_run_later_ || waiting_.empty()) return;
  is_run_later_ = true;
  base::errands().add_long([this] { run_next(); });
}

void SearchPool::run_next() {
  EntryPtr entry;
  {
    const std::lock_guard lock(mutex_);
    is_run_later_ = false;
    entry = first_waiting_locked(Lane::kQuick);
    if (!entry) entry = first_waiting_locked(Lane::kLong);
    if (!entry || closing_) return;
    entry->fate.is_long_ = entry->lane == Lane::kLong;
    begin_locked(entry);
    set_end_locked(*entry);
    entry->fate.count_wall_time();
  }
  entry->task.run(entry->fate);
  const std::lock_guard lock(mutex_);
  // Only a stop that the task itself has seen counts: a moment later its answer may be on the way.
  if (entry->fate.is_sliced_ && entry->fate.stop_.was_seen()) {
    entry->fate.preempted_ = true;
    ++metrics_.searches_preempted;
  }
  finish_locked(entry);
  run_later_locked();
}

/// Each slice lasts as long as all before it together, so that at most half of the work is repeated.
void SearchPool::set_end_locked(Entry& entry) const {
  std::int64_t left_ms = 0;
  for (const std::int64_t most_ms : {entry.task.most_ms, entry.task.own_ms}) {
    if (most_ms <= 0) continue;
    const std::int64_t left = std::max<std::int64_t>(most_ms - entry.fate.used_ms_, 1);
    left_ms = left_ms == 0 ? left : std::min(left_ms, left);
  }
  const std::int64_t slice_ms = std::clamp(entry.fate.used_ms_, kFirstSliceMs, kLongestSliceMs);
  // What remains for the last run is enough to find again what the one before has found.
  entry.fate.is_sliced_ = entry.task.urgency == Urgency::kAnalysis && (left_ms == 0 || left_ms > 2 * slice_ms);
  entry.fate.stop_.lower();
  if (!entry.fate.is_sliced_ && entry.task.most_ms == 0) return;
  const std::int64_t most_ms = entry.task.most_ms - entry.fate.used_ms_;
  entry.out_of_time = !entry.fate.is_sliced_;
  entry.fate.stop_.raise_at(Clock::now() + milliseconds(entry.fate.is_sliced_ ? slice_ms : most_ms));
}

// ---- running ----

void SearchPool::dispatch() {
  std::unique_lock lock(mutex_);
  for (;;) {
    if (!finished_.empty()) {
      std::vector<std::thread> finished = std::exchange(finished_, {});
      lock.unlock();
      for (std::thread& thread : finished) thread.join();
      lock.lock();
      continue;
    }
    if (closing_ && running_.empty()) return;
    end_runs_locked();
    make_room_locked();
    start_due_locked();
    wake_.wait_until(lock, next_look_locked());
  }
}

void SearchPool::run(const EntryPtr& entry) {
  {
    const std::lock_guard lock(mutex_);
    entry->thread_id = ::gettid();
    // From the start, so that threads which the search starts itself have it too.
    if (entry->lane == Lane::kLong) lower_priority(entry->thread_id);
  }
  entry->task.run(entry->fate);
  const std::lock_guard lock(mutex_);
  finish_locked(entry);
  wake_.notify_one();
}

void SearchPool::finish_locked(const EntryPtr& entry) {
  const std::int64_t now = base::steady_ms();
  const std::int64_t ran_ms = now - entry->since_ms;
  entry->earlier_cpu_ms += used_cpu_ms(*entry, now);
  entry->fate.counts_wall_time_ = false;
  const bool was_lost = entry->fate.put_back_.exchange(false);
  if (was_lost && ran_ms < kSoonLostMs) ++entry->fate.losses_;
  running_.erase(std::find(running_.begin(), running_.end(), entry));
  if (entry->thread.joinable()) finished_.push_back(std::move(entry->thread));
  entry->thread_id = 0;
  entry->fate.used_ms_ += ran_ms;
  // Runs that were lost are not charged.
  if (!was_lost)
    share_.charge(entry->task.payer, std::max(static_cast<double>(ran_ms) * entry->task.threads, kLeastChargeMs), now);
  if (was_lost && !entry->fate.preempted_ && !entry->fate.cancelled_ && !closing_) {
    entry->since_ms = now;
    waiting_.push_back(entry);
  } else if (entry->fate.preempted_ && !entry->fate.cancelled_ && !closing_) {
    entry->fate.preempted_ = false;
    if (!entry->out_of_time) entry->fate.stop_.lower();
    entry->lane = Lane::kLong;
    entry->since_ms = now;
    waiting_.push_back(entry);
    // A search that lasts a minute tells of its kind before it ends; one that was only slow this time does not.
    if (entry->earlier_cpu_ms >= 2 * size_.quick_ms)
      learn_cost_locked(*entry, static_cast<double>(entry->earlier_cpu_ms));
  } else if (!entry->fate.is_cancelled()) {
    learn_cost_locked(*entry, static_cast<double>(entry->earlier_cpu_ms));
  }
  count_locked();
}

void SearchPool::end_runs_locked() {
  const std::int64_t now = base::steady_ms();
  for (const EntryPtr& entry : running_) {
    const std::int64_t ran_ms = now - entry->since_ms;
    if (entry->task.most_ms > 0 && entry->fate.used_ms_ + ran_ms >= entry->task.most_ms) {
      entry->out_of_time = true;
      entry->fate.stop_.raise();
    }
    if (entry->lane == Lane::kQuick &&
        (ran_ms >= kWallFactor * size_.quick_ms || used_cpu_ms(*entry, now) >= size_.quick_ms))
      demote_locked(entry);
  }
}

void SearchPool::demote_locked(const EntryPtr& entry) {
  entry->lane = Lane::kLong;
  guess_long_locked(entry->task.kind);
  if (entry->thread_id != 0) lower_priority(entry->thread_id);
}

void SearchPool::preempt_locked(const EntryPtr& entry) {
  entry->fate.preempted_ = true;
  entry->fate.stop_.raise();
  ++metrics_.searches_preempted;
}

/// Long searches beyond the lane's threads are put back; and so are those for which others have waited long enough.
void SearchPool::make_room_locked() {
  const auto at_work = [&] {
    return std::count_if(running_.begin(), running_.end(), [](const EntryPtr& entry) {
      return entry->lane == Lane::kLong && !entry->fate.is_interrupted();
    });
  };
  while (at_work() > size_.threads) preempt_locked(last_running_locked());
  if (running_locked(Lane::kLong) < size_.threads || at_work() < size_.threads) return;
  const EntryPtr waiting = first_waiting_locked(Lane::kLong);
  if (!waiting) return;
  EntryPtr gives_way;
  for (const EntryPtr& entry : running_) {
    if (entry->lane != Lane::kLong || entry->fate.is_interrupted() || !gives_way_locked(*entry, *waiting)) continue;
    if (!gives_way || rank_locked(*gives_way) < rank_locked(*entry)) gives_way = entry;
  }
  if (gives_way) preempt_locked(gives_way);
}

bool SearchPool::gives_way_locked(const Entry& running, const Entry& waiting) {
  if (running.out_of_time) return false;  // it ends by itself
  const FairShare::Used mine = used_locked(running.task.payer);
  const FairShare::Used theirs = used_locked(waiting.task.payer);
  const bool same_client = running.task.payer.client == waiting.task.payer.client;
  const bool same_party = same_client && running.task.payer.party == waiting.task.payer.party;
  const std::int64_t ran_ms = base::steady_ms() - running.since_ms;
  // A move of a game does not wait for the rest of an analysis, unless its client has had more than the other.
  if (running.task.urgency == Urgency::kAnalysis && waiting.task.urgency != Urgency::kAnalysis) {
    if (same_client || theirs.client_ms <= mine.client_ms) return true;
  }
  if (running.task.urgency != Urgency::kAnalysis && waiting.task.urgency == Urgency::kAnalysis && same_client)
    return false;
  if (ran_ms < size_.slice_ms) return false;
  if (!same_client) return theirs.client_ms + kMarginMs < mine.client_ms;
  // A task that is short as a rule and was not done in the quick lane this time.
  if (cost_class_locked(waiting.task) + kMuchCheaper <= cost_class_locked(running.task)) return true;
  if (!same_party) return theirs.party_ms + kMarginMs < mine.party_ms;
  return ran_ms >= size_.own_slice_ms;
}

void SearchPool::start_due_locked() {
  if (closing_) return;
  for (const Lane lane : {Lane::kQuick, Lane::kLong}) {
    while (running_locked(lane) < size_.threads) {
      const EntryPtr entry = first_waiting_locked(lane);
      if (!entry || !start_locked(entry)) break;
    }
  }
  count_locked();
}

bool SearchPool::start_locked(const EntryPtr& entry) {
  entry->fate.is_long_ = entry->lane == Lane::kLong;
  try {
    entry->thread = std::thread([this, entry] { run(entry); });
  } catch (const std::system_error&) {
    return false;  // the system has no thread to give now: it is tried again at the next look
  }
  begin_locked(entry);
  return true;
}

void SearchPool::begin_locked(const EntryPtr& entry) {
  waiting_.erase(std::find(waiting_.begin(), waiting_.end(), entry));
  const std::int64_t now = base::steady_ms();
  metrics_.search_waits[static_cast<std::size_t>(entry->task.urgency)].record(
      static_cast<double>(now - entry->since_ms));
  entry->since_ms = now;
  running_.push_back(entry);
  ++metrics_.searches_started;
}

SearchPool::Clock::time_point SearchPool::next_look_locked() const {
  const auto now = Clock::now();
  // Everything else that matters wakes the dispatcher.
  auto next = now + std::chrono::hours(1);
  const std::int64_t now_ms = base::steady_ms();
  for (const EntryPtr& entry : running_) {
    const std::int64_t ran_ms = now_ms - entry->since_ms;
    if (entry->lane == Lane::kQuick)
      next = std::min(next, now + milliseconds(std::max(size_.quick_ms - ran_ms, kLookAgainMs)));
    if (entry->task.most_ms > 0 && !entry->out_of_time) {
      next = std::min(next, now + milliseconds(entry->task.most_ms - entry->fate.used_ms_ - ran_ms));
    }
  }
  if (!waiting_.empty()) next = std::min(next, now + kCompareEvery);
  return std::max(next, now + milliseconds(1));
}

// ---- who is next ----

SearchPool::Lane SearchPool::lane_of(const Task& task) const {
  if (task.urgency == Urgency::kAnalysis || task.threads > 1) return Lane::kLong;
  const auto known = costs_.find(task.kind);
  return known != costs_.end() && known->second.average_ms > static_cast<double>(size_.quick_ms) ? Lane::kLong
                                                                                                 : Lane::kQuick;
}

FairShare::Used SearchPool::used_locked(const Payer& payer) {
  const std::int64_t now = base::steady_ms();
  FairShare::Used used = share_.used(payer, now);
  for (const EntryPtr& entry : running_) {
    if (entry->task.payer.client != payer.client) continue;
    const double running_ms = static_cast<double>(now - entry->since_ms) * entry->task.threads;
    used.client_ms += running_ms;
    if (entry->task.payer.party == payer.party) used.party_ms += running_ms;
  }
  return used;
}

SearchPool::Rank SearchPool::rank_locked(const Entry& entry) {
  const FairShare::Used used = used_locked(entry.task.payer);
  const std::int64_t waited_ms = entry.thread_id == 0 ? base::steady_ms() - entry.since_ms : 0;
  const std::int64_t aging_ms = entry.lane == Lane::kQuick ? kAgingMs : kLongAgingMs;
  const std::int64_t cost = cost_class_locked(entry.task) - waited_ms / aging_ms;
  // In the quick lane all tasks are equally urgent: they are short.
  const Urgency urgency = entry.lane == Lane::kQuick ? Urgency::kGame : entry.task.urgency;
  return {used.client_ms, urgency, cost, used.party_ms, entry.ticket};
}

int SearchPool::cost_class_locked(const Task& task) const {
  const auto known = costs_.find(task.kind);
  return cost_class(known == costs_.end() ? static_cast<double>(size_.quick_ms) : known->second.average_ms);
}

SearchPool::EntryPtr SearchPool::first_waiting_locked(Lane lane) {
  EntryPtr first;
  Rank best;
  for (const EntryPtr& entry : waiting_) {
    if (entry->lane != lane) continue;
    const Rank rank = rank_locked(*entry);
    if (first && !(rank < best)) continue;
    first = entry;
    best = rank;
  }
  return first;
}

SearchPool::EntryPtr SearchPool::last_running_locked() {
  EntryPtr last;
  for (const EntryPtr& entry : running_) {
    if (entry->lane != Lane::kLong || entry->fate.is_interrupted()) continue;
    if (!last || rank_locked(*last) < rank_locked(*entry)) last = entry;
  }
  return last;
}

int SearchPool::running_locked(Lane lane) const {
  return static_cast<int>(
      std::count_if(running_.begin(), running_.end(), [&](const EntryPtr& entry) { return entry->lane == lane; }));
}

void SearchPool::learn_cost_locked(const Entry& entry, double cost_ms) {
  if (costs_.size() >= kMostKinds && !costs_.contains(entry.task.kind)) costs_.clear();
  const auto [known, is_new] = costs_.try_emplace(entry.task.kind, Cost{cost_ms, false});
  Cost& cost = known->second;
  if (!is_new) cost.average_ms = cost.is_guess ? cost_ms : cost.average_ms + (cost_ms - cost.average_ms) / 4;
  cost.is_guess = false;
}

/// The first of a kind was not done in the quick lane: the others need not try. A kind that is known to be short stays
/// so.
void SearchPool::guess_long_locked(const std::string& kind) {
  if (costs_.size() >= kMostKinds) costs_.clear();
  costs_.try_emplace(kind, Cost{2.0 * static_cast<double>(size_.quick_ms), true});
  for (const EntryPtr& entry : waiting_) {
    if (entry->lane == Lane::kQuick && entry->task.kind == kind) entry->lane = lane_of(entry->task);
  }
}

std::int64_t SearchPool::used_cpu_ms(Entry& entry, std::int64_t now_ms) const {
  return entry.fate.counts_wall_time_ ? now_ms - entry.since_ms : cpu_ms(entry.thread);
}

void SearchPool::count_locked() {
  std::array<std::int64_t, 3> waiting{};
  for (const EntryPtr& entry : waiting_) ++waiting[static_cast<std::size_t>(entry->task.urgency)];
  for (std::size_t i = 0; i < waiting.size(); ++i) metrics_.searches_waiting_by[i] = waiting[i];
  metrics_.search_slots = size_.threads;
  metrics_.searches_running = static_cast<std::int64_t>(running_.size());
  metrics_.searches_waiting = static_cast<std::int64_t>(waiting_.size());
}

}  // namespace partita::server
