#pragma once

#include <string>
#include <vector>

#include "base/parsed.h"
#include "catalog/any_position.h"
#include "record/game_record.h"

namespace partita::record {

/// The position a record starts from: its Game, Rules and Position tags. Errors name the tag.
base::Parsed<catalog::AnyPosition> start_position(const GameRecord& record);

/// Plays a record through: every move of the main line and of the variations must be legal, and where the rules end the
/// game its result and reason must be those the record states. Returns the last position. Errors begin with line:column
/// where the record was read from text.
base::Parsed<catalog::AnyPosition> replay(const GameRecord& record);

/// How a game ended when the rules did not end it: "resigns", "time", "agreed". Empty reasons are for unfinished games.
struct Adjudication {
  std::string result = "*";
  std::string reason;
};

/// A record of the moves played on `position`, turns written whole, with Game, Rules, Position, Seat and result tags.
/// `adjudication` only matters while the game is not over by its rules.
GameRecord make_record(const catalog::AnyPosition& position, const Adjudication& adjudication = {});

/// The plies of the main line. REQUIRES: replay(record).ok().
std::vector<std::string> main_line(const GameRecord& record);

}  // namespace partita::record
