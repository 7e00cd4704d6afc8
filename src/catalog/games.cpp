#include "catalog/games.h"

#include <algorithm>

#include "base/text.h"
#include "catalog/game_entry.h"
#include "catalog/game_list.h"

namespace partita::catalog {

namespace {

template <class... Games>
std::vector<GameEntry> entries_of(GameList<Games...>) {
  return {make_game_entry<Games>()...};
}

/// The game whose profile lists this name, with the rules that stand beside it.
template <class Row>
base::Parsed<GameUnderRules> find_under_rules(std::vector<Row> game::Profile::*rows, std::string_view name,
                                              const char* refusal) {
  for (const GameEntry& entry : all_games()) {
    for (const Row& row : (*entry.profile).*rows) {
      if (row.name != name) continue;
      if (row.rules.empty()) return GameUnderRules{&entry, {}};
      auto rules = base::read_values(row.rules);
      if (!rules) return rules.error_at("the profile of " + entry.name);
      return GameUnderRules{&entry, std::move(*rules)};
    }
  }
  return base::Error{refusal + base::quoted(name)};
}

}  // namespace

const std::vector<GameEntry>& all_games() {
  static const std::vector<GameEntry> games = entries_of(AllGames{});
  return games;
}

base::Parsed<const GameEntry*> find_game(std::string_view name) {
  std::vector<std::string> names;
  for (const GameEntry& entry : all_games()) {
    const auto& others = entry.profile->other_names;
    if (entry.name == name || std::find(others.begin(), others.end(), name) != others.end()) return &entry;
    names.push_back(entry.name);
  }
  const auto guess = base::nearest(name, names);
  return base::Error{"unknown game " + base::quoted(name) +
                     (guess ? ", did you mean '" + *guess + "'?" : ", known: " + base::join(names, ", "))};
}

const std::string& default_game() { return all_games().front().name; }

base::Parsed<GameUnderRules> speaker_of(std::string_view tongue) {
  return find_under_rules(&game::Profile::tongues, tongue, "no game speaks ");
}

base::Parsed<GameUnderRules> subject_of_report(std::string_view report) {
  return find_under_rules(&game::Profile::reports, report, "no game has the report ");
}

std::string examples_of(std::string_view command) {
  std::vector<std::string> lines;
  for (const GameEntry& entry : all_games()) {
    for (const game::Example& example : entry.profile->examples) {
      if (example.command == command) lines.push_back("  " + std::string(example.line));
    }
  }
  return base::join(lines, "\n");
}

}  // namespace partita::catalog
