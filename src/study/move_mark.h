#pragma once

namespace partita::study {

/// How good a move was, by what its mover's winning chance lost through it.
enum class MoveMark { kNone, kGood, kInaccuracy, kMistake, kBlunder };
/// "", "!", "?!", "?", "??".
const char* mark_text(MoveMark mark);

/// Losses of the point's share from which a move is marked: half of what lichess uses on its scale of -1..1.
inline constexpr double kInaccuracyLoss = 0.05;
inline constexpr double kMistakeLoss = 0.10;
inline constexpr double kBlunderLoss = 0.15;

/// The fault of a move that was not the best, by its mover's share of the point with the best move and after the one
/// played. Whoever still had chances and walks into a proven loss has blundered, however little the chances were worth.
MoveMark fault_of(double before, double after);

/// The same where the mover is proven lost whatever he does: how long the move holds out against how long the best
/// defence would, in plies. There is nothing left to blunder, so it is at worst a mistake.
MoveMark resistance_fault_of(int kept, int best);

/// From 100 for no loss to 0 where everything was lost.
double move_accuracy(double loss);

}  // namespace partita::study
