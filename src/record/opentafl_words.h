#pragma once

#include <string>
#include <string_view>

#include "base/parsed.h"
#include "catalog/any_position.h"

/// Single words of OpenTafl's records: moves, tags, results. Inside of opentafl_*.cpp.
namespace partita::record {

/// The format as the profile of the game that speaks it calls it.
inline constexpr std::string_view kOpenTafl = "opentafl";

/// "Ke5-e8xce7/e9++" as "e5-e8xe7/e9": piece letters and the sign for what the king may expect are left out.
base::Parsed<std::string> plain_move(std::string_view word);
/// The move with the king's letter, and "++" or "--" where it ends the game by the king's capture or escape.
std::string opentafl_move(const catalog::AnyPosition& before, const std::string& move, const std::string& reason);

/// "attackers" is Seat1 or Seat2 by who moves first; other names are matched by a table, unknown ones keep theirs.
std::string tag_from_opentafl(const std::string& name, const catalog::AnyPosition& start);
std::string tag_to_opentafl(const std::string& name, const catalog::AnyPosition& start);

/// 1 attackers, 0 draw, -1 defenders, ? other.
std::string result_from_opentafl(std::string_view text, const catalog::AnyPosition& start);
std::string result_to_opentafl(const std::string& result, const catalog::AnyPosition& start);

}  // namespace partita::record
