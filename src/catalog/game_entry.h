#pragma once

#include <memory>

#include "catalog/any_engine.h"
#include "catalog/erased_motifs.h"
#include "catalog/erased_position.h"
#include "catalog/games.h"
#include "game/exact_scores.h"
#include "game/perft.h"
#include "game/refinements.h"

namespace partita::catalog {

/// An engine with a preset's values as defaults; an unknown preset or a bad switch is an error. Defined in
/// catalog/erased_engine.h and compiled once per game of the list, in files that CMake writes (cmake/engine.cpp.in).
template <game::Game G>
base::Parsed<std::unique_ptr<AnyEngine>> make_erased_engine(const EngineSpec& spec);

template <game::Game G>
base::Parsed<std::unique_ptr<PositionModel>> make_erased_position(const base::OptionValues& values,
                                                                  std::string_view text) {
  auto rules = G::make_rules(values);
  if (!rules) return rules.forward_error();
  if (text.empty()) {
    return std::unique_ptr<PositionModel>(std::make_unique<ErasedPosition<G>>(*rules, G::initial(*rules)));
  }
  auto position = G::Notation::read_position(*rules, text);
  if (!position) return position.forward_error();
  return std::unique_ptr<PositionModel>(std::make_unique<ErasedPosition<G>>(G::rules_of(*position), *position));
}

template <game::Game G>
PerftResult count_erased(const PositionModel& model, int depth, const PerftProgress& progress) {
  const auto& erased = static_cast<const ErasedPosition<G>&>(model);
  auto pos = erased.position();
  PerftResult result;
  if (depth == 0 || erased.ending().over) {
    const auto count = game::perft<G>(pos, depth);
    result.leaves = count.leaves;
    result.endings = count.endings;
    return result;
  }
  game::MoveList<G> moves;
  game::generate_for_perft<G>(pos, moves);
  int done = 0;
  for (const auto move : moves) {
    std::string name = G::Notation::write_move(pos, move);
    const auto undo = pos.play(move);
    game::PerftCount count;
    if (depth == 1) game::add_ply_events<G>(undo, pos, count);
    game::count_leaves<G>(pos, depth - 1, count);
    pos.retract(move, undo);
    result.divide.emplace_back(std::move(name), count.leaves);
    result.leaves += count.leaves;
    for (const auto& [event, number] : count.events) result.events[event] += number;
    for (const auto& [reason, number] : count.endings) result.endings[reason] += number;
    if (progress) progress(++done, static_cast<int>(moves.size()), result.leaves);
  }
  return result;
}

template <game::Game G>
const ErasedPosition<G>& erased(const PositionModel& model) {
  return static_cast<const ErasedPosition<G>&>(model);
}

template <game::Game G>
NetworkHooks make_network_hooks() {
  NetworkHooks hooks;
  hooks.inputs = [](const PositionModel& model) {
    const auto inputs = G::net_inputs(erased<G>(model).position());
    return std::vector<std::uint64_t>(inputs.begin(), inputs.end());
  };
  hooks.head = [](const PositionModel& model) { return static_cast<int>(G::net_head(erased<G>(model).position())); };
  hooks.view = [](const PositionModel& model) { return static_cast<Seat>(G::net_view(erased<G>(model).position())); };
  hooks.inputs_name = [](const PositionModel& model) { return G::net_inputs_name(erased<G>(model).typed_rules()); };
  hooks.rules_name = [](const PositionModel& model) { return G::net_rules_name(erased<G>(model).typed_rules()); };
  hooks.images = [](const PositionModel& model) {
    std::vector<std::vector<std::uint16_t>> images;
    const int count = static_cast<int>(G::symmetry_count(erased<G>(model).position()));
    for (int symmetry = 0; symmetry < count; ++symmetry) {
      images.push_back(G::net_inputs_images(erased<G>(model).typed_rules(), symmetry));
    }
    return images;
  };
  return hooks;
}

template <game::Game G>
ScoreSolution::Turn erased_turn(typename G::Position pos, const std::vector<typename G::Move>& moves) {
  ScoreSolution::Turn turn;
  turn.text = G::Notation::write_turn(pos, moves);
  for (const auto move : moves) {
    turn.plies.push_back(G::Notation::write_move(pos, move));
    pos.play(move);
  }
  return turn;
}

template <game::Game G>
std::optional<ScoreSolution> solve_erased_scores(const PositionModel& model, const ScoreQuestion& question) {
  const auto& pos = erased<G>(model).position();
  const auto answer = G::solve_scores(pos, question);
  if (!answer) return std::nullopt;
  ScoreSolution solution{answer->outcome, answer->margin, erased_turn<G>(pos, answer->best_turn), {}, answer->nodes};
  solution.best.margin = answer->margin;
  solution.best.outcome = answer->outcome;
  for (const auto& turn : answer->turns) {
    solution.turns.push_back(erased_turn<G>(pos, turn.moves));
    solution.turns.back().margin = turn.margin;
    solution.turns.back().outcome = turn.outcome;
  }
  return solution;
}

/// The catalog's row for a game: everything erased, derived from the type alone.
template <game::Game G>
GameEntry make_game_entry() {
  GameEntry entry;
  entry.name = G::kName;
  entry.title = G::kTitle;
  entry.profile = &game::profile_of<G>();
  entry.rule_options = G::rule_options();
  for (const game::Named& evaluator : G::Evaluator::names())
    entry.evaluators.emplace_back(evaluator.name, evaluator.help);
  entry.make_position = make_erased_position<G>;
  entry.perft = count_erased<G>;
  if constexpr (game::HasPerftSums<G>) {
    entry.perft_sums = [](const PositionModel& model, int depth, std::string_view unit, const PerftProgress& progress) {
      return G::perft_sums(static_cast<const ErasedPosition<G>&>(model).position(), depth, unit, progress);
    };
  }
  if constexpr (game::HasEvaluationTerms<G>) {
    entry.evaluation_terms = [](const PositionModel& model) {
      return evaluation_terms(static_cast<const ErasedPosition<G>&>(model).position());
    };
  }
  if constexpr (game::HasAuthorTerms<G>) {
    entry.author_terms = [](const PositionModel& model) {
      return author_terms(static_cast<const ErasedPosition<G>&>(model).position());
    };
  }
  entry.make_engine = make_erased_engine<G>;
  if constexpr (game::HasExactScores<G>) entry.solve_scores = solve_erased_scores<G>;
  if constexpr (game::HasPatternSamples<G>) {
    entry.pattern_sample = [](const PositionModel& model, std::string_view text) -> base::Parsed<std::string> {
      const auto& pos = erased<G>(model).position();
      const auto move = G::Notation::read_move(pos, text);
      if (!move) return move.forward_error();
      return G::pattern_sample(pos, *move);
    };
  }
  if constexpr (game::HasMotifs<G>) entry.motifs = make_motif_hooks<G>();
  if constexpr (game::HasNetwork<G>) entry.network = make_network_hooks<G>();
  if constexpr (game::HasPolicy<G>) {
    entry.policy_inputs = [](const base::OptionValues& values) {
      const auto rules = G::make_rules(values);
      return rules ? G::policy_inputs(*rules) : std::string();
    };
  }
  if constexpr (game::HasRulesText<G>) {
    entry.write_rules_text = [](const base::OptionValues& values) -> base::Parsed<std::string> {
      const auto rules = G::make_rules(values);
      if (!rules) return rules.forward_error();
      return G::write_rules_text(*rules);
    };
    entry.read_rules_text = [](std::string_view text) -> base::Parsed<base::OptionValues> {
      const auto rules = G::read_rules_text(text);
      if (!rules) return rules.forward_error();
      return G::rule_values(*rules);
    };
  }
  return entry;
}

}  // namespace partita::catalog
