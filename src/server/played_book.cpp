#include "server/played_book.h"

#include <algorithm>
#include <map>
#include <vector>

#include "catalog/any_position.h"
#include "store/store.h"

namespace partita::server {

namespace {

// So many games are read at once: between two pieces the store does what others wait for.
constexpr std::size_t kGamesAtOnce = 25;

int winner_of(const store::EndingRow& ending) {
  const auto won = std::find(ending.payoff.begin(), ending.payoff.end(), catalog::kPoint);
  return won == ending.payoff.end() ? -1 : static_cast<int>(won - ending.payoff.begin());
}

void count_game(study::PlayedMoves& moves, const store::GameRow& game) {
  auto position = catalog::AnyPosition::from_text(game.game, game.rules, game.start);
  if (!position || !game.ending) return;
  for (const store::MoveRow& move : game.moves) {
    if (!position->play(move.move)) return;
  }
  moves.put(game.id, game.updated_ms, *position, winner_of(*game.ending));
}

}  // namespace

const study::PlayedMoves& PlayedBook::of(const std::string& game, const WithStore& with_store,
                                         const std::function<bool()>& goes_on) {
  GameMoves& known = by_game_[game];
  std::vector<store::ChangedGame> changed;
  with_store([&](store::Store& store) {
    changed = store.changed_games(game, known.changed_ms, static_cast<int>(kMostCounted));
  });
  std::vector<std::string> unread;
  for (const store::ChangedGame& row : changed) {
    if (!row.is_over) known.moves.remove(row.id);
    if (row.is_over && !known.moves.holds(row.id, row.updated_ms)) unread.push_back(row.id);
  }
  for (std::size_t begin = 0; begin < unread.size(); begin += kGamesAtOnce) {
    // What is left is read when somebody asks again.
    if (!goes_on()) return known.moves;
    const std::size_t end = std::min(begin + kGamesAtOnce, unread.size());
    const std::vector<std::string> piece(unread.begin() + static_cast<std::ptrdiff_t>(begin),
                                         unread.begin() + static_cast<std::ptrdiff_t>(end));
    std::map<std::string, store::GameRow> games;
    with_store([&](store::Store& store) { games = store.load_games(piece); });
    for (const auto& [id, row] : games) count_game(known.moves, row);
  }
  if (!changed.empty()) known.changed_ms = changed.front().updated_ms;
  return known.moves;
}

}  // namespace partita::server
