#include "work/guest_worker.h"

#include <atomic>
#include <thread>
#include <vector>

#include "record/declared_json.h"
#include "work/guest_messages.h"
#include "work/signature.h"

namespace partita::work {

namespace {

constexpr std::int64_t kHelloMs = 1'000;

class GuestWorker {
 public:
  GuestWorker(const WorkerOptions& options, const HandlerRegistry& registry, const base::StopFlag& stop,
              const NatsLink& link)
      : options_(options), registry_(registry), stop_(stop), link_(link) {}

  base::Parsed<base::Done> run() {
    const NatsSubscription tasks = link_.listen(kGuestJobs + options_.login.guest);
    const NatsSubscription calls = link_.listen(kGuestCall);
    if (!tasks || !calls) return base::Error{"cannot listen for jobs"};
    std::vector<std::thread> threads;
    for (int i = 0; i < options_.threads; ++i) threads.emplace_back([&] { draw_tasks(tasks); });
    calls.listen(stop_, [this](const std::string&) { say_hello(); }, {kHelloMs, [this] { say_hello(); }});
    for (std::thread& thread : threads) thread.join();
    return base::Done{};
  }

 private:
  void say_hello() const {
    link_.send(kGuestHellos + options_.login.guest,
               record::write_object(GuestHello{signature(), options_.threads, done_}));
  }

  void draw_tasks(const NatsSubscription& tasks) {
    HandlerRegistry::PerThread handlers(registry_);
    tasks.listen(stop_, [&](const std::string& text) {
      const auto task = record::read_object<GuestTask>(text);
      if (!task) return;
      const base::StopFlag never;
      const auto answer = handlers.perform(task->job, never);
      JobResult result{task->job.id, answer ? *answer : "", answer ? "" : answer.error(), options_.login.guest};
      link_.send(kGuestAnswers + options_.login.guest,
                 record::write_object(GuestAnswer{task->run, task->number, std::move(result)}));
      ++done_;
    });
  }

  const WorkerOptions& options_;
  const HandlerRegistry& registry_;
  const base::StopFlag& stop_;
  const NatsLink& link_;
  std::atomic<std::int64_t> done_{0};
};

}  // namespace

base::Parsed<base::Done> run_guest(const WorkerOptions& options, const HandlerRegistry& registry,
                                   const base::StopFlag& stop, const NatsLink& link) {
  return GuestWorker(options, registry, stop, link).run();
}

}  // namespace partita::work
