#include "study/review.h"

#include "catalog/solver.h"
#include "study/image_moves.h"
#include "study/proven_lines.h"

namespace partita::study {

namespace {

/// What the search of a position, or what was known before it, has proven of the move that led to `reached`.
std::optional<Proven> proof_of_move(const JudgedPosition& before, const catalog::AnyPosition& position,
                                    const std::string& reached) {
  const auto& lines = before.result.lines;
  const auto best = lines.empty() ? std::nullopt : proven_by(lines[0].score);
  if (best && best->is_loss()) return best;
  if (before.known && before.known->is_loss()) return before.known;
  for (const catalog::LineReport& line : lines) {
    const auto proven = proven_by(line.score);
    if (proven && proven->is_win() && !line.pv.empty() && canonical_after(position, line.pv.front()) == reached)
      return proven;
  }
  if (!before.known || !before.known->is_win()) return std::nullopt;
  for (const ProvenMove& move : before.known->moves) {
    if (canonical_after(position, move.move) == reached) return Proven{Proven::Result::kWin, "", move.plies};
  }
  return std::nullopt;
}

}  // namespace

std::optional<Proven> carried_proof(const JudgedPosition& before, const catalog::AnyPosition& before_position,
                                    const catalog::AnyPosition& after_position) {
  if (before_position.seat_count() != 2 || after_position.is_over()) return std::nullopt;
  const auto proven = proof_of_move(before, before_position, catalog::canonical_text(after_position));
  if (!proven) return std::nullopt;
  return a_ply_later(*proven, before_position.to_move(), after_position.to_move());
}

JudgedPosition held_to_proof(JudgedPosition judged, const catalog::AnyPosition& position) {
  if (!judged.known || judged.result.lines.empty()) return judged;
  const int lines = static_cast<int>(judged.result.lines.size());
  judged.result.lines = put_right(*judged.known, {}, judged.result.lines, position, lines);
  judged.shares = judged.result.lines[0].score.by_seat;
  // A win known without its move stays a win, whatever the engine's move is worth.
  if (judged.known->moves.empty()) judged.shares = score_of(*judged.known, position).by_seat;
  return judged;
}

}  // namespace partita::study
