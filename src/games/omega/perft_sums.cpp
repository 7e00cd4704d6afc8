#include <bit>

#include "base/text.h"
#include "games/omega/omega.h"

namespace partita::games::omega {

namespace {

struct Sums {
  std::uint64_t leaves = 0;
  std::array<Exact, kMaxColours> scores{};
};

void add_leaves(Position& pos, int plies, Sums& sums) {
  if (plies == 0) {
    ++sums.leaves;
    const auto scores = pos.scores();
    for (std::size_t colour = 0; colour < scores.size(); ++colour) sums.scores[colour] += scores[colour];
    return;
  }
  if (pos.is_over()) return;
  game::MoveList<Omega> moves;
  Omega::generate_perft_moves(pos, moves);
  for (const Move move : moves) {
    const Undo undo = pos.play(move);
    add_leaves(pos, plies - 1, sums);
    pos.retract(move, undo);
  }
}

/// The same with word after each first move.
void add_leaves_aloud(Position& pos, int plies, Sums& sums, const game::PerftProgress& progress) {
  if (plies == 0 || pos.is_over() || !progress) return add_leaves(pos, plies, sums);
  game::MoveList<Omega> moves;
  Omega::generate_perft_moves(pos, moves);
  int done = 0;
  for (const Move move : moves) {
    const Undo undo = pos.play(move);
    add_leaves(pos, plies - 1, sums);
    pos.retract(move, undo);
    progress(++done, static_cast<int>(moves.size()), sums.leaves);
  }
}

/// How many plies the next `turns` turns have, the one under way counted as one.
int plies_of_turns(const Position& pos, int turns) {
  if (turns == 0) return 0;
  return std::popcount(pos.pending()) + (turns - 1) * pos.players();
}

}  // namespace

base::Parsed<game::PerftSums> Omega::perft_sums(const Position& pos, int depth, std::string_view unit,
                                                const game::PerftProgress& progress) {
  if (unit != "stone" && unit != "turn") return base::Error{"unit: expected stone or turn, got " + base::quoted(unit)};
  Sums sums;
  Position changing = pos;
  add_leaves_aloud(changing, unit == "turn" ? plies_of_turns(pos, depth) : depth, sums, progress);
  game::PerftSums result;
  result.leaves = sums.leaves;
  for (int colour = 0; colour < pos.players(); ++colour) {
    result.sums.push_back(write_exact(sums.scores[static_cast<std::size_t>(colour)]));
  }
  return result;
}

}  // namespace partita::games::omega
