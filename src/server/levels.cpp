#include "server/levels.h"

#include <algorithm>

namespace partita::server {

std::vector<Level> levels_from(const std::vector<catalog::PresetEntry>& presets) {
  std::vector<Level> levels;
  if (presets.empty()) return levels;
  const auto add = [&](const char* name, const std::string& engine, int depth, std::int64_t movetime_ms) {
    Level level{static_cast<int>(levels.size()) + 1, name, engine, {}};
    level.limits.depth = depth;
    level.limits.movetime_ms = movetime_ms;
    levels.push_back(std::move(level));
  };
  const bool has_random =
      std::any_of(presets.begin(), presets.end(), [](const catalog::PresetEntry& preset) { return preset.name == "random"; });
  const std::string& best = presets.front().name;
  if (has_random) add("Any move", "random", 0, 1'000);
  add("Beginner", best, 1, 1'000);
  add("Novice", best, 2, 1'000);
  add("Casual", best, 3, 1'000);
  add("Club", best, 5, 1'500);
  add("Strong", best, 0, 300);
  add("Expert", best, 0, 1'000);
  add("Master", best, 0, 3'000);
  add("Utmost", best, 0, 10'000);
  return levels;
}

}  // namespace partita::server
