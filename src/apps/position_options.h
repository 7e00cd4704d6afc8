#pragma once

#include <map>
#include <string>
#include <vector>

#include "apps/arguments.h"
#include "base/option.h"
#include "base/parsed.h"
#include "catalog/any_position.h"

namespace partita::apps {

/// What every command that works on a position has in common: --game, one option for each rule option of each game,
/// --position and --moves. Belongs to the command's Action; filled when the command line is read.
struct PositionOptions {
  std::string game;
  std::string position;
  std::string moves;
  std::string preset = "partita";
  /// Every rule option that was given, by name; which game it belongs to is checked by given_rules().
  std::map<std::string, std::string> given;
};

/// Adds --game, the rule options of all games, --position and --moves to a command. `options` must outlive the parse.
void add_position_options(Arguments& app, PositionOptions& options);
/// Adds --game and the rule options alone, for commands that always start from the initial position.
void add_game_options(Arguments& app, PositionOptions& options);
/// Adds --preset: a named engine configuration, with switches overridden as in "partita,threads=2".
void add_preset_option(Arguments& app, PositionOptions& options);

/// The rule values given, checked; an option of another game is an error that names it.
base::Parsed<base::OptionValues> given_rules(const PositionOptions& options);
/// The position given by --game, rules, --position and --moves; an illegal move is named with its number.
base::Parsed<catalog::AnyPosition> given_position(const PositionOptions& options);

/// Plays moves or whole turns separated by white space or commas; errors name the move's number from 1.
base::Parsed<base::Done> play_moves(catalog::AnyPosition& position, const std::string& moves);

/// "always", "never" or "auto": colour only on a terminal that has not asked for none (NO_COLOR).
bool wants_colour(const std::string& choice);

}  // namespace partita::apps
