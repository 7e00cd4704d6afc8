#pragma once

#include <string>
#include <vector>

#include "base/clock.h"
#include "base/parsed.h"
#include "catalog/any_position.h"
#include "study/reason.h"

namespace partita::study {

/// What a solver says to a try at a puzzle.
struct PuzzleVerdict {
  enum class State {
    kWon,      ///< the game is over and won, perhaps by the forced reply
    kRight,    ///< it still wins by force
    kAlso,     ///< it is proven to win, but later than the puzzle asks for
    kWrong,    ///< it is proven not to win
    kUnclear,  ///< neither is proven, or it was stopped: nobody's fault
  };
  State state = State::kUnclear;
  std::vector<std::string> reply;  ///< the defence that holds out longest, or what refutes the try; may be empty
  int plies = 0;                   ///< of a right try: to the end at most, from after the reply; 0 where not known
  /// Of a wrong try what it allows, and nothing that names the solution; of another what it does.
  Reason reason;
};

/// Judges the last turn of `moves`, which begin at the puzzle's start: any move that is proven to win by force is
/// right. `plies` is the puzzle's length. Where the game's puzzles only say that one move wins soonest, one that wins
/// more than two plies later is as good but ends the puzzle: nobody has to find a long win to the end. An error names
/// the move that cannot be played. Any thread; some 100,000 nodes at most for a question.
base::Parsed<PuzzleVerdict> judge_try(const catalog::AnyPosition& start, int plies,
                                      const std::vector<std::string>& moves, const base::StopFlag* stop);

}  // namespace partita::study
