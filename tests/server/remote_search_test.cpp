#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <map>
#include <set>
#include <sstream>

#include "record/declared_json.h"
#include "server/engine_game.h"
#include "server/serve_child.h"
#include "work/nats_link.h"
#include "work/nats_server.h"
#include "work/worker_card.h"

// `partita serve --nats` and `partita worker` as processes that are killed.
namespace partita::server_test {

namespace {

std::vector<std::string> worker_command(const std::string& url, const std::string& name) {
  return {PARTITA_PROGRAM, "worker", "--nats", url, "--name", name, "--only", "pages"};
}

}  // namespace

class RemoteSearchTest : public testing::Test {
 protected:
  std::unique_ptr<ServeChild> serve() {
    return std::make_unique<ServeChild>(
        folder_.path() / "data",
        std::vector<std::string>{"--nats", nats_.url(), "--verbose", "--log", log_file(), "--search-threads", "1"});
  }
  std::string log_file() const { return (folder_.path() / "log.jsonl").string(); }
  kit::Child& add_worker(const std::string& name) {
    return workers_.emplace(name, kit::Child(worker_command(nats_.url(), name))).first->second;
  }

  static double metric(ServeChild& server, const std::string& name) {
    const std::string text = server.http("GET /metrics");
    const auto at = text.find("\npartita_" + name + " ");
    return at == std::string::npos ? -1 : std::stod(text.substr(at + name.size() + 10));
  }
  static bool has_workers(ServeChild& server, int count) {
    return ServeChild::wait_for([&] { return metric(server, "workers") == count; });
  }
  std::vector<work::WorkerCard> cards() const {
    std::vector<work::WorkerCard> found;
    const auto link = work::NatsLink::attempt(nats_.url(), "tester", {}, work::NatsLink::Streams::kNone).link;
    if (!link) return found;
    for (const std::string& text : link->ask_all(work::kWorkersSubject, std::chrono::milliseconds(300))) {
      if (auto card = record::read_object<work::WorkerCard>(text)) found.push_back(std::move(*card));
    }
    return found;
  }

  /// The worker that has a question.
  std::string asked_worker() const {
    std::string name;
    EXPECT_TRUE(ServeChild::wait_for([&] {
      for (const work::WorkerCard& card : cards()) {
        if (card.searches > 0) name = card.name;
      }
      return !name.empty();
    }));
    return name;
  }

  TemporaryFolder folder_;
  work::NatsServer nats_{{}, work::NatsServer::Streams::kNone};  // pages need no streams
  std::map<std::string, kit::Child> workers_;
};

TEST_F(RemoteSearchTest, TheMoveComesThoughItsWorkerIsKilledInTheMiddle) {
  add_worker("first");
  add_worker("second");
  const auto server = serve();
  ASSERT_TRUE(has_workers(*server, 2)) << server->said();
  constexpr std::int64_t kMovetimeMs = 2'000;
  EngineGame game(*server, kMovetimeMs);
  game.play_turn();
  const auto begin = std::chrono::steady_clock::now();
  const std::string victim = asked_worker();
  workers_.at(victim).end(SIGKILL);
  ASSERT_TRUE(game.hear_reply());
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  // A turn of the game is two plies. The death costs less than a second; the rest is for machines that are busy.
  EXPECT_LT(seconds, 2 * kMovetimeMs / 1000.0 + 1 + 6);
  EXPECT_GE(metric(*server, "worker_losses_total"), 1);
  EXPECT_EQ(metric(*server, "thought_here_total"), 0) << "the other worker did it";
  EXPECT_TRUE(has_workers(*server, 1));
  // One id leads from the person's move to the engine's.
  server->end(SIGTERM);
  std::istringstream log(kit::read_whole(log_file()));
  std::map<std::string, std::set<std::string>> events;
  for (std::string line; std::getline(log, line);) {
    const json::object entry = json::parse(line).as_object();
    if (const auto* trace = entry.if_contains("trace"))
      events[std::string(trace->as_string())].insert(std::string(entry.at("event").as_string()));
  }
  const std::set<std::string> whole{"move_arrived", "move_written", "search_asked",
                                    "search_given", "search_lost",  "search_answered"};
  EXPECT_TRUE(std::any_of(events.begin(), events.end(), [&](const auto& one) { return one.second == whole; }))
      << kit::read_whole(log_file());
}

TEST_F(RemoteSearchTest, WithoutWorkersTheServerSaysSoAndSearchesItself) {
  const auto server = serve();
  ASSERT_NE(server->port(), 0) << server->said();
  EXPECT_NE(server->http("GET /healthz").find(R"("workers":0,"thinking":"here")"), std::string::npos);
  EXPECT_NE(kit::read_whole(log_file()).find("\"no_workers\""), std::string::npos) << kit::read_whole(log_file());
  EngineGame game(*server, 50);
  game.play_turn();
  ASSERT_TRUE(game.hear_reply());
  const double here = metric(*server, "thought_here_total");
  EXPECT_GE(here, 1);
  // One comes and takes over; the NATS server goes, and it is done here again.
  add_worker("late");
  ASSERT_TRUE(has_workers(*server, 1));
  EXPECT_NE(server->http("GET /healthz").find(R"("workers":1,"thinking":"workers")"), std::string::npos);
  game.play_turn();
  ASSERT_TRUE(game.hear_reply());
  EXPECT_EQ(metric(*server, "thought_here_total"), here);
  nats_.kill();
  game.play_turn();
  ASSERT_TRUE(game.hear_reply());
  EXPECT_TRUE(has_workers(*server, 0));
  EXPECT_EQ(server->health(), 200);
  nats_.start();
  EXPECT_TRUE(has_workers(*server, 1));
}

TEST_F(RemoteSearchTest, AnalysesStreamTheirLinesAndEndWhenNobodyListens) {
  add_worker("only");
  auto server = serve();
  ASSERT_TRUE(has_workers(*server, 1)) << server->said();
  const auto under_way = [&](int count) {
    return ServeChild::wait_for([&] {
      const auto all = cards();
      return all.size() == 1 && all[0].searches == count;
    });
  };
  {
    RawClient page(server->port());
    ASSERT_TRUE(page.upgrade());
    page.say({{"type", "analyse"}, {"game", "hex"}, {"rules", {{"side", "9"}}}});
    const auto lines = page.hear("lines");
    ASSERT_TRUE(lines);
    EXPECT_TRUE(page.hear("lines"));
    EXPECT_TRUE(under_way(1));
  }
  EXPECT_TRUE(under_way(0)) << "the page was closed";
  RawClient page(server->port());
  ASSERT_TRUE(page.upgrade());
  page.say({{"type", "analyse"}, {"game", "hex"}, {"rules", {{"side", "9"}}}});
  EXPECT_TRUE(under_way(1));
  server->end(SIGKILL);
  EXPECT_TRUE(under_way(0)) << "the server was killed";
}

}  // namespace partita::server_test
