#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/clock.h"
#include "base/parsed.h"
#include "catalog/any_engine.h"
#include "study/move_mark.h"
#include "study/proven.h"
#include "study/reason.h"

/// The review of a game: what each of its moves was worth. Every position is judged on its own, by the rules, by a
/// shipped proof or by one search of a new engine, so that the same game and every image of it under the board's
/// symmetries get the same review wherever it is made. What was proven of a position stays proven after the next move.
namespace partita::study {

/// Counts the changes to how reviews are made: who keeps reviews makes those of another method anew.
inline constexpr int kReviewMethod = 8;
/// Nodes of each search unless something else is asked for: 20,000 took 25 ms in Andantino, 100 ms in Omega. Nodes and
/// not time, so that it is the same every time.
inline constexpr std::uint64_t kReviewNodes = 50'000;
/// The second best line tells whether the best move was the only good one.
inline constexpr int kReviewLines = 2;

/// What is known of a position.
struct JudgedPosition {
  std::vector<double> shares;    ///< of the point by seat, with best play
  catalog::SearchResult result;  ///< without lines where the game is over
  std::optional<Proven> known;   ///< from before the search
};
/// The shares that the rules give. REQUIRES: the game is over.
JudgedPosition judged_by_rules(const catalog::AnyPosition& position);
/// What the proof of a position says of the position after a move: a side that is lost stays lost after any move, and a
/// move that is proven to win keeps the win. Nothing where the first position is not decided, where the move is not
/// among those known to win, and with more than two seats. The search of the second position begins anew with as few
/// nodes and may not see it.
std::optional<Proven> carried_proof(const JudgedPosition& before, const catalog::AnyPosition& before_position,
                                    const catalog::AnyPosition& after_position);

/// The judgement with lines and shares put right by its proof. What the search has proven itself stays.
JudgedPosition held_to_proof(JudgedPosition judged, const catalog::AnyPosition& position);

/// One ply of a game with what was found out about it. Chances are shares of the point, by seat.
struct ReviewedPly {
  std::string move;
  catalog::Seat mover = 0;
  std::vector<double> before;  ///< with the best play that was found
  std::vector<double> after;
  std::string best_move;
  catalog::LineReport best;  ///< from the mover's view; without times, which
                             ///< differ from run to run
  double loss = 0;           ///< of the mover's chance, 0 to 1
  /// A proven win was left for a position that is judged by an estimate: `loss` is then what the mark stands for, not
  /// the difference.
  bool leaves_proof = false;
  MoveMark mark = MoveMark::kNone;
  /// Proven lost whatever the mover does: then not chances are judged but how long the move holds out.
  bool is_lost = false;
  std::optional<int> kept;       ///< plies to the end after this move, of a lost mover
  std::optional<int> resisting;  ///< plies to the end with the longest defence
  std::optional<Proven> proof;   ///< what was known of the position before the move
  std::optional<Reason> reason;  ///< of a move with a mark
};

/// What a seat's moves come to, in percent; nothing where no move counts.
struct SeatReview {
  std::string name;
  int plies = 0;
  std::optional<double> accuracy;    ///< over the moves of a mover who was not proven lost
  std::optional<double> resistance;  ///< over those of one who was: how much of
                                     ///< the longest defence was held
  int inaccuracies = 0;
  int mistakes = 0;
  int blunders = 0;
  std::map<std::string, int> missed;  ///< faults by the kind of motif that their reason names first
};

/// Faults of one kind with the words for them: "3 double threats".
struct MissedKind {
  std::string name;
  int count = 0;
  std::string english;
  std::string italian;
  std::string english_two;  ///< as if there were two: for who adds up several games
  std::string italian_two;
};
/// What a seat missed, the most frequent first. Kinds that people call by one name are counted as one.
std::vector<MissedKind> missed_kinds(std::string_view game, const SeatReview& seat);

/// A whole game, reviewed, or the end of one: then `start` has the moves before it played on it.
struct GameReview {
  catalog::AnyPosition start;
  std::vector<ReviewedPly> plies;
  std::vector<SeatReview> seats;
  std::vector<std::size_t> turning_points;  ///< plies after which somebody else was ahead, the
                                            ///< greatest loss first
  std::vector<std::size_t> key_moments;     ///< plies of up to three largest losses, in order of play
};

/// Indices of up to three largest losses that are worth a mark, in order of play.
std::vector<std::size_t> key_moments(const std::vector<double>& losses);

/// Reviews a game whose positions somebody else judges, one after the other: the caller judges asked() and hands the
/// judgement to take(), until is_done(). One thread at a time.
class GameReviewer {
 public:
  /// Moves may have been played on `start`; they are not reviewed.
  GameReviewer(catalog::AnyPosition start, std::vector<std::string> moves);

  /// Marks are made without reasons from now on.
  void leave_out_reasons() { has_reasons_ = false; }

  /// The position to be judged now: that of the game or an image of it. REQUIRES: !is_done().
  const catalog::AnyPosition& asked() const { return image_; }
  /// The move that led to asked() is reviewed with its judgement; null for the start, which no move led to.
  const ReviewedPly* take(JudgedPosition judged);
  bool is_done() const { return is_done_; }
  /// Whether all moves were reviewed: not before the end, and not where a move could not be played.
  bool is_whole() const { return review_.plies.size() == moves_.size(); }
  /// The game's position before the last ply that was reviewed.
  const catalog::AnyPosition& before() const { return reviewed_from_; }
  /// What is reviewed so far, summed up.
  GameReview review() const;

 private:
  void step();
  void remember_lost(const JudgedPosition& judged);
  ReviewedPly compare(const JudgedPosition& after) const;
  Reason reason_of(const ReviewedPly& ply, const JudgedPosition& after) const;
  void judge_resistance(ReviewedPly& ply, const JudgedPosition& after, bool is_best) const;
  void judge_chances(ReviewedPly& ply, const JudgedPosition& after, bool is_best) const;

  std::vector<std::string> moves_;
  GameReview review_;
  catalog::AnyPosition position_;
  catalog::AnyPosition before_position_;
  catalog::AnyPosition reviewed_from_;
  /// The game that is judged: the image of the one reviewed in which each move is the first of its images. Moves that
  /// are images of each other thus come to the same position and the same value.
  catalog::AnyPosition image_;
  catalog::AnyPosition before_image_;
  std::string image_move_;
  std::optional<JudgedPosition> before_;
  std::optional<catalog::Seat> lost_seat_;  ///< proven lost before, and nothing found since that says otherwise
  bool is_done_ = false;
  bool has_reasons_ = true;
};

struct ReviewRequest {
  catalog::EngineSpec engine;
  catalog::Limits limits;                                     ///< of each search; the number of lines is the review's
  std::function<void(int done, int total)> on_progress = {};  ///< may be empty
  const base::StopFlag* stop = nullptr;                       ///< may be null
  bool has_reasons = true;                                    ///< marks get their reasons
};

/// Reviews the game that `position` holds, on this thread. An error where the engine cannot be made, or once it was
/// stopped.
base::Parsed<GameReview> review_game(const catalog::AnyPosition& position, const ReviewRequest& request);

}  // namespace partita::study
