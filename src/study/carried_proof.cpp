#include "study/carried_proof.h"

#include <algorithm>
#include <cstdlib>
#include <utility>

#include "catalog/solver.h"
#include "study/image_moves.h"
#include "study/proven_lines.h"

namespace partita::study {

namespace {

/// Plies to the end at most with the move that led from one position to the other, if it is proven to win.
std::optional<int> winning_plies(const JudgedPosition& before, const catalog::AnyPosition& before_position,
                                 const std::string& reached) {
  const auto leads_there = [&](const std::string& move) { return canonical_after(before_position, move) == reached; };
  for (const catalog::LineReport& line : before.result.lines) {
    const bool is_win = !line.pv.empty() && proven_sign(line.score) == 1;
    if (is_win && leads_there(line.pv.front())) return std::abs(line.score.distance.value_or(0));
  }
  if (!before.known || !before.known->is_win()) return std::nullopt;
  for (const ProvenMove& move : before.known->moves) {
    if (leads_there(move.move)) return move.plies;
  }
  return std::nullopt;
}

/// Plies to the end at most, 0 where they are not known, if the mover has lost.
std::optional<int> losing_plies(const JudgedPosition& before) {
  const auto& lines = before.result.lines;
  if (!lines.empty() && proven_sign(lines[0].score) == -1) return std::abs(lines[0].score.distance.value_or(0));
  if (!before.known || !before.known->is_loss()) return std::nullopt;
  return before.known->plies;
}

}  // namespace

std::optional<Proven> carried_proof(const JudgedPosition& before, const catalog::AnyPosition& before_position,
                                    const catalog::AnyPosition& after_position) {
  if (before_position.seat_count() != 2 || after_position.is_over()) return std::nullopt;
  const auto lost = losing_plies(before);
  const auto won =
      lost ? std::nullopt : winning_plies(before, before_position, catalog::canonical_text(after_position));
  if (!lost && !won) return std::nullopt;
  const bool is_same_mover = before_position.to_move() == after_position.to_move();
  Proven carried;
  carried.result = won.has_value() == is_same_mover ? Proven::Result::kWin : Proven::Result::kLoss;
  carried.plies = std::max(0, (won ? *won : *lost) - 1);
  return carried;
}

JudgedPosition held_to_proof(JudgedPosition judged, const catalog::AnyPosition& position) {
  if (!judged.known || judged.result.lines.empty()) return judged;
  const int lines = static_cast<int>(judged.result.lines.size());
  judged.result.lines = put_right(*judged.known, {}, judged.result.lines, position, lines);
  judged.shares = judged.result.lines[0].score.by_seat;
  // A win that is known without a move stays one, whatever the engine thinks of its own.
  if (judged.known->moves.empty()) judged.shares = score_of(*judged.known, position).by_seat;
  return judged;
}

}  // namespace partita::study
