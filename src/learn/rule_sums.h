#pragma once

#include <iosfwd>
#include <string_view>

#include "base/parsed.h"

/// The rules of a game exist twice: in its room, and as tensors in learn/*_batch.py, where thousands of games are
/// played at once. Sums over whole games tell whether both say the same.
namespace partita::learn {

/// Reads games, a line each (the side, then the places played, counted row by row: of the square grid around the board
/// in Omega, of the board in Hex), and writes a line for each: sums over its positions of the legal places, of the
/// places that win at once and of a policy network's planes, then the result. learn/rules_test.py makes the same sums.
/// The game is "hex" or "omega"; a place that may not be played is an error.
base::Parsed<base::Done> write_rule_sums(std::string_view game, std::istream& games, std::ostream& sums);

}  // namespace partita::learn
