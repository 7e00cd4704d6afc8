#include <gtest/gtest.h>

#include <chrono>
#include <fstream>
#include <future>
#include <map>
#include <thread>

#include "server/engine_game.h"
#include "server/serve_child.h"
#include "work/public_worker.h"
#include "work/signature.h"
#include "work/think_message.h"

// `partita worker --server` and those who pretend to be one, against `partita serve` as a process.
namespace partita::server_test {

namespace {

/// The body of an answer, and its status.
struct Told {
  int status = 0;
  json::object body;
};

/// Somebody with a key who speaks the workers' HTTP and does with it what he likes.
class Stranger {
 public:
  Stranger(std::uint16_t port, std::string key, std::string name = "stranger")
      : port_(port), key_(std::move(key)), name_(std::move(name)) {}

  Told post(const std::string& path, const std::string& body) const {
    RawClient client(port_);
    const std::string answer = client.http(
        "POST " + path + " HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer " + key_ +
        "\r\nContent-Type: application/json\r\nContent-Length: " + std::to_string(body.size()) + "\r\n\r\n" + body);
    Told told;
    if (answer.size() < 12) return told;
    told.status = std::stoi(answer.substr(9, 3));
    const auto value = json::parse(answer.substr(answer.find("\r\n\r\n") + 4));
    if (value.is_object()) told.body = value.as_object();
    return told;
  }
  Told take() const {
    const json::object request{{"worker", name_}, {"signature", work::signature()}, {"threads", 1}};
    return post(work::kTakePath, json::serialize(request));
  }
  /// The next question; empty if none came for some polls.
  std::optional<work::ThinkCommand> take_question(int polls = 3) const {
    for (int i = 0; i < polls; ++i) {
      const Told told = take();
      EXPECT_EQ(told.status, 200) << json::serialize(told.body);
      if (told.status != 200) return std::nullopt;
      if (!told.body.contains("question")) continue;
      auto command = work::read_think_command(std::string(told.body.at("question").as_string()));
      EXPECT_TRUE(command) << command.error();
      if (command) return std::move(*command);
    }
    return std::nullopt;
  }
  Told tell(const std::vector<std::string>& questions, const std::vector<work::ThinkReply>& replies) const {
    json::object head{{"worker", name_}, {"questions", json::array(questions.begin(), questions.end())}};
    std::string body = json::serialize(head);
    for (const work::ThinkReply& reply : replies) body += "\n" + work::write_think_reply(reply);
    return post(work::kTellPath, body);
  }
  const std::string& key() const { return key_; }

 private:
  std::uint16_t port_;
  std::string key_;
  std::string name_;
};

const work::SearchOrder& order_in(const work::ThinkCommand& command) {
  return std::get<work::SearchOrder>(command.question);
}

/// An answer as an honest engine gives it.
work::Thought honest_thought(const work::SearchOrder& order) {
  work::Thought thought;
  thought.result.best_move = order.position.legal_moves().back();
  catalog::LineReport line;
  line.depth = 1;
  line.score.by_seat = {0.5, 0.5};
  line.pv = {thought.result.best_move};
  thought.result.lines = {line};
  thought.result.depth = 1;
  return thought;
}

}  // namespace

class Volunteers : public testing::Test {
 protected:
  Volunteers()
      : server_(std::make_unique<ServeChild>(
            data(), std::vector<std::string>{"--search-threads", "1", "--log", log_file(), "--verbose"})) {
    EXPECT_NE(server_->port(), 0) << server_->said();
  }

  fs::path data() const { return folder_.path() / "data"; }
  std::string log_file() const { return (folder_.path() / "log.jsonl").string(); }
  std::string keys_file() const { return (data() / "worker-keys").string(); }
  ServeChild& server() { return *server_; }

  kit::ProgramRun keys(const std::string& action) const {
    return kit::run_program("work " + action + " --keys " + keys_file());
  }
  std::string add_key(const std::string& name) const {
    const auto made = keys("add-key " + name);
    EXPECT_EQ(made.exit_code, 0) << made.err;
    return made.out.substr(0, made.out.find('\n'));
  }
  /// In a file, as people should.
  std::string key_file(const std::string& name, const std::string& key) const {
    const std::string path = (folder_.path() / (name + ".key")).string();
    std::ofstream(path) << key << "\n";
    return path;
  }
  std::string said_by(const std::string& name) const {
    return kit::read_whole((folder_.path() / (name + ".txt")).string());
  }
  std::unique_ptr<kit::Child> worker(const std::string& name, const std::string& key) {
    return std::make_unique<kit::Child>(std::vector<std::string>{PARTITA_PROGRAM, "worker", "--server",
                                                                 "http://127.0.0.1:" + std::to_string(server().port()),
                                                                 "--key-file", key_file(name, key)},
                                        (folder_.path() / (name + ".txt")).string());
  }
  double metric(const std::string& name) {
    const std::string text = server().http("GET /metrics");
    const auto at = text.find("\npartita_public_" + name + " ");
    return at == std::string::npos ? -1 : std::stod(text.substr(at + name.size() + 17));
  }
  bool becomes(const std::string& name, double value) {
    return ServeChild::wait_for([&] { return metric(name) >= value; });
  }

  /// What a stranger is given who was asking before the player moved; later the server may have begun by itself.
  std::optional<work::ThinkCommand> question_to(const Stranger& stranger, EngineGame& game) {
    auto taken = std::async(std::launch::async, [&] { return stranger.take_question(); });
    EXPECT_TRUE(becomes("workers", 1));
    game.play_turn();
    return taken.get();
  }

  TemporaryFolder folder_;
  std::unique_ptr<ServeChild> server_;
};

TEST_F(Volunteers, AnHonestWorkerPlaysAndIsThanked) {
  const auto ada = worker("ada", add_key("ada"));
  ASSERT_TRUE(becomes("workers", 1)) << said_by("ada");
  EngineGame game(server(), 400);
  for (int turn = 0; turn < 2; ++turn) {
    game.play_turn();
    ASSERT_TRUE(game.hear_reply());
  }
  EXPECT_GE(metric("answers_total"), 3) << "two turns of two plies; the first may have found it not yet asking";
  EXPECT_EQ(metric("refusals_total"), 0);
  EXPECT_EQ(metric("losses_total"), 0);
  const std::string page = server().http("GET /helpers");
  EXPECT_NE(page.find("<td>ada</td>"), std::string::npos) << page;
  EXPECT_NE(server().http("GET /api/v1/helpers").find(R"({"name":"ada","searches":)"), std::string::npos);
  // An analysis streams its lines, and ends there when nobody listens here.
  {
    RawClient visitor(server().port());
    ASSERT_TRUE(visitor.upgrade());
    visitor.say({{"type", "analyse"}, {"game", "hex"}, {"rules", {{"side", "9"}}}});
    ASSERT_TRUE(visitor.hear("lines"));
    ASSERT_TRUE(visitor.hear("lines"));
    EXPECT_EQ(metric("questions"), 1);
  }
  EXPECT_TRUE(ServeChild::wait_for([&] { return metric("questions") == 0; }));
  // Ended by a signal it goes at once, and is remembered by the next server.
  EXPECT_EQ(ada->end(SIGTERM), 0) << said_by("ada");
  EXPECT_EQ(said_by("ada").find("partita-key-"), std::string::npos);
  server().end(SIGTERM);
  server_ = std::make_unique<ServeChild>(data(), std::vector<std::string>{});
  EXPECT_NE(server().http("GET /helpers").find("<td>ada</td>"), std::string::npos);
}

TEST_F(Volunteers, AWorkerKilledInTheMiddleCostsASecondAtMost) {
  const auto ada = worker("ada", add_key("ada"));
  ASSERT_TRUE(becomes("workers", 1)) << said_by("ada");
  constexpr std::int64_t kMovetimeMs = 2'000;
  EngineGame game(server(), kMovetimeMs);
  game.play_turn();
  const auto begin = std::chrono::steady_clock::now();
  ASSERT_TRUE(becomes("questions", 1));
  ada->end(SIGKILL);
  ASSERT_TRUE(game.hear_reply());
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  // A turn is two plies; the rest is for machines that are busy.
  EXPECT_LT(seconds, 2 * kMovetimeMs / 1000.0 + 1 + 6);
  EXPECT_EQ(metric("losses_total"), 1);
  game.play_turn();
  EXPECT_TRUE(game.hear_reply());
}

TEST_F(Volunteers, KeysAreNeededAndCanBeTakenAway) {
  const std::string key = add_key("ada");
  EXPECT_EQ(kit::read_whole(keys_file()).find(key), std::string::npos) << "only its digest is kept";
  EXPECT_EQ(fs::status(keys_file()).permissions(), fs::perms::owner_read | fs::perms::owner_write);
  EXPECT_EQ(keys("add-key ada").exit_code, 2) << "it has one";
  EXPECT_EQ(keys("add-key 'a b'").exit_code, 2);
  EXPECT_EQ(keys("revoke-key eve").exit_code, 2);

  const auto wrong = worker("eve", "partita-key-00000000000000000000000000000000");
  ASSERT_TRUE(ServeChild::wait_for([&] { return !wrong->is_running(); })) << said_by("eve");
  EXPECT_EQ(wrong->wait(), 2);
  EXPECT_NE(said_by("eve").find("not known"), std::string::npos) << said_by("eve");
  EXPECT_EQ(server().http("POST /api/v1/worker/take", "{}").rfind("HTTP/1.1 401", 0), 0U);

  const auto ada = worker("ada", key);
  ASSERT_TRUE(becomes("workers", 1)) << said_by("ada");
  ASSERT_EQ(keys("revoke-key ada").exit_code, 0);
  ASSERT_TRUE(ServeChild::wait_for([&] { return !ada->is_running(); })) << said_by("ada");
  EXPECT_EQ(ada->wait(), 2);
  EXPECT_NE(said_by("ada").find("revoked"), std::string::npos) << said_by("ada");
  EXPECT_NE(keys("keys").out.find("revoked"), std::string::npos);
  EngineGame game(server(), 50);
  game.play_turn();
  EXPECT_TRUE(game.hear_reply());
}

TEST_F(Volunteers, LiesAreRefusedAndTheLiarIsSuspended) {
  const Stranger liar(server().port(), add_key("liar"));
  const std::vector<std::function<void(work::Thought&)>> lies = {
      [](work::Thought& thought) { thought.result.best_move = "A99"; },
      [](work::Thought& thought) {
        thought.result.lines[0].score.by_seat = {7, -6};
      },
      [](work::Thought& thought) { thought.result.lines[0].pv = {"not a move"}; },
  };
  int refused = 0;
  EngineGame game(server(), 400);
  for (const auto& lie : lies) {
    game.play_turn();
    // After each lie the key rests for longer, and the engine's moves are made here.
    std::optional<work::ThinkCommand> question;
    while (!question) {
      std::thread hears([&] {
        EXPECT_TRUE(game.hear_reply());
        game.play_turn();
      });
      question = liar.take_question(1);
      if (question) {
        work::Thought thought = honest_thought(order_in(*question));
        EXPECT_EQ(order_in(*question).engine.owner.find("game"), std::string::npos) << "says which game it is";
        lie(thought);
        EXPECT_EQ(liar.tell({}, {{question->id, {}, thought}}).status, 200);
        EXPECT_TRUE(becomes("refusals_total", ++refused));
      }
      hears.join();
    }
  }
  EXPECT_TRUE(game.hear_reply()) << "the game has gone on";
  EXPECT_TRUE(ServeChild::wait_for([&] { return keys("keys").out.find("suspended") != std::string::npos; }));
  EXPECT_EQ(liar.take().status, 403);
  EXPECT_EQ(liar.tell({}, {}).status, 403);
}

TEST_F(Volunteers, WhoNeverAnswersIsNotWaitedFor) {
  const Stranger idler(server().port(), add_key("idler"));
  EngineGame game(server(), 1'000);
  const auto question = question_to(idler, game);
  ASSERT_TRUE(question);
  // It says that it is at it, for as long as anybody believes it.
  std::atomic<bool> done{false};
  std::thread pretends([&] {
    while (!done) {
      idler.tell({question->id}, {});
      std::this_thread::sleep_for(std::chrono::milliseconds(200));
    }
  });
  const auto begin = std::chrono::steady_clock::now();
  EXPECT_TRUE(game.hear_reply());
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  done = true;
  pretends.join();
  // Its time, three quarters of a second, and the second ply of the turn at home.
  EXPECT_LT(seconds, 1 + 0.75 + 0.2 + 1 + 6);
  EXPECT_EQ(metric("losses_total"), 1);
  // Its answer comes after all: nobody minds.
  EXPECT_EQ(idler.tell({}, {{question->id, {}, honest_thought(order_in(*question))}}).status, 200);
  EXPECT_EQ(metric("late_total"), 1);
  EXPECT_EQ(metric("answers_total"), 0);
}

TEST_F(Volunteers, AnAnswerCountsOnceAndFromWhomItWasAsked) {
  const Stranger asked(server().port(), add_key("asked"));
  EngineGame game(server(), 20'000);
  const auto question = question_to(asked, game);
  ASSERT_TRUE(question);
  const work::SearchOrder& order = order_in(*question);
  const Stranger thief(server().port(), add_key("thief"));
  const Stranger namesake(server().port(), asked.key(), "another");
  const work::ThinkReply answer{question->id, {}, honest_thought(order)};
  EXPECT_EQ(thief.tell({}, {answer}).status, 200);
  EXPECT_EQ(metric("refusals_total"), 1);
  EXPECT_EQ(metric("answers_total"), 0);
  EXPECT_EQ(asked.tell({question->id}, {{question->id, {}, std::nullopt}}).status, 200) << "still its own";
  EXPECT_EQ(asked.tell({}, {answer}).status, 200);
  ASSERT_TRUE(becomes("answers_total", 1));
  const Told second = asked.tell({}, {answer});
  EXPECT_EQ(second.status, 200);
  EXPECT_EQ(second.body.at("stop").as_array().size(), 1U);
  EXPECT_EQ(metric("answers_total"), 1);
  EXPECT_EQ(metric("late_total"), 1);
}

TEST_F(Volunteers, MegabytesAndDrippingCostTheirSenderAlone) {
  const std::string key = add_key("flood");
  const Stranger flood(server().port(), key);
  const std::string head = "POST /api/v1/worker/tell HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer " + key +
                           "\r\nContent-Type: application/json\r\n";
  RawClient announced(server().port());
  EXPECT_EQ(announced.http(head + "Content-Length: 50000000\r\n\r\n").rfind("HTTP/1.1 413", 0), 0U);
  RawClient chunked(server().port());
  std::string chunks = head + "Transfer-Encoding: chunked\r\n\r\n";
  for (int i = 0; i < 8; ++i) chunks += "8000\r\n" + std::string(0x8000, ' ') + "\r\n";
  EXPECT_EQ(chunked.http(chunks).rfind("HTTP/1.1 413", 0), 0U);
  EXPECT_EQ(flood.post(work::kTellPath, std::string(60'000, '[')).status, 400) << "within the size, and nonsense";
  EXPECT_EQ(metric("refusals_total"), 1);
  // More requests than anybody needs.
  int too_many = 0;
  for (int i = 0; i < 300; ++i) too_many += flood.tell({}, {}).status == 429 ? 1 : 0;
  EXPECT_GT(too_many, 0);
  // A byte now and then, while somebody else plays.
  std::vector<std::unique_ptr<RawClient>> drips;
  for (int i = 0; i < 8; ++i) drips.push_back(std::make_unique<RawClient>(server().port()));
  EngineGame game(server(), 50);
  for (int turn = 0; turn < 3; ++turn) {
    for (const auto& drip : drips) drip->send(head.substr(static_cast<std::size_t>(turn), 1));
    game.play_turn();
    EXPECT_TRUE(game.hear_reply());
  }
  EXPECT_EQ(server().health(), 200);
}

}  // namespace partita::server_test
