#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace partita::games::tafl {

enum class Side : std::uint8_t { kAttackers = 0, kDefenders = 1 };
constexpr Side other(Side side) { return side == Side::kAttackers ? Side::kDefenders : Side::kAttackers; }
constexpr std::size_t index_of(Side side) { return static_cast<std::size_t>(side); }

/// What a piece is to the rules. Attackers have no king, so the first two agree with Side.
enum class Kind : std::uint8_t { kAttacker = 0, kDefender = 1, kKing = 2 };
constexpr std::size_t index_of(Kind kind) { return static_cast<std::size_t>(kind); }

/// For whom something holds: any of attackers, defenders (the king not among them) and king.
struct Kinds {
  std::uint8_t bits = 0;
  constexpr bool has(Kind kind) const { return (bits >> static_cast<int>(kind) & 1) != 0; }
  friend constexpr bool operator==(Kinds, Kinds) = default;
};
inline constexpr Kinds kNobody{0};
inline constexpr Kinds kAttackersOnly{1};
inline constexpr Kinds kKingOnly{4};
inline constexpr Kinds kSoldiers{1 | 2};
inline constexpr Kinds kEverybody{1 | 2 | 4};

enum class Escape : std::uint8_t { kCorner, kEdge };
/// How many sides of the king must be hostile: two, two but four on or beside the throne, or always four.
enum class KingTaken : std::uint8_t { kByTwo, kByTwoStrongAtThrone, kByFour };
/// Who loses for want of a move, tested after every move: whichever side it is, or only the side to move.
enum class Stuck : std::uint8_t { kEitherSide, kSideToMove };
enum class RepetitionResult : std::uint8_t { kDraw, kDefendersLose };
enum class Camps : std::uint8_t { kNone, kAshton };

/// One member of the tafl family: a named value of the questions on which its games differ. Values live as long as the
/// program and are never changed.
struct RuleSet {
  std::string_view name;
  std::string_view help;
  int size = 9;
  Side first = Side::kAttackers;
  std::string_view start;  ///< board record of the starting position, rank 1 first
  Escape escape = Escape::kCorner;
  KingTaken king_taken = KingTaken::kByTwoStrongAtThrone;
  Kinds throne_stop = kKingOnly;            ///< who may end a move on the empty throne
  Kinds throne_cross = kEverybody;          ///< who may pass over the empty throne
  Kinds throne_hostile_empty = kEverybody;  ///< to whom the empty throne is an anvil
  Kinds throne_hostile_king = kEverybody;   ///< to whom it is one with the king on it
  bool has_corners = true;                  ///< corners that only the king may enter
  Kinds corner_hostile = kEverybody;
  Camps camps = Camps::kNone;
  bool linnaean_capture = false;
  bool shieldwall = false;
  bool exit_fort = false;
  bool encirclement = false;
  Stuck stuck = Stuck::kSideToMove;
  int repetition_limit = 0;  ///< the occurrence that ends the game; 0 for no such rule
  RepetitionResult repetition_result = RepetitionResult::kDraw;
  int ply_limit = 0;  ///< plies after which an undecided game is a draw; 0 for none

  constexpr bool has_formations() const { return shieldwall || exit_fort || encirclement; }
};

/// The six of the house, the default first.
std::span<const RuleSet> rule_sets();
/// By name; null if there is none of that name.
const RuleSet* find_rule_set(std::string_view name);

}  // namespace partita::games::tafl
