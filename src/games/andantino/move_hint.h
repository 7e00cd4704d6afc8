#pragma once

#include "games/andantino/five_threats.h"
#include "games/andantino/weights.h"

namespace partita::games::andantino {

/// By window of enemy stones: the places on both sides of the middle that are not behind one of them.
inline constexpr std::array<std::uint16_t, kWindowMask + 1> kReachable = [] {
  std::array<std::uint16_t, kWindowMask + 1> table{};
  for (Window enemy = 0; enemy <= kWindowMask; ++enemy) {
    std::uint32_t reach = 1U << kReach;
    for (int place = kReach + 1; place <= 2 * kReach && ((enemy >> place) & 1U) == 0; ++place) reach |= 1U << place;
    for (int place = kReach - 1; place >= 0 && ((enemy >> place) & 1U) == 0; --place) reach |= 1U << place;
    table[enemy] = static_cast<std::uint16_t>(std::popcount(reach) >= 5 ? reach : 0);
  }
  return table;
}();

/// By window of own stones: the sum over the five rows of five through the middle of their stones squared.
inline constexpr std::array<std::uint8_t, kWindowMask + 1> kRowPromise = [] {
  std::array<std::uint8_t, kWindowMask + 1> table{};
  for (Window own = 0; own <= kWindowMask; ++own) {
    int sum = 0;
    for (int start = 0; start <= kReach; ++start) {
      const int stones = std::popcount((own & ~(1U << kReach)) & (0x1FU << start));
      sum += stones * stones;
    }
    table[own] = static_cast<std::uint8_t>(sum);
  }
  return table;
}();

/// A first guess at a legal move's worth: open rows it joins, open rows it blocks, threats it makes.
inline int move_hint(const Position& pos, Cell cell) {
  const Colour own = pos.mover();
  const auto own_windows = pos.stones(own).windows(cell);
  const auto enemy_windows = pos.stones(other(own)).windows(cell);
  int own_promise = 0;
  int enemy_promise = 0;
  int most = 0;
  for (std::size_t line = 0; line < 3; ++line) {
    const int promise = kRowPromise[own_windows[line] & kReachable[enemy_windows[line]]];
    own_promise += promise;
    most = std::max(most, promise);
    enemy_promise += kRowPromise[enemy_windows[line] & kReachable[own_windows[line]]];
  }
  int hint = weights::kHintOwnRow * own_promise + weights::kHintEnemyRow * enemy_promise;
  // Three stones squared: less cannot become four.
  if (most >= 9 && threatens_five(pos, own, cell)) hint += weights::kHintThreat;
  if (pos.closed_areas(other(own)).has(cell)) hint += weights::kHintSuicide;
  return hint;
}

}  // namespace partita::games::andantino
