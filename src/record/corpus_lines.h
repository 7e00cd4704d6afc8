#pragma once

#include <string_view>
#include <vector>

#include "base/parsed.h"
#include "catalog/any_position.h"
#include "record/corpus.h"

/// Inside of corpus.cpp: one function for each kind of line, which plays it and holds it to what it states.
namespace partita::record {

using Columns = std::vector<std::string_view>;

/// Games: the last position, reached by the line's moves.
base::Parsed<catalog::AnyPosition> check_andantino_game(const Columns& columns);
base::Parsed<catalog::AnyPosition> check_omega_game(const Columns& columns);
base::Parsed<catalog::AnyPosition> check_tafl_game(const Columns& columns);

/// Positions: how many were looked at.
base::Parsed<int> check_omega_trace(const Columns& columns);
base::Parsed<int> check_omega_position(const Columns& columns);
base::Parsed<int> check_tafl_position(const Columns& columns, const base::OptionValues& rules);

base::Parsed<base::Done> tally_game(const base::Parsed<catalog::AnyPosition>& position, CorpusTally& tally);
base::Parsed<base::Done> tally_positions(const base::Parsed<int>& count, CorpusTally& tally);

}  // namespace partita::record
