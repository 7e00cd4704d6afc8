#pragma once

#include <boost/json/fwd.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "base/parsed.h"
#include "record/game_record.h"

namespace partita::record {

/// A record as a JSON object: game, rules (object), position, result, reason, tags (all of them, in order, as pairs),
/// comment and moves with everything said about them.
boost::json::object to_json(const GameRecord& record);
/// The other way. Errors name the field; unknown fields are refused, as they would be lost.
base::Parsed<GameRecord> from_json(const boost::json::value& value);

/// An array of records, one on a line. Reading takes one object as well.
std::string write_json(const std::vector<GameRecord>& records);
base::Parsed<std::vector<GameRecord>> read_json(std::string_view text);

}  // namespace partita::record
