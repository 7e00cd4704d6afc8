#include "learn/random_opening.h"

#include <cstdlib>

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

bool is_balanced(const catalog::AnyPosition& opening, catalog::AnyEngine& judge, std::int64_t most,
                 std::uint64_t nodes) {
  if (most == 0) return true;
  judge.new_game();
  catalog::SearchRequest request;
  request.limits.nodes = nodes;
  const catalog::SearchResult result = judge.search(opening, request);
  return !result.lines.empty() && !result.lines.front().score.distance &&
         std::abs(result.lines.front().score.value) <= most;
}

}  // namespace partita::learn
