#include "store/row_text.h"

#include <boost/json.hpp>
#include <limits>

#include "base/text.h"
#include "record/json_fields.h"

namespace partita::store {

std::string kind_name(SeatKind kind) {
  switch (kind) {
    case SeatKind::kHuman: return "human";
    case SeatKind::kEngine: return "engine";
    case SeatKind::kFriend: return "friend";
  }
  return "human";
}

std::optional<SeatKind> read_kind(std::string_view name) {
  if (name == "human") return SeatKind::kHuman;
  if (name == "engine") return SeatKind::kEngine;
  if (name == "friend") return SeatKind::kFriend;
  return std::nullopt;
}

std::string rules_text(const base::OptionValues& rules) {
  return boost::json::serialize(boost::json::value_from(rules));
}

base::OptionValues read_rules_text(std::string_view text) {
  base::OptionValues rules;
  const auto value = record::parse_json(text);
  if (!value) return rules;
  record::JsonFault ignored;
  for (const auto& [name, rule] : record::JsonItem(*value, "", &ignored).members()) {
    if (rule.is_text()) rules[name] = rule.text();
  }
  return rules;
}

std::string payoff_text(const std::vector<int>& payoff) {
  std::vector<std::string> parts;
  for (const int share : payoff) parts.push_back(std::to_string(share));
  return base::join(parts, ",");
}

std::vector<int> read_payoff_text(std::string_view text) {
  std::vector<int> payoff;
  for (const std::string_view part : base::split(text, ',')) {
    if (const auto number = base::read_int(part)) payoff.push_back(static_cast<int>(*number));
  }
  return payoff;
}

std::pair<std::int64_t, std::string> read_cursor(std::string_view text) {
  const auto dash = text.find('-');
  const auto time = base::read_int(text.substr(0, dash));
  if (dash == std::string_view::npos || !time) return {std::numeric_limits<std::int64_t>::max(), ""};
  return {*time, std::string(text.substr(dash + 1))};
}

}  // namespace partita::store
