#pragma once

#include <functional>
#include <string>
#include <vector>

#include "base/parsed.h"
#include "catalog/any_engine.h"
#include "catalog/any_position.h"
#include "study/move_mark.h"

namespace partita::protocol {

using study::mark_text;
using study::move_accuracy;
using study::MoveMark;

/// One ply of a game with what the engine says of it. Chances are shares of the point, by seat.
struct ReviewedPly {
  std::string move;
  catalog::Seat mover = 0;
  std::vector<double> before;  ///< with the best play the engine saw
  std::vector<double> after;
  std::string best_move;
  std::vector<std::string> best_line;
  catalog::ScoreReport best_score;  ///< from the mover's view
  int depth = 0;
  double loss = 0;  ///< of the mover's chance, 0 to 1
  MoveMark mark = MoveMark::kNone;
};

/// What a seat's moves come to.
struct SeatReview {
  std::string name;
  int plies = 0;
  double accuracy = 100;  ///< percent
  int inaccuracies = 0;
  int mistakes = 0;
  int blunders = 0;
};

/// A whole game, reviewed. `start` has no moves played on it.
struct GameReview {
  catalog::AnyPosition start;
  std::vector<ReviewedPly> plies;
  std::vector<SeatReview> seats;
  std::vector<std::size_t>
      turning_points;  ///< indices of plies after which somebody else was ahead, the greatest loss first
};

struct ReviewRequest {
  catalog::EngineSpec engine;
  catalog::Limits limits;                                ///< for each position
  std::function<void(int done, int total)> on_progress;  ///< may be empty
};

/// Searches every position of the game that `position` holds, from its end to its start: what the engine learns of late
/// positions is in its table when it comes to earlier ones. Refuses engines that cannot be made.
base::Parsed<GameReview> review_game(const catalog::AnyPosition& position, const ReviewRequest& request);

}  // namespace partita::protocol
