#include "games/hex/rules.h"

namespace partita::games::hex {

std::vector<base::OptionSpec> rule_options() {
  return {
      base::spin_option("side", 11, kMinSide, kMaxSide, "cells along one edge of the board"),
      base::check_option("swap", true, "the second player may take the first stone over, mirrored"),
  };
}

base::Parsed<Rules> make_rules(const base::OptionValues& values) {
  const auto specs = rule_options();
  auto checked = base::checked_values(specs, values);
  if (!checked) return checked.forward_error();
  return Rules{static_cast<int>(base::int_value_of(specs, *checked, "side")), base::is_on(specs, *checked, "swap")};
}

base::OptionValues rule_values(const Rules& rules) {
  return {{"side", std::to_string(rules.side)}, {"swap", rules.swap ? "on" : "off"}};
}

}  // namespace partita::games::hex
