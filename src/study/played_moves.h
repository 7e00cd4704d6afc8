#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "catalog/any_position.h"

namespace partita::study {

/// How games went on after a move.
struct PlayedCount {
  int games = 0;
  int drawn = 0;         ///< nobody alone had the point
  std::vector<int> won;  ///< by seat; as long as the most seats of a game that was counted
};

/// What was played in finished games, counted move by move up to symmetry: a move and its image are one, and so are two
/// orders of moves that lead to one position. Counts the first plies of each game and forgets the oldest games. One
/// thread.
class PlayedMoves {
 public:
  explicit PlayedMoves(std::size_t most_games) : most_games_(most_games) {}

  /// Counts a game by its last position, in the place of one of the same name. `time` orders the games: those with the
  /// smallest are forgotten first. A winner of -1 is a draw.
  void put(const std::string& name, std::int64_t time, const catalog::AnyPosition& end, int winner);
  void remove(const std::string& name);
  /// Whether the game is counted as it was at that time.
  bool holds(const std::string& name, std::int64_t time) const;

  std::size_t games() const { return games_.size(); }
  /// Of the move that leads from one position to the other.
  PlayedCount count(const catalog::AnyPosition& before, const catalog::AnyPosition& after) const;

 private:
  struct Game {
    std::int64_t time = 0;
    int winner = -1;
    std::vector<std::uint64_t> steps;  ///< each once
  };

  void add(const Game& game, int sign);

  std::size_t most_games_;
  std::map<std::string, Game> games_;
  std::set<std::pair<std::int64_t, std::string>> by_time_;  ///< the names, oldest first
  std::unordered_map<std::uint64_t, PlayedCount> counts_;
};

}  // namespace partita::study
