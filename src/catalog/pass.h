#pragma once

#include "base/parsed.h"
#include "catalog/any_position.h"

namespace partita::catalog {

/// The position with the mover's turn skipped: what the others threaten. Passing is a move of no game here, so the
/// result has no earlier moves and its text need not be one that can be read back; engines search it. An error where
/// skipping makes no sense: in the middle of a turn, when the game is over, near the end.
base::Parsed<AnyPosition> passed(const AnyPosition& position);

}  // namespace partita::catalog
