#pragma once

#include <gtest/gtest.h>

#include <cstdlib>
#include <deque>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>

#include "kit/temporary_folder.h"
#include "server/client_quotas.h"
#include "server/client_session.h"
#include "server/fake_engine.h"
#include "server/http_api.h"
#include "server/loop_load.h"
#include "server/puzzle_book.h"
#include "server/test_loop.h"
#include "server/wire_schema.h"
#include "work/local_search.h"

namespace partita::server_test {

namespace json = boost::json;
namespace fs = std::filesystem;

using kit::TemporaryFolder;

class House;

/// A page as the server sees it: keeps what it was sent, each message held against the schema.
class FakePage final : public server::Channel {
 public:
  explicit FakePage(House& house);
  ~FakePage() override { leave(); }

  void send(std::string message) override {
    json::value value = json::parse(message);
    EXPECT_FITS("ServerMessage", value);
    received.push_back(value.as_object());
  }
  void close(const std::string& reason) override { closed = reason; }

  /// Sends a message that fits the schema and waits for its answer; the answer is also kept in `received`.
  json::object ask(json::object message);
  void say(const json::value& message) { session->receive(json::serialize(message)); }
  void leave() {
    if (session) session->hang_up();
    session.reset();
  }
  /// The newest message of a type, or an empty object.
  json::object last(std::string_view type) const {
    for (auto it = received.rbegin(); it != received.rend(); ++it) {
      if (it->at("type").as_string() == type) return *it;
    }
    return {};
  }
  int count(std::string_view type) const {
    int number = 0;
    for (const json::object& message : received) number += message.at("type").as_string() == type ? 1 : 0;
    return number;
  }
  json::object watch(const std::string& game_id, const std::vector<std::string>& tokens = {}) {
    return ask({{"type", "watch"}, {"game_id", game_id}, {"tokens", json::value_from(tokens)}});
  }
  json::object play(const std::string& game_id, std::int64_t ply, const std::string& move) {
    return ask({{"type", "play"}, {"game_id", game_id}, {"ply", ply}, {"move", move}});
  }
  json::object command(const std::string& type, const std::string& game_id) {
    return ask({{"type", type}, {"game_id", game_id}});
  }
  /// Plays the first legal move of the newest state.
  json::object play_first(const std::string& game_id) {
    const json::object position = last("state").at("position").as_object();
    const auto& legal = position.at("legal").as_array();
    if (legal.empty()) return {{"type", "no legal move"}};
    return play(game_id, position.at("ply").as_int64(), std::string(legal[0].at("move").as_string()));
  }
  json::object position() const { return last("state").at("position").as_object(); }

  House& house;
  std::shared_ptr<server::ClientSession> session;
  std::deque<json::object> received;
  std::string closed;
  std::int64_t last_request = 0;
};

/// Everything of the server but the network, on a loop the test runs. A second House on the same folder is the server
/// after a restart.
class House {
 public:
  explicit House(const fs::path& folder, server::SearchPool::Size size = {2}, std::int64_t movetime_ms = 60'000)
      : House(folder, size, movetime_ms, std::nullopt) {}
  /// With engines of another source than the fakes.
  House(const fs::path& folder, server::SearchPool::Size size, std::int64_t movetime_ms,
        const std::optional<server::EngineSource>& engines)
      : store(open_store(folder)),
        bounds{4, 256, movetime_ms, 600'000, 1},
        engine_pool(engines ? *engines : fake_engines(counts), bounds.of_engine(), 4),
        local(engine_pool),
        pool(size, metrics) {}
  ~House() {
    // As the real server does: those who post to the loop end first.
    pool.close();
    api.close();
    store.close();
  }
  House(const House&) = delete;
  House& operator=(const House&) = delete;

  server::HttpResponse request(const std::string& method, const std::string& target, const std::string& body = "",
                               const std::string& type = "application/json", const std::string& client = "192.0.2.1") {
    server::HttpRequest request;
    request.client = client;
    EXPECT_TRUE(server::read_target(target, request));
    request.method = method;
    request.body = body;
    request.content_type = type;
    auto response = std::make_shared<std::optional<server::HttpResponse>>();
    api.handle(request, [response](server::HttpResponse given) { *response = std::move(given); });
    EXPECT_TRUE(loop.run_until([&] { return response->has_value(); })) << method << " " << target;
    return response->value_or(server::HttpResponse{});
  }
  json::value get(const std::string& target) { return json::parse(request("GET", target).body); }
  json::value post(const std::string& target, const json::value& body) {
    return json::parse(request("POST", target, json::serialize(body)).body);
  }
  /// Creates a game of side-3 Omega with the given seats.
  json::object create(json::array seats, json::object more = {}) {
    json::object body{{"game", "omega"},
                      {"rules", {{"side", "3"}, {"players", std::to_string(seats.size())}}},
                      {"seats", std::move(seats)}};
    for (const auto& [key, value] : more) body[key] = value;
    EXPECT_FITS("CreateGame", body);
    const json::value created = post("/api/v1/games", body);
    EXPECT_FITS("GameCreated", created);
    return created.as_object();
  }

  FakeEngineCounts counts;
  TestLoop loop;
  server::Metrics metrics;
  server::Log log = server::Log::silent();
  server::StaticPages pages;
  store::StoreThread store;
  server::EngineBounds bounds;
  server::EnginePool engine_pool;
  work::LocalSearch local;
  server::SearchPool pool;
  server::ClientQuotas quotas;
  server::LoopLoad load;
  study::ProofStore proofs;
  server::PuzzleBook puzzles;
  server::Services services{loop,   store,  pool, engine_pool, metrics, log,     fake_engines(counts),
                            bounds, quotas, load, {},          proofs,  puzzles, local};
  server::Lobby lobby{services};
  server::HttpApi api{services, lobby, pages, "test"};

 private:
  static std::unique_ptr<store::Store> open_store(const fs::path& folder) {
    auto opened = store::Store::open((folder / "partita.sqlite").string());
    EXPECT_TRUE(opened.ok());
    return std::move(*opened);
  }
};

inline FakePage::FakePage(House& h)
    : house(h), session(std::make_shared<server::ClientSession>(h.services, h.lobby, *this, "page")) {
  session->greet("test");
}

inline json::object FakePage::ask(json::object message) {
  const std::int64_t request = ++last_request;
  message["request"] = request;
  EXPECT_FITS("ClientMessage", message);
  say(message);
  json::object answer;
  const bool answered = house.loop.run_until([&] {
    for (const json::object& got : received) {
      const auto* number = got.if_contains("request");
      if (number != nullptr && number->as_int64() == request) answer = got;
    }
    return !answer.empty();
  });
  EXPECT_TRUE(answered) << json::serialize(message);
  return answer;
}

inline json::object human() { return {{"kind", "human"}}; }
inline json::object engine(const char* spec, std::int64_t movetime_ms = 50) {
  return {{"kind", "engine"}, {"engine", spec}, {"limits", {{"movetime_ms", movetime_ms}}}};
}
inline std::string id_of(const json::object& created) { return std::string(created.at("game_id").as_string()); }
inline std::string token_of(const json::object& created, std::size_t seat) {
  return std::string(created.at("seats").as_array()[seat].at("token").as_string());
}
inline std::string type_of(const json::object& message) { return std::string(message.at("type").as_string()); }
inline std::string code_of(const json::object& message) {
  const auto* code = message.if_contains("code");
  return code == nullptr ? "" : std::string(code->as_string());
}

}  // namespace partita::server_test
