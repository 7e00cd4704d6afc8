#include "store/game_json.h"

#include <algorithm>
#include <limits>

#include "base/text.h"
#include "catalog/any_position.h"
#include "record/json_fields.h"
#include "store/row_text.h"

namespace partita::store {

namespace json = boost::json;

namespace {

constexpr std::size_t kLongestName = 60;
constexpr std::size_t kLongestText = 20'000;
constexpr std::size_t kMostMoves = 4'000;

json::object clock_to_json(const ClockRow& clock) {
  return {{"initial_ms", clock.initial_ms}, {"increment_ms", clock.increment_ms}};
}

json::object seat_to_json(const SeatRow& seat, Secrets secrets) {
  json::object object{{"kind", kind_name(seat.kind)}, {"name", seat.name}};
  if (!seat.engine.empty()) object["engine"] = seat.engine;
  if (seat.level > 0) object["level"] = seat.level;
  if (const json::object limits = limits_to_json(seat); !limits.empty()) object["limits"] = limits;
  if (seat.clock) object["clock"] = clock_to_json(*seat.clock);
  if (secrets == Secrets::kIncluded) {
    if (!seat.token.empty()) object["token"] = seat.token;
    if (!seat.invite.empty()) object["invite"] = seat.invite;
  }
  return object;
}

SeatRow seat_from_json(record::JsonFields fields) {
  SeatRow seat;
  const auto kind = read_kind(fields.text("kind", kLongestName));
  if (!kind) fields.refuse("kind", "human, engine or friend");
  seat.kind = kind.value_or(SeatKind::kHuman);
  seat.name = fields.text("name", kLongestName);
  seat.engine = fields.text_or("engine", "", 1'000);
  seat.level = static_cast<int>(fields.integer_or("level", 0, 0, 100));
  if (auto limits = fields.object_or_none("limits")) {
    seat.movetime_ms = limits->integer_or("movetime_ms", 0, 0, kLongestTimeMs);
    seat.depth = static_cast<int>(limits->integer_or("depth", 0, 0, 1'000));
    seat.nodes = limits->integer_or("nodes", 0, 0, std::numeric_limits<std::int64_t>::max());
    limits->finish();
  }
  if (auto clock = fields.object_or_none("clock")) {
    seat.clock =
        ClockRow{clock->integer("initial_ms", 0, kLongestTimeMs), clock->integer("increment_ms", 0, kLongestTimeMs)};
    clock->finish();
  }
  seat.token = fields.text_or("token", "", kLongestName);
  seat.invite = fields.text_or("invite", "", kLongestName);
  fields.finish();
  return seat;
}

std::optional<EndingRow> ending_from_json(record::JsonFields& fields) {
  auto ending = fields.object_or_none("ending");
  if (!ending) return std::nullopt;
  EndingRow row;
  row.reason = ending->text("reason", kLongestName);
  ending->integer_or("winner", -1, -1, catalog::kMaxSeats);
  for (const std::int64_t share : ending->integers("payoff", 0, catalog::kPoint, catalog::kMaxSeats)) {
    row.payoff.push_back(static_cast<int>(share));
  }
  ending->finish();
  return row;
}

}  // namespace

json::object limits_to_json(const SeatRow& seat) {
  json::object limits;
  if (seat.movetime_ms > 0) limits["movetime_ms"] = seat.movetime_ms;
  if (seat.depth > 0) limits["depth"] = seat.depth;
  if (seat.nodes > 0) limits["nodes"] = seat.nodes;
  return limits;
}

json::value ending_to_json(const std::optional<EndingRow>& ending) {
  if (!ending) return nullptr;
  const auto whole = std::find(ending->payoff.begin(), ending->payoff.end(), catalog::kPoint);
  const int winner = whole == ending->payoff.end() ? -1 : static_cast<int>(whole - ending->payoff.begin());
  return json::object{{"reason", ending->reason}, {"winner", winner}, {"payoff", json::value_from(ending->payoff)}};
}

json::object game_to_json(const GameRow& game, Secrets secrets) {
  json::object object{{"format", kGameFormat},
                      {"game_id", game.id},
                      {"game", game.game},
                      {"rules", json::value_from(game.rules)},
                      {"start", game.start}};
  json::array moves;
  json::array clocks;
  for (const MoveRow& move : game.moves) {
    moves.emplace_back(move.move);
    if (move.clock_ms >= 0) clocks.emplace_back(move.clock_ms);
  }
  object["moves"] = std::move(moves);
  object["clock_ms"] = clocks.size() == game.moves.size() ? std::move(clocks) : json::array{};
  json::array seats;
  for (const SeatRow& seat : game.seats) seats.push_back(seat_to_json(seat, secrets));
  object["seats"] = std::move(seats);
  object["swap_after"] = game.swap_after;
  object["swapped"] = game.swapped;
  object["created_ms"] = game.created_ms;
  object["updated_ms"] = game.updated_ms;
  object["ending"] = ending_to_json(game.ending);
  if (secrets == Secrets::kIncluded) {
    if (!game.rematch_id.empty()) object["rematch_id"] = game.rematch_id;
    json::array scores;
    for (const MoveRow& move : game.moves) scores.emplace_back(move.score);
    object["scores"] = std::move(scores);
  }
  return object;
}

base::Parsed<GameRow> game_from_json(const json::value& value) {
  record::JsonFault fault;
  record::JsonFields fields(value, "game", &fault);
  GameRow game;
  if (fields.text("format", kLongestName) != kGameFormat) fields.refuse("format", std::string(kGameFormat));
  game.id = fields.text_or("game_id", "", kLongestName);
  game.game = fields.text("game", kLongestName);
  game.rules = fields.string_map("rules", kLongestName);
  game.start = fields.text("start", kLongestText);
  for (std::string& move : fields.texts("moves", kLongestName, kMostMoves))
    game.moves.push_back({std::move(move), -1, ""});
  const auto clocks = fields.integers_or_none("clock_ms", 0, kLongestTimeMs, kMostMoves);
  for (std::size_t i = 0; i < clocks.size() && clocks.size() == game.moves.size(); ++i)
    game.moves[i].clock_ms = clocks[i];
  for (record::JsonFields& seat : fields.objects("seats", catalog::kMaxSeats))
    game.seats.push_back(seat_from_json(seat));
  game.swap_after = static_cast<int>(fields.integer_or("swap_after", 0, 0, 40));
  game.swapped = fields.boolean_or("swapped", false);
  game.created_ms = fields.integer_or("created_ms", 0, 0, kLatestTimeMs);
  game.updated_ms = fields.integer_or("updated_ms", 0, 0, kLatestTimeMs);
  game.ending = ending_from_json(fields);
  game.rematch_id = fields.text_or("rematch_id", "", kLongestName);
  const auto scores = fields.texts_or_none("scores", 2'000, kMostMoves);
  for (std::size_t i = 0; i < scores.size() && scores.size() == game.moves.size(); ++i) game.moves[i].score = scores[i];
  fields.finish();
  if (!fault.empty()) return base::Error{fault.text()};
  return game;
}

}  // namespace partita::store
