// Guests over a NATS server that keeps them to their own subjects: what stands in a match's log in the end is what a
// fleet without them gives.
#include <gtest/gtest.h>

#include <fstream>
#include <map>
#include <sstream>
#include <thread>

#include "arena/game_job.h"
#include "kit/temporary_folder.h"
#include "nats_server.h"
#include "record/declared_json.h"
#include "work/guest_messages.h"
#include "work/job_handlers.h"
#include "work/nats_link.h"
#include "work/signature.h"

namespace partita::work {
namespace {

constexpr const char* kGuestMatch =
    "arena --game omega --side 3 --engines random greedy --tc nodes=20 --plies 2 --openings 20 --seed 5 --force";

class Guests : public testing::Test {
 protected:
  void SetUp() override {
    add("add-server", "dispatcher");
    add("add-worker", "trusted");
    add("add-worker", "ada", " --guest");
    add("add-worker", "eve", " --guest");
    std::ofstream(at("nats.conf")) << "include users.conf\n";
    nats_ = std::make_unique<NatsServer>(std::vector<std::string>{"-c", at("nats.conf")});
  }
  std::string at(const std::string& name) const { return (folder_.path() / name).string(); }
  void add(const std::string& action, const std::string& name, const std::string& more = "") {
    const auto run =
        kit::run_program("work " + action + " " + name + more + " --users " + at("users.conf") + " --out " + at(name));
    ASSERT_EQ(run.exit_code, 0) << run.err;
  }
  std::unique_ptr<kit::Child> worker(const std::string& name) {
    return std::make_unique<kit::Child>(std::vector<std::string>{PARTITA_PROGRAM, "worker", "--name", name, "--nats",
                                                                 nats_->url(), "--nats-credentials", at(name)},
                                        at(name + ".txt"));
  }
  std::unique_ptr<NatsLink> link_of(const std::string& name) {
    NatsLogin login;
    login.file = at(name);
    auto attempt = NatsLink::attempt(nats_->url(), name, login, NatsLink::Streams::kNone);
    EXPECT_NE(attempt.link, nullptr) << attempt.failure;
    return std::move(attempt.link);
  }
  /// Every game by its id, without the times it took.
  static std::map<std::string, std::string> games_of(const std::string& log) {
    std::map<std::string, std::string> games;
    std::istringstream lines(kit::read_whole(log));
    for (std::string line; std::getline(lines, line);) {
      auto outcome = record::read_object<arena::GameOutcome>(line);
      if (!outcome) continue;
      outcome->seconds = 0;
      for (auto& move : outcome->game.moves) move.time_ms = move.clock_ms = 0;
      EXPECT_TRUE(games.emplace(outcome->id, record::write_object(*outcome)).second) << "twice: " << line;
    }
    return games;
  }
  kit::ProgramRun match(const std::string& log) {
    return kit::run_program(std::string(kGuestMatch) + " --log " + at(log) + " --nats " + nats_->url() +
                            " --nats-credentials " + at("dispatcher"));
  }
  /// A dispatcher hands out at once what it can: who is to have a share must be there.
  void wait_for_fleet(const std::string& guest) {
    for (int i = 0; i < 100; ++i) {
      const auto status =
          kit::run_program("work status --nats " + nats_->url() + " --nats-credentials " + at("dispatcher"));
      if (status.out.find("\n" + guest + " ") != std::string::npos &&
          status.out.find("\ntrusted ") != std::string::npos && status.out.find("(guest)") != std::string::npos)
        return;
    }
    FAIL() << "the fleet did not come";
  }
  void expect_as_without_guests(const std::string& log) {
    ASSERT_EQ(kit::run_program(std::string(kGuestMatch) + " --log " + at("alone.jsonl")).exit_code, 0);
    const auto alone = games_of(at("alone.jsonl"));
    EXPECT_EQ(alone.size(), 40U);
    EXPECT_EQ(games_of(at(log)), alone);
  }

  kit::TemporaryFolder folder_;
  std::unique_ptr<NatsServer> nats_;
};

TEST_F(Guests, DoGamesThatAreTheSameAsAnybodys) {
  const auto trusted = worker("trusted");
  const auto ada = worker("ada");
  wait_for_fleet("ada");
  const auto run = match("match.jsonl");
  EXPECT_EQ(run.exit_code, 0) << run.out << run.err;
  EXPECT_NE(run.err.find("partita: guest ada: "), std::string::npos) << run.err << kit::read_whole(at("ada.txt"));
  EXPECT_EQ(run.err.find("guest ada: 0 answers"), std::string::npos) << run.err;
  EXPECT_EQ(run.err.find("expelled"), std::string::npos) << run.err;
  expect_as_without_guests("match.jsonl");
  const auto status =
      kit::run_program("work status --nats " + nats_->url() + " --nats-credentials " + at("dispatcher"));
  EXPECT_NE(status.out.find("(guest)"), std::string::npos) << status.out << status.err;
  EXPECT_EQ(ada->end(SIGTERM), 0);
}

/// Does every job honestly but the later ones, whose winner it changes.
class LyingGuest {
 public:
  LyingGuest(const NatsLink& link, const std::string& name) : link_(link), name_(name), thread_([this] { run(); }) {}
  ~LyingGuest() {
    stop_.raise();
    thread_.join();
  }
  int answered() const { return answered_; }

 private:
  void run() {
    const HandlerRegistry registry = standard_handlers();
    HandlerRegistry::PerThread handlers(registry);
    const NatsSubscription tasks = link_.listen(kGuestJobs + name_);
    const auto hello = [this] {
      link_.send(kGuestHellos + name_, record::write_object(GuestHello{signature(), 2, 0}));
    };
    tasks.listen(stop_,
                 [&](const std::string& text) {
                   const auto task = record::read_object<GuestTask>(text);
                   if (!task) return;
                   const base::StopFlag never;
                   auto outcome = record::read_object<arena::GameOutcome>(*handlers.perform(task->job, never));
                   if (++answered_ > 3) std::swap(outcome->game.payoff[0], outcome->game.payoff[1]);
                   link_.send(kGuestAnswers + name_,
                              record::write_object(GuestAnswer{
                                  task->run, task->number, {task->job.id, record::write_object(*outcome), "", name_}}));
                 },
                 {200, hello});
  }

  const NatsLink& link_;
  const std::string name_;
  base::StopFlag stop_;
  std::atomic<int> answered_{0};
  std::thread thread_;
};

TEST_F(Guests, WhoLiesIsExpelledAndNothingOfItStays) {
  const auto link = link_of("eve");
  const LyingGuest eve(*link, "eve");
  const auto trusted = worker("trusted");
  wait_for_fleet("eve");
  const auto run = match("match.jsonl");
  EXPECT_EQ(run.exit_code, 0) << run.out << run.err;
  EXPECT_GT(eve.answered(), 3);
  EXPECT_NE(run.err.find("partita: guest eve is expelled: its answer to "), std::string::npos) << run.err;
  expect_as_without_guests("match.jsonl");
  const int before = eve.answered();
  EXPECT_EQ(match("again.jsonl").exit_code, 0);
  EXPECT_EQ(eve.answered(), before) << "no dispatcher asks it again";
}

TEST_F(Guests, AreKeptToTheirOwnSubjects) {
  const auto page = link_of("dispatcher");
  const auto eve = link_of("eve");
  const NatsSubscription everything = page->listen("partita.>");
  const NatsSubscription streams = page->listen("$JS.API.>");
  std::vector<NatsSubscription> refused;
  for (const char* subject : {"partita.search.>", "partita.search.s.worker.eve", "partita.tables.>", "partita.>",
                              "partita.guests.jobs.ada", "partita.results.*", "_INBOX.>", ">"})
    refused.push_back(eve->listen(subject));
  for (const NatsLink* link : {page.get(), eve.get()})
    ASSERT_EQ(natsConnection_FlushTimeout(link->connection(), 2'000), NATS_OK);
  for (const char* subject :
       {"partita.results.run", "partita.guests.answers.ada", "partita.guests.hello.ada", "partita.guests.jobs.ada",
        "partita.search.s.server.page", "partita.jobs.s.run.1", "partita.guests.expelled.ada",
        "$JS.API.STREAM.DELETE.PARTITA_JOBS", "$JS.API.CONSUMER.MSG.NEXT.PARTITA_JOBS.workers-s"})
    eve->send(subject, "of eve");
  eve->send("partita.guests.answers.eve", "its own");
  ASSERT_EQ(natsConnection_FlushTimeout(eve->connection(), 2'000), NATS_OK);
  for (const char* subject : {"partita.search.s.worker.eve", "partita.guests.jobs.ada"}) page->send(subject, "secret");
  ASSERT_EQ(natsConnection_FlushTimeout(page->connection(), 2'000), NATS_OK);
  const auto next = [](const NatsSubscription& source, std::int64_t patience_ms) {
    natsMsg* message = nullptr;
    natsSubscription_NextMsg(&message, source.get(), patience_ms);
    const NatsOwned<natsMsg> owner(message);
    return message == nullptr ? std::string() : message_text(message);
  };
  EXPECT_EQ(next(everything, 2'000), "its own") << "and nothing before it";
  EXPECT_EQ(next(streams, 10), "");
  for (const NatsSubscription& source : refused) EXPECT_EQ(source ? next(source, 20) : "", "");
}

}  // namespace
}  // namespace partita::work
