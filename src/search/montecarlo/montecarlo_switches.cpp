#include "search/montecarlo/montecarlo_switches.h"

#include "search/declared_switches.h"

namespace partita::search::montecarlo {

namespace {

constexpr Soundness kNone = Soundness::kNotAboutValues;

void each_montecarlo_switch(auto& visit, auto&& switches) {
  visit("selection", switches.selection, Names{"uct", "amaf", "puct"}, kNone,
        "how the tree is descended: own results, blended with AMAF, or by a policy network (without one as amaf)");
  visit("playout", switches.playout, Names{"uniform", "biased", "evaluate"}, kNone,
        "how a leaf is valued: random game, random game with the game's bias, evaluator");
  visit("exploration", switches.exploration, Hundredths{0, 1000}, kNone, "weight of the UCB1 term, in hundredths");
  visit("amaf_bias", switches.amaf_bias, Range{0, 1'000'000}, kNone,
        "visits at which own results weigh as much as AMAF");
  visit("prior_weight", switches.prior_weight, Range{0, 10'000}, kNone,
        "visits that the game's prior for a move is worth");
  visit("margin_weight", switches.margin_weight, Hundredths{0, 100}, kNone,
        "part of the reward that is the winning margin, in hundredths");
  visit("many_exploration", switches.many_exploration, Hundredths{0, 1000}, kNone,
        "with more than two seats the least exploration, in hundredths");
  visit("many_margin", switches.many_margin, Hundredths{0, 100}, kNone,
        "with more than two seats the least margin_weight, in hundredths");
  visit("puct", switches.puct, Hundredths{1, 1000}, kNone, "PUCT: weight of the policy's priors, in hundredths");
  visit("puct_reduction", switches.puct_reduction, Hundredths{0, 100}, kNone,
        "PUCT: how much less than its parent an untried move counts, in hundredths");
  visit("deduce_at", switches.deduce_at, Range{0, 1'000'000}, kNone,
        "PUCT: visits at which a node is asked what the game can prove of it; 0: never");
  visit("first_play", switches.first_play, Hundredths{0, 1000}, kNone,
        "value of a move nothing is known of, in hundredths");
  visit("expand_at", switches.expand_at, Range{1, 10'000}, kNone, "visits at which a leaf gets children");
  visit("playout_plies", switches.playout_plies, Range{0, 10'000}, kNone,
        "plies after which the evaluator cuts a playout short; 0: never");
  visit("eval_scale", switches.eval_scale, Range{1, 1'000'000'000}, kNone,
        "evaluation that means an expected share of 73 per cent");
  visit("solver", switches.solver, kNone, "back up proven results");
  visit("reuse", switches.reuse, kNone, "keep the tree between moves");
  visit("endgame_root_cells", switches.endgame_root_cells, Range{0, 20}, kNone,
        "with so many free cells Monte-Carlo search asks the game's exact solver first");
}

}  // namespace

void add_montecarlo_options(std::vector<base::OptionSpec>& specs) {
  DeclareSwitches declare(specs);
  each_montecarlo_switch(declare, MonteCarloSwitches{});
}

MonteCarloSwitches read_montecarlo_switches(const std::vector<base::OptionSpec>& specs,
                                            const base::OptionValues& values) {
  MonteCarloSwitches switches;
  ReadSwitches read(specs, values);
  each_montecarlo_switch(read, switches);
  return switches;
}

}  // namespace partita::search::montecarlo
