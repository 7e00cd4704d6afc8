#include "work/guest_ledger.h"

#include <algorithm>

#include "work/guest_checks.h"

namespace partita::work {

void GuestLedger::take_hello(const std::string& name, int threads, std::int64_t now_ms) {
  if (is_expelled(name)) return;
  Guest& guest = guests_[name];
  guest.threads = std::clamp<std::size_t>(static_cast<std::size_t>(std::max(1, threads)), 1, policy_.most_threads);
  guest.heard_ms = now_ms;
}

bool GuestLedger::is_idle(const Guest& guest, std::int64_t now_ms) const {
  return now_ms - guest.heard_ms < policy_.gone_ms && guest.overdue_in_a_row < policy_.most_overdue &&
         guest.jobs.size() < policy_.jobs_per_thread * guest.threads;
}

std::optional<std::string> GuestLedger::idle_guest(std::int64_t now_ms) const {
  // The one with the fewest jobs for its threads.
  const std::string* best = nullptr;
  double least = 0;
  for (const auto& [name, guest] : guests_) {
    if (!is_idle(guest, now_ms)) continue;
    const double load = static_cast<double>(guest.jobs.size()) / static_cast<double>(guest.threads);
    if (best != nullptr && load >= least) continue;
    best = &name;
    least = load;
  }
  return best == nullptr ? std::nullopt : std::optional(*best);
}

std::size_t GuestLedger::threads(std::int64_t now_ms) const {
  std::size_t sum = 0;
  for (const auto& [name, guest] : guests_) {
    if (now_ms - guest.heard_ms < policy_.gone_ms) sum += guest.threads;
  }
  return sum;
}

void GuestLedger::assign(const std::string& name, std::size_t job, std::int64_t now_ms) {
  guests_[name].jobs.insert(job);
  tasks_[job] = {name, now_ms};
}

void GuestLedger::end_task(std::size_t job) {
  const auto task = tasks_.find(job);
  if (task == tasks_.end()) return;
  if (const auto guest = guests_.find(task->second.guest); guest != guests_.end()) guest->second.jobs.erase(job);
  tasks_.erase(task);
}

GuestLedger::Verdict GuestLedger::take_answer(const std::string& name, std::size_t job, const JobResult& answer) {
  const auto task = tasks_.find(job);
  if (task == tasks_.end() || task->second.guest != name) return Verdict::kIgnored;
  end_task(job);
  guests_[name].overdue_in_a_row = 0;
  if (!answer.error.empty()) return Verdict::kFailed;
  Counts& counts = counts_[name];
  const bool is_new = static_cast<std::size_t>(counts.answered) < policy_.probation;
  ++counts.answered;
  const bool is_checked = is_new || random_.below(policy_.one_in) == 0;
  held_[job] = {name, answer, is_checked};
  return is_checked ? Verdict::kCheck : Verdict::kHeld;
}

std::optional<std::string> GuestLedger::compare(std::size_t job, const JobResult& trusted) {
  end_task(job);  // a guest that was too slow may still be at it
  const auto held = held_.find(job);
  if (held == held_.end()) return std::nullopt;
  const std::string guest = held->second.guest;
  // What a trusted worker could not do says nothing of the guest.
  const bool is_right = !trusted.error.empty() || is_same_game(held->second.answer, trusted);
  held_.erase(held);
  if (!is_right) return guest;
  if (trusted.error.empty()) ++counts_[guest].checked;
  return std::nullopt;
}

std::vector<std::size_t> GuestLedger::expel(const std::string& name) {
  expelled_.insert(name);
  std::vector<std::size_t> jobs;
  if (const auto guest = guests_.find(name); guest != guests_.end()) {
    jobs.assign(guest->second.jobs.begin(), guest->second.jobs.end());
    for (const std::size_t job : jobs) tasks_.erase(job);
    guests_.erase(guest);
  }
  for (auto held = held_.begin(); held != held_.end();) {
    if (held->second.guest != name) {
      ++held;
      continue;
    }
    ++counts_[name].dropped;
    if (!held->second.is_checked) jobs.push_back(held->first);  // the others are being done again already
    held = held_.erase(held);
  }
  return jobs;
}

std::vector<std::size_t> GuestLedger::take_overdue(std::int64_t now_ms) {
  std::vector<std::size_t> jobs;
  for (const auto& [job, task] : tasks_) {
    if (now_ms - task.since_ms > policy_.patience_ms) jobs.push_back(job);
  }
  for (const std::size_t job : jobs) {
    const std::string name = tasks_.at(job).guest;
    ++guests_[name].overdue_in_a_row;
    ++counts_[name].overdue;
    end_task(job);
  }
  return jobs;
}

bool GuestLedger::has(std::size_t job) const {
  const auto held = held_.find(job);
  return tasks_.contains(job) || (held != held_.end() && !held->second.is_checked);
}

std::size_t GuestLedger::checks_open() const {
  return static_cast<std::size_t>(
      std::count_if(held_.begin(), held_.end(), [](const auto& held) { return held.second.is_checked; }));
}

std::map<std::size_t, JobResult> GuestLedger::release() {
  std::map<std::size_t, JobResult> answers;
  for (auto& [job, held] : held_) answers[job] = std::move(held.answer);
  held_.clear();
  return answers;
}

}  // namespace partita::work
