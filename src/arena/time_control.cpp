#include "arena/time_control.h"

#include <cmath>

#include "base/text.h"

namespace partita::arena {

namespace {

constexpr std::int64_t kLongestMs = 1000LL * 3600 * 24;

bool take_suffix(std::string_view& text, std::string_view suffix) {
  if (text.size() < suffix.size() || text.substr(text.size() - suffix.size()) != suffix) return false;
  text.remove_suffix(suffix.size());
  return true;
}

std::string duration_text(std::int64_t ms) {
  return ms % 1000 == 0 ? std::to_string(ms / 1000) + "s" : std::to_string(ms) + "ms";
}

}  // namespace

base::Parsed<std::int64_t> read_duration_ms(std::string_view text) {
  std::string_view digits = base::trim(text);
  double unit_ms = 1000;
  if (take_suffix(digits, "ms")) {
    unit_ms = 1;
  } else if (take_suffix(digits, "s")) {
    unit_ms = 1000;
  } else if (take_suffix(digits, "m")) {
    unit_ms = 60'000;
  } else if (take_suffix(digits, "h")) {
    unit_ms = 3'600'000;
  }
  const auto number = base::read_double(digits);
  if (!number || *number < 0 || *number * unit_ms > static_cast<double>(kLongestMs)) {
    return base::Error{"bad duration " + base::quoted(text) + ", expected for example 100ms, 2s, 10m"};
  }
  return static_cast<std::int64_t>(std::llround(*number * unit_ms));
}

base::Parsed<TimeControl> read_time_control(std::string_view text) {
  const base::Error refused{"bad time control " + base::quoted(text) +
                            ", expected for example 100ms, 60s+0.5s, nodes=1000 or depth=6"};
  TimeControl control;
  if (text.rfind("nodes=", 0) == 0) {
    const auto nodes = base::read_int(text.substr(6));
    if (!nodes || *nodes < 1) return refused;
    control.kind = TimeControl::Kind::kNodes;
    control.nodes = static_cast<std::uint64_t>(*nodes);
    return control;
  }
  if (text.rfind("depth=", 0) == 0) {
    const auto depth = base::read_int(text.substr(6));
    if (!depth || *depth < 1 || *depth > 1000) return refused;
    control.kind = TimeControl::Kind::kDepth;
    control.depth = static_cast<int>(*depth);
    return control;
  }
  const std::size_t plus = text.find('+');
  const auto first = read_duration_ms(text.substr(0, plus));
  if (!first || *first < 1) return refused;
  if (plus == std::string_view::npos) {
    control.per_move_ms = *first;
    return control;
  }
  const auto second = read_duration_ms(text.substr(plus + 1));
  if (!second) return refused;
  control.kind = TimeControl::Kind::kClock;
  control.clock_ms = *first;
  control.increment_ms = *second;
  return control;
}

std::string write_time_control(const TimeControl& control) {
  switch (control.kind) {
    case TimeControl::Kind::kPerMove: return duration_text(control.per_move_ms);
    case TimeControl::Kind::kClock: return duration_text(control.clock_ms) + "+" + duration_text(control.increment_ms);
    case TimeControl::Kind::kNodes: return "nodes=" + std::to_string(control.nodes);
    case TimeControl::Kind::kDepth: return "depth=" + std::to_string(control.depth);
  }
  return {};
}

}  // namespace partita::arena
