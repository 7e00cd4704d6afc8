#include "catalog/presets.h"

#include <map>

namespace partita::catalog {

namespace {

std::vector<Preset> general_presets() {
  return {
      {"partita", "the default engine", {}},
      {"random", "any legal move (Aboukhadra's random agent)", {{"search", "random"}}},
      {"greedy", "the move that looks best at once", {{"search", "greedy"}, {"random_equal", "on"}}},
  };
}

}  // namespace

const std::vector<Preset>& presets_of(std::string_view) {
  static const std::vector<Preset> general = general_presets();
  return general;
}

search::ChanceCurve chance_curve_of(std::string_view game) {
  if (game == "tafl") return {400.0, 0.2};
  return {};
}

}  // namespace partita::catalog
