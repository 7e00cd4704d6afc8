#pragma once

#include <string>
#include <string_view>

#include "base/option.h"
#include "base/parsed.h"
#include "catalog/any_position.h"

namespace partita::catalog {

/// The position that somebody has set up on a board: a letter of the view's pieces or a blank for every cell, in the
/// view's order, and who is to move. An error says why no game comes to it, with a code (game/refusal.h) wherever
/// people can have caused it.
base::Parsed<AnyPosition> set_up(std::string_view game, const base::OptionValues& rules, std::string_view stones,
                                 Seat mover);

/// Plies of a whole turn from the beginning: one, but where a turn has several.
int plies_of_turn(const AnyPosition& position);

}  // namespace partita::catalog
