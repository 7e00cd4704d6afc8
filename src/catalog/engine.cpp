#include <algorithm>
#include <cstdio>

#include "base/text.h"
#include "catalog/any_engine.h"
#include "catalog/engine_report.h"
#include "catalog/games.h"
#include "catalog/networks.h"
#include "catalog/presets.h"
#include "search/switches.h"

namespace partita::catalog {

base::Parsed<EngineSpec> read_engine_spec(std::string_view text) {
  const std::size_t comma = text.find(',');
  EngineSpec spec;
  spec.preset = std::string(base::trim(text.substr(0, comma)));
  if (spec.preset.empty() || spec.preset.find('=') != std::string::npos) {
    return base::Error{"expected preset[,switch=value]..., found " + base::quoted(text)};
  }
  if (comma != std::string_view::npos) {
    auto values = base::read_values(text.substr(comma + 1));
    if (!values) return values.error_at("engine " + base::quoted(text));
    spec.overrides = std::move(*values);
  }
  return spec;
}

std::string write_engine_spec(const EngineSpec& spec) {
  std::string text = spec.preset;
  for (const auto& [name, value] : spec.overrides) text += "," + name + "=" + value;
  return text;
}

EngineSpec with_seed(EngineSpec spec, std::uint64_t seed) {
  spec.overrides.emplace("seed", std::to_string(seed));
  return spec;
}

std::string table_text(const TableReport& report) {
  const auto number = [](std::uint64_t count) { return base::with_thousands(count); };
  char share[16];
  std::snprintf(
      share, sizeof share, "%.1f%%",
      report.stores == 0 ? 0.0 : 100.0 * static_cast<double>(report.collisions) / static_cast<double>(report.stores));
  return number(report.collisions) + " collisions in " + number(report.stores) + " stores (" + share + "), " +
         number(report.shared_keys) + " with the same key; " + number(report.false_hits) + " of " +
         number(report.hits) + " hits false" +
         (report.killer_cutoffs == 0 ? "" : "; " + number(report.killer_cutoffs) + " cut-offs by killers");
}

std::vector<PresetEntry> presets(std::string_view game) {
  std::vector<PresetEntry> entries;
  for (const Preset& preset : presets_of(game)) entries.push_back({preset.name, preset.help});
  return entries;
}

base::Parsed<std::vector<base::OptionSpec>> preset_options(std::string_view game, const std::string& preset,
                                                           std::vector<base::OptionSpec> specs, std::string_view form) {
  const auto& known = presets_of(game);
  const auto found = std::find_if(known.begin(), known.end(), [&](const Preset& p) { return p.name == preset; });
  if (found == known.end()) {
    std::vector<std::string> names;
    for (const Preset& p : known) names.push_back(p.name);
    const auto guess = base::nearest(preset, names);
    return base::Error{"unknown preset " + base::quoted(preset) +
                       (guess ? ", did you mean '" + *guess + "'?" : ", known: " + base::join(names, ", "))};
  }
  base::OptionValues laid = found->values;
  if (form == kProgramForm) {
    if (found->program.empty()) {
      return base::Error{"preset " + base::quoted(preset) + " has no as=program: no author's program of it is known"};
    }
    for (const auto& [name, value] : found->program) laid[name] = value;
  }
  auto checked = base::checked_values(specs, laid);
  if (!checked) return checked.error_at("preset " + preset);
  for (base::OptionSpec& spec : specs) {
    const auto value = checked->find(spec.name);
    if (value != checked->end()) spec.default_value = value->second;
  }
  return specs;
}

std::string form_in(const base::OptionValues& values) {
  const auto found = values.find(std::string(kFormSwitch));
  return found == values.end() ? "" : found->second;
}

base::Parsed<std::unique_ptr<AnyEngine>> make_plain_engine(std::string_view game, const base::OptionValues& rules,
                                                           const EngineSpec& given_spec) {
  auto entry = find_game(game);
  if (!entry) return entry.forward_error();
  auto checked = base::checked_values((*entry)->rule_options, rules);
  if (!checked) return checked.forward_error();
  EngineSpec spec = given_spec;
  if (!spec.network) spec.network = shipped_network(**entry, *checked);
  if (!spec.policy_network) {
    spec.policy_network = shipped_policy_network(**entry, *checked);
    spec.lacks_policy_network =
        !spec.policy_network && (*entry)->policy_inputs && !(*entry)->policy_inputs(*checked).empty();
  }
  return (*entry)->make_engine(spec);
}

bool is_about_values(std::string_view name) { return search::soundness_of(name) != search::Soundness::kNotAboutValues; }

}  // namespace partita::catalog
