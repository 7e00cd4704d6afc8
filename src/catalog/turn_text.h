#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/parsed.h"
#include "catalog/any_position.h"

namespace partita::catalog {

/// Plays one word of a move list: a ply ("W:E5", "K10") or the rest of a turn ("E5/A1"). The plies' canonical texts
/// come back; on error nothing changes.
base::Parsed<std::vector<std::string>> play_word(AnyPosition& position, std::string_view word);

/// A game's moves as records write them: plies of a complete turn of several stones joined, cells in the order of the
/// view's pieces ("E5/A1"); everything else as it is. REQUIRES: the plies can be played from `start`.
std::vector<std::string> join_turns(const AnyPosition& start, const std::vector<std::string>& plies);

}  // namespace partita::catalog
