// Users of a NATS server with permissions by subject, as `partita work add-worker` writes them and nats-server reads
// them.
#include "work/nats_users.h"

#include <gtest/gtest.h>

#include <fstream>

#include "kit/temporary_folder.h"
#include "nats_server.h"
#include "work/nats_link.h"

namespace partita::work {
namespace {

namespace fs = std::filesystem;

class NatsUsers : public testing::Test {
 protected:
  std::string at(const std::string& name) const { return (folder_.path() / name).string(); }
  kit::ProgramRun command(const std::string& words) {
    return kit::run_program("work " + words + " --users " + at("users.conf"));
  }
  void add(const std::string& action, const std::string& name) {
    const auto run = command(action + " " + name + " --out " + at(name));
    ASSERT_EQ(run.exit_code, 0) << run.err;
  }
  std::unique_ptr<NatsServer> server() {
    std::ofstream(at("nats.conf")) << "include users.conf\n";
    return std::make_unique<NatsServer>(std::vector<std::string>{"-c", at("nats.conf")});
  }
  /// The link of a user, without making streams.
  std::unique_ptr<NatsLink> link_of(const NatsServer& server, const std::string& name) {
    NatsLogin login;
    login.file = at(name);
    auto attempt = NatsLink::attempt(server.url(), name, login, NatsLink::Streams::kNone);
    EXPECT_NE(attempt.link, nullptr) << attempt.failure;
    return std::move(attempt.link);
  }

  kit::TemporaryFolder folder_;
};

TEST_F(NatsUsers, AWorkerDoesJobsWithItsFile) {
  add("add-server", "dispatcher");
  add("add-worker", "ada");
  EXPECT_EQ(fs::status(at("ada")).permissions(), fs::perms::owner_read | fs::perms::owner_write);
  const auto nats = server();
  kit::Child worker(
      {PARTITA_PROGRAM, "worker", "--name", "ada", "--nats", nats->url(), "--nats-credentials", at("ada")},
      at("worker.txt"));
  const auto match = kit::run_program(
      "arena --game omega --side 3 --engines random greedy --tc nodes=1 --plies 2 --openings 2 --nats " + nats->url() +
      " --nats-credentials " + at("dispatcher"));
  EXPECT_EQ(match.exit_code, 0) << match.out << match.err << kit::read_whole(at("worker.txt"));
  const auto status = kit::run_program("work status --nats " + nats->url() + " --nats-credentials " + at("dispatcher"));
  EXPECT_NE(status.out.find("\nada "), std::string::npos) << status.out << status.err;
  EXPECT_NE(status.out.find("no parked jobs"), std::string::npos) << status.out;
  EXPECT_EQ(worker.end(SIGTERM), 0) << kit::read_whole(at("worker.txt"));
}

TEST_F(NatsUsers, WhoHandsOutJobsWithAWorkersFileIsToldSo) {
  add("add-worker", "ada");
  const auto nats = server();
  const auto match = kit::run_program(
      "arena --game omega --side 3 --engines random greedy --tc nodes=1 --plies 2 --openings 2 --nats " + nats->url() +
      " --nats-credentials " + at("ada"));
  EXPECT_NE(match.exit_code, 0);
  EXPECT_NE(match.err.find("may not hand out jobs"), std::string::npos) << match.err;
}

TEST_F(NatsUsers, AWorkerSaysAndHearsOnlyWhatAWorkerNeeds) {
  add("add-server", "page");
  add("add-worker", "ada");
  const auto nats = server();
  const auto page = link_of(*nats, "page");
  const auto ada = link_of(*nats, "ada");
  ASSERT_TRUE(page && ada);
  const NatsSubscription everything = page->listen("partita.>");
  const NatsSubscription tables = ada->listen("partita.tables.servers");
  const NatsSubscription others = ada->listen("partita.search.s.server.page");
  const NatsSubscription heartbeats = ada->listen("partita.search.s.servers");
  for (const NatsLink* link : {page.get(), ada.get()})
    ASSERT_EQ(natsConnection_FlushTimeout(link->connection(), 2'000), NATS_OK);
  for (const char* subject : {"partita.jobs.s.run.1", "partita.search.s.worker.bob", "partita.search.s.servers",
                              "partita.tables.server.page", "$JS.API.STREAM.DELETE.PARTITA_JOBS"})
    ada->send(subject, "of ada");
  ada->send("partita.search.s.server.page", "an answer");
  ASSERT_EQ(natsConnection_FlushTimeout(ada->connection(), 2'000), NATS_OK);
  for (const char* subject : {"partita.tables.servers", "partita.search.s.servers"}) page->send(subject, "of the page");
  const auto next = [](const NatsSubscription& source) {
    constexpr std::int64_t kPatienceMs = 2'000;
    natsMsg* message = nullptr;
    natsSubscription_NextMsg(&message, source.get(), kPatienceMs);
    const NatsOwned<natsMsg> owner(message);
    return message == nullptr ? std::string() : message_text(message);
  };
  EXPECT_EQ(next(everything), "an answer") << "and nothing before it";
  EXPECT_EQ(next(heartbeats), "of the page");
  for (const NatsSubscription* refused : {&tables, &others}) {
    natsMsg* message = nullptr;
    EXPECT_NE(natsSubscription_NextMsg(&message, refused->get(), 1), NATS_OK);
    natsMsg_Destroy(message);
  }
}

TEST_F(NatsUsers, WhoIsRemovedIsNotLetIn) {
  add("add-server", "page");
  add("add-worker", "ada");
  EXPECT_EQ(command("users").out, "page                 server\nada                  worker\n");
  ASSERT_EQ(command("remove ada").exit_code, 0);
  EXPECT_EQ(command("users").out, "page                 server\n");
  const auto nats = server();
  NatsLogin login;
  login.file = at("ada");
  const auto attempt = NatsLink::attempt(nats->url(), "ada", login, NatsLink::Streams::kNone);
  EXPECT_EQ(attempt.link, nullptr);
  EXPECT_FALSE(attempt.may_come);
  EXPECT_NE(link_of(*nats, "page"), nullptr);
  EXPECT_EQ(command("remove ada").exit_code, 2);
}

// The client leaves out a signature whose first byte is zero, one in 256, and is refused.
TEST_F(NatsUsers, AKeyIsLetInEveryTime) {
  add("add-worker", "ada");
  const auto nats = server();
  NatsLogin login;
  login.file = at("ada");
  for (int i = 0; i < 2'000; ++i) {
    const auto attempt = NatsLink::attempt(nats->url(), "ada", login, NatsLink::Streams::kNone);
    ASSERT_NE(attempt.link, nullptr) << "connection " << i << ": " << attempt.failure;
  }
}

TEST_F(NatsUsers, NothingIsOverwritten) {
  add("add-worker", "ada");
  const std::string users = kit::read_whole(at("users.conf")), secret = kit::read_whole(at("ada"));
  for (const std::string& words :
       {"add-worker ada --out " + at("other"), "add-worker bob --out " + at("ada"),
        "add-worker b/b --out " + at("other"), std::string("add-worker"), std::string("remove nobody")}) {
    EXPECT_EQ(command(words).exit_code, 2) << words;
    EXPECT_EQ(kit::read_whole(at("users.conf")), users) << words;
    EXPECT_EQ(kit::read_whole(at("ada")), secret) << words;
  }
  EXPECT_EQ(users.find(secret.substr(secret.find("SU"), 58)), std::string::npos) << "the server knows no secret";
  std::ofstream(at("users.conf")) << "authorization { user: somebody }\n";
  EXPECT_EQ(command("add-worker cleo --out " + at("cleo")).exit_code, 2) << "a file of somebody else";
  EXPECT_FALSE(fs::exists(at("cleo")));
}

}  // namespace
}  // namespace partita::work
