#include "study/engine.h"

#include <string>
#include <utility>

#include "catalog/games.h"
#include "catalog/presets.h"
#include "catalog/solver.h"

namespace partita::study {

namespace {

using MadeEngine = base::Parsed<std::unique_ptr<catalog::AnyEngine>>;

/// The value of a switch that is declared here, above the search that would refuse it; the spec is left without it.
base::Parsed<std::string> taken_switch(catalog::EngineSpec& spec, const base::OptionSpec& declared) {
  const auto given = spec.overrides.find(declared.name);
  if (given == spec.overrides.end()) return declared.default_value;
  const std::string value = given->second;
  spec.overrides.erase(given);
  return base::checked_value(declared, value);
}

base::OptionValues with_defaults(const catalog::GameEntry& game, const base::OptionValues& rules) {
  base::OptionValues all;
  for (const base::OptionSpec& option : game.rule_options) {
    all[option.name] = base::value_of(game.rule_options, rules, option.name);
  }
  return all;
}

/// A solver beside it, proofs before it, as the switches say.
MadeEngine engine_with_proofs(const catalog::GameEntry& game, const base::OptionValues& rules,
                              catalog::EngineSpec spec) {
  const auto solver_use = taken_switch(spec, proof_switch(spec.preset));
  const auto known_use = taken_switch(spec, known_proofs_switch());
  auto engine = catalog::make_plain_engine(game.name, rules, spec);
  if (!engine) return engine;
  if (!solver_use) return solver_use.forward_error();
  if (!known_use) return known_use.forward_error();
  const auto checked = base::checked_values(game.rule_options, rules);
  if (!checked) return checked.forward_error();
  return with_proofs_first(with_solver(std::move(*engine), game.name, *solver_use), game.name,
                           with_defaults(game, *checked), *known_use);
}

}  // namespace

MadeEngine make_engine(std::string_view game, const base::OptionValues& rules, const catalog::EngineSpec& spec) {
  const auto entry = catalog::find_game(game);
  if (!entry) return entry.forward_error();
  const catalog::GameEntry& known = **entry;
  const bool has_solver = catalog::has_solver(known.name);
  auto engine =
      has_solver ? engine_with_proofs(known, rules, spec) : catalog::make_plain_engine(known.name, rules, spec);
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
