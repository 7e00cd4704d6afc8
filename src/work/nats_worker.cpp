#include "work/nats_worker.h"

#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <map>
#include <mutex>
#include <thread>

#include "record/declared_json.h"
#include "work/guest_worker.h"
#include "work/nats_link.h"
#include "work/search_worker.h"
#include "work/signature.h"
#include "work/worker_card.h"

namespace partita::work {

namespace {

using std::chrono::milliseconds;

/// "RUN" and "NUMBER" of partita.jobs.SIGNATURE.RUN.NUMBER.
std::string run_of(const std::string& subject) {
  const std::size_t end = subject.rfind('.');
  const std::size_t begin = subject.rfind('.', end - 1) + 1;
  return subject.substr(begin, end - begin);
}

class JobWorker {
 public:
  JobWorker(const WorkerOptions& options, const HandlerRegistry& registry, const base::StopFlag& stop,
            const NatsLink& link)
      : options_(options),
        registry_(registry),
        stop_(stop),
        link_(link),
        searches_(link, {options.name, options.threads, options.engines}) {}

  base::Parsed<base::Done> run() {
    const bool does_jobs = options_.serves != WorkerOptions::Serves::kPages;
    if (does_jobs) {
      const natsStatus status = link_.make_workers_consumer(signature(), options_.ack_wait);
      if (status != NATS_OK) return nats_error("cannot make the workers' consumer", status);
    }
    if (options_.serves != WorkerOptions::Serves::kJobs && !searches_.start())
      return base::Error{"cannot listen for searches"};
    const NatsSubscription questions = link_.listen(kWorkersSubject);
    if (!questions) return base::Error{"cannot listen for questions"};
    std::thread pulse([&] { keep_alive(questions); });
    std::vector<std::thread> threads;
    for (int i = 0; i < (does_jobs ? options_.threads : 0); ++i) threads.emplace_back([this] { draw_jobs(); });
    while (!stop_.is_raised()) std::this_thread::sleep_for(milliseconds(20));
    // People wait for these searches: they are handed back before the running jobs have ended.
    searches_.close();
    for (std::thread& thread : threads) thread.join();
    has_ended_ = true;
    pulse.join();
    return base::Done{};
  }

 private:
  /// A job being done. Its acknowledgement never crosses an extension of its lease.
  struct Held {
    natsMsg* message = nullptr;
    std::string name;
  };

  void draw_jobs() {
    HandlerRegistry::PerThread handlers(registry_);
    NatsSubscription source;
    while (!stop_.is_raised()) {
      if (searches_.running() > 0) {
        std::this_thread::sleep_for(milliseconds(50));
        continue;
      }
      if (!source && !subscribe(source)) {
        std::this_thread::sleep_for(milliseconds(300));
        continue;
      }
      natsStatus status = NATS_OK;
      const auto message = fetch_one(source, 1000, status);
      if (message != nullptr) {
        do_job(handlers, message.get());
      } else if (status != NATS_TIMEOUT) {
        source.reset();  // the server went away, or forgot the consumer: begin anew
      }
    }
  }

  bool subscribe(NatsSubscription& source) const {
    if (link_.make_workers_consumer(signature(), options_.ack_wait) != NATS_OK) return false;
    source = link_.pull(kJobStream, workers_consumer(signature()), job_subjects(signature(), ">"));
    return static_cast<bool>(source);
  }

  void do_job(HandlerRegistry::PerThread& handlers, natsMsg* message) {
    const std::string run = run_of(natsMsg_GetSubject(message));
    const auto job = record::read_object<Job>(message_text(message));
    jsMsgMetaData* meta = nullptr;
    std::uint64_t deliveries = 1;
    // The same for every delivery of a job, another when it was published anew.
    std::string ticket = run;
    if (natsMsg_GetMetaData(&meta, message) == NATS_OK) {
      deliveries = meta->NumDelivered;
      ticket += "/" + std::to_string(meta->Sequence.Stream);
      jsMsgMetaData_Destroy(meta);
    }
    if (!job) return park({message, run, ticket}, {"", "", job.error(), options_.name});
    const auto tries = static_cast<std::uint64_t>(options_.tries);
    if (deliveries > tries) {
      return park({message, run, ticket},
                  {job->id, "", "given up after " + std::to_string(deliveries - 1) + " workers that never answered",
                   options_.name});
    }
    const std::size_t place = hold(message, run + "/" + job->id);
    const base::StopFlag never;
    const auto answer = handlers.perform(*job, never);
    release(place);
    if (answer) {
      store_result({message, run, ticket}, {job->id, *answer, "", options_.name});
    } else if (deliveries >= tries) {
      park({message, run, ticket}, {job->id, "", answer.error(), options_.name});
    } else {
      natsMsg_NakWithDelay(message, 200, nullptr);
    }
  }

  struct Delivery {
    natsMsg* message;
    const std::string& run;
    const std::string& ticket;
  };

  void store_result(const Delivery& delivery, const JobResult& result) {
    if (!publish_patiently(result_subject(delivery.run), record::write_object(result), delivery.ticket)) return;
    ++done_;
    jsErrCode code{};
    natsMsg_AckSync(delivery.message, nullptr, &code);
  }

  /// The dispatcher hears of it as a result, people find it among the parked.
  void park(const Delivery& delivery, const JobResult& result) {
    ++failed_;
    const std::string line = record::write_object(result);
    if (!publish_patiently(parked_subject(delivery.run), line, delivery.ticket)) return;
    if (!result.id.empty() && !publish_patiently(result_subject(delivery.run), line, delivery.ticket)) return;
    jsErrCode code{};
    natsMsg_AckSync(delivery.message, nullptr, &code);
  }

  /// A server that restarts is waited for; after that long somebody else has the job anyway.
  bool publish_patiently(const std::string& subject, const std::string& text, const std::string& id) {
    const base::Stopwatch watch;
    while (link_.publish(subject, text, id) != NATS_OK) {
      if (watch.milliseconds() > 4 * options_.ack_wait.count()) return false;
      std::this_thread::sleep_for(milliseconds(200));
    }
    return true;
  }

  std::size_t hold(natsMsg* message, std::string name) {
    const std::lock_guard lock(mutex_);
    held_[next_place_] = {message, std::move(name)};
    return next_place_++;
  }
  void release(std::size_t place) {
    const std::lock_guard lock(mutex_);
    held_.erase(place);
  }
  /// Tells the server which jobs are still being done, and whoever asks who is here.
  void keep_alive(const NatsSubscription& questions) {
    base::Stopwatch since;
    while (!has_ended_) {
      answer_one(questions);
      if (since.milliseconds() < options_.ack_wait.count() / 3) continue;
      since.restart();
      const std::lock_guard lock(mutex_);
      for (const auto& [place, held] : held_) natsMsg_InProgress(held.message, nullptr);
    }
  }

  void answer_one(const NatsSubscription& questions) {
    constexpr std::int64_t kWaitMs = 50;
    natsMsg* message = nullptr;
    const natsStatus status = natsSubscription_NextMsg(&message, questions.get(), kWaitMs);
    const NatsOwned<natsMsg> owner(message);
    if (status != NATS_OK && status != NATS_TIMEOUT) std::this_thread::sleep_for(milliseconds(kWaitMs));
    if (message == nullptr || natsMsg_GetReply(message) == nullptr) return;
    natsConnection_PublishString(link_.connection(), natsMsg_GetReply(message), record::write_object(card()).c_str());
  }
  WorkerCard card() {
    WorkerCard card{options_.name,       signature(),         options_.threads, done_, failed_, watch_.seconds(), {},
                    searches_.running(), searches_.answered()};
    const std::lock_guard lock(mutex_);
    for (const auto& [place, held] : held_) card.running.push_back(held.name);
    return card;
  }

  const WorkerOptions& options_;
  const HandlerRegistry& registry_;
  const base::StopFlag& stop_;
  const NatsLink& link_;
  base::Stopwatch watch_;
  std::atomic<bool> has_ended_{false};
  std::atomic<std::int64_t> done_{0};
  std::atomic<std::int64_t> failed_{0};
  std::mutex mutex_;
  std::map<std::size_t, Held> held_;
  std::size_t next_place_ = 0;
  SearchWorker searches_;
};

}  // namespace

base::Parsed<base::Done> run_nats_worker(const WorkerOptions& given, const HandlerRegistry& registry,
                                         const base::StopFlag& stop) {
  WorkerOptions options = given;
  if (options.name.empty()) {
    char host[256] = "worker";
    ::gethostname(host, sizeof host - 1);
    options.name = std::string(host) + ":" + std::to_string(::getpid());
  }
  // Read here too: what is in it says whether this is a guest.
  if (const auto login = with_file_read(options.login); login) options.login.guest = login->guest;
  const bool is_guest = !options.login.guest.empty();
  auto link =
      NatsLink::open_patiently(options.url, "partita worker " + options.name, options.login, stop, options.on_note,
                               is_guest || options.serves == WorkerOptions::Serves::kPages ? NatsLink::Streams::kNone
                                                                                           : NatsLink::Streams::kMade);
  if (stop.is_raised()) return base::Done{};
  if (!link) return link.forward_error();
  if (is_guest) return run_guest(options, registry, stop, **link);
  return JobWorker(options, registry, stop, **link).run();
}

}  // namespace partita::work
