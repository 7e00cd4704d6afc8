#include "server/position_request.h"

#include <algorithm>
#include <limits>

#include "catalog/set_up.h"
#include "store/game_row.h"

namespace partita::server {

base::Parsed<FreeBoard> read_free_board(record::JsonFields& fields) {
  const std::string game = fields.text("game", kLongestWord);
  const base::OptionValues rules = fields.string_map("rules", kLongestWord);
  const std::string start = fields.text_or("start", "", kLongestPosition);
  auto set_up = fields.object_or_none("set_up");
  const std::string stones = set_up ? set_up->text("stones", kLongestPosition) : "";
  const auto mover = set_up ? set_up->integer("mover", 0, catalog::kMaxSeats - 1) : 0;
  if (set_up) set_up->finish();
  const auto moves = fields.texts_or_none("moves", kLongestWord, kMostMoves);
  if (!fields.ok()) return base::Error{"bad fields"};
  auto position = set_up ? catalog::set_up(game, rules, stones, static_cast<catalog::Seat>(mover))
                         : catalog::AnyPosition::from_text(game, rules, start);
  if (!position) return position.forward_error();
  FreeBoard board{std::move(*position), {}};
  for (const std::string& move : moves) {
    auto ply = play_for_view(board.position, move);
    if (!ply) {
      base::Error error = ply.error_at("moves[" + std::to_string(board.plies.size()) + "]");
      error.with["at"] = std::to_string(board.plies.size());
      return error;
    }
    board.plies.push_back(std::move(*ply));
  }
  return board;
}

base::Parsed<FreeBoard> read_body_board(const boost::json::value& body) {
  record::JsonFault fault;
  record::JsonFields fields(body, "body", &fault);
  auto board = read_free_board(fields);
  fields.finish();
  if (!fault.empty()) return base::Error{fault.text()};
  return board;
}

catalog::Limits read_limits(record::JsonFields& fields, std::int64_t longest_ms) {
  catalog::Limits limits;
  if (auto object = fields.object_or_none("limits")) {
    limits.movetime_ms = object->integer_or("movetime_ms", 0, 1, store::kLongestTimeMs);
    limits.depth = static_cast<int>(object->integer_or("depth", 0, 1, 1'000));
    limits.nodes =
        static_cast<std::uint64_t>(object->integer_or("nodes", 0, 1, std::numeric_limits<std::int64_t>::max()));
    object->finish();
  }
  limits.movetime_ms = limits.movetime_ms == 0 ? longest_ms : std::min(limits.movetime_ms, longest_ms);
  return limits;
}

}  // namespace partita::server
