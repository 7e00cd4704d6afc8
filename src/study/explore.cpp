#include "study/explore.h"

#include <algorithm>
#include <map>
#include <utility>

#include "catalog/solver.h"
#include "study/atlas.h"

namespace partita::study {

namespace {

/// Smaller comes first: the mover's wins, what is open, draws, losses.
int class_of(const ExploredMove& move, catalog::Seat mover) {
  const auto winner = move.winner();
  if (!winner) return 1;
  if (*winner == mover) return 0;
  return *winner < 0 ? 2 : 3;
}

bool comes_first(const ExploredMove& a, const ExploredMove& b, catalog::Seat mover) {
  const int class_a = class_of(a, mover);
  const int class_b = class_of(b, mover);
  if (class_a != class_b) return class_a < class_b;
  const int plies_a = a.proven ? a.proven->plies : 0;
  const int plies_b = b.proven ? b.proven->plies : 0;
  // The mover wants to win soon and to lose late.
  if (plies_a != plies_b && class_a != 1) return class_a == 0 ? plies_a < plies_b : plies_a > plies_b;
  return a.played.games > b.played.games;
}

void tell_what_is_open(ExploredMove& explored) {
  const AtlasRow* row = shipped_row(explored.after);
  if (row == nullptr || row->is_known()) return;
  explored.nodes_in_vain = row->nodes;
  explored.no_win_within = std::max(row->at_least - 1, 0);
}

}  // namespace

std::optional<int> ExploredMove::winner() const {
  if (after.is_over()) return after.ending().winner();
  return proven ? std::optional(proven->winner(after.to_move())) : std::nullopt;
}

std::vector<ExploredMove> explore(const catalog::AnyPosition& position, const AskProof& ask,
                                  const PlayedMoves* played) {
  std::vector<ExploredMove> moves;
  std::map<std::string, std::size_t> by_image;
  for (const std::string& move : position.legal_moves()) {
    catalog::AnyPosition after = position;
    if (!after.play(move)) continue;
    // Of two images one may end the game by repetition.
    const auto [found, is_new] =
        by_image.emplace((after.is_over() ? "over " : "") + catalog::canonical_text(after), moves.size());
    if (!is_new) {
      moves[found->second].images.push_back(move);
      continue;
    }
    ExploredMove explored{move, {}, std::move(after), {}, 0, 0, {}};
    if (!explored.after.is_over()) {
      explored.proven = ask(explored.after);
      if (!explored.proven) tell_what_is_open(explored);
    }
    if (played != nullptr) explored.played = played->count(position, explored.after);
    moves.push_back(std::move(explored));
  }
  std::stable_sort(
      moves.begin(), moves.end(),
      [mover = position.to_move()](const ExploredMove& a, const ExploredMove& b) { return comes_first(a, b, mover); });
  return moves;
}

}  // namespace partita::study
