#include "store/archive.h"

#include <istream>
#include <ostream>

#include "catalog/any_position.h"
#include "record/json_fields.h"

namespace partita::store {

namespace {

constexpr int kPage = 200;
constexpr std::size_t kMostErrors = 100;
constexpr std::size_t kLongestLine = 4U << 20U;

base::Parsed<base::Done> import_line(Store& store, const std::string& line, ImportCount& count) {
  const auto json = record::parse_json(line);
  if (!json) return json.forward_error();
  auto game = game_from_json(*json);
  if (!game) return game.forward_error();
  auto checked = replayed(std::move(*game));
  if (!checked) return checked.forward_error();
  if (checked->id.empty()) return base::Error{"game.game_id: expected the game's id"};
  if (const auto there = store.load_game(checked->id)) {
    if (there->moves != checked->moves || there->game != checked->game) {
      return base::Error{"the id " + checked->id + " is taken by another game"};
    }
    ++count.already_there;
    return base::Done{};
  }
  store.create_game(*checked);
  ++count.imported;
  return base::Done{};
}

bool is_ending_outside_rules(const std::string& reason) {
  return reason == "resignation" || reason == "time" || reason == "agreement";
}

}  // namespace

std::int64_t export_games(Store& store, std::ostream& out, Secrets secrets) {
  std::int64_t written = 0;
  std::string last;
  for (;;) {
    const auto ids = store.game_ids_after(last, kPage);
    if (ids.empty()) return written;
    for (const std::string& id : ids) {
      if (const auto game = store.load_game(id)) {
        out << boost::json::serialize(game_to_json(*game, secrets)) << '\n';
        ++written;
      }
    }
    last = ids.back();
  }
}

ImportCount import_games(Store& store, std::istream& in) {
  ImportCount count;
  std::int64_t number = 0;
  bool more = true;
  while (more) {
    store.begin();
    try {
      for (int i = 0; i < kPage && more; ++i) {
        std::string line;
        more = static_cast<bool>(std::getline(in, line));
        if (!more) break;
        ++number;
        if (line.empty()) continue;
        const auto done = line.size() > kLongestLine ? base::Parsed<base::Done>(base::Error{"line too long"})
                                                     : import_line(store, line, count);
        if (!done && count.errors.size() < kMostErrors) {
          count.errors.push_back(done.error_at("line " + std::to_string(number)).message);
        }
      }
      store.commit();
    } catch (...) {
      store.rollback();
      throw;
    }
  }
  return count;
}

base::Parsed<GameRow> replayed(GameRow game) {
  auto position = catalog::AnyPosition::from_text(game.game, game.rules, game.start);
  if (!position) return position.forward_error();
  if (static_cast<int>(game.seats.size()) != position->seat_count()) {
    return base::Error{"game.seats: expected " + std::to_string(position->seat_count()) + " seats"};
  }
  for (std::size_t ply = 0; ply < game.moves.size(); ++ply) {
    auto played = position->play(game.moves[ply].move);
    if (!played) return played.error_at("game.moves[" + std::to_string(ply) + "]");
    game.moves[ply].move = *played;
  }
  game.rules = position->rules();
  game.start = position->start_text();
  const catalog::Ending ending = position->ending();
  if (ending.over) {
    game.ending = EndingRow{ending.reason, {ending.payoff.begin(), ending.payoff.begin() + position->seat_count()}};
  } else if (game.ending && (!is_ending_outside_rules(game.ending->reason) ||
                             static_cast<int>(game.ending->payoff.size()) != position->seat_count())) {
    return base::Error{"game.ending: the rules do not end the game here"};
  }
  return game;
}

}  // namespace partita::store
