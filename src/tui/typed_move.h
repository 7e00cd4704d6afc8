#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/parsed.h"
#include "catalog/any_position.h"

namespace partita::tui {

/// Plays what a person typed: the notation first, and what people type instead of it: "d1c1" or "d1 c1" for d1-c1, and
/// "E5" for the next stone of a turn that has several,
/// "6 5" for row and column where the game counts them. On error nothing changes.
base::Parsed<base::Done> play_typed(catalog::AnyPosition& position, std::string_view typed);

/// The letter of the piece in hand that a bare cell name would place; nothing where no piece is in hand.
std::optional<char> next_in_hand(const catalog::AnyPosition& position);

/// The cells touched by the turn under way or, at the start of one, by the turn before.
std::vector<std::string> cells_of_last_turn(catalog::AnyPosition position);
/// How many plies the last turn had so far.
int plies_of_last_turn(catalog::AnyPosition position);

}  // namespace partita::tui
