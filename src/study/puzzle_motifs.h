#pragma once

#include <string>
#include <vector>

#include "study/puzzles.h"

namespace partita::study {

/// The kinds of motif by which a puzzle is won, those of its first move first: what decides the game along its solution
/// and an engine's way on to the end, or what is gained by it where nothing decides before the end. Each once.
std::vector<std::string> puzzle_motifs(const Puzzle& puzzle);

/// Among the kinds that exercises have, those which train what was missed: the kind itself, or what it failed to stop.
/// Sorted by name.
std::vector<std::string> exercise_kinds(const std::vector<std::string>& kinds, std::string_view missed);

}  // namespace partita::study
