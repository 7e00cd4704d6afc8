#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/clock.h"
#include "base/option.h"
#include "catalog/solver.h"
#include "study/proven.h"

namespace partita::study {

/// "andantino-side10": the game and the rules' values in the order of their names, without those that say "standard".
std::string rules_file_name(std::string_view game, const base::OptionValues& rules);

using Strategies = std::vector<std::shared_ptr<const catalog::AnyStrategy>>;

/// The strategies shipped for a game under these rules, the one with the shortest lines first, read once and kept. They
/// take a moment to read: waits for that, or until the flag is raised, and then there are none. Any thread.
Strategies shipped_strategies(std::string_view game, const base::OptionValues& rules,
                              const base::StopFlag* stop = nullptr);
/// Begins to read them, if that is still to be done, and does not wait.
void begin_to_read_strategies(std::string_view game, const base::OptionValues& rules);

/// What the strategies say of a position, the winner's or the loser's. Nothing where they do not reach, or once the
/// flag is raised.
std::optional<Proven> proven_by_strategies(const Strategies& strategies, const catalog::AnyPosition& position,
                                           const base::StopFlag* stop);
/// How the strategies go on: the winner by the one that wins soonest, the loser as long as possible. Whether other
/// moves would win as well is not asked: that would take every legal move.
std::optional<std::string> next_move(const Strategies& strategies, const catalog::AnyPosition& position,
                                     const base::StopFlag* stop);

}  // namespace partita::study
