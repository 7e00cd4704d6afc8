#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/option.h"
#include "base/parsed.h"
#include "catalog/any_engine.h"

/// The texts of UGI without any state: written by our engine, read by our client, compared by tests.
namespace partita::protocol {

/// "option name N type T default D ..." from the one declaration; checks are true/false on the wire.
std::string write_option(const base::OptionSpec& spec);
/// A line that begins with "option" as a declaration again.
base::Parsed<base::OptionSpec> read_option(std::string_view line);

/// Names that differ in case and underscores alone are the same option.
std::string plain_option_name(std::string_view name);

/// "info depth 5 ... score cp 20 pv ..."
std::string write_info(const catalog::LineReport& line);
/// The line of a move that nobody searched for: what is known of it, without a score.
std::string write_unsearched(const catalog::SearchResult& result);
/// The fields of an info line that carry a search line; unknown fields are skipped.
catalog::LineReport read_info(std::string_view line);

/// The limits of "go ..." with exactly one kind of limit; seat counts above two use p3time and so on.
base::Parsed<catalog::Limits> read_go(const std::vector<std::string_view>& words, int seat_count);
std::string write_go(const catalog::Limits& limits, int seat_count);

/// "p1win", "draw", ..., or "none" while the game goes on.
std::string result_word(const catalog::Ending& ending);

}  // namespace partita::protocol
