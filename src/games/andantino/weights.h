#pragma once

#include <array>

/// Every number the evaluator `partita` and the move hints are made of, in one place. A stone's worth of tempo is
/// about 20.
namespace partita::games::andantino::weights {

/// A row of five cells without enemy stones, by own stones in it.
inline constexpr std::array<int, 6> kOpenRow = {0, 0, 5, 22, 70, 0};
/// A cell that makes five, legal now or not yet.
inline constexpr int kFiveCell = 60;
/// Two stones of a colour side by side.
inline constexpr int kPair = 3;
/// An enemy stone with four or more of our stones around it, at worst one move from being enclosed.
inline constexpr int kPressedStone = 25;
/// The right to move.
inline constexpr int kTempo = 20;
/// Legal winning cells: one on the move wins, two of the other side cannot be answered, one must be.
inline constexpr int kWinNext = 20000;
inline constexpr int kDoubleThreat = 10000;
inline constexpr int kSingleThreat = 120;

/// Hints: what a stone makes of its own open rows, and takes from the other side's.
inline constexpr int kHintOwnRow = 4;
inline constexpr int kHintEnemyRow = 3;
inline constexpr int kHintThreat = 400;
inline constexpr int kHintSuicide = -10000;
/// No hint is farther from zero: the rows through a cell promise 15 times 16 at most, for either colour.
inline constexpr int kMostHint = 15 * 16 * (kHintOwnRow + kHintEnemyRow) + kHintThreat - kHintSuicide;

}  // namespace partita::games::andantino::weights
