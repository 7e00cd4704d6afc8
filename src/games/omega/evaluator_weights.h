#pragma once

#include <array>

#include "games/omega/features.h"

namespace partita::games::omega {

/// What a colour's features say about the logarithm of its final score, in thousandths, by how much of the game is
/// left: the first row is the end, the last the start, in between by straight lines. Least squares on the mean of 60
/// biased playouts from 26,000 random positions of sides 5 and 7 explains 97 % of the variance in the last fifth of the
/// game, 85, 58, 36 and 31 % in those before it; the score alone 82, 30 and less than nothing.
inline constexpr std::array<std::array<int, kFeatures>, 6> kWeights = {{
    // log, lone, pair, dead, worst,  sum, open, tempo
    {{1000, 300, 120, 0, 0, -250, 0, 50}},
    {{1008, 566, 225, 154, -40, -348, 99, 95}},
    {{1001, 693, 244, 272, -104, -397, 170, 88}},
    {{1048, 810, 246, 390, -356, -412, 181, 65}},
    {{1150, 940, 270, 520, -560, -420, 175, 40}},
    {{1250, 1050, 300, 650, -600, -450, 169, 0}},
}};

/// The report's heuristic: a group of two or three is worth its stones less its free neighbours, in units of score.
inline constexpr int kTrebingUnit = 100;

}  // namespace partita::games::omega
