#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "base/option.h"
#include "base/parsed.h"
#include "record/game_record.h"

/// Test corpora: tab separated lines of games or positions with their outcome, '#' comments. The games' profiles say
/// which columns there are (catalog::CorpusFormat); which kind a file is shows in its first line.
namespace partita::record {

/// A format of a game, by the names of both: "games", "positions".
struct CorpusKind {
  std::string_view game;
  std::string_view format;
  bool operator==(const CorpusKind&) const = default;
  // Clang's library 14 has no <=> for texts.
  bool operator<(const CorpusKind& other) const { return std::tie(game, format) < std::tie(other.game, other.format); }
};

/// The kind of a corpus by its first line that is no comment, or nothing if it is none.
std::optional<CorpusKind> corpus_kind(std::string_view text);

/// What a corpus holds, once every line was found right.
struct CorpusTally {
  int games = 0;
  int positions = 0;
  std::map<std::string, int> endings;  ///< games by reason
};

/// Replays every line against the rules. `rules` are option values that the lines themselves do not say (positions
/// alone). The first wrong line is the error: "N: reason" with N the number of the line.
base::Parsed<CorpusTally> check_corpus(std::string_view text, CorpusKind kind, const base::OptionValues& rules = {});

/// The games of a corpus of games as records; lines of positions and traces are refused.
base::Parsed<std::vector<GameRecord>> read_corpus_games(std::string_view text, CorpusKind kind);

/// "ashton" from ".../positions_ashton_placed.tsv": rule values that a corpus file's name tells.
base::OptionValues rules_in_file_name(std::string_view name);

}  // namespace partita::record
