#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/parsed.h"
#include "study/puzzles.h"

/// Puzzles as game records: the one place that writes and reads them.
namespace partita::study {

/// Tags, the solution as the move text, no result unless it ends the game.
std::string write_puzzle(const Puzzle& puzzle);

/// The puzzles of a text of records, played by the rules. The error names the puzzle that does not fit them.
base::Parsed<std::vector<Puzzle>> read_puzzles(std::string_view text);
/// The same of a file; the error begins with its path.
base::Parsed<std::vector<Puzzle>> read_puzzle_file(const std::string& path);

}  // namespace partita::study
