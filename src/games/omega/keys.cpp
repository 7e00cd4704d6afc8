#include "games/omega/keys.h"

#include "board/zobrist.h"

namespace partita::games::omega {

namespace {

constexpr std::uint64_t kSalt = 0x4F6D656761;  // "Omega"
enum Thing : std::uint32_t { kStone = 0, kTurn = 8, kSwapped = 16, kRules = 17 };

}  // namespace

const Keys kKeys = [] {
  Keys keys;
  for (std::uint32_t colour = 0; colour < kMaxColours; ++colour) {
    for (std::uint32_t cell = 0; cell < keys.stone[colour].size(); ++cell) {
      keys.stone[colour][cell] = board::zobrist(kSalt, kStone + colour, cell);
    }
    for (std::uint32_t pending = 0; pending < keys.turn[colour].size(); ++pending) {
      keys.turn[colour][pending] = board::zobrist(kSalt, kTurn + colour, pending);
    }
  }
  keys.swapped = board::zobrist(kSalt, kSwapped, 0);
  return keys;
}();

std::uint64_t rules_key(const Rules& rules) {
  const auto text = static_cast<std::uint32_t>(rules.side << 8 | rules.players << 4 |
                                               (rules.tie == TieRule::kDraw ? 2 : 0) | (rules.pie ? 1 : 0));
  return board::zobrist(kSalt, kRules, text);
}

}  // namespace partita::games::omega
