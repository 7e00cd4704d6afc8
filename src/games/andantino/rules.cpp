#include "games/andantino/andantino.h"

namespace partita::games::andantino {

std::vector<base::OptionSpec> Andantino::rule_options() {
  return {base::spin_option("side", Rules{}.side, kMinSide, kMaxSide, "cells per edge of the board"),
          base::combo_option("rules", "standard", {"standard", "unbounded"},
                             "unbounded: no edge; a stone 15 cells from the centre ends the game as a draw")};
}

base::Parsed<Rules> Andantino::make_rules(const base::OptionValues& values) {
  const auto specs = rule_options();
  const auto checked = base::checked_values(specs, values);
  if (!checked) return checked.forward_error();
  Rules rules;
  rules.side = static_cast<int>(base::int_value_of(specs, *checked, "side"));
  if (base::value_of(specs, *checked, "rules") == "unbounded") rules = {kMaxSide, Rules::Kind::kUnbounded};
  return rules;
}

base::OptionValues Andantino::rule_values(const Rules& rules) {
  return {{"side", std::to_string(rules.side)},
          {"rules", rules.kind == Rules::Kind::kUnbounded ? "unbounded" : "standard"}};
}

}  // namespace partita::games::andantino
