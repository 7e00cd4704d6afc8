#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "base/option.h"
#include "base/parsed.h"
#include "record/game_record.h"

/// Files of games in any format the house reads, told apart by what is in them.
namespace partita::record {

enum class FileFormat { kRecord, kJson, kOpenTafl, kCorpus };

FileFormat detect_format(std::string_view text);

/// All games of a text, read but not played. Errors begin with the place inside the text.
base::Parsed<std::vector<GameRecord>> read_games(std::string_view text);
base::Parsed<std::string> write_games(const std::vector<GameRecord>& records, FileFormat format);

/// What a file holds, once every game and position in it was found right.
struct FileTally {
  int games = 0;
  int positions = 0;
  std::map<std::string, int> endings;  ///< games by reason; "unfinished" for those without one
};
/// Reads and plays everything. `rules` are for corpora whose lines do not say them.
base::Parsed<FileTally> check_games(std::string_view text, const base::OptionValues& rules = {});

/// A whole file; the error says why it cannot be read.
base::Parsed<std::string> read_file(const std::string& path);
/// Replaces the file at once or not at all.
base::Parsed<base::Done> write_file(const std::string& path, std::string_view text);

}  // namespace partita::record
