#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "base/clock.h"
#include "base/parsed.h"
#include "study/starts.h"

namespace partita::study {

/// How fair starts and handicaps are looked for.
struct StartPlan {
  catalog::AnyPosition start;  ///< the usual one, under the rules asked for; two seats
  int plies = 6;               ///< of random moves; what the atlas knows has its own
  int fair = 12;               ///< so many fair ones at most
  int handicaps = 4;           ///< so many for each seat at most
  int games = 100;             ///< for each
  int level = 4;               ///< of the engine that plays both sides; its errors differ from game to game
  int tried = 300;             ///< openings at most
  std::uint64_t seed = 1;
  const base::StopFlag* stop = nullptr;                               ///< may be null
  std::function<void(const OfferedStart&, int tried)> on_start = {};  ///< each that is kept; may be empty
};

/// First what the atlas says: positions that stayed open longest, and proven wins of either seat, short and long ones.
/// Then openings of random moves, no two images of each other. All are played from. The same plan gives the same
/// starts; fewer once stopped.
base::Parsed<std::vector<OfferedStart>> find_starts(const StartPlan& plan);

}  // namespace partita::study
