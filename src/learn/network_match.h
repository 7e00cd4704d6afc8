#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <optional>

#include "base/clock.h"
#include "base/parsed.h"
#include "base/sprt.h"
#include "catalog/any_engine.h"
#include "catalog/games.h"
#include "learn/random_opening.h"

namespace partita::learn {

struct MatchPlan {
  catalog::EngineSpec first;
  catalog::EngineSpec second;
  search::Limits limits;  ///< of a move: time or nodes, the same for both
  OpeningPlan opening{4, 6, std::nullopt, 0};
  bool first_judges = false;             ///< openings are made and judged by the first engine instead of the second
  int most_plies = 300;                  ///< then a draw
  int pairs = 50;                        ///< every opening twice, seats exchanged
  std::optional<base::SprtBounds> sprt;  ///< decides a match before all pairs are played
  int threads = 1;
  std::uint64_t seed = 1;
};

/// Results of the first engine, by its seat, and by pairs where both games are played.
struct MatchCount {
  std::array<int, 2> won{};
  std::array<int, 2> drawn{};
  std::array<int, 2> lost{};
  base::Pentanomial pairs;
  int games() const { return won[0] + won[1] + drawn[0] + drawn[1] + lost[0] + lost[1]; }
  double share() const;
};

/// A match of two engines of one process from random openings, for gates on machines that only learn; the arena does
/// more. REQUIRES: a game of two seats.
base::Parsed<MatchCount> play_match(const catalog::GameEntry& game, const base::OptionValues& rules,
                                    const MatchPlan& plan, const std::function<void(const MatchCount&)>& progress,
                                    const base::StopFlag* stop);

}  // namespace partita::learn
