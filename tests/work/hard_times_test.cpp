// The whole arrangement as programs: a server that is restarted, workers that are killed in the middle of games.
#include <gtest/gtest.h>

#include <algorithm>
#include <iterator>
#include <random>
#include <set>

#include "arena/game_job.h"
#include "kit/effort.h"
#include "nats_server.h"
#include "record/declared_json.h"
#include "work/nats_link.h"

namespace partita::work {
namespace {

constexpr int kOpenings = kit::samples(250);

const std::string kMatch =
    "arena --game omega --side 3 --engines partita-ab trebing-full --tc nodes=400 --plies 4 --openings " +
    std::to_string(kOpenings) + " --imbalance 1 --json";

std::vector<std::string> words(const std::string& text) {
  std::istringstream stream(PARTITA_PROGRAM + (" " + text));
  return {std::istream_iterator<std::string>(stream), {}};
}

std::size_t lines_in(const std::string& path) {
  const std::string text = kit::read_whole(path);
  return static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
}

TEST(HardTimes, FiveHundredGamesComeOutOnceEachAndTheSameAsHere) {
  NatsServer server;
  const std::string log = kit::scratch_path("hard.jsonl"), out = kit::scratch_path("hard.json");
  std::filesystem::remove(log);
  const auto new_worker = [&] {
    return kit::Child(words("worker --ack-wait 600ms --tries 50 --nats " + server.url()));
  };
  std::vector<kit::Child> workers;
  for (int i = 0; i < 4; ++i) workers.push_back(new_worker());
  kit::Child arena(words(kMatch + " --log " + log + " --nats " + server.url()), out);
  std::mt19937 random(std::random_device{}());
  int kills = 0;
  bool is_restarted = false;
  while (arena.is_running()) {
    std::this_thread::sleep_for(std::chrono::milliseconds(std::uniform_int_distribution<>(150, 400)(random)));
    workers[static_cast<std::size_t>(kills % 2)].end(SIGKILL);
    workers[static_cast<std::size_t>(kills % 2)] = new_worker();
    ++kills;
    if (!is_restarted && std::filesystem::exists(log) && lines_in(log) > static_cast<std::size_t>(kit::samples(100))) {
      server.kill();
      std::this_thread::sleep_for(std::chrono::milliseconds(300));
      server.start();
      is_restarted = true;
    }
    ASSERT_LT(kills, 1000) << "it never ends: " << (std::filesystem::exists(log) ? lines_in(log) : 0) << " lines";
  }
  EXPECT_EQ(arena.wait(), 0) << kit::read_whole(out);
  EXPECT_TRUE(is_restarted);
  EXPECT_GE(kills, 4);
  std::istringstream lines(kit::read_whole(log));
  std::string line;
  std::getline(lines, line);
  std::set<std::string> ids;
  while (std::getline(lines, line)) {
    const auto outcome = record::read_object<arena::GameOutcome>(line);
    ASSERT_TRUE(outcome) << outcome.error();
    EXPECT_TRUE(ids.insert(outcome->id).second) << outcome->id << " twice";
  }
  EXPECT_EQ(ids.size(), static_cast<std::size_t>(2 * kOpenings));
  const std::string there = kit::read_whole(out);
  const kit::ProgramRun here = kit::run_program(kMatch + " --concurrency 2");
  EXPECT_EQ(there.substr(there.find('{')), here.out) << "the same table as games played in one process";
  std::filesystem::remove(log);
  std::filesystem::remove(out);
}

/// A request for results that timed out may be answered all the same, so the next one gets more than it asked for.
/// Here somebody answers every request with far more, and the client's own array is not written past its end.
TEST(HardTimes, MoreAnswersThanWereAskedForDoNoHarm) {
  NatsServer server;
  const std::string out = kit::scratch_path("flooded.json");
  auto link = NatsLink::open(server.url(), "flood");
  ASSERT_TRUE(link) << link.error();
  const NatsSubscription requests = (*link)->listen(std::string("$JS.API.CONSUMER.MSG.NEXT.") + kResultStream + ".>");
  ASSERT_TRUE(requests);
  const kit::Child worker(words("worker --nats " + server.url()));
  kit::Child arena(words("arena --game omega --side 3 --engines random greedy --tc nodes=1 --plies 2 --openings 40 "
                         "--imbalance 1 --json --nats " +
                         server.url()),
                   out);
  // Not a multiple of any sensible number of results at a time: some are left over when the next request is made.
  constexpr int kMore = 191, kMostFloods = 30;
  int floods = 0;
  while (arena.is_running()) {
    natsMsg* request = nullptr;
    natsSubscription_NextMsg(&request, requests.get(), 50);
    const NatsOwned<natsMsg> owner(request);
    if (request == nullptr || floods == kMostFloods) continue;
    ++floods;
    for (int i = 0; i < kMore; ++i)
      natsConnection_PublishString((*link)->connection(), natsMsg_GetReply(request), "no result");
  }
  EXPECT_GT(floods, 3);
  EXPECT_EQ(arena.wait(), 0);
  EXPECT_NE(kit::read_whole(out).find("\"games\":80"), std::string::npos) << kit::read_whole(out);
  std::filesystem::remove(out);
}

}  // namespace
}  // namespace partita::work
