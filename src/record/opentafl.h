#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/parsed.h"
#include "record/game_record.h"

/// Game records of OpenTafl, the interchange format of the tafl world: [tag:value] lines, a rules string, numbered
/// turns, commentary as [first|second] under a turn. The rules string is read and written by the game itself, through
/// the catalog.
namespace partita::record {

/// Whether a text looks like such records: a line begins with "dim:".
bool is_opentafl(std::string_view text);

/// All games of a text, moves checked and put in our notation. The first fault refuses the whole: "line: reason".
base::Parsed<std::vector<GameRecord>> read_opentafl(std::string_view text);

/// Games that are no tafl, rule sets the format cannot express and records that do not replay are refused. Variations,
/// clocks and evaluations have no place in the format and are left out.
base::Parsed<std::string> write_opentafl(const std::vector<GameRecord>& records);

}  // namespace partita::record
