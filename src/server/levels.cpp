#include "server/levels.h"

#include <algorithm>
#include <boost/json.hpp>
#include <fstream>
#include <map>
#include <mutex>
#include <sstream>

#include "base/data_files.h"
#include "catalog/levels.h"

namespace partita::server {

namespace {

namespace json = boost::json;

/// Levels limit themselves by nodes; this is for machines that are very busy.
constexpr std::int64_t kLongestMs = 10'000;

/// Elo and error by level, read once for each game; a file that is missing or unreadable is no calibration.
const std::map<int, std::pair<double, double>>& calibration(const std::string& game) {
  static std::map<std::string, std::map<int, std::pair<double, double>>> by_game;
  static std::mutex mutex;
  const std::lock_guard lock(mutex);
  const auto [found, is_new] = by_game.try_emplace(game);
  if (!is_new) return found->second;
  std::ifstream file(base::shipped_file("levels/" + game + ".json"));
  std::ostringstream text;
  text << file.rdbuf();
  json::error_code error;
  const json::value value = json::parse(text.str(), error);
  const json::value* rows = error || !value.is_object() ? nullptr : value.get_object().if_contains("levels");
  for (const json::value& row : rows != nullptr && rows->is_array() ? rows->get_array() : json::array{}) {
    const json::object* object = row.if_object();
    const json::value* level = object == nullptr ? nullptr : object->if_contains("level");
    const json::value* elo = object == nullptr ? nullptr : object->if_contains("elo");
    const json::value* half = object == nullptr ? nullptr : object->if_contains("error");
    if (level == nullptr || !level->is_int64() || elo == nullptr || !elo->is_number() || half == nullptr ||
        !half->is_number())
      continue;
    found->second[static_cast<int>(level->get_int64())] = {elo->to_number<double>(), half->to_number<double>()};
  }
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
    if (const auto measured = calibration(game).find(known->level); measured != calibration(game).end()) {
      level.elo = measured->second.first;
      level.elo_error = measured->second.second;
    }
    levels.push_back(std::move(level));
  }
  if (levels.empty() && !presets.empty()) return plain_levels(presets.front());
  return levels;
}

}  // namespace partita::server
