#include <cstdio>
#include <memory>

#include "apps/command.h"
#include "base/text.h"
#include "catalog/any_engine.h"
#include "catalog/games.h"

namespace partita::apps {

namespace {

void print_row(const std::string& name, const std::string& help) {
  std::printf("  %-26s %s\n", name.c_str(), help.c_str());
}

std::string values_of(const base::OptionSpec& option) {
  switch (option.kind) {
    case base::OptionSpec::Kind::kSpin: return std::to_string(option.min) + "-" + std::to_string(option.max);
    case base::OptionSpec::Kind::kCombo: return base::join(option.choices, "|");
    case base::OptionSpec::Kind::kCheck: return "on|off";
    case base::OptionSpec::Kind::kString: return "text";
  }
  return {};
}

void print_game(const catalog::GameEntry& game) {
  std::printf("%s: %s\n", game.name.c_str(), game.title.c_str());
  std::printf(" rules\n");
  for (const base::OptionSpec& option : game.rule_options) {
    print_row("--" + option.name + " " + option.default_value, option.help + " (" + values_of(option) + ")");
  }
  std::printf(" evaluators\n");
  for (const auto& [name, help] : game.evaluators) print_row(name, help);
  std::printf(" presets\n");
  for (const catalog::PresetEntry& preset : catalog::presets(game.name)) print_row(preset.name, preset.help);
}

int list_games(const std::string& only) {
  if (!only.empty()) {
    const auto game = catalog::find_game(only);
    if (!game) return refuse(game.error());
    print_game(**game);
    return kExitFine;
  }
  for (const catalog::GameEntry& game : catalog::all_games()) print_game(game);
  return kExitFine;
}

}  // namespace

Action add_games_command(Arguments& app) {
  auto only = std::make_shared<std::string>();
  app.add_option("game", *only, "this game alone");
  app.footer(
      "Lists rule options with their default and range, evaluators and engine presets; the first is the default.\n\n"
      "Examples:\n  partita games\n" +
      catalog::examples_of("games"));
  return [only] { return list_games(*only); };
}

}  // namespace partita::apps
