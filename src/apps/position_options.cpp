#include "apps/position_options.h"

#include <unistd.h>

#include <algorithm>
#include <cstdlib>

#include "base/text.h"
#include "catalog/any_position.h"
#include "catalog/games.h"

namespace partita::apps {

namespace {

/// The help of one option name over all games that have it.
struct SharedOption {
  std::vector<std::string> games;
  std::string help;
  bool is_check = false;
};

std::string range_of(const base::OptionSpec& spec) {
  switch (spec.kind) {
    case base::OptionSpec::Kind::kSpin: return std::to_string(spec.min) + "-" + std::to_string(spec.max);
    case base::OptionSpec::Kind::kCombo: return base::join(spec.choices, "|");
    case base::OptionSpec::Kind::kCheck: return "on|off";
    case base::OptionSpec::Kind::kString: return "text";
  }
  return {};
}

std::map<std::string, SharedOption> shared_options() {
  std::map<std::string, SharedOption> shared;
  for (const catalog::GameEntry& game : catalog::all_games()) {
    for (const base::OptionSpec& spec : game.rule_options) {
      SharedOption& option = shared[spec.name];
      option.games.push_back(game.name);
      if (!option.help.empty()) option.help += "; ";
      option.help += game.name + ": " + spec.help + " (" + range_of(spec) + ", default " + spec.default_value + ")";
      option.is_check = spec.kind == base::OptionSpec::Kind::kCheck;
    }
  }
  return shared;
}

std::vector<std::string> game_names() {
  std::vector<std::string> names;
  for (const catalog::GameEntry& game : catalog::all_games()) names.push_back(game.name);
  return names;
}

}  // namespace

void add_game_options(Arguments& app, PositionOptions& options) {
  Option game = app.add_option("--game,game", options.game, "the game: " + base::join(game_names(), ", "));
  // A command that has a favourite sets it before.
  if (options.game.empty()) game.required();
  for (const auto& [name, shared] : shared_options()) {
    const std::string key = name;
    Option option = app.add_option_function(
        "--" + name, [&options, key](const std::string& value) { options.given[key] = value; }, shared.help);
    option->type_name("VALUE")->group("Rules");
    if (shared.is_check) option->expected(0, 1)->default_str("on");
  }
}

void add_position_options(Arguments& app, PositionOptions& options) {
  add_game_options(app, options);
  app.add_option("--position", options.position, "position text; the initial position if left out");
  app.add_option("--moves", options.moves, "moves or whole turns played from there, separated by spaces");
}

void add_preset_option(Arguments& app, PositionOptions& options) {
  app.add_option("--preset", options.preset, "engine preset, with switches as in 'partita,threads=2'");
}

base::Parsed<base::OptionValues> given_rules(const PositionOptions& options) {
  const auto game = catalog::find_game(options.game);
  if (!game) return game.forward_error();
  base::OptionValues values;
  for (const auto& [name, value] : options.given) {
    if (base::find_option((*game)->rule_options, name) == nullptr) {
      std::vector<std::string> known;
      for (const base::OptionSpec& spec : (*game)->rule_options) known.push_back("--" + spec.name);
      return base::Error{"--" + name + " is no option of " + options.game + ", which has " + base::join(known, ", ")};
    }
    values[name] = value;
  }
  return base::checked_values((*game)->rule_options, values);
}

base::Parsed<catalog::AnyPosition> given_position(const PositionOptions& options) {
  auto rules = given_rules(options);
  if (!rules) return rules.forward_error();
  auto position = catalog::AnyPosition::from_text(options.game, *rules, options.position);
  if (!position) return options.position.empty() ? position.forward_error() : position.error_at("--position");
  auto played = play_moves(*position, options.moves);
  if (!played) return played.error_at("--moves");
  return position;
}

base::Parsed<base::Done> play_moves(catalog::AnyPosition& position, const std::string& moves) {
  std::string spaced = moves;
  std::replace(spaced.begin(), spaced.end(), ',', ' ');
  const auto words = base::words(spaced);
  for (std::size_t i = 0; i < words.size(); ++i) {
    const auto played = catalog::play_word(position, words[i]);
    if (!played) return played.error_at("move " + std::to_string(i + 1) + " " + base::quoted(words[i]));
  }
  return base::Done{};
}

bool wants_colour(const std::string& choice) {
  if (choice != "auto") return choice == "always";
  return ::isatty(STDOUT_FILENO) != 0 && std::getenv("NO_COLOR") == nullptr;
}

}  // namespace partita::apps
