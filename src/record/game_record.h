#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/option.h"
#include "base/parsed.h"
#include "catalog/any_position.h"

namespace partita::record {

/// What an engine thought of a move it made, from the view of the seat that moved.
struct RecordEval {
  bool is_proven = false;  ///< value is then plies to the win, negative to the loss
  std::int64_t value = 0;
  int depth = 0;  ///< 0: not said
  friend bool operator==(const RecordEval&, const RecordEval&) = default;
};

/// Readers refuse variations nested deeper than this: everything that walks a record may use the stack.
inline constexpr int kDeepestVariation = 64;

struct RecordMove;
using RecordLine = std::vector<RecordMove>;

/// One word of the move text: a ply, or a whole turn of several stones ("E5/A1"), with everything said about it.
struct RecordMove {
  std::string text;
  std::vector<int> glyphs;  ///< numeric annotations; 1 ! 2 ? 3 !! 4 ?? 5 !? 6 ?!
  std::string comment;
  std::optional<std::int64_t> clock_ms;                       ///< left after the move: [%clk 0:01:02.5]
  std::optional<std::int64_t> spent_ms;                       ///< used for the move: [%emt 0:00:03]
  std::optional<RecordEval> eval;                             ///< [%eval 35,12], proven: [%eval #-4]
  std::vector<std::pair<std::string, std::string>> commands;  ///< other [%name value] in order
  std::vector<RecordLine> variations;                         ///< what could have been played instead of this move
  int line = 0;                                               ///< where it was read, from 1; 0 for made records
  int column = 0;
};

/// A game in the manner of PGN: tags in their order (unknown ones are kept), the main line with comments and
/// variations, the result. Only text: whether the moves are legal is seen by replay(). A value.
struct GameRecord {
  std::vector<std::pair<std::string, std::string>> tags;
  std::string comment;  ///< before the first move
  RecordLine moves;
  std::string result = "*";
  int line = 0;  ///< where it was read

  /// The first value under that name, "" if there is none.
  const std::string& tag(std::string_view name) const;
  bool has_tag(std::string_view name) const;
  /// Replaces or appends.
  void set_tag(std::string_view name, std::string value);
};

/// Tags with a meaning. Everything else survives unread.
inline constexpr std::string_view kGameTag = "Game";
inline constexpr std::string_view kRulesTag = "Rules";        ///< "side=5,players=3"; left out when all are defaults
inline constexpr std::string_view kPositionTag = "Position";  ///< the start, if it is not the initial position
inline constexpr std::string_view kResultTag = "Result";
inline constexpr std::string_view kReasonTag = "Reason";  ///< "five", "resigns", "time"
/// "Seat1" to "Seat4": who played.
std::string seat_tag(int seat);

/// All games of a text. The first fault refuses the whole with "line:column: reason"; nothing in the text can crash it.
base::Parsed<std::vector<GameRecord>> read_records(std::string_view text);
/// The record, lines at most 80 columns where words allow, ending in an empty line.
std::string write_record(const GameRecord& record);
std::string write_records(const std::vector<GameRecord>& records);

}  // namespace partita::record
