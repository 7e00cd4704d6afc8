#pragma once

#include <concepts>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/clock.h"
#include "game/types.h"

/// What a game may offer whose end is a contest of scores: late positions solved exactly, whole turns at a time.
// clang-format 14 does not know requires-expressions.
// clang-format off
namespace partita::game {

/// What is asked, and what it may cost.
struct ScoreQuestion {
  enum class Goal { kOutcome, kMargin, kEveryTurn };  ///< the outcome is several times cheaper than the margin
  enum class View { kMover, kFirstColour, kSeat };    ///< kFirstColour: with two players White, with more the mover
  enum class Reach { kUsual, kUtmost };               ///< kUtmost: as many free cells as can be solved at all

  Goal goal = Goal::kMargin;
  View view = View::kMover;
  Seat seat = 0;  ///< of View::kSeat
  Reach reach = Reach::kUsual;
  std::uint64_t most_nodes = 0;          ///< 0: no limit
  int table_log2 = 20;                   ///< places in the transposition table
  const base::StopFlag* stop = nullptr;  ///< may be null
  std::uint64_t* spent = nullptr;        ///< gets the nodes of an attempt, also of one in vain; may be null
};

/// Perfect play from here, everybody else against the seat whose view was asked for.
template <class Move>
struct ScoreAnswer {
  struct Turn {
    std::vector<Move> moves;  ///< the rest of the mover's turn
    std::string margin;
    int outcome = 0;
  };
  int outcome = 0;     ///< 1 it wins, 0 draw, -1 it loses, by the rules for equal scores
  std::string margin;  ///< its score less the best other, exact; of kOutcome only the sign
  std::vector<Move> best_turn;
  std::vector<Turn> turns;  ///< of kEveryTurn: all there are, the mover's best first
  std::uint64_t nodes = 0;
};

/// Late positions are solved exactly. Nothing if there are too many free cells, if it was stopped, or if something stands
/// in the way (a swap that may still come). REQUIRES: !pos.is_over().
template <class G>
concept HasExactScores = requires(const typename G::Position& pos, const ScoreQuestion& question,
                                  const std::vector<typename G::Move>& moves) {
  { G::solve_scores(pos, question) } -> std::same_as<std::optional<ScoreAnswer<typename G::Move>>>;
  { G::Notation::write_turn(pos, moves) } -> std::same_as<std::string>;
};

}  // namespace partita::game
