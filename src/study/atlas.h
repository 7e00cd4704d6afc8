#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/option.h"
#include "base/parsed.h"
#include "catalog/any_position.h"
#include "study/proven.h"

namespace partita::study {

/// What is known of one position, and how that was found out.
struct AtlasRow {
  /// kNobody, of more than two players: none wins by force against all others together.
  enum class Result { kOpen, kDraw, kSeat, kNobody };
  base::OptionValues rules;        ///< every option of the game
  std::vector<std::string> moves;  ///< from the start
  Result result = Result::kOpen;
  catalog::Seat winner = 0;  ///< of kSeat
  /// Plies to the end with best play; 0: nothing is known. Where the result is open, nobody wins in fewer.
  int at_least = 0;
  int at_most = 0;
  std::string best;         ///< a winning move of the mover, or empty
  std::string evidence;     ///< "proof", "certificate", or "replies": follows from the rows one ply later
  std::uint64_t nodes = 0;  ///< spent on it, in vain where the result is open
  double seconds = 0;       ///< that took, by the clock; 0: not measured

  bool is_known() const { return result != Result::kOpen; }
};

/// All that is proven of a game's early positions, up to symmetry: one row for all images of a position.
class Atlas {
 public:
  explicit Atlas(std::string game) : game_(std::move(game)) {}
  /// As write() gives it. An error names the line.
  static base::Parsed<Atlas> read(std::string_view game, std::string_view text);
  std::string write() const;

  const std::string& game() const { return game_; }
  /// In the order of rules, number of moves and moves.
  std::vector<AtlasRow> rows() const;
  const AtlasRow* find(const catalog::AnyPosition& position) const;
  /// Replaces what was known of the position; `row`'s rules and moves become the position's.
  void put(const catalog::AnyPosition& position, AtlasRow row);

 private:
  std::string game_;
  std::map<std::string, AtlasRow> rows_;  ///< by rules and canonical text
};

/// The row's position. An error where a move is not legal.
base::Parsed<catalog::AnyPosition> position_of(std::string_view game, const AtlasRow& row);
/// "Black wins in 16 to 44 plies", "draw", "open", "open, no win within 10 plies".
std::string verdict_of(const AtlasRow& row, const catalog::AnyPosition& position);

/// What follows for a position from the rows of the positions one ply later, if anything does. Nothing where the result
/// may depend on the moves that led to the position.
std::optional<AtlasRow> row_from_replies(const Atlas& atlas, const catalog::AnyPosition& position);

/// The atlas shipped for the game, read once; null where there is none. Any thread.
std::shared_ptr<const Atlas> shipped_atlas(std::string_view game);
/// Its row of the position; null where it has none.
const AtlasRow* shipped_row(const catalog::AnyPosition& position);
/// What the shipped atlas says of a position. Nothing where it does not know the result.
std::optional<Proven> atlas_proof(const catalog::AnyPosition& position);

/// docs/atlas.md: what is proven, counted and listed, of these games.
std::string atlas_page(const std::vector<std::shared_ptr<const Atlas>>& atlases);

}  // namespace partita::study
