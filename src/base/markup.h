#pragma once

#include <string>
#include <string_view>

namespace partita::base {

/// Text from outside as it may stand in HTML or SVG, inside an attribute too. Control characters other than the end of
/// a line become spaces.
std::string escaped_markup(std::string_view text);

}  // namespace partita::base
