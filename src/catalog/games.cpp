#include "catalog/games.h"

#include "base/text.h"
#include "catalog/game_entry.h"
#include "catalog/game_list.h"

namespace partita::catalog {

namespace {

template <class... Games>
std::vector<GameEntry> entries_of(GameList<Games...>) {
  return {make_game_entry<Games>()...};
}

}  // namespace

const std::vector<GameEntry>& all_games() {
  static const std::vector<GameEntry> games = entries_of(AllGames{});
  return games;
}

base::Parsed<const GameEntry*> find_game(std::string_view name) {
  // Tablut is what most people call the member of the family they know.
  if (name == "tablut") name = games::tafl::Tafl::kName;
  std::vector<std::string> names;
  for (const GameEntry& entry : all_games()) {
    if (entry.name == name) return &entry;
    names.push_back(entry.name);
  }
  const auto guess = base::nearest(name, names);
  return base::Error{"unknown game " + base::quoted(name) +
                     (guess ? ", did you mean '" + *guess + "'?" : ", known: " + base::join(names, ", "))};
}

}  // namespace partita::catalog
