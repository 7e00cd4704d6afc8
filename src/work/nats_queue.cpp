#include "work/nats_queue.h"

#include <algorithm>
#include <random>
#include <set>
#include <thread>
#include <unordered_map>
#include <unordered_set>

#include "base/text.h"
#include "base/url.h"
#include "record/declared_json.h"
#include "work/guest_desk.h"
#include "work/nats_link.h"
#include "work/signature.h"
#include "work/worker_card.h"

namespace partita::work {

namespace {

using std::chrono::milliseconds;

class Dispatch {
 public:
  Dispatch(const DispatchOptions& options, const std::vector<Job>& jobs, const Queue::NextJob& next,
           const NatsLink& link)
      : options_(options),
        next_job_(next),
        link_(link),
        consumer_("results-" + options.run),
        guests_(options.guests, options.run, link, [this](const std::string& text) { note(text); }) {
    for (const Job& job : jobs) add(job);
    nonce_ = std::to_string(std::random_device{}());
  }

  base::Parsed<base::Done> run(const Queue::OnResult& on_result, const base::StopFlag& stop) {
    if (options_.leftovers == DispatchOptions::Leftovers::kDrop) clear_server();
    present_ = jobs_on_server();
    // Jobs that are thought of on the way are no games, and wait for what was answered before.
    if (!next_job_) guests_.start();
    note_workers();
    base::Stopwatch since_reconciling;
    while (!has_ended_) {
      if (stop.is_raised()) {
        finish_running(on_result);
        break;
      }
      publish_more();
      hear_guests();
      if (done_.size() + guests_.held() == jobs_.size() && guests_.checks_open() == 0) hand_on_held(on_result);
      if (done_.size() == jobs_.size()) break;
      take_results(on_result);
      if (since_reconciling.milliseconds() < options_.reconcile.count()) continue;
      reconcile();
      if (next_job_ || guests_.threads() > 0) note_workers();
      since_reconciling.restart();
    }
    clear_server();
    guests_.sum_up();
    return base::Done{};
  }

 private:
  void note(const std::string& text) const {
    if (options_.on_note) options_.on_note(text);
  }

  void add(const Job& job) {
    number_of_.emplace(job.id, jobs_.size());
    jobs_.push_back(job);
  }

  /// How many jobs may be out: jobs that are thought of on the way are better the later they are chosen, so that only
  /// as many wait as keep the workers busy until their next results are in.
  std::size_t window() const {
    constexpr std::size_t kLeast = 2;
    if (next_job_) return std::max(kLeast, 2 * threads_);
    // Where guests are, what waits for trusted workers is left for them.
    return guests_.threads() > 0 ? std::max(kLeast, 4 * threads_) + guests_.held() + guests_.tasks() : options_.window;
  }

  /// Publishes jobs in their order while few of them wait on the server.
  void publish_more() {
    while (next_ < done_.size() + window()) {
      if (next_ == jobs_.size()) {
        const auto job = next_job_ ? next_job_() : std::nullopt;
        if (!job) return;
        add(*job);
      }
      const bool is_there = done_.contains(next_) || present_.contains(job_subject(signature(), options_.run, next_));
      if (!is_there && !guests_.give(next_, jobs_[next_]) && !publish(next_)) return;
      ++next_;
    }
  }

  void hear_guests() {
    for (const std::size_t number : guests_.hear([this](std::size_t number) { return job_at(number); })) {
      if (!done_.contains(number)) publish_surely(number);
    }
  }
  /// Null for a number that is none of ours: guests say what they like.
  const Job* job_at(std::size_t number) const { return number < next_ ? &jobs_[number] : nullptr; }
  /// One that cannot be published now is missed by the next look, and published then.
  void publish_surely(std::size_t number) {
    ++attempt_;
    if (!publish(number)) missing_before_.insert(number);
  }

  void hand_on_held(const Queue::OnResult& on_result) {
    for (const auto& [number, result] : guests_.release()) {
      if (has_ended_) return;
      if (done_.insert(number).second && !on_result(result)) has_ended_ = true;
    }
  }
  bool publish(std::size_t number) {
    const std::string id = nonce_ + "/" + std::to_string(number) + "/" + std::to_string(attempt_);
    return link_.publish(job_subject(signature(), options_.run, number), record::write_object(jobs_[number]), id) ==
           NATS_OK;
  }

  void take_results(const Queue::OnResult& on_result) {
    constexpr int kAtATime = 50;
    constexpr std::int64_t kWaitMs = 300, kWaitForMoreMs = 1;
    if (!source_ && !subscribe()) {
      std::this_thread::sleep_for(milliseconds(kWaitMs));
      return;
    }
    for (int i = 0; i < kAtATime && !has_ended_; ++i) {
      natsStatus status = NATS_OK;
      const auto message = fetch_one(source_, i == 0 ? kWaitMs : kWaitForMoreMs, status);
      if (status != NATS_OK && status != NATS_TIMEOUT) source_.reset();
      if (message == nullptr) return;
      take_one(message.get(), on_result);
    }
  }

  void take_one(natsMsg* message, const Queue::OnResult& on_result) {
    const auto result = record::read_object<JobResult>(message_text(message));
    const auto known = result ? number_of_.find(result->id) : number_of_.end();
    if (known != number_of_.end()) {
      for (const std::size_t number : guests_.compare(known->second, *result)) {
        if (!done_.contains(number) && number != known->second) publish_surely(number);
      }
    }
    // A result that comes twice counts once; a result of an unknown job is from an earlier plan.
    if (known != number_of_.end() && done_.insert(known->second).second && !on_result(*result)) has_ended_ = true;
    natsMsg_Ack(message, nullptr);
  }

  bool subscribe() {
    const std::string subject = result_subject(options_.run);
    jsConsumerConfig config;
    jsConsumerConfig_Init(&config);
    config.Durable = consumer_.c_str();
    config.FilterSubject = subject.c_str();
    config.AckPolicy = js_AckExplicit;
    jsErrCode code{};
    if (js_AddConsumer(nullptr, link_.jetstream(), kResultStream, &config, nullptr, &code) != NATS_OK) return false;
    source_ = link_.pull(kResultStream, consumer_, subject);
    return static_cast<bool>(source_);
  }

  std::unordered_set<std::string> jobs_on_server() const {
    std::unordered_set<std::string> subjects;
    const std::string filter = job_subjects(signature(), options_.run);
    jsOptions options;
    jsOptions_Init(&options);
    options.Stream.Info.SubjectsFilter = filter.c_str();
    jsStreamInfo* found = nullptr;
    jsErrCode code{};
    knows_server_ = js_GetStreamInfo(&found, link_.jetstream(), kJobStream, &options, &code) == NATS_OK;
    const NatsOwned<jsStreamInfo> owner(found);
    if (found == nullptr || found->State.Subjects == nullptr) return subjects;
    for (int i = 0; i < found->State.Subjects->Count; ++i) subjects.insert(found->State.Subjects->List[i].Subject);
    return subjects;
  }

  /// A job is taken off the server only after its result was stored, so one that is neither there nor answered for two
  /// looks in a row was lost by the server.
  void reconcile() {
    const auto there = jobs_on_server();
    if (!knows_server_) return;
    std::set<std::size_t> missing;
    for (std::size_t number = 0; number < next_; ++number) {
      if (!done_.contains(number) && !guests_.has(number) &&
          !there.contains(job_subject(signature(), options_.run, number)))
        missing.insert(number);
    }
    std::size_t published = 0;
    ++attempt_;
    for (const std::size_t number : missing) {
      if (missing_before_.contains(number) && publish(number)) ++published;
    }
    if (published > 0) note(std::to_string(published) + " lost jobs published again");
    missing_before_ = std::move(missing);
  }

  /// After a stop: nobody begins another job, and those being done are waited for as long as their workers are alive.
  void finish_running(const Queue::OnResult& on_result) {
    purge(kJobStream, job_subjects(signature(), options_.run));
    while (done_.size() < jobs_.size() && !has_ended_) {
      bool is_running = false;
      for (const std::string& text : link_.ask_all(kWorkersSubject, milliseconds(500))) {
        const auto card = record::read_object<WorkerCard>(text);
        if (!card) continue;
        for (const std::string& job : card->running) is_running = is_running || job.rfind(options_.run + "/", 0) == 0;
      }
      take_results(on_result);
      if (!is_running) break;
    }
    take_results(on_result);
  }

  /// Counts the workers; what people should know of them is said when it changes.
  void note_workers() {
    int ours = 0;
    threads_ = 0;
    std::set<std::string> others;
    for (const std::string& text : link_.ask_all(kWorkersSubject, milliseconds(300))) {
      const auto card = record::read_object<WorkerCard>(text);
      if (card && card->signature == signature()) {
        ++ours;
        threads_ += static_cast<std::size_t>(std::max(0, card->threads));
      } else if (card) {
        others.insert(card->name + " (" + card->signature + ")");
      }
    }
    const auto seen = std::pair(ours == 0, others);
    if (seen == workers_seen_) return;
    workers_seen_ = seen;
    if (!others.empty()) {
      note(std::to_string(others.size()) + " workers are of another version than " + signature() +
           " and get none of these jobs: " + base::join({others.begin(), others.end()}, ", "));
    }
    if (ours == 0)
      note("no worker of version " + signature() + " is there yet; start some: partita worker --nats " +
           base::hide_secrets(options_.url));
  }

  void purge(const char* stream, const std::string& subject) const {
    jsOptions options;
    jsOptions_Init(&options);
    options.Stream.Purge.Subject = subject.c_str();
    jsErrCode code{};
    js_PurgeStream(link_.jetstream(), stream, &options, &code);
  }
  void clear_server() {
    source_.reset();
    purge(kJobStream, job_subjects(signature(), options_.run));
    jsErrCode code{};
    js_DeleteConsumer(link_.jetstream(), kResultStream, consumer_.c_str(), nullptr, &code);
    purge(kResultStream, result_subject(options_.run));
  }

  const DispatchOptions& options_;
  const Queue::NextJob& next_job_;
  const NatsLink& link_;
  std::vector<Job> jobs_;  ///< those known so far
  std::string consumer_;
  std::string nonce_;
  std::unordered_map<std::string, std::size_t> number_of_;
  std::unordered_set<std::size_t> done_;
  std::unordered_set<std::string> present_;
  std::set<std::size_t> missing_before_;
  NatsSubscription source_;
  GuestDesk guests_;
  std::size_t next_ = 0;
  std::size_t threads_ = 0;  ///< of the workers that are there
  std::pair<bool, std::set<std::string>> workers_seen_{false, {}};
  int attempt_ = 0;
  bool has_ended_ = false;
  mutable bool knows_server_ = false;
};

}  // namespace

base::Parsed<base::Done> NatsQueue::run_jobs(const std::vector<Job>& jobs, const NextJob& next,
                                             const OnResult& on_result, const base::StopFlag& stop) {
  if (jobs.empty() && !next) return base::Done{};
  auto link = NatsLink::open(options_.url, "partita dispatcher " + options_.run, options_.login);
  if (!link) return link.forward_error();
  if (const auto may = (*link)->check_may_dispatch(); !may) return may.forward_error();
  return Dispatch(options_, jobs, next, **link).run(on_result, stop);
}

}  // namespace partita::work
