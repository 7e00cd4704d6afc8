#include "study/engine.h"

#include <string>
#include <utility>

#include "catalog/games.h"
#include "catalog/presets.h"
#include "catalog/solver.h"
#include "study/perfect_player.h"
#include "study/solver_beside.h"

namespace partita::study {

namespace {

using MadeEngine = base::Parsed<std::unique_ptr<catalog::AnyEngine>>;

/// The switch that says when a solver helps is declared here, above the search that would refuse it.
MadeEngine engine_beside_solver(const catalog::GameEntry& game, const base::OptionValues& rules,
                                catalog::EngineSpec spec) {
  const base::OptionSpec declared = proof_switch(spec.preset);
  const auto given = spec.overrides.find(std::string(kProofSwitch));
  const std::string value = given == spec.overrides.end() ? declared.default_value : given->second;
  if (given != spec.overrides.end()) spec.overrides.erase(given);
  auto engine = catalog::make_plain_engine(game.name, rules, spec);
  if (!engine) return engine;
  const auto use = base::checked_value(declared, value);
  if (!use) return use.forward_error();
  return with_solver(std::move(*engine), game.name, *use);
}

base::OptionValues with_defaults(const catalog::GameEntry& game, const base::OptionValues& rules) {
  base::OptionValues all;
  for (const base::OptionSpec& option : game.rule_options) {
    all[option.name] = base::value_of(game.rule_options, rules, option.name);
  }
  return all;
}

}  // namespace

MadeEngine make_engine(std::string_view game, const base::OptionValues& rules, const catalog::EngineSpec& spec) {
  const auto entry = catalog::find_game(game);
  if (!entry) return entry.forward_error();
  const catalog::GameEntry& known = **entry;
  const bool has_solver = catalog::has_solver(known.name);
  auto engine =
      has_solver ? engine_beside_solver(known, rules, spec) : catalog::make_plain_engine(known.name, rules, spec);
  if (!engine) return engine;
  if (const catalog::Level* level = catalog::level_of_preset(known.name, spec.preset)) {
    return with_level(std::move(*engine), *level);
  }
  if (!has_solver || spec.preset != kPerfectPreset) return engine;
  const auto checked = base::checked_values(known.rule_options, rules);
  if (!checked) return checked.forward_error();
  return with_perfect_play(std::move(*engine), known.name, with_defaults(known, *checked));
}

}  // namespace partita::study
