#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/parsed.h"
#include "games/tafl/rule_set.h"

/// OpenTafl's rules records ("dim:11 name:Fetlar ... start:/.../"), after the OpenTafl notation document and the keys
/// that its own program adds to it (name, ks:c, linc). Board records need no translation: they are the house's own.
namespace partita::games::tafl {

/// What an OpenTafl rules record cannot say of a rule set, in words; empty if it can be written.
std::vector<std::string> opentafl_gaps(const RuleSet& rules);

/// The record on one line, defaults left out; an error names what has no words there.
base::Parsed<std::string> write_opentafl_rules(const RuleSet& rules);

/// The rule set of the house that a record describes; if there is none the error names the nearest and the difference.
base::Parsed<const RuleSet*> read_opentafl_rules(std::string_view record);

}  // namespace partita::games::tafl
