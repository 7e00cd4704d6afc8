#include "server/text_records.h"

#include <algorithm>

#include "base/random.h"
#include "record/game_files.h"
#include "record/game_record.h"
#include "record/replay.h"
#include "record/result_text.h"

namespace partita::server {

namespace {

record::Adjudication adjudication_of(const store::GameRow& game) {
  if (!game.ending) return {};
  catalog::Ending ending;
  ending.over = true;
  std::copy(game.ending->payoff.begin(), game.ending->payoff.end(), ending.payoff.begin());
  return {record::write_result(ending, static_cast<int>(game.seats.size())), game.ending->reason};
}

std::string shown_name(const store::SeatRow& seat) {
  if (!seat.name.empty()) return seat.name;
  return seat.engine.empty() ? "?" : seat.engine;
}

base::Parsed<store::GameRow> row_of(const record::GameRecord& record) {
  const auto position = record::replay(record);
  if (!position) return position.forward_error();
  store::GameRow game;
  game.game = std::string(position->game());
  game.rules = position->rules();
  game.start = position->start_text();
  for (const std::string& move : position->moves()) game.moves.push_back({move, -1, ""});
  for (int seat = 0; seat < position->seat_count(); ++seat) {
    store::SeatRow row;
    constexpr std::size_t kLongestName = 40;
    row.name = record.tag(record::seat_tag(seat)).substr(0, kLongestName);
    game.seats.push_back(std::move(row));
  }
  const catalog::Ending ending = position->ending();
  const auto stated = record::read_result(record.result);
  if (ending.over) {
    game.ending =
        store::EndingRow{ending.reason, {ending.payoff.begin(), ending.payoff.begin() + position->seat_count()}};
  } else if (stated && stated->is_finished) {
    const std::string& reason = record.tag(record::kReasonTag);
    game.ending = store::EndingRow{reason == "time" ? "time" : (reason == "agreed" ? "agreement" : "resignation"),
                                   {stated->payoff.begin(), stated->payoff.begin() + position->seat_count()}};
  }
  return game;
}

}  // namespace

std::uint64_t seed_of_game(std::string_view id) { return base::seed_of(0, id); }

base::Parsed<std::string> record_text(const store::GameRow& game) {
  auto position = catalog::AnyPosition::from_text(game.game, game.rules, game.start);
  if (!position) return position.forward_error();
  for (const store::MoveRow& move : game.moves) {
    if (auto played = position->play(move.move); !played) return played.forward_error();
  }
  record::GameRecord record = record::make_record(*position, adjudication_of(game));
  for (std::size_t seat = 0; seat < game.seats.size(); ++seat) {
    record.set_tag(record::seat_tag(static_cast<int>(seat)), shown_name(game.seats[seat]));
  }
  const bool has_engine =
      std::any_of(game.seats.begin(), game.seats.end(), [](const auto& seat) { return !seat.engine.empty(); });
  if (has_engine && !game.id.empty()) record.set_tag("Seed", std::to_string(seed_of_game(game.id)));
  return record::write_record(record);
}

std::string record_text(const catalog::AnyPosition& position) {
  return record::write_record(record::make_record(position));
}

std::vector<base::Parsed<store::GameRow>> games_from_text(std::string_view text, std::size_t most) {
  const auto records = record::read_games(text);
  if (!records) return {records.forward_error()};
  if (records->size() > most) return {base::Error{"at most " + std::to_string(most) + " games at once"}};
  std::vector<base::Parsed<store::GameRow>> games;
  for (const record::GameRecord& record : *records) games.push_back(row_of(record));
  return games;
}

}  // namespace partita::server
