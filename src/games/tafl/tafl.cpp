#include "games/tafl/tafl.h"

#include <cassert>

namespace partita::games::tafl {

std::vector<base::OptionSpec> Tafl::rule_options() {
  std::vector<std::string> names;
  for (const RuleSet& rules : rule_sets()) names.emplace_back(rules.name);
  return {base::combo_option("rules", names.front(), names, "the rule set: board, hostile squares, endings")};
}

base::Parsed<Tafl::Rules> Tafl::make_rules(const base::OptionValues& values) {
  const auto specs = rule_options();
  const auto checked = base::checked_values(specs, values);
  if (!checked) return checked.forward_error();
  const RuleSet* rules = find_rule_set(base::value_of(specs, *checked, "rules"));
  assert(rules != nullptr);
  return rules;
}

base::OptionValues Tafl::rule_values(const Rules& rules) { return {{"rules", std::string(rules->name)}}; }

Position Tafl::initial(const Rules& rules) {
  const auto placed = read_board(ground_of(*rules), rules->start);
  assert(placed.ok());
  return Position(ground_of(*rules), placed->attackers, placed->defenders, placed->king, rules->first, 0);
}

void Tafl::add_ply_events(const Undo& undo, const Position& after, std::map<std::string, std::uint64_t>& events) {
  // Nothing was taken unless the count of quiet plies began anew.
  if (after.reversible_plies() != 0) return;
  const int taken = count(undo.board.pieces[0] | undo.board.pieces[1]) - count(after.occupied());
  if (taken > 0) events["captured"] += static_cast<std::uint64_t>(taken);
  if (taken > 1) ++events["multi"];
}

std::vector<std::uint16_t> Tafl::net_inputs_images(const Rules& rules, int symmetry) {
  std::vector<std::uint16_t> images(kNetInputs);
  for (std::size_t input = 0; input < kNetInputs; ++input) {
    const auto square = static_cast<Square>(input % 128);
    const bool is_on_board = has(ground_of(*rules).board, square);
    const std::size_t there = is_on_board ? tafl::image(square, rules->size, symmetry) : square;
    images[input] = static_cast<std::uint16_t>(input - input % 128 + there);
  }
  return images;
}

std::string Tafl::seat_name(const Position& pos, game::Seat seat) {
  return pos.side_of(seat) == Side::kAttackers ? "Attackers" : "Defenders";
}

}  // namespace partita::games::tafl
