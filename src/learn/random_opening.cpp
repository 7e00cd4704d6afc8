#include "learn/random_opening.h"

namespace partita::learn {

catalog::AnyPosition random_opening(const catalog::AnyPosition& start, int plies, base::Random& random) {
  for (;;) {
    catalog::AnyPosition position = start;
    while (!position.is_over() && (static_cast<int>(position.moves().size()) < plies || !position.starts_turn())) {
      const auto moves = position.legal_moves();
      static_cast<void>(position.play(moves[random.below(static_cast<std::uint32_t>(moves.size()))]));
    }
    if (!position.is_over()) return position;
  }
}

}  // namespace partita::learn
