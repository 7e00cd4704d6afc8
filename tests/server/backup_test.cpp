#include <gtest/gtest.h>

#include "kit/program.h"
#include "server/serve_child.h"

// `partita serve --backup` and `--restore`: a copy while people play, and the way back to it.
namespace partita::server_test {

class BackupTest : public testing::Test {
 protected:
  std::string at(const char* name) const { return (folder_.path() / name).string(); }
  kit::ProgramRun command(const std::string& words) { return kit::run_program("serve " + words); }
  /// Moves of the first player and the second in turn, each acknowledged.
  static void play(ServeChild& server, const json::object& created, int first, int last) {
    RawClient player(server.port());
    ASSERT_TRUE(player.upgrade());
    player.say({{"type", "watch"},
                {"game_id", id_of(created)},
                {"tokens", json::array{token_of(created, 0), token_of(created, 1)}}});
    for (int ply = first; ply < last; ++ply) {
      auto state = player.hear("state");
      while (state && state->at("position").at("ply").as_int64() < ply) state = player.hear("state");
      ASSERT_TRUE(state);
      const json::value move = state->at("position").at("legal").as_array()[0].at("move");
      player.say({{"type", "play"}, {"request", ply}, {"game_id", id_of(created)}, {"ply", ply}, {"move", move}});
    }
    ASSERT_TRUE(player.hear("done"));
    while (moves_at(server, created) < last) std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  static int moves_at(ServeChild& server, const json::object& created) {
    const std::string answer = server.http("GET /api/v1/games/" + id_of(created));
    if (!begins(answer, "HTTP/1.1 200")) return -1;
    return static_cast<int>(json::parse(answer.substr(answer.find("\r\n\r\n") + 4)).at("moves").as_array().size());
  }

  TemporaryFolder folder_;
};

TEST_F(BackupTest, WhatWasAcknowledgedBeforeIsInACopyMadeUnderPlay) {
  ServeChild server(at("data"), {});
  const json::object created =
      server.create(R"({"game":"omega","rules":{"side":"3"},"seats":[{"kind":"human"},{"kind":"human"}]})");
  play(server, created, 0, 5);
  const auto copied = command("--data " + at("data") + " --backup " + at("copies"));
  EXPECT_EQ(copied.exit_code, 0) << copied.err;
  EXPECT_NE(copied.out.find(": 1 games with 5 moves, the last of 20"), std::string::npos) << copied.out;
  const std::string path = copied.out.substr(0, copied.out.find(": "));
  EXPECT_EQ(fs::status(path).permissions(), fs::perms::owner_read | fs::perms::owner_write);
  play(server, created, 5, 8);

  const auto busy = command("--data " + at("data") + " --restore " + at("copies") + " --overwrite");
  EXPECT_EQ(busy.exit_code, 2) << "a server has it: " << busy.out << busy.err;
  EXPECT_EQ(moves_at(server, created), 8);

  ASSERT_EQ(command("--data " + at("elsewhere") + " --restore " + at("copies")).exit_code, 0);
  ServeChild other(at("elsewhere"), {});
  EXPECT_EQ(moves_at(other, created), 5);
}

TEST_F(BackupTest, RestoringSaysWhatItWouldOverwriteAndKeepsIt) {
  json::object created;
  {
    ServeChild server(at("data"), {});
    created = server.create(R"({"game":"omega","rules":{"side":"3"},"seats":[{"kind":"human"},{"kind":"human"}]})");
    play(server, created, 0, 3);
    ASSERT_EQ(command("--data " + at("data") + " --backup " + at("copies")).exit_code, 0);
    play(server, created, 3, 6);
    EXPECT_EQ(server.end(SIGTERM), 0);
  }
  const auto refused = command("--data " + at("data") + " --restore " + at("copies"));
  EXPECT_EQ(refused.exit_code, 2);
  EXPECT_NE(refused.out.find("data/partita.sqlite has 1 games with 6 moves, the last of 20"), std::string::npos)
      << refused.out;
  EXPECT_NE(refused.out.find(".sqlite has 1 games with 3 moves, the last of 20"), std::string::npos) << refused.out;
  EXPECT_NE(refused.err.find("nothing was changed"), std::string::npos) << refused.err;
  const auto done = command("--data " + at("data") + " --restore " + at("copies") + " --overwrite");
  EXPECT_EQ(done.exit_code, 0) << done.err;
  ServeChild restored(at("data"), {});
  EXPECT_EQ(moves_at(restored, created), 3);
  ServeChild before(at("other"), {"--database", at("data/partita.sqlite.before-1")});
  EXPECT_EQ(moves_at(before, created), 6) << "what was there is kept";
}

TEST_F(BackupTest, TheNewestThatIsNotLaterIsTaken) {
  ASSERT_EQ(command("--data " + at("data") + " --export " + at("none")).exit_code, 0);  // makes the database
  ASSERT_EQ(command("--data " + at("data") + " --backup " + at("copies")).exit_code, 0);
  const fs::path real = fs::directory_iterator(at("copies"))->path();
  for (const char* name : {"partita-20260101T100000Z.sqlite", "partita-20260101T120000Z.sqlite"})
    fs::copy_file(real, folder_.path() / "copies" / name);
  const auto of = [&](const std::string& time) {
    const auto run = command("--data " + at("data") + " --restore " + at("copies") + " --at " + time);
    return run.out + run.err;
  };
  EXPECT_NE(of("2026-01-01T11:59:59Z").find("partita-20260101T100000Z.sqlite has"), std::string::npos);
  EXPECT_NE(of("2026-01-01T12:00:00Z").find("partita-20260101T120000Z.sqlite has"), std::string::npos);
  EXPECT_NE(of("2025-12-31T00:00:00Z").find("no backup of that time or before"), std::string::npos);
  EXPECT_NE(of("yesterday").find("expected a time as"), std::string::npos);
}

}  // namespace partita::server_test
