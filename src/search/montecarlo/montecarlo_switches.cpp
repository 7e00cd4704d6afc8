#include "search/montecarlo/montecarlo_switches.h"

#include "search/declared_switches.h"

namespace partita::search::montecarlo {

namespace {

constexpr Soundness kNone = Soundness::kNotAboutValues;

template <class Visit>
void each_montecarlo_switch(Visit& visit) {
  using S = MonteCarloSwitches;
  visit("selection", &S::selection, ChoiceNames{"uct", "amaf", "puct"}, kNone,
        "how the tree is descended: own results, blended with AMAF, or by a policy network (without one as amaf)");
  visit("playout", &S::playout, ChoiceNames{"uniform", "biased", "evaluate"}, kNone,
        "how a leaf is valued: random game, random game with the game's bias, evaluator");
  visit("exploration", &S::exploration, Hundredths{0, 1000}, kNone, "weight of the UCB1 term, in hundredths");
  visit("amaf_bias", &S::amaf_bias, Range{0, 1'000'000}, kNone, "visits at which own results weigh as much as AMAF");
  visit("prior_weight", &S::prior_weight, Range{0, 10'000}, kNone, "visits that the game's prior for a move is worth");
  visit("margin_weight", &S::margin_weight, Hundredths{0, 100}, kNone,
        "part of the reward that is the winning margin, in hundredths");
  visit("many_exploration", &S::many_exploration, Hundredths{0, 1000}, kNone,
        "with more than two seats the least exploration, in hundredths");
  visit("many_margin", &S::many_margin, Hundredths{0, 100}, kNone,
        "with more than two seats the least margin_weight, in hundredths");
  visit("puct", &S::puct, Hundredths{1, 1000}, kNone, "PUCT: weight of the policy's priors, in hundredths");
  visit("puct_reduction", &S::puct_reduction, Hundredths{0, 100}, kNone,
        "PUCT: how much less than its parent an untried move counts, in hundredths");
  visit("first_play", &S::first_play, Hundredths{0, 1000}, kNone, "value of a move nothing is known of, in hundredths");
  visit("expand_at", &S::expand_at, Range{1, 10'000}, kNone, "visits at which a leaf gets children");
  visit("playout_plies", &S::playout_plies, Range{0, 10'000}, kNone,
        "plies after which the evaluator cuts a playout short; 0: never");
  visit("eval_scale", &S::eval_scale, Range{1, 1'000'000'000}, kNone,
        "evaluation that means an expected share of 73 per cent");
  visit("solver", &S::solver, kNone, "back up proven results");
  visit("reuse", &S::reuse, kNone, "keep the tree between moves");
  visit("endgame_root_cells", &S::endgame_root_cells, Range{0, 20}, kNone,
        "with so many free cells Monte-Carlo search asks the game's exact solver first");
}

}  // namespace

void add_montecarlo_options(std::vector<base::OptionSpec>& specs) {
  DeclareSwitches<MonteCarloSwitches> declare(specs);
  each_montecarlo_switch(declare);
}

MonteCarloSwitches read_montecarlo_switches(const std::vector<base::OptionSpec>& specs,
                                            const base::OptionValues& values) {
  MonteCarloSwitches switches;
  ReadSwitches<MonteCarloSwitches> read(specs, values, switches);
  each_montecarlo_switch(read);
  return switches;
}

}  // namespace partita::search::montecarlo
