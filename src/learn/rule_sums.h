#pragma once

#include <iosfwd>
#include <string_view>

#include "base/parsed.h"

/// The rules of a game exist twice: in its room, and as tensors in learn/*_batch.py, where thousands of games are
/// played at once. Sums over whole games tell whether both say the same.
namespace partita::learn {

/// Reads games, a line each (the side, then the places played, counted row by row of the square grid around the board),
/// and writes a line for each: sums over its positions of the legal places, of the places that win at once (where the
/// game knows such) and of a policy network's planes (on sides that have one), then the winner and the scores.
/// learn/rules_test.py makes the same sums. A place that may not be played is an error.
base::Parsed<base::Done> write_rule_sums(std::string_view game, std::istream& games, std::ostream& sums);

}  // namespace partita::learn
