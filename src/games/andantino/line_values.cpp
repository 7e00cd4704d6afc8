#include "games/andantino/line_values.h"

namespace partita::games::andantino {

namespace {

/// Fills a table by what `value(own, blocked)` says of each window.
template <class Value>
WindowValues window_values(Value&& value) {
  WindowValues table{};
  for (unsigned code = 0; code < kTernaryWindows; ++code) {
    Window own = 0;
    Window blocked = 0;
    unsigned rest = code;
    for (int place = 0; place <= 2 * kReach; ++place) {
      if (place == kReach) continue;
      own |= (rest % 3 == 1 ? 1U : 0U) << place;
      blocked |= (rest % 3 == 2 ? 1U : 0U) << place;
      rest /= 3;
    }
    table[code] = static_cast<std::int16_t>(value(own, blocked));
  }
  return table;
}

/// Calls visit(own stones in it) for each row of five through the middle that nothing blocks.
template <class Visit>
void for_each_open_row(Window own, Window blocked, Visit&& visit) {
  for (int start = 0; start <= kReach; ++start) {
    const Window row = 0x1FU << start;
    if ((blocked & row) == 0) visit(static_cast<std::size_t>(std::popcount(own & row)));
  }
}

}  // namespace

const WindowValues kStoneGains = window_values([](Window own, Window blocked) {
  constexpr Window kBesideMiddle = 5U << (kReach - 1);
  int sum = weights::kPair * std::popcount(own & kBesideMiddle);
  for_each_open_row(own, blocked,
                    [&](std::size_t stones) { sum += weights::kOpenRow[stones + 1] - weights::kOpenRow[stones]; });
  return sum;
});

const WindowValues kStoneLosses = window_values([](Window own, Window blocked) {
  int sum = 0;
  for_each_open_row(own, blocked, [&](std::size_t stones) { sum += weights::kOpenRow[stones]; });
  return sum;
});

}  // namespace partita::games::andantino
