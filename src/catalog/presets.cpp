#include "catalog/presets.h"

#include <map>
#include <mutex>
#include <utility>

#include "catalog/montecarlo_presets.h"

namespace partita::catalog {

namespace {

std::vector<Preset> general_presets(std::string_view game) {
  std::vector<Preset> presets = {
      {"partita", "the default engine", {}},
      {"random", "any legal move (Aboukhadra's random agent)", {{"search", "random"}}},
      {"greedy", "the move that looks best at once", {{"search", "greedy"}, {"random_equal", "on"}}},
  };
  for (Preset& preset : montecarlo_presets(game)) presets.push_back(std::move(preset));
  return presets;
}

}  // namespace

const std::vector<Preset>& presets_of(std::string_view game) {
  static std::map<std::string, std::vector<Preset>, std::less<>> by_game;
  static std::mutex mutex;
  const std::lock_guard lock(mutex);
  auto found = by_game.find(game);
  if (found == by_game.end()) found = by_game.emplace(std::string(game), general_presets(game)).first;
  return found->second;
}

search::ChanceCurve chance_curve_of(std::string_view game) {
  if (game == "tafl") return {400.0, 0.2};
  return {};
}

}  // namespace partita::catalog
