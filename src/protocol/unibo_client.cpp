#include "base/text.h"
#include "protocol/foreign_game.h"
#include "protocol/tcp_connection.h"
#include "protocol/unibo_text.h"

namespace partita::protocol {

namespace {

constexpr int kWriteMs = 10'000;

base::Parsed<base::Done> send(TcpConnection& server, const std::string& message) {
  return server.write(unibo_length(message.size()) + message, kWriteMs);
}

base::Parsed<UniboState> receive(TcpConnection& server, int wait_ms) {
  const auto prefix = server.read_exactly(4, wait_ms);
  if (!prefix) return prefix.forward_error();
  const std::uint32_t length = read_unibo_length(*prefix);
  if (length > kLongestUniboMessage) {
    return base::Error{"the server announces a message of " + base::with_thousands(length) + " bytes, more than " +
                       base::with_thousands(kLongestUniboMessage)};
  }
  const auto text = server.read_exactly(length, wait_ms);
  if (!text) return text.forward_error();
  return read_unibo_state(*text);
}

std::string board_of(const catalog::AnyPosition& position) {
  const std::string text = position.text();
  return text.substr(0, text.find(' '));
}

/// Brings our position to the server's: nothing to do, one move (which keeps the past, for repetitions), or a fresh
/// start from the board as it is.
base::Parsed<base::Done> follow(ForeignPlayer& player, const UniboState& state) {
  catalog::AnyPosition& position = player.position();
  if (board_of(position) == state.board) return base::Done{};
  for (const std::string& move : position.legal_moves()) {
    catalog::AnyPosition next = position;
    if (!next.play(move) || board_of(next) != state.board) continue;
    const FromTo squares = squares_of(move);
    return player.play(squares.from, squares.to);
  }
  if (state.turn != "WHITE" && state.turn != "BLACK") return base::Done{};
  const std::string text = state.board + (state.turn == "WHITE" ? " d " : " a ") + std::to_string(position.ply() + 1);
  auto fresh = catalog::AnyPosition::from_text(position.game(), position.rules(), text);
  if (!fresh) return fresh.error_at("the server's board");
  player.tell("the server's board follows from no move of ours: going on from " + text);
  position = std::move(*fresh);
  return base::Done{};
}

}  // namespace

base::Parsed<ForeignOutcome> play_on_unibo(const ForeignSetup& setup, UniboRole role) {
  auto player = ForeignPlayer::make(setup, "unibo");
  if (!player) return player.forward_error();
  auto server = TcpConnection::open(setup.host, setup.port, setup.connect_ms);
  if (!server) return server.forward_error();
  if (auto done = send(**server, write_unibo_name(setup.name)); !done) return done.forward_error();
  const std::string own_turn = role == UniboRole::kWhite ? "WHITE" : "BLACK";
  while (true) {
    const auto state = receive(**server, setup.wait_ms);
    if (!state) return state.forward_error();
    if (auto done = follow(*player, *state); !done) return done.forward_error();
    if (state->turn != "WHITE" && state->turn != "BLACK") {
      return ForeignOutcome{player->position(), role == UniboRole::kWhite ? 0 : 1, state->turn};
    }
    if (state->turn != own_turn) continue;
    if (player->position().is_over()) {
      return base::Error{"the server asks for a move where our rules see the end: " +
                         player->position().ending().reason};
    }
    // Played when the server shows it: what it does not take did not happen.
    if (auto done = send(**server, write_unibo_move(squares_of(player->choose()), role)); !done)
      return done.forward_error();
  }
}

}  // namespace partita::protocol
