#pragma once

#include <optional>
#include <string>

#include "work/thinking.h"

// What is believed of an answer that came from somebody unknown.
namespace partita::work {

/// Why the line cannot be the work of an honest engine: no legal move, chances that are none. Empty: it may be, and its
/// principal variation is cut where its moves end being legal.
std::string fault_of_line(const SearchOrder& order, catalog::LineReport& line);
/// The same of a whole answer; what is for people alone (notes) is taken out. REQUIRES: it is a result, no failure.
std::string fault_of_thought(const SearchOrder& order, Thought& thought);

/// Searches once more at home and compares. Why the two cannot both be honest; empty: they agree; nothing: it could not
/// be found out. Two honest searches within a time differ, so only great differences count: of the chance that the
/// answer claims, and of what its move is worth where the engine plays as well as it can.
std::optional<std::string> disagreement(Thinking& home, const SearchOrder& order, const Thought& thought,
                                        const base::StopFlag& stop);

}  // namespace partita::work
