#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/parsed.h"
#include "catalog/any_engine.h"
#include "catalog/any_position.h"
#include "game/profile.h"

/// The measurements behind `partita bench` that depend on the machine: how fast, how much faster with a second thread,
/// how well the clock is kept.
namespace partita::apps {

/// What is measured, filled from the command line.
struct MeasurePlan {
  std::string game;      ///< empty: each of them
  std::string switches;  ///< laid over every preset: "hash_mb=16,iir=off"
  int positions = 30;
  std::int64_t time_ms = 0;  ///< 0: the measurement's own
  int moves = 2000;
  int busy = 0;  ///< threads that do nothing but keep the processor busy beside the search
  int threads = 1;
};

/// A game as it is measured: by the engine that is to be fast in it, from positions after so many random plies.
struct MeasuredGame {
  std::string game;
  std::string rules;
  std::string preset;
  int plies = 0;
};
inline bool is_wanted(const MeasurePlan& plan, const std::string& game) {
  return plan.game.empty() || plan.game == game;
}
/// What the profiles say about this measurement, of the games that are wanted.
std::vector<MeasuredGame> measured_games(const MeasurePlan& plan,
                                         std::vector<game::TimedRow> game::Profile::*measurement);
base::Parsed<std::unique_ptr<catalog::AnyEngine>> make_measured_engine(const MeasurePlan& plan, const MeasuredGame& row,
                                                                       int threads);

/// The same random plies on every machine; the game never ends in them (a step that would end it is taken back).
/// REQUIRES: a known game with these rules.
catalog::AnyPosition after_random_plies(std::string_view game, std::string_view rules, int plies, std::uint64_t seed);

/// Nodes a second of the processor's time, and the depth reached, in a second each from positions of the early middle
/// game.
int measure_rate(const MeasurePlan& plan);
/// How much sooner two threads reach the depth that one reaches in time_ms.
int measure_threads(const MeasurePlan& plan);
/// Positions that each shipped policy network values in a second of processor time, by each kernel.
int measure_evaluations(const MeasurePlan& plan);
/// How far moves of games played at time_ms a move overrun it.
int measure_clock(const MeasurePlan& plan);

}  // namespace partita::apps
