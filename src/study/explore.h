#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "catalog/any_position.h"
#include "study/played_moves.h"
#include "study/proven_lines.h"

namespace partita::study {

/// What is known of a legal move before anybody searches: proven, tried in vain, or played.
struct ExploredMove {
  std::string move;
  std::vector<std::string> images;  ///< the other moves that lead to an image of the same position
  catalog::AnyPosition after;       ///< the position it leads to
  std::optional<Proven> proven;     ///< of that position, from the view of who moves there; nothing if it is not known
  std::uint64_t nodes_in_vain = 0;  ///< what the atlas has spent on that position where its result is open
  int no_win_within = 0;  ///< plies from there in which nobody can force a win; 0: nothing of the kind is known
  PlayedCount played;

  /// Who wins, -1 for a draw; nothing where neither the rules nor a proof say so.
  std::optional<int> winner() const;
};

/// Every legal move, one for each set of images: those that win for the mover first, the quickest of them at the head,
/// then those of which nothing is proven, the most played first, then draws, and what loses last. `played` may be null.
/// Costs one question about each move and no search. Any thread.
std::vector<ExploredMove> explore(const catalog::AnyPosition& position, const AskProof& ask, const PlayedMoves* played);

}  // namespace partita::study
