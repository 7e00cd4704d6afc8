#include "study/move_mark.h"

#include <algorithm>
#include <cmath>

namespace partita::study {

const char* mark_text(MoveMark mark) {
  switch (mark) {
    case MoveMark::kNone: return "";
    case MoveMark::kGood: return "!";
    case MoveMark::kInaccuracy: return "?!";
    case MoveMark::kMistake: return "?";
    case MoveMark::kBlunder: return "??";
  }
  return "";
}

MoveMark fault_of(double before, double after) {
  // Chances that were worth defending, and those that nearly everybody would have resigned: lichess's -7 and -10 pawns.
  constexpr double kWorthDefending = 0.07;
  constexpr double kHopeless = 0.025;
  const double loss = before - after;
  const bool is_loss_certain = after <= 0 && loss > 0;  // no estimate is quite zero
  if (loss >= kBlunderLoss || (is_loss_certain && before >= kWorthDefending)) return MoveMark::kBlunder;
  if (loss >= kMistakeLoss || (is_loss_certain && before >= kHopeless)) return MoveMark::kMistake;
  if (loss >= kInaccuracyLoss || is_loss_certain) return MoveMark::kInaccuracy;
  return MoveMark::kNone;
}

MoveMark resistance_fault_of(int kept, int best) {
  // Half of what was left, or a quarter of it, in plies.
  if (2 * kept <= best) return MoveMark::kMistake;
  return 4 * kept <= 3 * best ? MoveMark::kInaccuracy : MoveMark::kNone;
}

double move_accuracy(double loss) {
  // Fitted by lichess.org to its games: 100 at no loss, about 0 when everything is lost.
  return std::clamp(103.1668 * std::exp(-4.354 * loss) - 3.1669, 0.0, 100.0);
}

}  // namespace partita::study
