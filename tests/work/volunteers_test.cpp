// What volunteers' workers are believed, and whom they believe.
#include <gtest/gtest.h>

#include <boost/json.hpp>
#include <fstream>
#include <future>
#include <thread>

#include "kit/child.h"
#include "kit/program.h"
#include "kit/temporary_folder.h"
#include "work/https_client.h"
#include "work/local_thinking.h"
#include "work/public_checks.h"
#include "work/public_thinking.h"
#include "work/signature.h"

namespace partita::work {
namespace {

namespace fs = std::filesystem;

SearchOrder hex_order() {
  auto position = catalog::AnyPosition::initial("hex", {{"side", "5"}});
  EXPECT_TRUE(position.ok());
  EngineShelf::Order engine{"tester", "hex", position->rules(), "partita"};
  SearchOrder order{std::move(engine), SearchOrder::Tables::kWarm, std::move(*position), {}};
  order.limits.nodes = 2'000;
  order.is_long = true;
  return order;
}

/// A worker in a thread of the test: `answer` says what it makes of a question.
class OneWorker {
 public:
  using Think = std::function<Thought(const SearchOrder&)>;
  OneWorker(PublicThinking& thinking, PublicThinking::Caller caller, Think think)
      : thinking_(thinking), caller_(std::move(caller)), think_(std::move(think)), thread_([this] { work(); }) {}
  ~OneWorker() {
    closing_ = true;
    thread_.join();
  }
  OneWorker(const OneWorker&) = delete;
  OneWorker& operator=(const OneWorker&) = delete;

 private:
  void work() {
    const boost::json::object request{{"worker", "one"}, {"signature", signature()}, {"threads", 1}};
    while (!closing_) {
      const auto answered = std::make_shared<std::promise<PublicThinking::Answer>>();
      auto answer = answered->get_future();
      thinking_.take(caller_, boost::json::serialize(request),
                     [answered](PublicThinking::Answer told) { answered->set_value(std::move(told)); });
      const PublicThinking::Answer told = answer.get();
      if (told.status != 200) return;
      const auto value = boost::json::parse(told.body).as_object();
      if (!value.contains("question")) continue;
      auto command = read_think_command(std::string(value.at("question").as_string()));
      if (!command) return;
      const Thought thought = think_(std::get<SearchOrder>(command->question));
      const boost::json::object head{{"worker", "one"}, {"questions", boost::json::array{}}};
      thinking_.tell(caller_, boost::json::serialize(head) + "\n" + write_think_reply({command->id, {}, thought}));
    }
  }

  PublicThinking& thinking_;
  PublicThinking::Caller caller_;
  Think think_;
  std::atomic<bool> closing_{false};
  std::thread thread_;
};

class Volunteering : public testing::Test {
 protected:
  Volunteering()
      : shelf_({}, {1, 64}, 2),
        home_(shelf_),
        keys_((folder_.path() / "keys").string()),
        thinking_({keys_.path(), "", "here", 1.0}, home_, home_) {
    const auto key = keys_.add("tester", 4);
    EXPECT_TRUE(key) << key.error();
    if (key) key_ = *key;
    EXPECT_TRUE(thinking_.start([](int) {}, [](const std::string&, const std::string&, const std::string&) {}));
  }
  PublicThinking::Caller caller() { return thinking_.caller_of("Bearer " + key_); }
  template <class Condition>
  static bool comes(Condition condition) {
    for (int i = 0; i < 3'000 && !condition(); ++i) std::this_thread::sleep_for(std::chrono::milliseconds(5));
    return condition();
  }
  /// Asks until so many answers have been done again.
  void ask_until_checked(std::uint64_t count) {
    const base::StopFlag stop;
    EXPECT_TRUE(comes([&] { return thinking_.public_state().slots > 0; }));
    EXPECT_TRUE(comes([&] {
      EXPECT_FALSE(thinking_.search(hex_order(), {}, stop).result.best_move.empty());
      return thinking_.public_state().checked_total >= count || thinking_.public_state().suspended_total > 0;
    }));
  }

  kit::TemporaryFolder folder_;
  EngineShelf shelf_;
  LocalThinking home_;
  WorkerKeyFile keys_;
  std::string key_;
  PublicThinking thinking_;
};

TEST_F(Volunteering, WhoIsHonestAgreesWithASecondSearch) {
  EngineShelf shelf({}, {1, 64}, 2);
  LocalThinking own(shelf);
  const base::StopFlag stop;
  {
    const OneWorker worker(thinking_, caller(), [&](const SearchOrder& order) { return own.search(order, {}, stop); });
    ask_until_checked(5);
    const PublicState state = thinking_.public_state();
    EXPECT_GE(state.checked_total, 5U);
    EXPECT_EQ(state.disagreed_total, 0U);
    EXPECT_EQ(state.refused_total, 0U);
    thinking_.close();
  }
  EXPECT_EQ(caller().status, 0);
}

TEST_F(Volunteering, WhoClaimsWhatIsNotSoIsFoundOutBySearchingTwice) {
  {
    // Legal, plausible, and made up: every position is nearly lost.
    const OneWorker worker(thinking_, caller(), [](const SearchOrder& order) {
      Thought thought;
      thought.result.best_move = order.position.legal_moves().front();
      catalog::LineReport line;
      line.depth = 9;
      line.score.win = 0.02;
      line.score.value = -400;
      line.score.by_seat = {0.02, 0.98};
      line.pv = {thought.result.best_move};
      thought.result.lines = {line};
      return thought;
    });
    ask_until_checked(1'000);
    EXPECT_TRUE(comes([&] { return caller().status == 403; }));
    thinking_.close();
  }
  // Three are enough, whatever else was answered meanwhile.
  EXPECT_EQ(thinking_.public_state().disagreed_total, 3U);
  const auto keys = keys_.read();
  ASSERT_TRUE(keys);
  EXPECT_EQ(keys->front().state, WorkerKey::State::kSuspended);
  EXPECT_NE(keys->front().reason.find("a second search"), std::string::npos) << keys->front().reason;
}

TEST(WebAddressText, OnlyThisMachineWithoutTls) {
  const auto address = read_web_address("https://games.example.org/partita/");
  ASSERT_TRUE(address) << address.error();
  EXPECT_EQ(address->host, "games.example.org");
  EXPECT_EQ(address->port, "443");
  EXPECT_EQ(address->folder, "/partita");
  EXPECT_TRUE(read_web_address("http://localhost:7271"));
  EXPECT_TRUE(read_web_address("http://127.0.0.1:7271"));
  const auto bracketed = read_web_address("http://[::1]:7271");
  ASSERT_TRUE(bracketed) << bracketed.error();
  EXPECT_EQ(bracketed->host, "::1");
  for (const char* bad : {"http://games.example.org", "http://localhost.example.org", "games.example.org", "https://",
                          "https://host:0", "https://host:99999", "https://user@host", "https://ho st", "ftp://host"}) {
    EXPECT_FALSE(read_web_address(bad)) << bad;
  }
}

/// Whoever shows a certificate of another name, or of an authority that we do not know, does not get the key.
TEST(PublicWorkerTls, TheKeyGoesToTheServerThatWasNamedAlone) {
  const kit::TemporaryFolder folder;
  const std::string at = folder.path().string() + "/";
  const auto make = [](const std::string& arguments) {
    return std::system(("openssl " + arguments + " >/dev/null 2>&1").c_str()) == 0;
  };
  if (!make("version")) GTEST_SKIP() << "there is no openssl";
  const std::string key = "-newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 ";
  ASSERT_TRUE(make("req -x509 " + key + "-subj /CN=tests -keyout " + at + "ca.key -out " + at + "ca.pem"));
  ASSERT_TRUE(make("req " + key + "-subj /CN=localhost -keyout " + at + "tls.key -out " + at + "tls.csr"));
  std::ofstream(at + "names") << "subjectAltName=DNS:localhost\n";
  ASSERT_TRUE(make("x509 -req -days 2 -CAcreateserial -CA " + at + "ca.pem -CAkey " + at + "ca.key -in " + at +
                   "tls.csr -out " + at + "tls.pem -extfile " + at + "names"));
  const std::string heard = at + "heard.txt";
  // It ends with its input, which therefore never does.
  const std::string command = "mkfifo " + at + "input && exec openssl s_server -accept 127.0.0.1:0 -cert " + at +
                              "tls.pem -key " + at + "tls.key 0<>" + at + "input";
  const kit::Child server({"sh", "-c", command}, heard);
  std::string port;
  for (int i = 0; i < 500 && port.empty(); ++i) {
    const std::string text = kit::read_whole(heard);
    const auto found = text.find("ACCEPT 127.0.0.1:");
    if (found != std::string::npos && text.find('\n', found) != std::string::npos)
      port = text.substr(found + 17, text.find('\n', found) - found - 17);
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  ASSERT_FALSE(port.empty()) << kit::read_whole(heard);
  const base::StopFlag stop;
  const auto said_to = [&](const std::string& host, const std::string& authority) {
    HttpsClient client({{true, host, port, ""}, authority, "Bearer s3cr3t"});
    const auto response = client.post("/", "{}", 1'500, stop);
    return response ? "an answer" : response.error();
  };
  EXPECT_NE(said_to("127.0.0.1", at + "ca.pem").find("certificate"), std::string::npos)
      << said_to("127.0.0.1", at + "ca.pem");
  EXPECT_NE(said_to("localhost", "").find("not trusted"), std::string::npos) << said_to("localhost", "");
  EXPECT_EQ(kit::read_whole(heard).find("s3cr3t"), std::string::npos) << kit::read_whole(heard);
  // To the right one it is said; openssl never answers.
  said_to("localhost", at + "ca.pem");
  EXPECT_NE(kit::read_whole(heard).find("s3cr3t"), std::string::npos) << kit::read_whole(heard);
  HttpsClient unreadable({{true, "localhost", port, ""}, at + "nothing.pem", ""});
  EXPECT_FALSE(unreadable.check());
}

}  // namespace
}  // namespace partita::work
