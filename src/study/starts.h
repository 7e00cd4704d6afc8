#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/option.h"
#include "base/parsed.h"
#include "catalog/any_position.h"

/// Positions to begin a game with instead of the usual one: fair ones, and handicaps that help one side. What they are
/// worth is proven (the atlas) or measured by games between equal engines.
namespace partita::study {

struct OfferedStart {
  enum class Kind { kFair, kHandicap, kNeither };

  base::OptionValues rules;             ///< every option of the game
  std::vector<std::string> moves;       ///< from the usual start
  int level = 0;                        ///< of the engines that played from it
  int games = 0;                        ///< between them
  int half_points = 0;                  ///< of the first seat in them
  std::optional<catalog::Seat> winner;  ///< proven to win by force
  int plies = 0;                        ///< at most, of that win
  std::uint64_t nodes_in_vain = 0;      ///< of the longest proof search that decided nothing; 0: none was made

  /// A proven win helps who wins, whatever engines make of it; otherwise the score in the games decides.
  Kind kind() const;
  /// Whom a handicap helps. REQUIRES: kind() is kHandicap.
  catalog::Seat helped() const;
  /// Of the points in the games, the first seat's.
  double share() const { return games == 0 ? 0.5 : half_points / (2.0 * games); }
};

/// As write_starts() gives it; moves that are not legal are errors, and an error names the line.
base::Parsed<std::vector<OfferedStart>> read_starts(std::string_view game, std::string_view text);
std::string write_starts(const std::vector<OfferedStart>& starts, std::string_view game);

/// The position that a game begins with there.
base::Parsed<catalog::AnyPosition> position_of(std::string_view game, const OfferedStart& start);

/// Those shipped for the game, read once; none where there are none. Any thread.
std::vector<OfferedStart> shipped_starts(std::string_view game);

}  // namespace partita::study
