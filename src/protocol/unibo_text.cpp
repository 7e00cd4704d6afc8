#include "protocol/unibo_text.h"

#include <algorithm>
#include <boost/json.hpp>
#include <utility>

#include "record/json_fields.h"

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

std::string read_rank(const record::JsonItem& row) {
  const auto squares = row.items();
  if (squares.size() != kSide) row.refuse("nine squares");
  std::string rank;
  int empty = 0;
  for (const record::JsonItem& square : squares) {
    const char letter = square.is_text() ? letter_of(square.text()) : '?';
    if (letter == '?') square.refuse("EMPTY, WHITE, BLACK, KING or THRONE");
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
  constexpr const char* kWhat = "the server's state";
  const auto value = record::parse_json(text);
  if (!value) return value.error_at(kWhat);
  record::JsonFault fault;
  record::JsonFields fields(*value, "", &fault);
  UniboState state;
  state.turn = fields.free_text("turn");
  constexpr std::string_view kTurns[] = {"WHITE", "BLACK", "WHITEWIN", "BLACKWIN", "DRAW"};
  if (std::find(std::begin(kTurns), std::end(kTurns), state.turn) == std::end(kTurns)) {
    fields.refuse("turn", "WHITE, BLACK, WHITEWIN, BLACKWIN or DRAW");
  }
  const auto rows = fields.items("board");
  if (rows.size() != kSide) fields.refuse("board", "nine rows");
  state.board = "/";
  for (const record::JsonItem& row : rows) state.board += read_rank(row) + "/";
  if (!fault.empty()) return base::Error{std::string(kWhat) + ": " + fault.text()};
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
