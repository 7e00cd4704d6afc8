#include "catalog/games.h"

#include <algorithm>

#include "base/text.h"
#include "catalog/erased_position.h"
#include "catalog/game_entry.h"
#include "catalog/game_list.h"

namespace partita::catalog {

namespace {

template <game::Game... Games>
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

std::string program_summary() {
  const auto& games = all_games();
  std::string titles;
  for (std::size_t i = 0; i < games.size(); ++i) {
    if (i > 0) titles += i + 1 == games.size() ? " and " : ", ";
    titles += games[i].title;
  }
  return "plays, analyses and solves " + titles;
}

namespace {

template <game::Game G>
std::unique_ptr<PositionModel> passed_as(const PositionModel& model) {
  const auto* erased = dynamic_cast<const ErasedPosition<G>*>(&model);
  if (erased == nullptr || erased->ending().over) return nullptr;
  if constexpr (game::HasPass<G>) {
    typename G::Position pos = erased->position();
    if (!pos.can_pass()) return nullptr;
    pos.pass();
    if (!pos.is_over()) return std::make_unique<ErasedPosition<G>>(erased->typed_rules(), pos);
  }
  return nullptr;
}

/// The model is of exactly one game: the others say nothing.
template <game::Game... Games>
std::unique_ptr<PositionModel> passed_as_any(const PositionModel& model, GameList<Games...>) {
  std::unique_ptr<PositionModel> found;
  ((found = found ? std::move(found) : passed_as<Games>(model)), ...);
  return found;
}

}  // namespace

base::Parsed<AnyPosition> passed(const AnyPosition& position) {
  auto model = passed_as_any(position.model(), AllGames{});
  if (!model) return base::Error{"the turn cannot be skipped here"};
  return AnyPosition(std::move(model));
}

}  // namespace partita::catalog
