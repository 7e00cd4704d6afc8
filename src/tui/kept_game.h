#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/parsed.h"
#include "catalog/any_position.h"
#include "record/replay.h"
#include "tui/seat_clocks.h"
#include "tui/seats.h"

namespace partita::tui {

/// A terminal game as it lies in a file between two sittings: a record with the seats and the clocks in its tags.
struct KeptGame {
  catalog::AnyPosition position;
  std::vector<SeatChoice> seats;  ///< empty if the record does not say
  SeatClocks clocks;
  record::Adjudication adjudication;  ///< how it ended, where the rules did not end it
  std::uint64_t seed = 0;             ///< of the engines' random choices; 0 if the record does not say
};

/// Writes the whole game, or says why not; a file that was there is replaced at once or not at all.
base::Parsed<base::Done> write_kept_game(const std::string& path, const KeptGame& game);
/// The first game of a file of records of any format.
base::Parsed<KeptGame> read_kept_game(const std::string& path);

}  // namespace partita::tui
