#include "catalog/montecarlo_presets.h"

namespace partita::catalog {

std::vector<Preset> montecarlo_presets(std::string_view) {
  const base::OptionValues uct = {{"search", "montecarlo"}, {"selection", "uct"}, {"playout", "uniform"},
                                  {"exploration", "70"}, {"margin_weight", "0"}};
  base::OptionValues amaf = uct;
  amaf["selection"] = "amaf";
  amaf["exploration"] = "10";
  base::OptionValues best = amaf;
  best["playout"] = "biased";
  best["margin_weight"] = "5";
  return {
      {"uct", "Monte-Carlo tree search by UCT with uniform playouts", uct},
      {"amaf", "the same with all moves as first", amaf},
      {"partita-mcts", "our Monte-Carlo search: biased playouts, all moves as first, proven results", best},
  };
}

}  // namespace partita::catalog
