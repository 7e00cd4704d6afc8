#include "record/game_record.h"

#include <algorithm>

namespace partita::record {

namespace {

template <class Tags>
auto find_tag(Tags& tags, std::string_view name) {
  return std::find_if(tags.begin(), tags.end(), [&](const auto& tag) { return tag.first == name; });
}

}  // namespace

const std::string& GameRecord::tag(std::string_view name) const {
  static const std::string kNone;
  const auto found = find_tag(tags, name);
  return found == tags.end() ? kNone : found->second;
}

bool GameRecord::has_tag(std::string_view name) const { return find_tag(tags, name) != tags.end(); }

void GameRecord::set_tag(std::string_view name, std::string value) {
  const auto found = find_tag(tags, name);
  if (found == tags.end()) {
    tags.emplace_back(std::string(name), std::move(value));
  } else {
    found->second = std::move(value);
  }
}

std::string seat_tag(int seat) { return "Seat" + std::to_string(seat + 1); }

}  // namespace partita::record
