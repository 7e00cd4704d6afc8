#pragma once

#include <string>
#include <vector>

#include "arena/referee.h"
#include "base/parsed.h"
#include "lab/question.h"

/// The parts of the seed tables: each gives a piece of a page.
namespace partita::lab {

/// A game between two presets from the initial position, `move_ms` a move (and no loss on time).
base::Parsed<arena::PlayedGame> watch_game(const std::string& game, const base::OptionValues& rules,
                                           const std::vector<std::string>& presets, std::int64_t move_ms);

base::Parsed<std::string> sweere_part(std::int64_t move_ms);
/// Depth within `search_ms`, and states at depth 5 averaged over `positions` positions.
base::Parsed<std::string> aboukhadra_part(std::int64_t search_ms, int positions);
base::Parsed<std::string> rao_part(std::int64_t move_ms);
base::Parsed<std::string> rudin_part(std::int64_t move_ms);
base::Parsed<std::string> trebing_part(std::int64_t move_ms);

/// The questions behind the tables, in the order of the reports. `group` names the report.
struct SeedQuestion {
  std::string group;
  std::string asks;      ///< in words
  std::string reported;  ///< what the report found
  Question question;
};
std::vector<SeedQuestion> seed_questions();

}  // namespace partita::lab
