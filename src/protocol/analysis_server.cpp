#include "protocol/analysis_server.h"
#include "study/engine.h"

#include <algorithm>
#include <utility>

namespace partita::protocol {

namespace {

using namespace std::chrono_literals;

constexpr std::size_t kKeptEngines = 4;

std::string engine_key(const catalog::AnyPosition& position, const catalog::EngineSpec& spec) {
  std::string key = std::string(position.game()) + " " + catalog::write_engine_spec(spec);
  for (const auto& [name, value] : position.rules()) key += " " + name + "=" + value;
  return key;
}

/// The newest line of each rank, best first.
void put_line(std::vector<catalog::LineReport>& lines, const catalog::LineReport& line) {
  const auto same = [&](const catalog::LineReport& other) { return other.rank >= line.rank; };
  const auto found = std::find_if(lines.begin(), lines.end(), same);
  if (found != lines.end() && found->rank == line.rank)
    *found = line;
  else
    lines.insert(found, line);
}

}  // namespace

AnalysisServer::AnalysisServer(AnalysisSetup setup, Sink sink) : setup_(std::move(setup)), sink_(std::move(sink)) {
  for (int i = 0; i < std::max(1, setup_.workers); ++i) workers_.emplace_back([this] { work(); });
  tender_ = std::thread([this] { tend(); });
}

AnalysisServer::~AnalysisServer() {
  terminate_all();
  {
    const std::lock_guard lock(mutex_);
    is_closing_ = true;
  }
  work_came_.notify_all();
  tending_due_.notify_all();
  for (std::thread& worker : workers_) worker.join();
  // The tender goes last: it looks at jobs that run.
  {
    const std::lock_guard lock(mutex_);
    tending_due_.notify_all();
  }
  tender_.join();
}

void AnalysisServer::say(const std::string& line) {
  const std::lock_guard lock(sink_mutex_);
  sink_(line);
}

void AnalysisServer::handle(std::string_view text) {
  AnalysisLine line = read_analysis_line(text, setup_.defaults);
  for (const AnalysisFault& fault : line.faults) {
    say(write_fault(fault, line.is_refused ? FaultKind::kError : FaultKind::kWarning));
  }
  if (line.is_refused) return;
  switch (line.query.action) {
    case AnalysisQuery::Action::kAnalyze: return submit(std::move(line.query));
    case AnalysisQuery::Action::kTerminateAll: terminate_all(); break;
    case AnalysisQuery::Action::kTerminate: {
      std::unique_lock lock(mutex_);
      const auto lines = terminate([&](const Job& job) { return job.query->id == line.query.terminate_id; });
      lock.unlock();
      for (const std::string& unanswered : lines) say(unanswered);
      break;
    }
    case AnalysisQuery::Action::kClearCache: {
      const std::lock_guard lock(mutex_);
      ++cache_age_;
      break;
    }
    case AnalysisQuery::Action::kQueryVersion: break;
  }
  say(write_action(line.query));
}

void AnalysisServer::submit(AnalysisQuery query) {
  const auto shared = std::make_shared<const AnalysisQuery>(std::move(query));
  for (std::size_t index = 0; index < shared->positions.size(); ++index) {
    std::unique_lock lock(mutex_);
    work_went_.wait(lock, [&] { return waiting_.size() < setup_.most_waiting; });
    Job& job = waiting_.emplace_back();
    job.number = jobs_seen_++;
    job.query = shared;
    job.index = index;
    lock.unlock();
    work_came_.notify_one();
  }
}

void AnalysisServer::terminate_all() {
  std::unique_lock lock(mutex_);
  const auto lines = terminate([](const Job&) { return true; });
  lock.unlock();
  for (const std::string& line : lines) say(line);
}

std::vector<std::string> AnalysisServer::terminate(const std::function<bool(const Job&)>& matches) {
  std::vector<std::string> lines;
  for (auto job = waiting_.begin(); job != waiting_.end();) {
    if (matches(*job)) {
      lines.push_back(write_no_results(job->query->id, job->query->positions[job->index].ply));
      job = waiting_.erase(job);
    } else {
      ++job;
    }
  }
  for (Job& job : running_) {
    if (!matches(job)) continue;
    job.is_terminated = true;
    job.stop.raise();
  }
  work_went_.notify_all();
  tending_due_.notify_all();
  return lines;
}

void AnalysisServer::wait_until_idle() {
  std::unique_lock lock(mutex_);
  work_went_.wait(lock, [&] { return waiting_.empty() && running_.empty(); });
}

std::list<AnalysisServer::Job>::iterator AnalysisServer::next_job() {
  return std::max_element(waiting_.begin(), waiting_.end(), [](const Job& a, const Job& b) {
    return std::pair(a.query->priority, b.number) < std::pair(b.query->priority, a.number);
  });
}

void AnalysisServer::work() {
  std::vector<KeptEngine> engines;
  std::uint64_t engines_age = 0;
  std::unique_lock lock(mutex_);
  while (true) {
    work_came_.wait(lock, [&] { return is_closing_ || !waiting_.empty(); });
    if (waiting_.empty()) return;
    const auto job = next_job();
    running_.splice(running_.end(), waiting_, job);
    lock.unlock();
    work_went_.notify_all();
    answer(*job, engines, engines_age);
    lock.lock();
    running_.erase(job);
    work_went_.notify_all();
  }
}

void AnalysisServer::answer(Job& job, std::vector<KeptEngine>& engines, std::uint64_t& engines_age) {
  const AnalysisQuery::Position& place = job.query->positions[job.index];
  if (place.position.is_over()) return say(write_ending(job.query->id, place.ply, place.position));
  say(search(job, engine_for(job, engines, engines_age)));
}

catalog::AnyEngine& AnalysisServer::engine_for(const Job& job, std::vector<KeptEngine>& engines,
                                               std::uint64_t& engines_age) {
  std::uint64_t age = 0;
  {
    const std::lock_guard lock(mutex_);
    age = cache_age_;
  }
  if (std::exchange(engines_age, age) != age) engines.clear();
  const catalog::AnyPosition& position = job.query->positions[job.index].position;
  const std::string key = engine_key(position, job.query->engine);
  const auto found =
      std::find_if(engines.begin(), engines.end(), [&](const KeptEngine& kept) { return kept.key == key; });
  if (found != engines.end()) {
    std::rotate(found, found + 1, engines.end());
    return *engines.back().engine;
  }
  if (engines.size() == kKeptEngines) engines.erase(engines.begin());
  // The query was checked by making this very engine.
  engines.push_back({key, std::move(study::make_engine(position.game(), position.rules(), job.query->engine).value())});
  return *engines.back().engine;
}

std::string AnalysisServer::search(Job& job, catalog::AnyEngine& engine) {
  const AnalysisQuery::Position& place = job.query->positions[job.index];
  {
    const std::lock_guard lock(mutex_);
    if (job.is_terminated) return write_no_results(job.query->id, place.ply);
    job.is_searching = true;
    job.begin = Clock::now();
    job.next_report = job.begin + std::chrono::milliseconds(job.query->report_every_ms);
  }
  tending_due_.notify_all();
  catalog::SearchRequest request;
  request.limits = job.query->limits;
  request.is_analysis = true;
  request.stop = &job.stop;
  request.on_line = [&](const catalog::LineReport& line) {
    const std::lock_guard lock(mutex_);
    put_line(job.lines, line);
    job.has_news = true;
  };
  const catalog::SearchResult result = engine.search(place.position, request);
  const std::lock_guard lock(mutex_);
  job.is_searching = false;
  AnalysisReport report = report_so_far(job);
  report.time = ReportTime::kFinal;
  report.best_move = result.best_move;
  if (!result.lines.empty()) report.lines = result.lines;
  report.nodes = result.nodes;
  report.time_ms = result.time_ms;
  report.depth = result.depth;
  report.note = result.note;
  report.was_terminated = job.is_terminated;
  report.has_reasons = job.query->wants_reasons;
  return write_report(report, place.position);
}

AnalysisReport AnalysisServer::report_so_far(const Job& job) const {
  AnalysisReport report;
  report.id = job.query->id;
  report.ply = job.query->positions[job.index].ply;
  report.time = ReportTime::kDuring;
  report.lines = job.lines;
  for (const catalog::LineReport& line : job.lines) {
    report.nodes = std::max(report.nodes, line.nodes);
    report.depth = std::max(report.depth, line.depth);
  }
  report.time_ms = std::chrono::duration_cast<std::chrono::milliseconds>(Clock::now() - job.begin).count();
  return report;
}

/// Tells how far the searches are.
void AnalysisServer::tend() {
  std::unique_lock lock(mutex_);
  while (!is_closing_ || !running_.empty()) {
    const Clock::time_point now = Clock::now();
    Clock::time_point wake = now + 1h;
    std::vector<std::string> lines;
    for (Job& job : running_) {
      if (!job.is_searching || job.is_terminated || job.query->report_every_ms <= 0) continue;
      if (job.next_report <= now) {
        job.next_report = now + std::chrono::milliseconds(job.query->report_every_ms);
        const auto& place = job.query->positions[job.index];
        if (std::exchange(job.has_news, false)) lines.push_back(write_report(report_so_far(job), place.position));
      }
      wake = std::min(wake, job.next_report);
    }
    if (lines.empty()) {
      tending_due_.wait_until(lock, wake);
      continue;
    }
    // A report said before the final one, which waits for the mutex held here.
    for (const std::string& line : lines) say(line);
  }
}

}  // namespace partita::protocol
