#include "server/offered_levels.h"

#include <algorithm>
#include <fstream>
#include <map>
#include <mutex>
#include <sstream>

#include "base/data_files.h"
#include "catalog/presets.h"
#include "record/json_fields.h"

namespace partita::server {

namespace {

/// Levels limit themselves by nodes, which take a machine of today less than a second; on a busy one nobody waits
/// longer.
constexpr std::int64_t kLongestMs = 4'000;

using Calibration = std::map<int, std::pair<double, double>>;

/// Elo and error by level, of those that were measured.
Calibration read_calibration(const std::string& text) {
  Calibration calibration;
  const auto value = record::parse_json(text);
  if (!value) return calibration;
  record::JsonFault fault;
  record::JsonFields fields(*value, "", &fault);
  for (record::JsonFields& row : fields.objects("levels")) {
    const auto level = row.integer("level", 1, 1'000);
    const auto elo = row.find("elo");
    const auto error = row.find("error");
    if (!elo || !elo->is_number() || !error || !error->is_number()) continue;
    calibration[static_cast<int>(level)] = {elo->number(), error->number()};
  }
  return fault.empty() ? calibration : Calibration{};
}

/// Read once for each game; a file that is missing or unreadable is no calibration.
const Calibration& calibration_of(const std::string& game) {
  static std::map<std::string, Calibration> by_game;
  static std::mutex mutex;
  const std::lock_guard lock(mutex);
  const auto [found, is_new] = by_game.try_emplace(game);
  if (!is_new) return found->second;
  std::ifstream file(base::shipped_file("levels/" + game + ".json"));
  std::ostringstream text;
  text << file.rdbuf();
  found->second = read_calibration(text.str());
  return found->second;
}

std::vector<Level> plain_levels(const catalog::PresetEntry& preset) {
  std::vector<Level> levels;
  for (const auto& [name, depth] :
       {std::pair{"Beginner", 1}, std::pair{"Novice", 2}, std::pair{"Casual", 3}, std::pair{"Club", 5}}) {
    Level level{static_cast<int>(levels.size()) + 1, name, preset.name, {}, {}, {}};
    level.limits.depth = depth;
    level.limits.movetime_ms = 1'000;
    levels.push_back(std::move(level));
  }
  return levels;
}

}  // namespace

std::vector<Level> levels_from(const std::string& game, const std::vector<catalog::PresetEntry>& presets) {
  std::vector<Level> levels;
  for (const catalog::PresetEntry& preset : presets) {
    const catalog::Level* known = catalog::level_of_preset(game, preset.name);
    if (known == nullptr) continue;
    Level level{known->level, known->name, preset.name, {}, {}, {}};
    level.limits.movetime_ms = kLongestMs;
    if (const auto measured = calibration_of(game).find(known->level); measured != calibration_of(game).end()) {
      level.elo = measured->second.first;
      level.elo_error = measured->second.second;
    }
    levels.push_back(std::move(level));
  }
  if (levels.empty() && !presets.empty()) return plain_levels(presets.front());
  return levels;
}

}  // namespace partita::server
