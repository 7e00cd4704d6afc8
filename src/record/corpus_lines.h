#pragma once

#include <string_view>
#include <vector>

#include "base/parsed.h"
#include "catalog/any_position.h"
#include "record/corpus.h"

/// Inside of corpus.cpp: one line of a corpus, played and held to what it states.
namespace partita::record {

using Columns = std::vector<std::string_view>;

/// Whether a line could be of this format, by the number and the look of its columns.
bool looks_like(const catalog::CorpusFormat& format, const Columns& columns);

/// The last position of a line of a game, reached by its moves and found as the other columns state it.
base::Parsed<catalog::AnyPosition> check_game(std::string_view game, const catalog::CorpusFormat& format,
                                              const Columns& columns);

/// A line of positions: how many were looked at. `rules` are those that the line does not say.
base::Parsed<int> check_positions(std::string_view game, const catalog::CorpusFormat& format, const Columns& columns,
                                  const base::OptionValues& rules);

}  // namespace partita::record
