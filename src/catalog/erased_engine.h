#pragma once

#include <cassert>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/text.h"
#include "catalog/any_engine.h"
#include "catalog/engine_report.h"
#include "catalog/erased_position.h"
#include "catalog/networks.h"
#include "catalog/presets.h"
#include "catalog/term_switch.h"
#include "search/engine.h"

namespace partita::catalog {

/// The search's switches and, where the default evaluator can leave terms out, one for them.
template <game::Game G>
std::vector<base::OptionSpec> engine_options(const std::vector<std::string>& evaluators) {
  auto specs = search::switch_options(evaluators);
  if constexpr (game::HasEvaluationTerms<G>) {
    specs.push_back(base::string_option(std::string(kLeftOutSwitch), "",
                                        "terms of the default evaluator to leave out, joined by +: " +
                                            base::join(term_groups(evaluation_terms(initial_position<G>())), ", ")));
  }
  return specs;
}

/// The same with every evaluator the game has.
template <game::Game G>
std::vector<base::OptionSpec> declared_options() {
  std::vector<std::string> evaluators;
  for (const game::Named& evaluator : G::Evaluator::names()) evaluators.emplace_back(evaluator.name);
  return engine_options<G>(evaluators);
}

/// What the switch names, as the evaluator wants it; an unknown name is an error.
template <game::Game G>
base::Parsed<game::TermSet> terms_left_out(const std::vector<base::OptionSpec>& specs,
                                           const base::OptionValues& values) {
  if constexpr (game::HasEvaluationTerms<G>) {
    return read_term_set(evaluation_terms(initial_position<G>()), base::value_of(specs, values, kLeftOutSwitch));
  }
  return game::TermSet{0};
}

/// The one implementation of AnyEngine, for any Game: option texts outside, a typed search::Engine inside.
template <game::Game G>
class ErasedEngine final : public AnyEngine {
 public:
  /// REQUIRES: `values` were checked against `specs`.
  ErasedEngine(std::string preset, std::vector<base::OptionSpec> specs, base::OptionValues values,
               const EngineSpec& spec)
      : preset_(std::move(preset)),
        specs_(std::move(specs)),
        values_(std::move(values)),
        network_(spec.network),
        policy_network_(spec.policy_network),
        lacks_policy_network_(spec.lacks_policy_network),
        engine_(switches(), evaluator()) {}

  const std::string& preset() const override { return preset_; }
  const std::vector<base::OptionSpec>& options() const override { return specs_; }
  base::OptionValues option_values() const override {
    base::OptionValues all;
    for (const base::OptionSpec& spec : specs_) all[spec.name] = base::value_of(specs_, values_, spec.name);
    return all;
  }

  base::Parsed<base::Done> set_option(std::string_view name, std::string_view value) override {
    auto checked = base::checked_values(specs_, {{std::string(name), std::string(value)}});
    if (!checked) return checked.forward_error();
    base::OptionValues changed = values_;
    for (auto& [key, text] : *checked) changed[key] = text;
    if (name == kFormSwitch) {
      auto specs = preset_options(G::kName, preset_, declared_options<G>(), form_in(changed));
      if (!specs) return specs.forward_error();
      specs_ = std::move(*specs);
    }
    if (const auto terms = terms_left_out<G>(specs_, changed); !terms) return terms.forward_error();
    values_ = std::move(changed);
    engine_.configure(switches(), evaluator());
    return base::Done{};
  }

  void new_game() override { engine_.new_game(); }

  std::optional<std::int64_t> static_value(const AnyPosition& position, Seat seat) const override {
    const auto& erased = static_cast<const ErasedPosition<G>&>(position.model());
    return engine_.evaluate(erased.position(), static_cast<game::Seat>(seat));
  }

  std::int64_t turn_ms(const AnyPosition& position, const Limits& limits) const override {
    const auto& erased = static_cast<const ErasedPosition<G>&>(position.model());
    return engine_.turn_us(search::Task<G>{erased.position(), {}, limits, {}, {}, nullptr}) / 1000;
  }

  SearchResult search(const AnyPosition& position, const SearchRequest& request) override {
    const auto& erased = static_cast<const ErasedPosition<G>&>(position.model());
    const search::ChanceCurve curve =
        network_curve_ ? *network_curve_ : chance_curve(game::profile_of<G>(), erased.rules());
    search::Task<G> task{erased.position(), erased.earlier_keys(), request.limits, {}, {}, request.stop};
    for (const std::string& text : request.only_moves) {
      const auto move = G::Notation::read_move(task.pos, text);
      assert(move.ok());
      if (move) task.only_moves.push_back(*move);
    }
    const bool has_chance = is_on_curve();
    if (request.on_line) {
      task.on_line = [&](const search::Line<Move>& line) {
        LineReport report = report_line<G>(task.pos, line, curve);
        report.score.has_chance = has_chance || report.score.distance.has_value();
        request.on_line(report);
      };
    }
    SearchResult result = report_outcome<G>(task.pos, engine_.search(task), curve);
    for (LineReport& line : result.lines) line.score.has_chance = has_chance || line.score.distance.has_value();
    if (lacks_network_ && result.note.empty()) {
      result.note = "no network for these rules: classic evaluation";
      const std::string why =
          network_refusal_.empty() ? refused_policy_network(G::kName, position.rules()) : network_refusal_;
      if (!why.empty()) result.note += " (" + why + ")";
    }
    if (base::is_on(specs_, values_, "count_collisions") && base::is_on(specs_, values_, "tt"))
      result.table = table_report();
    return result;
  }

 private:
  /// The curve was fitted to our evaluators; those of the reports' presets count in units of their own.
  bool is_on_curve() const {
    const std::string own = "evaluator=" + base::value_of(specs_, values_, "evaluator");
    const auto names = [&](const game::ProfilePreset& preset) {
      const auto words = base::split(preset.switches, ',');
      return preset.name.substr(0, 7) != "partita" && std::find(words.begin(), words.end(), own) != words.end();
    };
    const auto& presets = game::profile_of<G>().presets;
    return std::none_of(presets.begin(), presets.end(), names);
  }

  TableReport table_report() const {
    const search::TableCounts& counts = engine_.table_counts();
    return {counts.stores,      counts.index_collisions + counts.shared_keys,
            counts.shared_keys, counts.hits,
            counts.false_hits,  counts.killer_cutoffs};
  }

  using Move = typename G::Move;

  search::Switches switches() const { return search::read_switches(specs_, values_); }
  /// The evaluator that the switches name, with its network; network_curve_ and lacks_network_ follow it.
  typename G::Evaluator evaluator() {
    // The value was checked against the evaluator's own names.
    auto evaluator = *G::Evaluator::named(base::value_of(specs_, values_, "evaluator"));
    network_curve_.reset();
    lacks_network_ = false;
    network_refusal_.clear();
    if constexpr (game::HasReportForms<G>) {
      if (base::value_of(specs_, values_, kFormSwitch) == kProgramForm) evaluator.use_program_form();
    }
    if constexpr (game::HasEvaluationTerms<G>) evaluator.leave_out(*terms_left_out<G>(specs_, values_));
    if constexpr (game::HasNetwork<G>) {
      if (!evaluator.wants_network()) return evaluator;
      // A network that does not fit is as none: the evaluator has something to fall back on.
      lacks_network_ = !network_ || !evaluator.use_network(*network_);
      if (!lacks_network_) network_curve_ = network_curve(*network_);
    }
    if constexpr (game::HasPolicy<G>) {
      if (!evaluator.wants_policy()) return evaluator;
      // Where there is none for the rules, playouts are what is wanted.
      lacks_network_ = lacks_policy_network_;
      if (!policy_network_) return evaluator;
      const auto used = evaluator.use_policy(*policy_network_);
      lacks_network_ = !used;
      network_refusal_ = used ? "" : used.error();
    }
    return evaluator;
  }

  std::string preset_;
  std::vector<base::OptionSpec> specs_;
  base::OptionValues values_;
  std::shared_ptr<const nets::Network> network_;
  std::shared_ptr<const nets::ConvolutionNetwork> policy_network_;
  bool lacks_policy_network_;
  std::optional<search::ChanceCurve> network_curve_;  ///< of the network in use; nothing: the profile's curve
  bool lacks_network_ = false;
  std::string network_refusal_;  ///< why the one that was given is not used
  search::Engine<G> engine_;
};

template <game::Game G>
base::Parsed<std::unique_ptr<AnyEngine>> make_erased_engine(const EngineSpec& spec) {
  auto specs = preset_options(G::kName, spec.preset, declared_options<G>(), form_in(spec.overrides));
  if (!specs) return specs.forward_error();
  auto values = base::checked_values(*specs, spec.overrides);
  if (!values) return values.forward_error();
  if (const auto terms = terms_left_out<G>(*specs, *values); !terms) return terms.forward_error();
  return std::unique_ptr<AnyEngine>(
      std::make_unique<ErasedEngine<G>>(spec.preset, std::move(*specs), std::move(*values), spec));
}

}  // namespace partita::catalog
