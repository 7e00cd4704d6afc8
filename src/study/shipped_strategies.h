#pragma once

#include <future>
#include <memory>
#include <string_view>
#include <vector>

#include "base/option.h"
#include "base/parsed.h"
#include "catalog/any_engine.h"
#include "catalog/solver.h"

namespace partita::study {

/// The preset that plays from a shipped strategy where there is one and like the default engine elsewhere.
inline constexpr std::string_view kPerfectPreset = "perfect";

/// The strategy shipped for a game under these rules, the one with the shorter lines where there are two, read once and
/// kept; nothing if there is none. Any thread.
std::shared_ptr<const catalog::AnyStrategy> shipped_strategy(std::string_view game, const base::OptionValues& rules);

/// The same without waiting: a large strategy takes a moment to read, and who is told to stop must not sit through it.
std::shared_future<std::shared_ptr<const catalog::AnyStrategy>> shipped_strategy_later(std::string_view game,
                                                                                       const base::OptionValues& rules);

/// All of them, the one with the shortest lines first; at least one, which is nothing where none is shipped.
std::vector<std::shared_future<std::shared_ptr<const catalog::AnyStrategy>>> shipped_strategies_later(
    std::string_view game, const base::OptionValues& rules);

/// Lets a strategy answer before the engine is asked. Without a strategy the engine itself comes back.
std::unique_ptr<catalog::AnyEngine> with_strategy(std::unique_ptr<catalog::AnyEngine> engine,
                                                  std::shared_ptr<const catalog::AnyStrategy> strategy);

}  // namespace partita::study
