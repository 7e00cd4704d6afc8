#pragma once

#include <future>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/option.h"
#include "base/parsed.h"
#include "catalog/solver.h"

namespace partita::study {

/// "andantino-side10": the game and the rules' values in the order of their names, without those that say "standard".
std::string rules_file_name(std::string_view game, const base::OptionValues& rules);

/// The strategy shipped for a game under these rules, the one with the shorter lines where there are two, read once and
/// kept; nothing if there is none. Any thread.
std::shared_ptr<const catalog::AnyStrategy> shipped_strategy(std::string_view game, const base::OptionValues& rules);

/// The same without waiting: a large strategy takes a moment to read, and who is told to stop must not sit through it.
std::shared_future<std::shared_ptr<const catalog::AnyStrategy>> shipped_strategy_later(std::string_view game,
                                                                                       const base::OptionValues& rules);

/// All of them, the one with the shortest lines first; at least one, which is nothing where none is shipped.
std::vector<std::shared_future<std::shared_ptr<const catalog::AnyStrategy>>> shipped_strategies_later(
    std::string_view game, const base::OptionValues& rules);

}  // namespace partita::study
