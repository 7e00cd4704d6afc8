#include "protocol/foreign_game.h"

#include <gtest/gtest.h>
#include <sys/resource.h>

#include <boost/json.hpp>
#include <functional>
#include <thread>

#include "base/random.h"
#include "base/text.h"
#include "protocol/loopback.h"
#include "protocol/unibo_text.h"

namespace partita::protocol {
namespace {

using kit::Loopback;

constexpr int kServerMs = 60'000;

ForeignSetup setup_for(const Loopback& loopback, const std::string& preset = "partita,hash_mb=4") {
  ForeignSetup setup;
  setup.port = loopback.port();
  setup.engine = catalog::read_engine_spec(preset).value();
  setup.move_ms = 30;
  setup.wait_ms = kServerMs;
  return setup;
}

std::string random_move(const catalog::AnyPosition& position, base::Random& random) {
  const auto moves = position.legal_moves();
  return moves[random.below(static_cast<std::uint32_t>(moves.size()))];
}

/// The state as the challenge's server sends it.
std::string unibo_state(const catalog::AnyPosition& position) {
  namespace json = boost::json;
  json::array rows(9);
  for (auto& row : rows) row = json::array(9, "EMPTY");
  for (const auto& cell : position.view().cells) {
    const auto row = static_cast<std::size_t>(cell.name[1] - '1');
    const auto column = static_cast<std::size_t>(cell.name[0] - 'a');
    const char* word = cell.piece == 'T' ? "WHITE" : cell.piece == 't' ? "BLACK" : cell.piece == 'K' ? "KING" : "EMPTY";
    if (cell.name == "e5" && cell.piece == ' ') word = "THRONE";
    rows[row].as_array()[column] = word;
  }
  std::string turn = position.to_move() == 0 ? "WHITE" : "BLACK";
  const catalog::Ending ending = position.ending();
  if (ending.over) turn = ending.winner() < 0 ? "DRAW" : ending.winner() == 0 ? "WHITEWIN" : "BLACKWIN";
  return json::serialize(json::object{{"board", rows}, {"turn", turn}});
}

void send_message(TcpConnection& client, const std::string& text) {
  (void)client.write(unibo_length(text.size()) + text, kServerMs);
}

/// One client against random moves, refereed; the other seat needs no connection.
void serve_unibo(TcpConnection& client, int client_seat, std::uint64_t seed) {
  const auto message = [&] {
    const std::uint32_t length = read_unibo_length(client.read_exactly(4, kServerMs).value());
    return client.read_exactly(length, kServerMs).value();
  };
  EXPECT_TRUE(boost::json::parse(message()).is_string()) << "first comes the name";
  auto position = catalog::AnyPosition::initial("tafl", {{"rules", "ashton"}}).value();
  base::Random random(seed);
  while (true) {
    send_message(client, unibo_state(position));
    if (position.is_over()) return;
    if (position.to_move() != client_seat) {
      ASSERT_TRUE(position.play(random_move(position, random)));
      continue;
    }
    const auto move = boost::json::parse(message()).as_object();
    EXPECT_EQ(move.at("turn").as_string(), client_seat == 0 ? "WHITE" : "BLACK");
    const std::string wanted = std::string(move.at("from").as_string()) + "-" + std::string(move.at("to").as_string());
    bool was_legal = false;
    for (const std::string& legal : position.legal_moves()) {
      if (legal.substr(0, legal.find('x')) == wanted) was_legal = position.play(legal).ok();
    }
    ASSERT_TRUE(was_legal) << wanted;
  }
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
      {"[]", "no object"},
      {"{\"turn\":\"GREEN\"}", "turn"},
      {"{\"turn\":\"WHITE\",\"board\":[]}", "nine rows"},
      {"{\"turn\":\"WHITE\",\"board\":[1,2,3,4,5,6,7,8,9]}", "board[0]"},
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

/// The course server with one client, the other side moving at random.
void serve_mcgill(TcpConnection& client, int client_player, std::uint64_t seed) {
  const std::string id = "Player-" + std::to_string(client_player);
  const auto say = [&](const std::string& line) { (void)client.write(line + "\n", kServerMs); };
  const auto start = client.read_line(1000, kServerMs).value();
  EXPECT_EQ(start.rfind("START ", 0), 0u);
  say("START " + id + " " + start.substr(6));
  auto position = catalog::AnyPosition::initial("tafl", {{"rules", "mcgill"}}).value();
  base::Random random(seed);
  while (!position.is_over()) {
    std::string move;
    const int mover = position.to_move();
    if (mover == client_player) {
      say("PLAY " + id);
      const std::string line = client.read_line(1000, kServerMs).value();
      const auto words = base::words(line);
      ASSERT_EQ(words.size(), 5u) << line;
      EXPECT_EQ(words[4], std::to_string(client_player));
      for (const std::string& legal : position.legal_moves()) {
        const FromTo squares = squares_of(legal);
        const std::string wire = std::to_string(squares.from[1] - '1') + " " + std::to_string(squares.from[0] - 'a') + " " +
                                 std::to_string(squares.to[1] - '1') + " " + std::to_string(squares.to[0] - 'a') + " " +
                                 std::to_string(client_player);
        if (wire == line) move = legal;
      }
      ASSERT_NE(move, "") << line;
    } else {
      move = random_move(position, random);
    }
    ASSERT_TRUE(position.play(move));
    const FromTo squares = squares_of(move);
    say(std::to_string(squares.from[1] - '1') + " " + std::to_string(squares.from[0] - 'a') + " " +
        std::to_string(squares.to[1] - '1') + " " + std::to_string(squares.to[0] - 'a') + " " + std::to_string(mover));
  }
  const int winner = position.ending().winner();
  say("GAMEOVER " + (winner < 0 ? std::string("DRAW") : "Player-" + std::to_string(winner)));
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
