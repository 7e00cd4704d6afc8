#include "catalog/presets_by_game.h"

namespace partita::catalog {

namespace {

/// Rudin: alpha-beta to depth 4 or 5 (5.1), a win in one returned at once (5.3), less depth when lost (5.4), chance
/// among equals (5.5).
base::OptionValues rudin(const char* evaluator) {
  return with(bare_switches(), {{"search", "alphabeta"},
                                {"evaluator", evaluator},
                                {"depth_policy", "rudin"},
                                {"win_score", "plain"},
                                {"win_return", "on"},
                                {"loss_research", "on"},
                                {"random_equal", "on"},
                                {"time_manager", "rudin"}});
}

}  // namespace

std::vector<Preset> tafl_presets() {
  return {
      {"rudin", "Rudin 2-5: alpha-beta to depth 4 or 5, random among equals, plays on when lost; all three features",
       rudin("rudin")},
      {"rudin-pieces", "Rudin 2, 4.2: his first agent, which counts pieces alone", rudin("rudin-pieces")},
      {"rudin-escape", "Rudin 2, 4.3: his second, which looks at the king's blocked directions too",
       rudin("rudin-escape")},
      {"rudin-depth-4", "Rudin 3, 5.1: the final agent at depth 4 always",
       with(rudin("rudin"), {{"depth_policy", "none"}, {"max_depth", "4"}})}};
}

}  // namespace partita::catalog
