#include <algorithm>
#include <chrono>
#include <future>
#include <memory>
#include <random>

#include "base/text.h"
#include "base/threads.h"
#include "record/json_fields.h"
#include "server/client_quotas.h"
#include "server/http_api.h"
#include "server/offered_levels.h"
#include "server/position_request.h"
#include "server/secrets.h"
#include "server/text_records.h"
#include "store/archive.h"
#include "store/game_json.h"

// The requests that make games: creation and import.
namespace partita::server {

namespace json = boost::json;

namespace {

constexpr std::size_t kMostImported = 1'000;
constexpr std::size_t kImportPiece = 10;

std::optional<store::ClockRow> read_clock(record::JsonFields& fields) {
  auto object = fields.object_or_none("clock");
  if (!object) return std::nullopt;
  const store::ClockRow clock{object->integer("initial_ms", 1'000, store::kLongestTimeMs),
                              object->integer("increment_ms", 0, 3'600'000)};
  object->finish();
  return clock;
}

void deal_at_random(std::vector<store::SeatRow>& seats) {
  std::random_device device;
  for (std::size_t i = seats.size(); i > 1; --i) {
    std::swap(seats[i - 1], seats[std::uniform_int_distribution<std::size_t>(0, i - 1)(device)]);
  }
}

/// The games of an import: JSON lines, or one array.
std::vector<base::Parsed<json::value>> split_import(const std::string& body) {
  std::vector<base::Parsed<json::value>> games;
  if (base::trim(body).rfind('[', 0) == 0) {
    auto array = record::parse_json(body);
    if (!array) {
      games.push_back(array);
    } else {
      for (const json::value& game : array->get_array()) games.emplace_back(game);
    }
    return games;
  }
  for (const std::string_view line : base::split(body, '\n')) {
    if (!base::trim(line).empty()) games.push_back(record::parse_json(base::trim(line)));
  }
  return games;
}

}  // namespace

store::SeatRow HttpApi::read_seat(record::JsonFields& fields, const std::string& game) {
  store::SeatRow seat;
  const std::string kind = fields.text("kind", kLongestWord);
  seat.name = fields.text_or("name", "", 40);
  seat.engine = fields.text_or("engine", "", 1'000);
  seat.level = static_cast<int>(fields.integer_or("level", 0, 1, 100));
  const bool has_limits = fields.has("limits");
  catalog::Limits limits = read_limits(fields, services_.bounds.movetime_ms);
  if (!has_limits) limits.movetime_ms = 0;
  seat.clock = read_clock(fields);
  fields.finish();
  if (kind == "engine") {
    seat.kind = store::SeatKind::kEngine;
    const auto presets = services_.engines.presets(game);
    if (seat.level > 0) {
      const auto levels = levels_from(game, presets);
      if (static_cast<std::size_t>(seat.level) > levels.size() || !seat.engine.empty() || has_limits) {
        fields.refuse("level", "a level from 1 to " + std::to_string(levels.size()) + ", without engine and limits");
        return seat;
      }
      const Level& level = levels[static_cast<std::size_t>(seat.level) - 1];
      seat.engine = level.engine;
      limits = level.limits;
      if (seat.name.empty()) seat.name = level.name;
    }
    if (seat.engine.empty() && !presets.empty()) seat.engine = presets[0].name;
    if (seat.name.empty()) seat.name = seat.engine;
    seat.movetime_ms = limits.movetime_ms;
    seat.depth = limits.depth;
    seat.nodes = static_cast<std::int64_t>(limits.nodes);
  } else if (kind == "human") {
    seat.token = random_secret();
  } else if (kind == "friend") {
    seat.kind = store::SeatKind::kFriend;
    seat.invite = random_secret();
  } else {
    fields.refuse("kind", "human, engine or friend");
  }
  if (kind != "engine" && (!seat.engine.empty() || seat.level > 0 || has_limits)) {
    fields.refuse("engine", "nothing: only engines have one");
  }
  return seat;
}

void HttpApi::create_game(const std::string& client, const json::value& body, const Respond& respond) {
  record::JsonFault fault;
  record::JsonFields fields(body, "body", &fault);
  store::GameRow game;
  game.game = fields.text("game", kLongestWord);
  game.rules = fields.string_map("rules", kLongestWord);
  game.start = fields.text_or("start", "", kLongestPosition);
  if (fields.ok()) {
    auto position = catalog::AnyPosition::from_text(game.game, game.rules, game.start);
    if (!position) return respond(error_response(400, "bad-request", position.error()));
    if (position->is_over()) return respond(error_response(400, "bad-request", "start: the game is over there"));
    game.rules = position->rules();
    game.start = position->start_text();
  }
  for (record::JsonFields& seat : fields.objects("seats", catalog::kMaxSeats)) {
    if (fields.ok()) game.seats.push_back(read_seat(seat, game.game));
  }
  const auto clock = read_clock(fields);
  for (store::SeatRow& seat : game.seats) {
    if (!seat.clock) seat.clock = clock;
  }
  game.swap_after = static_cast<int>(fields.integer_or("swap_after", 0, 0, 40));
  if (fields.boolean_or("shuffle", false)) deal_at_random(game.seats);
  fields.finish();
  if (!fault.empty()) return respond(error_response(400, "bad-request", fault.text()));
  if (std::any_of(game.seats.begin(), game.seats.end(), [&](const store::SeatRow& seat) {
        return seat.clock.has_value() != game.seats[0].clock.has_value();
      })) {
    return respond(error_response(400, "bad-request", "clock: either all seats have one or none"));
  }
  for (const store::SeatRow& seat : game.seats) {
    if (seat.kind != store::SeatKind::kEngine) continue;
    const auto fine = services_.engine_pool.check({"", game.game, game.rules, seat.engine});
    if (!fine) return respond(error_response(400, "bad-request", fine.error()));
  }
  if (!services_.quotas.take_game(client, services_.loop.steady_ms())) {
    return respond(error_response(429, "too-many", "this client has made too many games"));
  }
  game.id = random_game_id();
  game.created_ms = game.updated_ms = services_.loop.wall_ms();
  lobby_.create_table(std::move(game), [respond](const std::shared_ptr<Table>& table, const Verdict& verdict) {
    if (!table) return respond(error_response(status_of(verdict.code), verdict.code, verdict.message));
    HttpResponse response;
    response.status = 201;
    response.body = json::serialize(
        json::object{{"game_id", table->id()}, {"seats", grants_to_json(table->record(), ~SeatSet{0})}});
    respond(std::move(response));
  });
}

std::vector<base::Parsed<store::GameRow>> HttpApi::read_games(const HttpRequest& request) const {
  if (request.content_type.rfind("text/plain", 0) == 0) return games_from_text(request.body, kMostImported);
  std::vector<base::Parsed<store::GameRow>> games;
  for (const auto& part : split_import(request.body)) {
    if (games.size() == kMostImported) {
      games.emplace_back(base::Error{"at most " + std::to_string(kMostImported) + " games at once"});
      break;
    }
    auto game = part ? store::game_from_json(*part) : base::Parsed<store::GameRow>(part.forward_error());
    games.push_back(game ? store::replayed(std::move(*game)) : game);
  }
  return games;
}

void HttpApi::show_records(const HttpRequest& request, const Respond& respond) {
  in_batch(
      request.client,
      [this, request] {
        json::array games;
        json::array errors;
        std::size_t number = 0;
        for (const auto& game : read_games(request)) {
          ++number;
          if (!game) {
            errors.emplace_back(game.error_at("game " + std::to_string(number)).message);
          } else {
            games.push_back(store::game_to_json(*game, store::Secrets::kLeftOut));
          }
        }
        HttpResponse response;
        response.body = json::serialize(json::object{{"games", std::move(games)}, {"errors", std::move(errors)}});
        return response;
      },
      respond);
}

void HttpApi::import_games(const HttpRequest& request, const Respond& respond) {
  // A client with no quota left is refused before its games are read.
  if (services_.quotas.imports_left(request.client, services_.loop.steady_ms()) == 0) {
    return respond(error_response(429, "too-many", "this client has imported too many games"));
  }
  const std::int64_t now = services_.loop.wall_ms();
  in_batch(
      request.client, [this, request, now] { return imported(read_games(request), request.client, now); }, respond);
}

std::optional<HttpResponse> HttpApi::refusal_of_import(const std::string& client, std::size_t count) {
  auto verdict = std::make_shared<std::promise<std::size_t>>();
  auto left = verdict->get_future();
  const auto decide = [verdict, client, count, &services = services_] {
    const std::int64_t now = services.loop.steady_ms();
    const std::size_t had = services.quotas.imports_left(client, now);
    verdict->set_value(services.quotas.take_imported(client, count, now) ? count : had);
  };
  // Without threads this is the loop's own.
  if (base::Threads::are_there())
    services_.loop.post(decide);
  else
    decide();
  // The loop may have been stopped.
  while (left.wait_for(std::chrono::milliseconds(100)) != std::future_status::ready) {
    if (batch_.is_closing()) return error_response(503, "unavailable", "the server is going");
  }
  const std::size_t allowed = left.get();
  if (allowed >= count) return std::nullopt;
  return error_response(
      429, "too-many",
      "this client may import " + std::to_string(allowed) + " more games now, not " + std::to_string(count));
}

HttpResponse HttpApi::imported(std::vector<base::Parsed<store::GameRow>> games, const std::string& client,
                               std::int64_t now_ms) {
  std::vector<store::GameRow> rows;
  json::array errors;
  json::array ids;
  std::size_t number = 0;
  for (auto& game : games) {
    ++number;
    if (!game) {
      errors.emplace_back(game.error_at("game " + std::to_string(number)).message);
      continue;
    }
    // What comes through the network is a copy: a new id, and seats that nobody holds.
    game->id = random_game_id();
    game->rematch_id.clear();
    for (store::SeatRow& seat : game->seats) {
      seat.invite.clear();
      seat.token = seat.kind == store::SeatKind::kEngine ? "" : random_secret();
    }
    if (game->created_ms == 0) game->created_ms = now_ms;
    if (game->updated_ms == 0) game->updated_ms = now_ms;
    ids.emplace_back(game->id);
    rows.push_back(std::move(*game));
  }
  if (auto refused = refusal_of_import(client, rows.size())) return *refused;
  // In pieces, so that the moves of others are written in between.
  for (std::size_t begin = 0; begin < rows.size(); begin += kImportPiece) {
    if (batch_.is_closing()) return error_response(503, "unavailable", "the server is going");
    const std::size_t end = std::min(begin + kImportPiece, rows.size());
    with_store([&](store::Store& store) {
      for (std::size_t i = begin; i < end; ++i) store.create_game(rows[i]);
    });
  }
  HttpResponse response;
  response.body = json::serialize(json::object{{"game_ids", std::move(ids)}, {"errors", std::move(errors)}});
  return response;
}

}  // namespace partita::server
