#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "base/clock.h"
#include "base/parsed.h"
#include "study/puzzles.h"

namespace partita::study {

/// What proofs say of the first turns of a puzzle, one question each.
struct PuzzleCheck {
  bool is_won = false;            ///< the solution wins by force within the puzzle's plies
  std::vector<std::string> also;  ///< other turns that win by force, however late, their plies joined by blanks
  int refuted = 0;                ///< turns that are proven not to win
  int open = 0;                   ///< turns of which nothing was proven within the nodes

  bool is_only() const { return is_won && also.empty() && open == 0; }
  /// More than a quarter of the other turns win: there is nothing to find.
  bool is_too_easy() const { return 4 * also.size() > also.size() + static_cast<std::size_t>(refuted + open); }
};

/// Asks about every first turn of a puzzle, so many nodes a question. An error names what of it cannot be read.
base::Parsed<PuzzleCheck> check_puzzle(const Puzzle& puzzle, std::uint64_t nodes, const base::StopFlag* stop);

/// What became of the puzzles of a game under one set of rules.
struct CheckedCount {
  int seen = 0;
  int only = 0;      ///< kept: every other turn is proven not to win
  int open = 0;      ///< kept: no other turn was found to win
  int also = 0;      ///< kept: some others win too
  int unproven = 0;  ///< dropped: the solution was not proven again
  int too_easy = 0;  ///< dropped
  int images = 0;    ///< dropped: the image of another

  int kept() const { return only + open + also; }
};

struct CheckedPuzzles {
  std::vector<Puzzle> kept;                      ///< with what was found out about them
  std::map<std::string, CheckedCount> by_rules;  ///< "tafl ashton"
};

/// Proves every puzzle again and keeps those that are true and worth solving, no two of them images of each other, with
/// their motifs. The first of two images stays. Ends early once the flag is raised.
CheckedPuzzles check_puzzles(const std::vector<Puzzle>& puzzles, std::uint64_t nodes, const base::StopFlag* stop,
                             const std::function<void(int kept, int seen)>& on_progress);

/// Rows with thousands apart: game and rules, seen, kept and why, dropped and why.
std::string checked_table(const CheckedPuzzles& checked);

}  // namespace partita::study
