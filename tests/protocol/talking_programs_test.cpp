// The program itself, started as people start it: engine --check against engines good and bad, join against servers.
#include <gtest/gtest.h>
#include <sys/resource.h>

#include <filesystem>

#include "base/clock.h"
#include "kit/program.h"
#include "protocol/foreign_servers.h"
#include "protocol/loopback.h"
#include "record/game_files.h"
#include "record/replay.h"

namespace partita::protocol {
namespace {

using kit::kServerMs;
using kit::Loopback;
using kit::run_program;

bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

TEST(EngineCheck, OurEnginePassesEveryRule) {
  const auto run = run_program("engine --check " + std::string(PARTITA_PROGRAM) + " engine --game omega");
  EXPECT_EQ(run.exit_code, 0) << run.out;
  EXPECT_TRUE(contains(run.out, "24 passed, 0 failed, 0 not judged")) << run.out;
}

TEST(EngineCheck, ABrokenEngineFailsTheRightRules) {
  const std::string nim =
      "engine --check /usr/bin/python3 " + std::string(PARTITA_SOURCE_DIR) + "/tests/protocol/nim_engine.py ";
  const auto tokens = run_program(nim + "bestmove-tokens");
  EXPECT_EQ(tokens.exit_code, 1) << tokens.out;
  EXPECT_TRUE(contains(tokens.out, "FAILED  bestmove-tokens")) << tokens.out;
  EXPECT_TRUE(contains(tokens.out, ", 1 failed,")) << tokens.out;
  const auto book = run_program(nim + "book");
  EXPECT_EQ(book.exit_code, 1);
  EXPECT_TRUE(contains(book.out, "FAILED  own-book")) << book.out;
}

TEST(EngineCheck, AProgramThatIsNoneIsRefused) {
  const auto run = run_program("engine --check /no/such/engine");
  EXPECT_EQ(run.exit_code, 2);
  EXPECT_TRUE(contains(run.err, "cannot start '/no/such/engine'")) << run.err;
}

std::string join_arguments(const std::string& server, const Loopback& loopback) {
  return "join " + server + " --port " + std::to_string(loopback.port()) + " --time 0.1 --preset partita,hash_mb=4";
}

TEST(Join, WinsAGameOnTheUniboServer) {
  Loopback loopback([](TcpConnection& client) { kit::serve_unibo(client, 1, 8); });
  const std::string record = kit::scratch_path("unibo.record");
  const auto run = run_program(join_arguments("unibo --role black", loopback) + " --out " + record);
  EXPECT_EQ(run.exit_code, 0) << run.err;
  EXPECT_TRUE(contains(run.out, "BLACKWIN")) << run.out;
  const auto games = record::read_games(*record::read_file(record));
  ASSERT_TRUE(games) << games.error();
  EXPECT_EQ(record::replay(games->front())->ending().winner(), 1);
  std::filesystem::remove(record);
}

TEST(Join, WinsAGameOnTheMcgillServer) {
  Loopback loopback([](TcpConnection& client) { kit::serve_mcgill(client, 0, 4); });
  const auto run = run_program(join_arguments("mcgill", loopback));
  EXPECT_EQ(run.exit_code, 0) << run.err;
  EXPECT_TRUE(contains(run.out, "GAMEOVER Player-0")) << run.out;
}

TEST(Join, TheFirstMoveHasATimeOfItsOwn) {
  Loopback loopback([](TcpConnection& client) { kit::serve_mcgill(client, 0, 4); });
  const base::Stopwatch watch;
  const auto run = run_program(join_arguments("mcgill", loopback) + " --first-time 1.5");
  EXPECT_EQ(run.exit_code, 0) << run.err;
  EXPECT_GT(watch.seconds(), 1.2) << "of 1.5 s a tenth is left to the wire";
}

/// One line on stderr with this text, exit code 2.
void expect_join_fails(const std::string& server, const std::function<void(TcpConnection&)>& serve,
                       const std::string& why) {
  Loopback loopback(serve);
  const auto run = run_program(join_arguments(server, loopback));
  EXPECT_EQ(run.exit_code, 2) << run.out;
  EXPECT_EQ(std::count(run.err.begin(), run.err.end(), '\n'), 1) << run.err;
  EXPECT_TRUE(contains(run.err, why)) << run.err;
}

void read_name(TcpConnection& client) {
  const auto length = client.read_exactly(4, kServerMs);
  if (length) (void)client.read_exactly(read_unibo_length(*length), kServerMs);
}

TEST(Join, SaysWhatTheServerDidWrong) {
  expect_join_fails(
      "unibo --role white", [](TcpConnection& client) { read_name(client); }, "the server has gone away");
  expect_join_fails(
      "unibo --role white",
      [](TcpConnection& client) {
        read_name(client);
        kit::send_message(client, "{\"board\": [[\"EMPTY\", nonsense");
      },
      "not JSON");
  expect_join_fails(
      "mcgill", [](TcpConnection& client) { (void)client.read_line(1000, kServerMs); }, "the server has gone away");
  expect_join_fails(
      "mcgill",
      [](TcpConnection& client) {
        (void)client.read_line(1000, kServerMs);
        (void)client.write(std::string(1 << 20, 'x'), kServerMs);
      },
      "a line of more than");
}

TEST(Join, AGibibyteAnnouncedIsNotAllocated) {
  expect_join_fails(
      "unibo --role white",
      [](TcpConnection& client) {
        read_name(client);
        (void)client.write(unibo_length(1u << 30) + "{}", kServerMs);
        (void)client.read_exactly(1000, kServerMs);
      },
      "1,073,741,824 bytes");
  rusage children{};
  ::getrusage(RUSAGE_CHILDREN, &children);
  EXPECT_LT(children.ru_maxrss, 900 * 1024) << "kibibytes, the largest of all programs started here";
}

}  // namespace
}  // namespace partita::protocol
