#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/option.h"

namespace partita::store {

/// A year of play, and the year 5138: numbers beyond are mistakes.
inline constexpr std::int64_t kLongestTimeMs = 31'536'000'000;
inline constexpr std::int64_t kLatestTimeMs = 100'000'000'000'000;

enum class SeatKind { kHuman, kEngine, kFriend };

/// Time on a seat's clock at the start and what each finished turn adds.
struct ClockRow {
  std::int64_t initial_ms = 0;
  std::int64_t increment_ms = 0;
  bool operator==(const ClockRow&) const = default;
};

/// Who sits on a seat. Engines have a spec and limits; people have a token, and before a friend has joined, an invite.
struct SeatRow {
  SeatKind kind = SeatKind::kHuman;
  std::string name;
  std::string engine;            ///< "partita,killers=off"; empty for people
  int level = 0;                 ///< 0: none was asked for
  std::int64_t movetime_ms = 0;  ///< limits; 0 sets none
  int depth = 0;
  std::int64_t nodes = 0;
  std::optional<ClockRow> clock;
  std::string token;   ///< secret; empty for engines and for friends who have not joined
  std::string invite;  ///< secret; kept after the join so that a second use can be told from a wrong one
  bool operator==(const SeatRow&) const = default;
};

struct MoveRow {
  std::string move;
  std::int64_t clock_ms = -1;  ///< the mover's clock after the ply; -1 without clocks
  std::string score;           ///< what the engine that played it thought, as JSON; often empty
  bool operator==(const MoveRow&) const = default;
};

struct EndingRow {
  std::string reason;
  std::vector<int> payoff;
  bool operator==(const EndingRow&) const = default;
};

/// One game as it is kept. The id is the key; everything else is what play needs to go on after a restart.
struct GameRow {
  std::string id;
  std::string game;
  base::OptionValues rules;
  std::string start;  ///< text of the position before the first move
  std::vector<SeatRow> seats;
  std::vector<MoveRow> moves;
  std::optional<EndingRow> ending;
  std::int64_t created_ms = 0;
  std::int64_t updated_ms = 0;
  int swap_after = 0;
  bool swapped = false;
  std::string rematch_id;
  bool operator==(const GameRow&) const = default;
};

/// A game in a list: no moves but their number.
struct GameBrief {
  GameRow row;
  int plies = 0;
};

}  // namespace partita::store
