#include <gtest/gtest.h>

#include <atomic>
#include <filesystem>
#include <map>
#include <set>
#include <stdexcept>
#include <thread>

#include "arena/game_job.h"
#include "kit/temporary_folder.h"
#include "nats_server.h"
#include "record/declared_json.h"
#include "work/job_handlers.h"
#include "work/nats_link.h"
#include "work/nats_queue.h"
#include "work/nats_status.h"
#include "work/nats_worker.h"
#include "work/signature.h"
#include "work/thread_queue.h"

namespace partita::work {
namespace {

using std::chrono::milliseconds;

/// Answers with its payload, after a while; "bad" fails, "throw" throws.
class Echo final : public JobHandler {
 public:
  base::Parsed<std::string> perform(const std::string& payload, const base::StopFlag&) override {
    if (payload == "bad") return base::Error{"a bad payload"};
    if (payload == "throw") throw std::runtime_error("thrown");
    if (payload.rfind("slow", 0) == 0) std::this_thread::sleep_for(milliseconds(1500));
    return "echo " + payload;
  }
};

HandlerRegistry echo_handlers() {
  HandlerRegistry registry;
  registry.add("echo", [] { return std::make_unique<Echo>(); });
  return registry;
}

std::vector<Job> echo_jobs(int count) {
  std::vector<Job> jobs;
  for (int i = 0; i < count; ++i) jobs.push_back({"job" + std::to_string(i), "echo", std::to_string(i)});
  return jobs;
}

/// Everything a queue answers; an id that comes twice is a failure.
struct Answers {
  std::map<std::string, JobResult> by_id;
  Queue::OnResult taker() {
    return [this](const JobResult& result) {
      EXPECT_TRUE(by_id.emplace(result.id, result).second) << result.id << " twice";
      return true;
    };
  }
};

/// A worker on a thread of the test.
class WorkerThread {
 public:
  WorkerThread(const NatsServer& server, const HandlerRegistry& registry, int threads = 1) {
    options_.url = server.url();
    options_.name = "tester";
    options_.threads = threads;
    options_.ack_wait = milliseconds(900);
    thread_ = std::thread([this, &registry] {
      const auto done = run_nats_worker(options_, registry, stop_);
      EXPECT_TRUE(done) << done.error();
    });
  }
  ~WorkerThread() {
    stop_.raise();
    thread_.join();
  }

 private:
  WorkerOptions options_;
  base::StopFlag stop_;
  std::thread thread_;
};

DispatchOptions dispatch_to(const NatsServer& server, const std::string& run) {
  DispatchOptions options;
  options.url = server.url();
  options.run = run;
  options.reconcile = milliseconds(300);
  return options;
}

TEST(HandlerRegistry, StartsOtherProgramsOnlyWhereTheyAreAllowed) {
  const kit::TemporaryFolder folder;
  const auto made = folder.path() / "made";
  arena::GameJob game;
  game.game = "hex";
  game.rules = {{"side", "3"}};
  game.seats = {"random", "ugi:touch " + made.string()};
  game.controls = {"nodes=10", "nodes=10"};
  const Job job{"1", kGameKind, record::write_object(game)};
  const base::StopFlag stop;
  const HandlerRegistry careful = standard_handlers(Programs::kRefused);
  const auto refused = HandlerRegistry::PerThread(careful).perform(job, stop);
  ASSERT_FALSE(refused);
  EXPECT_NE(refused.error().find("starts no other programs"), std::string::npos) << refused.error();
  EXPECT_FALSE(std::filesystem::exists(made));
  const HandlerRegistry trusting = standard_handlers(Programs::kAllowed);
  static_cast<void>(HandlerRegistry::PerThread(trusting).perform(job, stop));
  EXPECT_TRUE(std::filesystem::exists(made));
}

TEST(Jobs, TravelAsJson) {
  const Job job{"a/1", "game", "{\"x\":\"\\n\"}"};
  EXPECT_EQ(record::read_object<Job>(record::write_object(job))->payload, job.payload);
  const JobResult result{"a/1", "", "broke \"down\"", "me"};
  EXPECT_EQ(record::read_object<JobResult>(record::write_object(result))->error, result.error);
  for (const char* bad : {"", "[]", "{\"id\":1}", "{"}) {
    EXPECT_FALSE(record::read_object<Job>(bad)) << bad;
    EXPECT_FALSE(record::read_object<JobResult>(bad)) << bad;
  }
}

TEST(ThreadQueue, EveryJobOnceAndErrorsSaid) {
  const HandlerRegistry registry = echo_handlers();
  auto jobs = echo_jobs(100);
  jobs[7].payload = "bad";
  jobs[8].payload = "throw";
  jobs[9].kind = "unheard of";
  Answers answers;
  ASSERT_TRUE(ThreadQueue(3, registry).run(jobs, answers.taker(), {}));
  EXPECT_EQ(answers.by_id.size(), 100u);
  EXPECT_EQ(answers.by_id["job5"].text, "echo 5");
  EXPECT_EQ(answers.by_id["job7"].error, "a bad payload");
  EXPECT_EQ(answers.by_id["job8"].error, "thrown");
  EXPECT_NE(answers.by_id["job9"].error.find("unheard of"), std::string::npos);
}

TEST(ThreadQueue, EndsEarlyWhenAsked) {
  const HandlerRegistry registry = echo_handlers();
  int taken = 0;
  ASSERT_TRUE(ThreadQueue(2, registry).run(echo_jobs(1000), [&](const JobResult&) { return ++taken < 10; }, {}));
  EXPECT_EQ(taken, 10);
}

TEST(NatsQueue, ManyMayComeAtTheSameMoment) {
  NatsServer server;
  std::vector<std::thread> threads;
  for (int i = 0; i < 8; ++i) {
    threads.emplace_back([&] {
      const auto link = NatsLink::open(server.url(), "tester");
      EXPECT_TRUE(link) << link.error();
    });
  }
  for (std::thread& thread : threads) thread.join();
}

TEST(NatsQueue, AServerStartedAtTheSameMomentIsWaitedFor) {
  NatsServer server;
  server.kill();
  std::thread late([&] {
    std::this_thread::sleep_for(milliseconds(1'000));
    server.start();
  });
  const auto link = NatsLink::open(server.url(), "tester");
  EXPECT_TRUE(link) << link.error();
  late.join();
}

TEST(NatsQueue, SaysWhenThereIsNoServer) {
  Answers answers;
  DispatchOptions options;
  options.url = "nats://127.0.0.1:1";
  options.run = "none";
  const auto done = NatsQueue(options).run(echo_jobs(1), answers.taker(), {});
  ASSERT_FALSE(done);
  EXPECT_NE(done.error().find("127.0.0.1:1"), std::string::npos);
}

TEST(NatsQueue, PoisonIsParkedLongJobsAreNotGivenAwayAndStatusTellsOfIt) {
  const NatsServer server;
  const HandlerRegistry registry = echo_handlers();
  const WorkerThread worker(server, registry, 2);
  auto jobs = echo_jobs(20);
  jobs[3].payload = "bad";
  jobs[4].payload = "slow, longer than the silence allowed";
  Answers answers;
  ASSERT_TRUE(NatsQueue(dispatch_to(server, "poison")).run(jobs, answers.taker(), {}));
  EXPECT_EQ(answers.by_id.size(), 20u);
  EXPECT_EQ(answers.by_id["job3"].error, "a bad payload");
  EXPECT_EQ(answers.by_id["job4"].text.substr(0, 9), "echo slow");
  const auto status = nats_status(server.url());
  ASSERT_TRUE(status) << status.error();
  EXPECT_NE(status->find("1 parked jobs"), std::string::npos) << *status;
  EXPECT_NE(status->find("job3: a bad payload (tester)"), std::string::npos) << *status;
  EXPECT_NE(status->find(signature()), std::string::npos) << *status;
  EXPECT_NE(status->find("      19       1"), std::string::npos) << "done and failed, each once: " << *status;
}

TEST(NatsQueue, JobsTheServerLostArePublishedAgain) {
  const NatsServer server;
  const HandlerRegistry registry = echo_handlers();
  Answers answers;
  std::string notes;
  DispatchOptions options = dispatch_to(server, "lost");
  options.on_note = [&](const std::string& note) { notes += note + "\n"; };
  std::thread dispatcher([&] {
    const auto done = NatsQueue(options).run(echo_jobs(50), answers.taker(), {});
    EXPECT_TRUE(done) << done.error();
  });
  const auto link = NatsLink::open(server.url(), "thief");
  ASSERT_TRUE(link) << link.error();
  const auto waiting = [&] {
    jsStreamInfo* info = nullptr;
    jsErrCode code{};
    if (js_GetStreamInfo(&info, (*link)->jetstream(), kJobStream, nullptr, &code) != NATS_OK) return std::uint64_t{0};
    const NatsOwned<jsStreamInfo> owner(info);
    return info->State.Msgs;
  };
  while (waiting() < 50) std::this_thread::sleep_for(milliseconds(10));
  jsErrCode code{};
  ASSERT_EQ(js_PurgeStream((*link)->jetstream(), kJobStream, nullptr, &code), NATS_OK);
  {
    const WorkerThread worker(server, registry);
    dispatcher.join();
  }
  EXPECT_EQ(answers.by_id.size(), 50u);
  EXPECT_NE(notes.find("lost jobs published again"), std::string::npos) << notes;
}

TEST(NatsQueue, OtherVersionsGetNoJobs) {
  const NatsServer server;
  const auto link = NatsLink::open(server.url(), "old dispatcher");
  ASSERT_TRUE(link) << link.error();
  ASSERT_EQ((*link)->publish(job_subject("0ldsig", "past", 0), record::write_object(Job{"old", "echo", "1"}), "old"),
            NATS_OK);
  const HandlerRegistry registry = echo_handlers();
  const WorkerThread worker(server, registry);
  Answers answers;
  ASSERT_TRUE(NatsQueue(dispatch_to(server, "present")).run(echo_jobs(10), answers.taker(), {}));
  EXPECT_EQ(answers.by_id.size(), 10u);
  const auto status = nats_status(server.url());
  ASSERT_TRUE(status) << status.error();
  EXPECT_NE(status->find("(no worker of this version)"), std::string::npos) << *status;
}

}  // namespace
}  // namespace partita::work
