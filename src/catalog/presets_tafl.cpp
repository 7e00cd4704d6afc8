#include "catalog/presets_by_game.h"

namespace partita::catalog {

std::vector<Preset> tafl_presets() {
  return {{"rudin", "Rudin's agent: alpha-beta to depth 4 or 5, random among equals, plays on when lost",
           with(bare_switches(), {{"search", "alphabeta"},
                                  {"evaluator", "rudin"},
                                  {"depth_policy", "rudin"},
                                  {"win_score", "plain"},
                                  {"win_return", "on"},
                                  {"loss_research", "on"},
                                  {"random_equal", "on"},
                                  {"time_manager", "rudin"}})}};
}

}  // namespace partita::catalog
