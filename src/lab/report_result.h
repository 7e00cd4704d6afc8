#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "arena/standings.h"
#include "base/parsed.h"

/// What was measured for the pages of the five reports, as it is kept in data/reports/ID.json. The pages are made from
/// these files and from nothing else.
namespace partita::lab {

/// Which program measured, where and when.
struct Provenance {
  std::string commit;
  std::string machine;
  std::string date;
};

/// One visit to a question: matches grow over several.
struct ReportRun {
  Provenance by;
  int games = 0;
  double seconds = 0;  ///< of all its games or searches added up, whatever ran side by side
};

struct SeatScore {
  int wins = 0;
  int draws = 0;
  int losses = 0;
};

/// A match of whole pairs from the first player's view.
struct MatchResult {
  std::string game;
  std::string first;
  std::string second;
  arena::PairScore score;
  std::array<SeatScore, 2> seats;  ///< on the first seat, on the second
  std::int64_t plies = 0;          ///< of all games together
  int faults = 0;                  ///< illegal moves, crashes, losses on time
  /// Moves of each player and the nodes it told for them.
  std::array<std::int64_t, 2> moves{};
  std::array<std::int64_t, 2> nodes{};

  int games() const { return score.wins + score.draws + score.losses; }
};

/// A number or a word.
using Cell = std::variant<double, std::string>;

struct ReportTable {
  std::string name;
  std::vector<std::string> columns;
  std::vector<std::vector<Cell>> rows;  ///< each as long as `columns`
};

struct ReportResult {
  std::string id;
  std::string report;   ///< "sweere"
  std::string command;  ///< that does it again
  std::uint64_t seed = 1;
  std::vector<ReportRun> runs;
  std::optional<MatchResult> match;  ///< either this ...
  std::vector<ReportTable> tables;   ///< ... or these

  double seconds() const;
};

/// The half-width of the score's 95% interval, 0..1; of a match without a loss (or a win) the distance to its bound.
double half_width(const arena::PairScore& score);

/// JSON, the same text for the same result.
std::string write_result(const ReportResult& result);
/// Errors name the field: a file altered by hand must not pass.
base::Parsed<ReportResult> read_result(std::string_view text);
/// Errors begin with the path.
base::Parsed<ReportResult> load_result(const std::string& path);
/// By way of a file beside it: nobody ever reads half of one.
base::Parsed<base::Done> save_result(const std::string& path, const ReportResult& result);

}  // namespace partita::lab
