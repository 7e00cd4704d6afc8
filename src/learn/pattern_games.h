#pragma once

#include <cstdint>
#include <string>

#include "base/parsed.h"

namespace partita::learn {

struct PatternPlan {
  std::string engine = "partita-mcts,prior_weight=0,hash_mb=64";  ///< who plays both sides
  int side = 11;
  std::uint64_t nodes = 2500;  ///< simulations a move
  int games = 100;
  int most_random_plies = 6;  ///< each game begins with one to so many
  std::uint64_t seed = 1;
};

/// Plays games and appends to a file, for every position, the sample that the game makes of it and of the move that was
/// chosen (game::HasPatternSamples). Returns the number of positions.
base::Parsed<int> write_pattern_games(const PatternPlan& plan, const std::string& path);

}  // namespace partita::learn
