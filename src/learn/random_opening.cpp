#include "learn/random_opening.h"

#include <cstdlib>
#include <string>

namespace partita::learn {

namespace {

std::string random_move(const catalog::AnyPosition& position, base::Random& random) {
  const auto moves = position.legal_moves();
  return moves[random.below(static_cast<std::uint32_t>(moves.size()))];
}

/// What a player who merely looks a little ahead would do.
std::string sensible_move(const catalog::AnyPosition& position, catalog::AnyEngine& player) {
  constexpr std::uint64_t kNodes = 300;
  catalog::SearchRequest request;
  request.limits.nodes = kNodes;
  return player.search(position, request).best_move;
}

/// Whole turns of moves that `choose` chooses; tried anew until the game is not over in its opening.
template <class Choose>
catalog::AnyPosition play_opening(const catalog::AnyPosition& start, int plies, const Choose& choose) {
  for (;;) {
    catalog::AnyPosition position = start;
    while (!position.is_over() && (static_cast<int>(position.moves().size()) < plies || !position.starts_turn())) {
      static_cast<void>(position.play(choose(position)));
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

}  // namespace

catalog::AnyPosition random_opening(const catalog::AnyPosition& start, int plies, base::Random& random) {
  return play_opening(start, plies,
                      [&](const catalog::AnyPosition& position) { return random_move(position, random); });
}

catalog::AnyPosition make_opening(const catalog::AnyPosition& start, const OpeningPlan& plan,
                                  catalog::AnyEngine& player, std::uint64_t judge_nodes, int most_tries,
                                  base::Random& random) {
  const auto range = static_cast<std::uint32_t>(plan.most_plies - plan.least_plies + 1);
  for (int tries = 0;; ++tries) {
    const int plies = plan.least_plies + static_cast<int>(random.below(range));
    if (plan.random_seat) player.new_game();
    catalog::AnyPosition opening = play_opening(start, plies, [&](const catalog::AnyPosition& position) {
      const bool is_random = !plan.random_seat || position.to_move() == *plan.random_seat;
      return is_random ? random_move(position, random) : sensible_move(position, player);
    });
    if (tries >= most_tries || is_balanced(opening, player, plan.balance, judge_nodes)) return opening;
  }
}

}  // namespace partita::learn
