#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/parsed.h"
#include "game/concept.h"
#include "game/terms.h"

/// The switch that leaves terms of an evaluation out: "pairs+worst_join".
namespace partita::catalog {

inline constexpr std::string_view kLeftOutSwitch = "left_out";

/// What belongs together, as the switch names it: the terms' names up to a colon, blanks as underscores.
std::vector<std::string> term_groups(const std::vector<game::EvaluationTerm>& terms);
/// The terms of the groups that the text names; an unknown one is an error that lists the known.
base::Parsed<game::TermSet> read_term_set(const std::vector<game::EvaluationTerm>& terms, std::string_view text);

/// By the rules' defaults: the terms are the same under any.
template <game::Game G>
typename G::Position initial_position() {
  return G::initial(*G::make_rules({}));
}

}  // namespace partita::catalog
