#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "base/clock.h"
#include "base/option.h"
#include "base/parsed.h"
#include "catalog/any_position.h"

namespace partita::study {

/// A position that is won by force, as proven by a solver, with a turn that wins within so many plies. Other turns may
/// win as well, unless each was proven not to: whoever tries one is told what is proven of it (study/puzzle_play.h).
struct Puzzle {
  std::string game;
  base::OptionValues rules;
  std::string position;
  std::vector<std::string> solution;  ///< one ply, or the plies of one turn
  int plies = 0;                      ///< to the end of the game against the longest defence
  int legal_moves = 0;
  bool is_only = false;             ///< every other turn is proven not to win
  int found_at_depth = 0;           ///< from this depth on alpha-beta plays it; 0: not up to the depth tried
  int rating = 0;                   ///< higher is harder
  int lesson = 0;                   ///< its place in the course of exercises; 0: none
  std::vector<std::string> motifs;  ///< how it is won (study/puzzle_motifs.h)

  friend bool operator==(const Puzzle&, const Puzzle&) = default;
};

struct PuzzlePlan {
  std::string game;
  base::OptionValues rules;
  int count = 100;
  std::uint64_t seed = 1;
  int least_plies = 3;           ///< no win at once; 1: wins at once alone, as the first exercises are
  std::uint64_t nodes = 20'000;  ///< per question put to the solver
  const base::StopFlag* stop = nullptr;
  std::function<void(int found, int tried)> on_progress;
};

/// Finds puzzles in random games and, for tafl, in self-play. The same plan gives the same puzzles. Fewer than asked
/// for if it was stopped.
base::Parsed<std::vector<Puzzle>> find_puzzles(const PuzzlePlan& plan);
/// A course of so many of them: their `lesson` counts from 1, from wins at once to long ones, each kind of motif as
/// early and as often as the others. Fewer where there are not enough. Wins at once that get no place are dropped: they
/// are no puzzles.
void make_course(std::vector<Puzzle>& puzzles, int count);

}  // namespace partita::study
