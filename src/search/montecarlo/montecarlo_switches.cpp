#include "search/montecarlo/montecarlo_switches.h"

namespace partita::search::montecarlo {

void add_montecarlo_options(std::vector<base::OptionSpec>& specs) {
  using base::check_option;
  using base::combo_option;
  using base::spin_option;
  const std::vector<base::OptionSpec> own = {
      combo_option("selection", "amaf", {"uct", "amaf"},
                   "how the tree is descended: own results, or blended with AMAF"),
      combo_option("playout", "biased", {"uniform", "biased", "evaluate"},
                   "how a leaf is valued: random game, random game with the game's bias, evaluator"),
      spin_option("exploration", 10, 0, 1000, "weight of the UCB1 term, in hundredths"),
      spin_option("amaf_bias", 300, 0, 1'000'000, "visits at which own results weigh as much as AMAF"),
      spin_option("prior_weight", 0, 0, 10'000, "visits that the game's prior for a move is worth"),
      spin_option("margin_weight", 5, 0, 100, "part of the reward that is the winning margin, in hundredths"),
      spin_option("first_play", 100, 0, 1000, "value of a move nothing is known of, in hundredths"),
      spin_option("expand_at", 2, 1, 10'000, "visits at which a leaf gets children"),
      spin_option("playout_plies", 0, 0, 10'000, "plies after which the evaluator cuts a playout short; 0: never"),
      spin_option("eval_scale", 1000, 1, 1'000'000'000, "evaluation that means an expected share of 73 per cent"),
      check_option("solver", true, "back up proven results"),
      check_option("reuse", true, "keep the tree between moves"),
      spin_option("endgame_root_cells", 19, 0, 20,
                  "with so many free cells Monte-Carlo search asks the game's exact solver first"),
  };
  specs.insert(specs.end(), own.begin(), own.end());
}

MonteCarloSwitches read_montecarlo_switches(const std::vector<base::OptionSpec>& specs,
                                            const base::OptionValues& values) {
  const auto number = [&](const char* name) { return base::int_value_of(specs, values, name); };
  const auto hundredths = [&](const char* name) { return static_cast<double>(number(name)) / 100.0; };
  const auto is_on = [&](const char* name) { return base::is_on(specs, values, name); };
  MonteCarloSwitches switches;
  switches.selection = base::value_of(specs, values, "selection") == "uct" ? Selection::kUct : Selection::kAmaf;
  const std::string playout = base::value_of(specs, values, "playout");
  switches.playout = playout == "uniform"  ? LeafValue::kUniform
                     : playout == "biased" ? LeafValue::kBiased
                                           : LeafValue::kEvaluate;
  switches.exploration = hundredths("exploration");
  switches.amaf_bias = static_cast<double>(number("amaf_bias"));
  switches.prior_weight = static_cast<double>(number("prior_weight"));
  switches.margin_weight = hundredths("margin_weight");
  switches.first_play = hundredths("first_play");
  switches.expand_at = static_cast<int>(number("expand_at"));
  switches.playout_plies = static_cast<int>(number("playout_plies"));
  switches.eval_scale = static_cast<double>(number("eval_scale"));
  switches.solver = is_on("solver");
  switches.reuse = is_on("reuse");
  switches.endgame_root_cells = static_cast<int>(number("endgame_root_cells"));
  switches.endgame = is_on("endgame");
  switches.hash_mb = static_cast<int>(number("hash_mb"));
  switches.threads = static_cast<int>(number("threads"));
  switches.seed = static_cast<std::uint64_t>(number("seed"));
  return switches;
}

}  // namespace partita::search::montecarlo
