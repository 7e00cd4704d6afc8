#include "protocol/unibo_text.h"

#include <algorithm>
#include <boost/json.hpp>
#include <utility>

#include "base/text.h"

namespace partita::protocol {

namespace {

namespace json = boost::json;

constexpr std::size_t kSide = 9;

/// The letter of a square's word, ' ' for an empty one, '?' for no such word.
char letter_of(std::string_view word) {
  if (word == "EMPTY" || word == "THRONE") return ' ';
  if (word == "WHITE") return 'T';
  if (word == "BLACK") return 't';
  if (word == "KING") return 'K';
  return '?';
}

base::Parsed<std::string> read_rank(const json::value& value, const std::string& place) {
  if (!value.is_array() || value.get_array().size() != kSide) return base::Error{place + ": expected nine squares"};
  std::string rank;
  int empty = 0;
  for (const json::value& square : value.get_array()) {
    const char letter = square.is_string() ? letter_of(std::string_view(square.get_string())) : '?';
    if (letter == '?') return base::Error{place + ": expected EMPTY, WHITE, BLACK, KING or THRONE"};
    if (letter == ' ') {
      ++empty;
      continue;
    }
    if (empty > 0) rank += std::to_string(std::exchange(empty, 0));
    rank += letter;
  }
  if (empty > 0) rank += std::to_string(empty);
  return rank;
}

}  // namespace

base::Parsed<UniboState> read_unibo_state(std::string_view text) {
  boost::system::error_code broken;
  const json::value value = json::parse(json::string_view(text.data(), text.size()), broken);
  if (broken) return base::Error{"the server's state is not JSON: " + broken.message()};
  const json::object* object = value.if_object();
  if (object == nullptr) return base::Error{"the server's state is no object"};
  const json::value* turn = object->if_contains("turn");
  UniboState state;
  if (turn != nullptr && turn->is_string()) state.turn = std::string(turn->get_string());
  constexpr std::string_view kTurns[] = {"WHITE", "BLACK", "WHITEWIN", "BLACKWIN", "DRAW"};
  if (std::find(std::begin(kTurns), std::end(kTurns), state.turn) == std::end(kTurns)) {
    return base::Error{"the server's state: turn: expected WHITE, BLACK, WHITEWIN, BLACKWIN or DRAW"};
  }
  const json::value* board = object->if_contains("board");
  if (board == nullptr || !board->is_array() || board->get_array().size() != kSide) {
    return base::Error{"the server's state: board: expected nine rows"};
  }
  state.board = "/";
  for (std::size_t row = 0; row < kSide; ++row) {
    const auto rank = read_rank(board->get_array()[row], "the server's state: board[" + std::to_string(row) + "]");
    if (!rank) return rank.forward_error();
    state.board += *rank + "/";
  }
  return state;
}

std::string write_unibo_name(const std::string& name) { return json::serialize(json::value(name)); }

std::string write_unibo_move(const FromTo& move, UniboRole role) {
  json::object object;
  object["from"] = move.from;
  object["to"] = move.to;
  object["turn"] = role == UniboRole::kWhite ? "WHITE" : "BLACK";
  return json::serialize(object);
}

std::string unibo_length(std::size_t length) {
  std::string bytes;
  for (int shift = 24; shift >= 0; shift -= 8) bytes += static_cast<char>((length >> shift) & 0xFF);
  return bytes;
}

std::uint32_t read_unibo_length(std::string_view bytes) {
  std::uint32_t length = 0;
  for (const char byte : bytes.substr(0, 4)) length = (length << 8) | static_cast<unsigned char>(byte);
  return length;
}

}  // namespace partita::protocol
