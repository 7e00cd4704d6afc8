#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "record/game_record.h"

/// The [%name value] commands inside comments: clocks and evaluations have fields of their own, others are kept as
/// text.
namespace partita::record {

/// "1:02:03.5", "2:03" or "3.25" in milliseconds.
std::optional<std::int64_t> read_clock(std::string_view text);
std::string write_clock(std::int64_t milliseconds);

/// "35", "35,12" with depth, "#4", "#-4,9".
std::optional<RecordEval> read_eval(std::string_view text);
std::string write_eval(const RecordEval& eval);

/// Takes a comment as written apart: commands go to their places in `move`, the words are appended to its comment.
void add_comment(RecordMove& move, std::string_view comment);
/// Commands and words as one comment text, "" if there is nothing to say.
std::string comment_text(const RecordMove& move);
/// "[%" made "(%": in the words of a comment it opens a command that nothing closes, but that a ']' behind them would.
std::string without_openings(std::string text);
/// Comments hold no braces and no line ends: white space is made one space, '}' a ')'.
std::string tame_comment(std::string_view text);

}  // namespace partita::record
