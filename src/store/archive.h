#pragma once

#include <cstdint>
#include <iosfwd>
#include <string>
#include <vector>

#include "store/game_json.h"
#include "store/store.h"

namespace partita::store {

/// Writes every game as one JSON line and returns how many. Memory does not grow with the number of games.
std::int64_t export_games(Store& store, std::ostream& out, Secrets secrets);

struct ImportCount {
  std::int64_t imported = 0;
  std::int64_t already_there = 0;
  std::vector<std::string> errors;  ///< "line 7: ..."; at most 100 are kept
};

/// Reads JSON lines as written by export_games. Each game's moves are replayed by the rules; one that does not replay
/// or whose id is taken by another game is left out and named. Importing the same file twice changes nothing.
ImportCount import_games(Store& store, std::istream& in);

/// Replays the game by its rules: canonical rules, start and moves, the ending by the rules (an ending outside them,
/// such as resignation, is kept), or the reason why it cannot be.
base::Parsed<GameRow> replayed(GameRow game);

}  // namespace partita::store
