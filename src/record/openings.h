#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/option.h"
#include "base/parsed.h"
#include "catalog/any_position.h"

namespace partita::record {

/// Where a match game starts: a position and the moves already played from it. A value.
struct Opening {
  std::string position;            ///< "" for the initial position
  std::vector<std::string> moves;  ///< plies
};

/// One opening a line: moves or whole turns separated by spaces, or a position text, optionally followed by "; " and
/// moves. Empty lines and '#' comments are skipped. Every line is played; the first wrong one is the error: "N:
/// reason".
base::Parsed<std::vector<Opening>> read_openings(std::string_view text, std::string_view game,
                                                 const base::OptionValues& rules);
std::string write_openings(const std::vector<Opening>& openings);

/// The position of an opening, its moves played on it.
base::Parsed<catalog::AnyPosition> open_position(const Opening& opening, std::string_view game,
                                                 const base::OptionValues& rules);

}  // namespace partita::record
