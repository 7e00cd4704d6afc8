#pragma once

#include <optional>
#include <vector>

#include "games/hex/position.h"

/// What stones near an edge of their colour come to there: templates, from which the edge is reached whatever the other
/// side does, and ladders, along which every stone threatens the edge and has one answer.
namespace partita::games::hex {

/// The free cells of a template of the stone on `cell`, on the third row from that edge: two cells of the third row,
/// three of the second and four of the first, none of them the other side's. Inside it the stone reaches the edge
/// although the other side moves first, which is found out by playing everything. Nothing where the stone's group
/// touches the edge.
std::optional<std::vector<int>> edge_template(const Position& pos, int cell, bool last_edge);

/// A ladder on the second row: the stone, the one answer to it, the next stone, and so on.
struct Ladder {
  std::vector<int> line;    ///< begins with the stone
  bool is_escaped = false;  ///< at its end no answer is left: the edge is reached
};
/// The ladder that begins with the stone on `cell`: at least two steps, or one that escapes.
std::optional<Ladder> ladder_from(const Position& pos, int cell, bool last_edge);

}  // namespace partita::games::hex
