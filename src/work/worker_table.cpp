#include "work/worker_table.h"

#include <iterator>
#include <utility>

namespace partita::work {

namespace {

// A question may have been on its way when the heartbeat was sent: only later ones count, and one alone may have been
// late.
constexpr int kMostUnnamed = 2;
constexpr std::size_t kMostWarm = 4'096;
// A worker that handed a question back is leaving or overloaded: it is not asked again at once.
constexpr std::int64_t kBackOffMs = 1'000;

}  // namespace

void WorkerTable::lose(Question& question) {
  question.is_lost = true;
  question.news.notify_all();
}

void WorkerTable::take_heartbeat(const Heartbeat& beat, std::int64_t now_ms) {
  if (beat.threads == 0) return drop_worker(beat.sender);
  KnownWorker& worker = workers_[beat.sender];
  worker.name = beat.name;
  worker.threads = beat.threads;
  worker.servers = beat.servers;
  worker.heard_ms = now_ms;
  for (const auto& [id, question] : questions_) {
    if (question->worker != beat.sender || now_ms - question->asked_ms < kHeartbeatMs) continue;
    question->unnamed = beat.names(id) ? 0 : question->unnamed + 1;
    if (question->unnamed >= kMostUnnamed) lose(*question);
  }
}

void WorkerTable::take_update(SearchUpdate update) {
  const auto found = questions_.find(update.id);
  if (found == questions_.end()) return;  // the worker learns with our next heartbeat that nobody waits for it
  Question& question = *found->second;
  question.unnamed = 0;
  question.has_news = true;
  std::move(update.lines.begin(), update.lines.end(), std::back_inserter(question.lines));
  if (update.response && !question.response) question.response = std::move(update.response);
  question.news.notify_all();
}

void WorkerTable::drop_silent(std::int64_t now_ms) {
  std::vector<std::string> silent;
  for (const auto& [id, worker] : workers_) {
    if (now_ms - worker.heard_ms > kHeartbeatTimeoutMs) silent.push_back(id);
  }
  for (const std::string& id : silent) drop_worker(id);
}

void WorkerTable::drop_worker(const std::string& id) {
  workers_.erase(id);
  for (const auto& [name, question] : questions_) {
    if (question->worker == id) lose(*question);
  }
}

double WorkerTable::load(const Workers::value_type& worker) const {
  const auto under_way = std::count_if(questions_.begin(), questions_.end(), [&](const auto& entry) {
    return entry.second->worker == worker.first && !entry.second->is_lost;
  });
  return static_cast<double>(under_way) / worker.second.share();
}

WorkerTable::Workers::const_iterator WorkerTable::choose(const std::string& owner, std::int64_t now_ms) const {
  if (const auto warm = warm_.find(owner); warm != warm_.end()) {
    const auto worker = workers_.find(warm->second);
    if (worker != workers_.end() && worker->second.is_available(now_ms) && load(*worker) < 1) return worker;
  }
  auto best = workers_.end();
  double least = 0;
  for (auto worker = workers_.begin(); worker != workers_.end(); ++worker) {
    if (!worker->second.is_available(now_ms)) continue;
    const double one = load(*worker);
    if (best != workers_.end() && one >= least) continue;
    best = worker;
    least = one;
  }
  return best;
}

WorkerTable::QuestionPtr WorkerTable::assign(const std::string& id, const std::string& owner, std::int64_t now_ms) {
  const auto worker = choose(owner, now_ms);
  if (worker == workers_.end()) return nullptr;
  ++totals_.asked_total;
  if (warm_.size() >= kMostWarm) warm_.clear();
  warm_[owner] = worker->first;
  auto question = std::make_shared<Question>();
  question->id = id;
  question->worker = worker->first;
  question->worker_name = worker->second.name;
  question->asked_ms = now_ms;
  questions_[id] = question;
  return question;
}

void WorkerTable::finish(const Question& question, const SearchResponse& response, std::int64_t now_ms) {
  const bool is_returned = response.is_lost && !question.is_lost;
  const auto worker = workers_.find(question.worker);
  if (is_returned && worker != workers_.end()) worker->second.backs_off_until_ms = now_ms + kBackOffMs;
  if (!response.is_lost)
    ++totals_.answered_total;
  else
    ++(is_returned ? totals_.returned_total : totals_.lost_total);
  questions_.erase(question.id);
}

std::vector<std::string> WorkerTable::open() const {
  std::vector<std::string> ids;
  for (const auto& [id, question] : questions_) ids.push_back(id);
  return ids;
}

SearchServiceState WorkerTable::state() const {
  SearchServiceState state = totals_;
  state.workers = static_cast<int>(workers_.size());
  for (const auto& [id, worker] : workers_) state.slots += worker.share();
  state.asked = static_cast<int>(questions_.size());
  return state;
}

}  // namespace partita::work
