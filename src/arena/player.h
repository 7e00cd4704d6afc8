#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "arena/time_control.h"
#include "base/option.h"
#include "base/parsed.h"
#include "catalog/any_engine.h"
#include "catalog/any_position.h"

namespace partita::arena {

/// What a player answered, as the player says it. The referee believes nothing but checks.
struct Thought {
  std::string move;
  std::string failure;  ///< why there is no move: "crashed", "no answer in time"; empty if there is one
  int depth = 0;
  std::uint64_t nodes = 0;
  catalog::ScoreReport score;
  bool has_score = false;
};

/// Somebody who can be asked for moves: a built-in engine or a program speaking UGI. One thread at a time.
class Player {
 public:
  virtual ~Player() = default;
  virtual const std::string& name() const = 0;
  /// For the random choices of the games to come, unless the specification names a seed.
  virtual void use_seed(std::uint64_t) {}
  /// Where the dialogue with it goes from now on, line by line; empty: nowhere.
  using Trace = std::function<void(const std::string&)>;
  virtual void set_trace(Trace) {}
  virtual void new_game() = 0;
  virtual Thought think(const catalog::AnyPosition& position, const catalog::Limits& limits) = 0;
};

/// The specification with a table no greater than a game of so few nodes a move can fill, where it names no size
/// itself: emptying a big table before every game would cost more than the game.
std::string with_fitting_table(std::string_view spec, const TimeControl& control);

/// Whether a player is another program, "ugi:COMMAND", rather than one of our presets.
bool starts_program(std::string_view spec);

/// A player from its specification: "partita,killers=off" is a preset with switches; "ugi:PROGRAM ARGS" an external
/// engine.
base::Parsed<std::unique_ptr<Player>> make_player(std::string_view game, const base::OptionValues& rules,
                                                  std::string_view spec);

}  // namespace partita::arena
