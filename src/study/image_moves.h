#pragma once

#include <optional>
#include <string>

#include "catalog/solver.h"

namespace partita::study {

/// The canonical text of where a move leads; empty where it is not legal.
inline std::string canonical_after(const catalog::AnyPosition& position, const std::string& move) {
  catalog::AnyPosition after = position;
  return after.play(move) ? catalog::canonical_text(after) : std::string();
}

/// The first legal move that leads to an image of the position with this canonical text.
inline std::optional<std::string> move_to(const catalog::AnyPosition& position, const std::string& canonical) {
  for (const std::string& move : position.legal_moves()) {
    if (canonical_after(position, move) == canonical) return move;
  }
  return std::nullopt;
}

}  // namespace partita::study
