#pragma once

#include <gtest/gtest.h>

#include <boost/json.hpp>
#include <string>

#include "base/random.h"
#include "base/text.h"
#include "protocol/foreign_game.h"
#include "protocol/tcp_connection.h"
#include "protocol/unibo_text.h"

/// Small servers of the two tafl protocols, written from their descriptions: one client against random moves, refereed.
namespace partita::kit {

using protocol::FromTo;
using protocol::TcpConnection;

inline constexpr int kServerMs = 60'000;

inline std::string random_move(const catalog::AnyPosition& position, base::Random& random) {
  const auto moves = position.legal_moves();
  return moves[random.below(static_cast<std::uint32_t>(moves.size()))];
}

/// The state as the challenge's server sends it.
inline std::string unibo_state(const catalog::AnyPosition& position) {
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

inline void send_message(TcpConnection& client, const std::string& text) {
  (void)client.write(protocol::unibo_length(text.size()) + text, kServerMs);
}

/// One client against random moves, refereed; the other seat needs no connection.
inline void serve_unibo(TcpConnection& client, int client_seat, std::uint64_t seed) {
  const auto message = [&] {
    const std::uint32_t length = protocol::read_unibo_length(client.read_exactly(4, kServerMs).value());
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

/// The course server with one client, the other side moving at random.
inline void serve_mcgill(TcpConnection& client, int client_player, std::uint64_t seed) {
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
        const FromTo squares = protocol::squares_of(legal);
        const std::string wire = std::to_string(squares.from[1] - '1') + " " + std::to_string(squares.from[0] - 'a') +
                                 " " + std::to_string(squares.to[1] - '1') + " " + std::to_string(squares.to[0] - 'a') +
                                 " " + std::to_string(client_player);
        if (wire == line) move = legal;
      }
      ASSERT_NE(move, "") << line;
    } else {
      move = random_move(position, random);
    }
    ASSERT_TRUE(position.play(move));
    const FromTo squares = protocol::squares_of(move);
    say(std::to_string(squares.from[1] - '1') + " " + std::to_string(squares.from[0] - 'a') + " " +
        std::to_string(squares.to[1] - '1') + " " + std::to_string(squares.to[0] - 'a') + " " + std::to_string(mover));
  }
  const int winner = position.ending().winner();
  say("GAMEOVER " + (winner < 0 ? std::string("DRAW") : "Player-" + std::to_string(winner)));
}

}  // namespace partita::kit
