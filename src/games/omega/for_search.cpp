#include <algorithm>

#include "games/omega/endgame.h"
#include "games/omega/evaluator_weights.h"
#include "games/omega/omega.h"

namespace partita::games::omega {

namespace {

game::Score clamped(SignedExact value) {
  constexpr SignedExact kLimit = game::kEvalLimit;
  return static_cast<game::Score>(std::clamp(value, -kLimit, kLimit));
}

bool is_corner(const Position& pos, int cell) {
  const auto& around = pos.board().neighbours[static_cast<std::size_t>(cell)];
  return std::count_if(around.begin(), around.end(), [&](auto other) { return other < pos.cells(); }) == 3;
}

/// The book is for the opening: a turn for each of the six corners, and on small boards a fifth of the cells at most,
/// so that no end of a game is played from it.
bool is_opening(const Position& pos) {
  constexpr int kCorners = 6;
  constexpr int kOpeningShare = 5;
  return pos.cells() - pos.free_count() < std::min(kCorners * pos.players(), pos.cells() / kOpeningShare);
}

/// The centre, and once it is taken the middle one of the free cells, row by row.
int middle_cell(const Position& pos) {
  const int centre = pos.cells() / 2;
  if (pos.is_free(centre)) return centre;
  int before = pos.free_count() / 2 - 1;
  int found = centre;
  pos.for_each_free([&](int cell) {
    if (before-- == 0) found = cell;
  });
  return found;
}

}  // namespace

static_assert(Omega::kPointValue == kTrebingUnit);

game::Score Omega::margin(const Position& pos, game::Seat seat) {
  const auto scores = pos.scores();
  const auto own = static_cast<std::size_t>(pos.colour_of(seat));
  SignedExact best_other = -1;
  for (std::size_t colour = 0; colour < static_cast<std::size_t>(pos.players()); ++colour) {
    if (colour != own) best_other = std::max(best_other, static_cast<SignedExact>(scores[colour]));
  }
  return clamped(static_cast<SignedExact>(scores[own]) - best_other);
}

Move Omega::opening_move(const Position& pos) {
  if (pos.can_swap() || !is_opening(pos)) return {};
  const int colour = next_colour(pos);
  if (colour != pos.mover()) return Move::stone(colour, middle_cell(pos));
  Move found;
  pos.for_each_free([&](int cell) {
    if (found == Move{} && is_corner(pos, cell)) found = Move::stone(colour, cell);
  });
  return found;
}

std::optional<game::EndgameAnswer<Move>> Omega::answer_endgame(const Position& pos,
                                                               const game::EndgameQuestion& question) {
  if (pos.free_count() > question.most_free_cells) return std::nullopt;
  EndgameLimits limits;
  limits.goal = question.wants_margin ? EndgameGoal::kMargin : EndgameGoal::kOutcome;
  limits.hero = pos.mover();
  // With four players a larger endgame takes longer than a move may.
  constexpr int kMostOfFour = 16;
  limits.most_free_cells =
      pos.players() == 4 ? std::min(question.most_free_cells, kMostOfFour) : question.most_free_cells;
  limits.most_nodes = question.most_nodes;
  limits.stop = question.stop;
  limits.spent = question.spent;
  const auto result = solve_endgame(pos, limits);
  if (!result || result->best_turn.empty()) return std::nullopt;
  game::EndgameAnswer<Move> answer{result->best_turn, clamped(result->value), result->nodes};
  // A tie of two goes to the last in turn order unless the rules call it a draw.
  if (!question.wants_margin && answer.value == 0 && pos.players() == 2 && pos.rules().tie != TieRule::kDraw) {
    answer.value = pos.mover() == kBlack ? 1 : -1;
  }
  return answer;
}

}  // namespace partita::games::omega
