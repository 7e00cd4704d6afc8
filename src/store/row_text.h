#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "store/game_row.h"

/// How small values stand in a text column.
namespace partita::store {

std::string kind_name(SeatKind kind);
std::optional<SeatKind> read_kind(std::string_view name);

std::string rules_text(const base::OptionValues& rules);
base::OptionValues read_rules_text(std::string_view text);

std::string payoff_text(const std::vector<int>& payoff);
std::vector<int> read_payoff_text(std::string_view text);

/// Time and id of a list cursor; an empty or broken one stands before everything.
std::pair<std::int64_t, std::string> read_cursor(std::string_view text);

}  // namespace partita::store
