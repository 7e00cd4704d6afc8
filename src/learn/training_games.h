#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "base/clock.h"
#include "base/parsed.h"
#include "catalog/any_engine.h"
#include "catalog/games.h"
#include "learn/random_opening.h"
#include "learn/sample_file.h"

namespace partita::learn {

struct TrainingPlan {
  catalog::EngineSpec engine;  ///< who plays every seat
  std::uint64_t nodes = 2000;  ///< a move
  OpeningPlan opening;
  int most_plies = 240;     ///< then the game counts as a draw
  std::uint64_t games = 0;  ///< 0: as many as fit into `seconds`
  double seconds = 0;       ///< 0: until the games are played
  int threads = 1;
  std::uint64_t seed = 1;
};

struct TrainingCount {
  std::uint64_t games = 0;
  std::uint64_t positions = 0;
  std::uint64_t nodes = 0;
  std::uint64_t draws = 0;
  double seconds = 0;
};

/// Plays games of an engine against itself and writes every position that was searched, with the search's value and the
/// game's result. A proven end ends a game. Blocks until all is played; `progress` is called now and then on one
/// thread. REQUIRES: the game reads networks; plan.games or plan.seconds is set.
base::Parsed<TrainingCount> play_training_games(const catalog::GameEntry& game, const base::OptionValues& rules,
                                                const TrainingPlan& plan, SampleFile& file,
                                                const std::function<void(const TrainingCount&)>& progress,
                                                const base::StopFlag* stop);

/// What a sample file's header says of a plan, and how many words a position has.
std::string about_samples(const catalog::GameEntry& game, const base::OptionValues& rules, const TrainingPlan& plan);
std::size_t words_of_inputs(const catalog::GameEntry& game, const base::OptionValues& rules);

}  // namespace partita::learn
