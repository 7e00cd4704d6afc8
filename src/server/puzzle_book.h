#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/option.h"
#include "base/parsed.h"

namespace partita::server {

/// A position with exactly one winning turn, as the trainer shows it.
struct Puzzle {
  int number = 0;  ///< from 1, its place in the file
  base::OptionValues rules;
  std::string start;                  ///< text of the position
  std::vector<std::string> solution;  ///< one ply, or the plies of one turn
  std::string solved;                 ///< text of the position behind the solution, however its plies are ordered
  int plies = 0;                      ///< to the end of the game
  int rating = 0;
  int lesson = 0;                   ///< its place in the course of exercises; 0: none
  std::vector<std::string> motifs;  ///< how it is won, by the names of the game's kinds
};

/// The puzzles of a text of records, played by the rules. The error names the puzzle that does not fit them.
base::Parsed<std::vector<Puzzle>> read_puzzles(std::string_view game, std::string_view text);

/// The puzzles shipped for a game, easiest first, read once and kept; none if there is no file. One thread.
const std::vector<Puzzle>& shipped_puzzles(const std::string& game);

/// The kinds of a game's puzzles that train what was missed, and how many puzzles are of these.
struct Training {
  std::vector<std::string> kinds;
  int puzzles = 0;
};
/// One thread.
Training training_for(const std::string& game, std::string_view missed);
/// Whether a puzzle is one of these.
bool trains(const Puzzle& puzzle, const std::vector<std::string>& kinds);
/// All kinds of a game's puzzles, each once. One thread.
std::vector<std::string> puzzle_kinds(const std::string& game);

}  // namespace partita::server
