// A server's tables without its network, on a thread of their own as in a browser.
#include "browser/home.h"

#include <gtest/gtest.h>

#include <boost/json.hpp>
#include <chrono>
#include <condition_variable>
#include <map>
#include <mutex>
#include <thread>

#include "base/threads.h"
#include "browser/thread_loop.h"
#include "kit/temporary_folder.h"

namespace {

namespace json = boost::json;
using partita::browser::Home;
using partita::browser::ThreadLoop;

/// Long enough for a machine that is busy with other tests.
constexpr auto kPatience = std::chrono::seconds(60);

/// What a page would have heard; waits until it has.
class HeardPage final : public partita::browser::Page {
 public:
  void answer(std::uint32_t request, const partita::server::HttpResponse& response) override {
    note([&] { answers_[request] = response; });
  }
  void tell(std::uint32_t socket, const std::string& message) override {
    note([&] { messages_[socket].push_back(json::parse(message).as_object()); });
  }
  void closed(std::uint32_t) override {}

  json::value body_of(std::uint32_t request, int status) {
    std::unique_lock lock(mutex_);
    if (!heard_.wait_for(lock, kPatience, [&] { return answers_.contains(request); })) return nullptr;
    EXPECT_EQ(answers_[request].status, status) << answers_[request].body;
    return json::parse(answers_[request].body);
  }

  /// The first message of the socket that fits, or an empty object.
  template <class Fits>
  json::object message(std::uint32_t socket, Fits&& fits) {
    std::unique_lock lock(mutex_);
    json::object found;
    heard_.wait_for(lock, kPatience, [&] {
      for (const json::object& one : messages_[socket]) {
        if (!fits(one)) continue;
        found = one;
        return true;
      }
      return false;
    });
    return found;
  }

 private:
  template <class Change>
  void note(Change&& change) {
    {
      const std::lock_guard lock(mutex_);
      change();
    }
    heard_.notify_all();
  }

  std::mutex mutex_;
  std::condition_variable heard_;
  std::map<std::uint32_t, partita::server::HttpResponse> answers_;
  std::map<std::uint32_t, std::vector<json::object>> messages_;
};

bool is_type(const json::object& message, const char* type) { return message.at("type").as_string() == type; }

class HomeTest : public testing::Test {
 protected:
  void SetUp() override {
    auto store = partita::store::Store::open((folder_.path() / "games.db").string());
    ASSERT_TRUE(store) << store.error();
    home_ = std::make_unique<Home>(partita::browser::HomeOptions{}, std::move(*store), page_);
    thread_ = std::thread([this] { home_->run(); });
  }
  void TearDown() override {
    if (home_) home_->stop();
    if (thread_.joinable()) thread_.join();
    home_.reset();
  }

  json::object analysis(const char* side) {
    return {{"type", "analyse"},
            {"game", "hex"},
            {"rules", {{"side", side}, {"swap", "off"}}},
            {"moves", json::array{}},
            {"running", true},
            {"lines", 2},
            {"request", 1}};
  }
  void plays_a_game_against_a_level();

  json::value get(const std::string& path) { return asked("GET", path, "", 200); }
  json::value asked(const std::string& method, const std::string& path, const std::string& body, int status) {
    partita::server::HttpRequest request;
    request.method = method;
    EXPECT_TRUE(partita::server::read_target(path, request));
    request.content_type = "application/json";
    request.body = body;
    home_->request(++last_, request);
    return page_.body_of(last_, status);
  }
  void send(const json::object& message) { home_->receive(kSocket, json::serialize(message)); }

  static constexpr std::uint32_t kSocket = 7;
  partita::kit::TemporaryFolder folder_;
  HeardPage page_;
  std::unique_ptr<Home> home_;
  std::thread thread_;
  std::uint32_t last_ = 0;
};

TEST_F(HomeTest, AnswersWhatAServerAnswers) {
  EXPECT_GE(get("/api/v1/catalog").at("games").as_array().size(), 4U);
  EXPECT_EQ(asked("GET", "/api/v1/nothing", "", 404).at("error").at("code").as_string(), "not-found");
  EXPECT_EQ(asked("POST", "/api/v1/position", "{", 400).at("error").at("code").as_string(), "bad-request");
}

void HomeTest::plays_a_game_against_a_level() {
  const json::value game = asked("POST", "/api/v1/games",
                                 R"({"game":"hex","rules":{"side":"5","swap":"off"},
                                     "seats":[{"kind":"human"},{"kind":"engine","level":1}]})",
                                 201);
  ASSERT_TRUE(game.is_object());
  const json::string id = game.at("game_id").as_string();
  home_->open(kSocket);
  EXPECT_FALSE(page_.message(kSocket, [](const json::object& one) { return is_type(one, "hello"); }).empty());
  send({{"type", "watch"}, {"game_id", id}, {"tokens", json::array{game.at("seats").at(0).at("token")}}});
  send({{"type", "play"}, {"game_id", id}, {"ply", 0}, {"move", "a1"}, {"request", 3}});
  const json::object done =
      page_.message(kSocket, [](const json::object& one) { return one.contains("request") && one.at("request") == 3; });
  EXPECT_TRUE(!done.empty() && is_type(done, "done")) << json::serialize(done);
  const json::object answered = page_.message(kSocket, [](const json::object& one) {
    return is_type(one, "state") && one.at("position").at("ply").to_number<int>() >= 2;
  });
  EXPECT_FALSE(answered.empty()) << "the level has not moved";
}
TEST_F(HomeTest, PlaysAGameAgainstALevel) { plays_a_game_against_a_level(); }

TEST_F(HomeTest, AnalysesUntilItIsClosed) {
  home_->open(kSocket);
  send(analysis("5"));
  EXPECT_FALSE(page_
                   .message(kSocket,
                            [](const json::object& one) {
                              return is_type(one, "lines") && one.at("lines").as_array().size() == 2;
                            })
                   .empty());
  home_->close(kSocket);
}

/// As in a page that may have no threads: whoever asks and whoever searches share one.
class LoneHomeTest : public HomeTest {
 private:
  const partita::base::Threads::Forbidden forbidden_;
};

TEST_F(LoneHomeTest, PlaysAGameAgainstALevel) { plays_a_game_against_a_level(); }

TEST_F(LoneHomeTest, AnswersWhileAnAnalysisRuns) {
  home_->open(kSocket);
  send(analysis("11"));
  const auto lines = [this](int depth) {
    return page_.message(kSocket, [depth](const json::object& one) {
      return is_type(one, "lines") && !one.at("lines").as_array().empty() &&
             one.at("lines").at(0).at("depth").to_number<int>() >= depth;
    });
  };
  EXPECT_FALSE(lines(1).empty());
  // Each is answered between two slices of the search, which goes on deeper meanwhile.
  for (int i = 0; i < 3; ++i) EXPECT_FALSE(get("/api/v1/catalog").at("games").as_array().empty());
  EXPECT_FALSE(get("/api/v1/puzzles?game=hex").at("puzzles").as_array().empty());
  EXPECT_FALSE(lines(3).empty());
  json::object stop = analysis("11");
  stop["running"] = false;
  stop["request"] = 2;
  send(stop);
  EXPECT_FALSE(
      page_.message(kSocket, [](const json::object& one) { return one.contains("request") && one.at("request") == 2; })
          .empty());
}

TEST_F(LoneHomeTest, ProvesAWinInAnalysis) {
  home_->open(kSocket);
  send(analysis("4"));
  EXPECT_FALSE(page_
                   .message(kSocket,
                            [](const json::object& one) {
                              return is_type(one, "lines") && !one.at("lines").as_array().empty() &&
                                     one.at("lines").at(0).at("score").as_object().contains("distance");
                            })
                   .empty());
}

TEST(ThreadLoopTest, RunsTimersInTheOrderOfTheirTimesAndNoneThatWasCancelled) {
  ThreadLoop loop;
  std::string order;
  loop.post([&] {
    loop.after(30, [&] {
      order += "c";
      loop.stop();
    });
    loop.after(1, [&] { order += "a"; });
    const auto dropped = loop.after(2, [&] { order += "x"; });
    loop.after(3, [&] { order += "b"; });
    loop.cancel(dropped);
    loop.cancel(0);
  });
  loop.run();
  EXPECT_EQ(order, "abc");
}

TEST(ThreadLoopTest, DoesWhatOtherThreadsPost) {
  ThreadLoop loop;
  int count = 0;
  std::thread other([&] {
    for (int i = 0; i < 100; ++i) loop.post([&] { ++count; });
    loop.post([&] { loop.stop(); });
  });
  loop.run();
  other.join();
  EXPECT_EQ(count, 100);
}

}  // namespace
