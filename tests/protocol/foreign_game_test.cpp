#include "protocol/foreign_game.h"

#include <gtest/gtest.h>
#include <sys/resource.h>

#include <functional>
#include <thread>

#include "protocol/foreign_servers.h"
#include "protocol/loopback.h"
#include "protocol/unibo_text.h"

namespace partita::protocol {
namespace {

using kit::kServerMs;
using kit::Loopback;
using kit::send_message;
using kit::serve_mcgill;
using kit::serve_unibo;
using kit::unibo_state;

ForeignSetup setup_for(const Loopback& loopback, const std::string& preset = "partita,hash_mb=4") {
  ForeignSetup setup;
  setup.port = loopback.port();
  setup.engine = catalog::read_engine_spec(preset).value();
  setup.move_ms = 30;
  setup.wait_ms = kServerMs;
  return setup;
}

TEST(Unibo, WinsAWholeGameAgainstRandomAsEitherSide) {
  for (const UniboRole role : {UniboRole::kWhite, UniboRole::kBlack}) {
    const int seat = role == UniboRole::kWhite ? 0 : 1;
    Loopback loopback([&](TcpConnection& client) { serve_unibo(client, seat, 5); });
    const auto outcome = play_on_unibo(setup_for(loopback), role);
    ASSERT_TRUE(outcome) << outcome.error();
    EXPECT_EQ(outcome->verdict, seat == 0 ? "WHITEWIN" : "BLACKWIN");
    EXPECT_EQ(outcome->position.ending().winner(), seat);
  }
}

std::string error_from(const std::function<void(TcpConnection&)>& server, int wait_ms = kServerMs) {
  Loopback loopback([&](TcpConnection& client) {
    const auto length = client.read_exactly(4, kServerMs);
    if (length) (void)client.read_exactly(read_unibo_length(*length), kServerMs);
    server(client);
  });
  ForeignSetup setup = setup_for(loopback, "random");
  setup.wait_ms = wait_ms;
  const auto outcome = play_on_unibo(setup, UniboRole::kWhite);
  return outcome ? "no error" : outcome.error();
}

TEST(Unibo, AServerThatGoesAwayIsAnError) {
  EXPECT_EQ(error_from([](TcpConnection&) {}), "the server has gone away");
  EXPECT_EQ(error_from([](TcpConnection& client) {
              send_message(client, unibo_state(catalog::AnyPosition::initial("tafl", {{"rules", "ashton"}}).value()));
            }),
            "the server has gone away");
  EXPECT_EQ(error_from([](TcpConnection& client) { (void)client.write(std::string("\0\0", 2), kServerMs); }),
            "the server has gone away");
}

TEST(Unibo, ASilentServerIsAnErrorInTime) {
  const std::string error = error_from([](TcpConnection& client) { (void)client.read_exactly(1000, 5'000); }, 50);
  EXPECT_NE(error.find("said nothing"), std::string::npos);
}

TEST(Unibo, MalformedStatesAreErrorsThatSayWhere) {
  const std::vector<std::pair<std::string, std::string>> cases = {
      {"{\"board\":", "not JSON"},
      {"[]", "expected an object"},
      {"{\"turn\":\"GREEN\"}", "turn"},
      {"{\"turn\":\"WHITE\",\"board\":[]}", "nine rows"},
      {"{\"turn\":\"WHITE\",\"board\":[1,2,3,4,5,6,7,8,9]}", "board[0]"},
      {"{\"turn\":\"WHITE\",\"board\":[[],[],[],[],[],[],[],[],[]]}", "board[0]: expected nine squares"},
      {std::string("\xff\xfe\x00garbage", 10), "not JSON"},
      {std::string(20'000, '['), "not JSON"},
      {"", "not JSON"},
  };
  for (const auto& [text, part] : cases) {
    const std::string error = error_from([&text = text](TcpConnection& client) { send_message(client, text); });
    EXPECT_NE(error.find(part), std::string::npos) << error;
  }
}

TEST(Unibo, AHugeLengthIsRefusedWithoutAllocating) {
  rusage before{};
  ::getrusage(RUSAGE_SELF, &before);
  const std::string error = error_from([](TcpConnection& client) {
    (void)client.write(unibo_length(1u << 30), kServerMs);
    (void)client.read_exactly(1000, 5'000);
  });
  rusage after{};
  ::getrusage(RUSAGE_SELF, &after);
  EXPECT_NE(error.find("1,073,741,824"), std::string::npos) << error;
  EXPECT_LT(after.ru_maxrss - before.ru_maxrss, 200 * 1024) << "kibibytes";
}

TEST(Unibo, NobodyThereIsAnError) {
  ForeignSetup setup;
  setup.port = 1;
  const auto outcome = play_on_unibo(setup, UniboRole::kWhite);
  ASSERT_FALSE(outcome);
  EXPECT_NE(outcome.error().find("cannot connect"), std::string::npos);
}

TEST(Mcgill, WinsAWholeGameAgainstRandomAsEitherSide) {
  for (const int player : {0, 1}) {
    Loopback loopback([&](TcpConnection& client) { serve_mcgill(client, player, 3); });
    const auto outcome = play_on_mcgill(setup_for(loopback));
    ASSERT_TRUE(outcome) << outcome.error();
    EXPECT_EQ(outcome->verdict, "GAMEOVER Player-" + std::to_string(player));
  }
}

TEST(Mcgill, WhatTheServerDoesWrongIsAnError) {
  const std::vector<std::pair<std::string, std::string>> cases = {
      {"", "gone away"},
      {"START Player-0 x\n", "gone away"},
      {"START nobody\n", "Player-0"},
      {"PLAY Player-7\n", "Player-0"},
      {"START Player-1 x\n0 0 0 1 0\n", "cannot be played"},
      {"START Player-1 x\n0 3 0 1 1\n", "wrong side"},
      {std::string(100'000, 'x'), "a line of more than"},
  };
  for (const auto& [text, part] : cases) {
    Loopback loopback([&text = text](TcpConnection& client) {
      (void)client.read_line(1000, kServerMs);
      (void)client.write(text, kServerMs);
    });
    const auto outcome = play_on_mcgill(setup_for(loopback, "random"));
    ASSERT_FALSE(outcome) << part;
    EXPECT_NE(outcome.error().find(part), std::string::npos) << outcome.error();
  }
}

}  // namespace
}  // namespace partita::protocol
