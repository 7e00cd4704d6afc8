#include "games/omega/omega.h"

#include "games/omega/geometry.h"

namespace partita::games::omega {

std::vector<base::OptionSpec> Omega::rule_options() {
  return {
      base::spin_option("side", 5, kMinSide, kMaxSide, "cells along one edge of the board"),
      base::spin_option("players", 2, 2, kMaxColours, "number of players, each with a colour"),
      base::combo_option("tie", "last", {"last", "draw"},
                         "equal highest scores: the last of them in turn order wins, or a draw"),
      base::check_option("pie", false, "after the first turn the second player may swap colours (two players)"),
  };
}

base::Parsed<Rules> Omega::make_rules(const base::OptionValues& values) {
  const auto specs = rule_options();
  auto checked = base::checked_values(specs, values);
  if (!checked) return checked.forward_error();
  Rules rules;
  rules.side = static_cast<int>(base::int_value_of(specs, *checked, "side"));
  rules.players = static_cast<int>(base::int_value_of(specs, *checked, "players"));
  rules.tie = base::value_of(specs, *checked, "tie") == "draw" ? TieRule::kDraw : TieRule::kLastWins;
  rules.pie = base::is_on(specs, *checked, "pie");
  if (rules.pie && rules.players != 2) return base::Error{"pie: needs players=2, got " + std::to_string(rules.players)};
  return rules;
}

base::OptionValues Omega::rule_values(const Rules& rules) {
  return {{"side", std::to_string(rules.side)},
          {"players", std::to_string(rules.players)},
          {"tie", rules.tie == TieRule::kDraw ? "draw" : "last"},
          {"pie", rules.pie ? "on" : "off"}};
}

}  // namespace partita::games::omega
