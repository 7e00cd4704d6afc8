#pragma once

#include <algorithm>
#include <array>
#include <vector>

#include "game/refinements.h"
#include "search/alphabeta/minimax.h"

/// Searches for three and four seats that do not lump the others together. (Paranoid search is the NegamaxTree itself.)
namespace partita::search {

/// max^n (Luckhardt and Irani 1986): a value for every seat, and every mover takes what is best for itself.
template <game::Game G>
class MaxNTree : public PlainTree<G> {
 public:
  using typename PlainTree<G>::Move;
  using typename PlainTree<G>::Position;
  using PlainTree<G>::PlainTree;

  Score root_child(Move move, int depth, Score, Score, std::vector<Move>& pv) {
    const auto undo = this->pos_->play(move);
    const Values values = search(*this->pos_, depth - 1, 1, move);
    this->pos_->retract(move, undo);
    pv.assign(1, move);
    return values[this->root_];
  }

 private:
  using Values = std::array<Score, game::kMaxSeats>;

  Values search(Position& pos, int depth, int ply, Move last) {
    if (this->must_stop(ply)) return {};
    if (pos.is_over() || depth <= 0) {
      Values values{};
      for (int seat = 0; seat < pos.seat_count(); ++seat) {
        values[static_cast<std::size_t>(seat)] = this->leaf_value(pos, static_cast<game::Seat>(seat), ply, last);
      }
      return values;
    }
    const auto mover = static_cast<std::size_t>(pos.to_move());
    Values best{};
    bool has_best = false;
    game::MoveList<G> moves;
    G::generate_moves(pos, moves);
    for (const Move move : moves) {
      const auto undo = pos.play(move);
      const Values values = search(pos, depth - 1, ply + 1, move);
      pos.retract(move, undo);
      if (this->stopped_) return {};
      if (!has_best || values[mover] > best[mover]) best = values;
      has_best = true;
    }
    return best;
  }
};

/// Best-reply search (Schadd and Winands 2011): between two turns of the root only one opponent answers, the one whose
/// answer hurts most; the others pass. Where passing is impossible (near the end) everybody moves, as in paranoid
/// search.
template <game::Game G>
class BestReplyTree : public PlainTree<G> {
 public:
  using typename PlainTree<G>::Move;
  using typename PlainTree<G>::Position;
  using PlainTree<G>::PlainTree;

  Score root_child(Move move, int depth, Score alpha, Score beta, std::vector<Move>& pv) {
    const auto undo = this->pos_->play(move);
    const Score value = search({depth - 1, 1, alpha, beta, move, Reply::kOpen});
    this->pos_->retract(move, undo);
    pv.assign(1, move);
    return value;
  }

 private:
  /// Whether an opponent has answered the root's last turn.
  enum class Reply { kOpen, kRunning, kGiven };
  struct Step {
    int depth;
    int ply;
    Score alpha;
    Score beta;
    Move last;
    Reply reply;
  };

  bool starts_turn() const {
    if constexpr (game::HasTurns<G>) return this->pos_->starts_turn();
    return true;
  }

  Score search(Step step) {
    Position& pos = *this->pos_;
    if (this->must_stop(step.ply)) return 0;
    if (pos.is_over() || step.depth <= 0) return this->leaf_value(pos, this->root_, step.ply, step.last);
    if (pos.to_move() == this->root_) {
      step.reply = Reply::kOpen;
      return best_of_moves(step, true);
    }
    if (!starts_turn()) return best_of_moves(step, false);
    if (step.reply == Reply::kRunning) step.reply = Reply::kGiven;
    if (step.reply == Reply::kGiven) return after_pass(step, [&] { return best_of_moves(step, false); });
    Step answer = step;
    answer.reply = Reply::kRunning;
    const Score here = best_of_moves(answer, false);
    if (this->stopped_ || here <= step.alpha) return here;
    step.beta = std::min(step.beta, here);
    return std::min(here, after_pass(step, [&] { return here; }));
  }

  /// The value after the mover passes, or `otherwise` where it may not, or where nobody would be left to answer.
  template <class Otherwise>
  Score after_pass(const Step& step, Otherwise&& otherwise) {
    if constexpr (game::HasPass<G>) {
      Position& pos = *this->pos_;
      if (!pos.can_pass()) return otherwise();
      const auto undo = pos.pass();
      const bool nobody_answers = step.reply == Reply::kOpen && pos.to_move() == this->root_;
      const Score value = nobody_answers ? otherwise() : search(step);
      pos.retract_pass(undo);
      return value;
    }
    return otherwise();
  }

  Score best_of_moves(const Step& step, bool maximise) {
    Position& pos = *this->pos_;
    game::MoveList<G> moves;
    G::generate_moves(pos, moves);
    Score alpha = step.alpha;
    Score beta = step.beta;
    Score best = maximise ? -game::kInfinite : game::kInfinite;
    for (const Move move : moves) {
      const auto undo = pos.play(move);
      const Score value = search({step.depth - 1, step.ply + 1, alpha, beta, move, step.reply});
      pos.retract(move, undo);
      if (this->stopped_) return 0;
      best = maximise ? std::max(best, value) : std::min(best, value);
      if (maximise) alpha = std::max(alpha, best);
      if (!maximise) beta = std::min(beta, best);
      if (alpha >= beta) break;
    }
    return best;
  }
};

}  // namespace partita::search
