#include <future>
#include <set>

#include "server/live_server.h"

// Every request gets an answer, however many come at once, and nothing the table must do itself is lost among them.
namespace partita::server_test {

class RequestAnswersTest : public testing::Test {
 protected:
  TemporaryFolder folder_;
};

TEST_F(RequestAnswersTest, ABurstOnOneSocketIsAnsweredToTheLast) {
  ServeProcess server(folder_.path());
  const std::uint16_t port = server.port();
  ASSERT_NE(port, 0);
  const json::object created = create_game(port);
  RawClient player(port);
  ASSERT_TRUE(player.upgrade());
  player.say(watch(id_of(created), token_of(created, 0)));
  ASSERT_TRUE(player.hear("state"));
  // One write to the socket: the first move is still being stored when the last request is read. More than the rate
  // allows.
  std::string burst;
  constexpr int kRequests = 150;
  for (int request = 1; request <= kRequests; ++request) {
    json::object message{
        {"type", "play"}, {"request", request}, {"game_id", id_of(created)}, {"ply", 0}, {"move", "W:A1"}};
    burst += RawClient::frame(json::serialize(message));
  }
  ASSERT_TRUE(player.send(burst));
  std::set<std::int64_t> answered;
  while (answered.size() < kRequests) {
    const auto message = player.hear(5'000);
    if (!message) break;
    if (const auto* request = message->if_contains("request")) answered.insert(request->as_int64());
  }
  EXPECT_EQ(answered.size(), static_cast<std::size_t>(kRequests));
}

TEST_F(RequestAnswersTest, WhatWaitsBehindASlowStoreIsAnswered) {
  House house(folder_.path());
  const json::object created = house.create({human(), human()});
  const std::string id = id_of(created);
  std::vector<std::unique_ptr<FakePage>> pages;
  for (int i = 0; i < 5; ++i) {
    pages.push_back(std::make_unique<FakePage>(house));
    pages.back()->watch(id, {token_of(created, 0), token_of(created, 1)});
  }
  FakePage& player = *pages[0];
  std::promise<void> gate;
  house.store.post([until = gate.get_future().share()](store::Store&) { until.wait(); }, [](const std::string&) {});
  player.say(json::object{{"type", "play"},
                          {"request", 1'000},
                          {"game_id", id},
                          {"ply", 0},
                          {"move", player.position().at("legal").as_array()[0].at("move")}});
  constexpr int kEach = 70;
  for (auto& page : pages) {
    for (int i = 0; i < kEach; ++i) {
      page->say(json::object{
          {"type", "answer"}, {"request", 2'000 + i}, {"game_id", id}, {"offer", "draw"}, {"accept", false}});
    }
  }
  int busy = 0;
  for (const auto& page : pages) {
    for (const json::object& message : page->received) busy += code_of(message) == "busy" ? 1 : 0;
  }
  EXPECT_GT(busy, 0) << "so much is not kept";
  gate.set_value();
  EXPECT_TRUE(house.loop.run_until([&] {
    return std::all_of(pages.begin(), pages.end(), [](const auto& page) { return page->count("error") == kEach; });
  }));
  EXPECT_EQ(player.count("done"), 2) << "the watching and the move";
}

}  // namespace partita::server_test
