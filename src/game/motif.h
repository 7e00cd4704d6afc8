#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "game/types.h"

/// Motifs: facts about a move that the rules can verify, as plain data. A game finds them and has the words for them
/// (game::HasMotifs); what is said of a line or a mistake is put together from them above the catalog.
namespace partita::game {

/// How much a motif settles.
enum class MotifForce : std::uint8_t {
  kNote,     ///< true, but no reason for anything
  kShape,    ///< how the stones stand
  kGain,     ///< something is won or lost, but not the game
  kThreat,   ///< it must be answered, or answers what had to be
  kDecides,  ///< the game is won by it, at once or whatever is answered
};

/// A kind of motif with its words in each language. `noun` is what a list of mistakes calls one and several of them
/// ("double threat|double threats"). A sentence has no full stop; in it stand for
///   {move}             the move
///   {0}, {1}, ...      a cell of the motif
///   {cells}, {cells or} all of them, the last after "and" or "or"
///   {, few or}         a comma and all of them, where they are few
///   {own?one|other}    the first where the first cell is the move itself
///   {there}            "at" them, or "there" where the only one is the move itself
///   {line}             all of them, one after the other, every second one (an answer) in parentheses
///   {#0}               a number of the motif
///   {#0?one|several}   the first where that number is 1, otherwise the second
///   {#0:zero|one|...}  the word with that number
struct MotifKind {
  struct Words {
    std::string_view noun;
    std::string_view sentence;
  };

  std::string_view name;  ///< "double-threat": for files and protocols, never changed
  MotifForce force = MotifForce::kShape;
  int weight = 0;  ///< of several motifs of one move the heaviest is told first
  Words english;
  Words italian;
};

/// One fact about a move. What `cells` and `numbers` are is told by the kind, whose name is `kind`.
struct Motif {
  std::string_view kind;
  Seat side = 0;  ///< whom it helps
  std::vector<std::string> cells;
  std::vector<std::int64_t> numbers;

  friend bool operator==(const Motif&, const Motif&) = default;
};

}  // namespace partita::game
