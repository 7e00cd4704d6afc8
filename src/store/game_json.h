#pragma once

#include <boost/json.hpp>
#include <string_view>

#include "base/parsed.h"
#include "store/game_row.h"

namespace partita::store {

/// Whether seat tokens and invites are part of a written game. Backups have them, what a browser gets never does.
enum class Secrets { kLeftOut, kIncluded };

inline constexpr std::string_view kGameFormat = "partita-game-1";

/// The GameRecord of web/schema/wire.schema.json.
boost::json::object game_to_json(const GameRow& game, Secrets secrets);
/// Reads the form of a game only: that its moves are legal is for the caller to check. Missing optional fields are
/// empty. Unknown fields are refused.
base::Parsed<GameRow> game_from_json(const boost::json::value& json);

boost::json::value ending_to_json(const std::optional<EndingRow>& ending);
/// Limits of an engine's seat as SearchLimits.
boost::json::object limits_to_json(const SeatRow& seat);

}  // namespace partita::store
