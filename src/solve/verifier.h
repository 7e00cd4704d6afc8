#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/clock.h"
#include "game/refinements.h"
#include "solve/certificate.h"
#include "solve/rules_only.h"

namespace partita::solve {

/// What checking a certificate found.
struct Verification {
  bool accepted = false;
  std::string reason;                      ///< why it was refused
  std::vector<std::string> refuting_line;  ///< moves from the claim's position to the place where the strategy fails
  std::uint64_t positions = 0;             ///< different positions with the winner to move that were looked up
  std::uint64_t entries_used = 0;
  int longest_line = 0;  ///< plies from the claim's position to the end
};

/// Plays every reply of the loser against a certificate's strategy. Knows the rules and nothing of searching: what the
/// strategy does not answer, and the winner cannot win at once, refutes it. Files come from anywhere: the lines are
/// walked with a stack of their own, whose size is bounded by the number of entries. One thread.
template <game::Game G>
class Verifier {
 public:
  using Position = typename G::Position;
  using Move = typename G::Move;

  Verifier(const Certificate& certificate, const Position& start)
      : certificate_(certificate), start_(start), pos_(start) {}

  /// Forbids moves for which the predicate is true (the rim of the board, for the unbounded game).
  void forbid(std::function<bool(const Position&, Move)> is_forbidden) { is_forbidden_ = std::move(is_forbidden); }

  /// Gives up, as if refuted, once the flag is raised.
  void stop_at(const base::StopFlag& stop) { stop_ = &stop; }

  Verification run() {
    const std::optional<int> longest = longest_line();
    found_.accepted = longest.has_value();
    found_.longest_line = longest.value_or(0);
    if (found_.accepted) refuse_unused();
    return found_;
  }
  /// Plies to the end of the longest line from the start; nothing if a line does not end with the claimed win.
  std::optional<int> longest_line() {
    remaining_.assign(certificate_.entries.size(), kUnknown);
    boards_.clear();
    steps_.clear();
    moves_.clear();
    pos_ = start_;
    std::optional<int> result = arrive();
    while (!steps_.empty()) {
      if (!found_.reason.empty()) return std::nullopt;
      Step& step = steps_.back();
      if (result) {
        step.longest = std::max(step.longest, *result + 1);
        result.reset();
        pos_.retract(moves_[step.next_move - 1], step.undo);
      }
      if (step.next_move == moves_.size()) {
        result = leave();
        continue;
      }
      const Move move = moves_[step.next_move++];
      if (is_forbidden_ && is_forbidden_(pos_, move)) {
        refuse("the move is on the rim of the board");
        continue;
      }
      step.undo = pos_.play(move);
      result = arrive();
    }
    return found_.reason.empty() ? result : std::nullopt;
  }

 private:
  static constexpr int kUnknown = -1;
  static constexpr int kInProgress = -2;
  static constexpr std::size_t kNoEntry = ~std::size_t{0};

  /// A position of the line that is being walked: which of its moves come next, and what they came to so far.
  struct Step {
    std::size_t first_move = 0;  ///< in moves_; the last step's moves end with the list
    std::size_t next_move = 0;
    std::size_t entry = kNoEntry;  ///< of the strategy, where the winner moves
    int longest = 0;
    typename G::Undo undo{};  ///< of the move that is being followed
  };

  /// The longest line to the end from pos_ if that is known at once; otherwise the position becomes the last step, or
  /// the strategy fails there and found_ says why.
  std::optional<int> arrive() {
    if (pos_.is_over()) {
      if (is_won_by<G>(pos_, certificate_.claim.winner)) return 0;
      return refuse("the game ends without the claimed win (" + G::Notation::ending(pos_) + ")");
    }
    if (pos_.to_move() == certificate_.claim.winner) return arrive_as_winner();
    push(kNoEntry);
    for (const Move move : legal_moves<G>(pos_)) moves_.push_back(move);
    return std::nullopt;
  }

  std::optional<int> arrive_as_winner() {
    if (stop_ != nullptr && stop_->is_raised()) return refuse("stopped");
    if (wins_at_once()) return 1;
    const CanonicalText name = this->name(pos_);
    const std::optional<std::size_t> entry = find_entry(certificate_, name.text);
    if (!entry) return refuse("the strategy has no reply");
    if (remaining_[*entry] == kInProgress) return refuse("the strategy repeats a position");
    if (remaining_[*entry] != kUnknown) return remaining_[*entry];
    if (is_known_board(name, *entry)) return refuse("the strategy comes to a board at two different plies");
    remaining_[*entry] = kInProgress;
    ++found_.positions;
    const auto move = turned_reply<G>(pos_, name.symmetry, certificate_.entries[*entry].second);
    if (!move) return refuse(move.error());
    push(*entry);
    moves_.push_back(*move);
    return std::nullopt;
  }

  /// A winning move that is forbidden does not count: then an entry has to find another way.
  bool wins_at_once() const {
    if (!is_forbidden_) return can_win_at_once<G>(pos_);
    return can_win_at_once<G>(pos_, [this](Move move) { return !is_forbidden_(pos_, move); });
  }

  /// Whether the board has another entry under a different text, as texts may count plies. Where the rules know
  /// repetition, a line that comes to a board twice may end there, so such a strategy is refused.
  bool is_known_board(const CanonicalText& name, std::size_t entry) {
    if constexpr (game::HasRepetition<G>) {
      if (pos_.repetition_limit() == 0) return false;
      game::Key key = pos_.key();
      if constexpr (game::HasSymmetries<G>) {
        if (name.symmetry != 0) key = G::image(pos_, name.symmetry).key();
      }
      return boards_.emplace(key, entry).first->second != entry;
    }
    return false;
  }

  void push(std::size_t entry) {
    Step step;
    step.first_move = step.next_move = moves_.size();
    step.entry = entry;
    steps_.push_back(step);
  }
  /// The last step is done: all its moves came to the claimed win.
  int leave() {
    const Step& step = steps_.back();
    const int longest = step.longest;
    if (step.entry != kNoEntry) remaining_[step.entry] = longest;
    moves_.resize(step.first_move);
    steps_.pop_back();
    return longest;
  }

  CanonicalText name(const Position& pos) const {
    if (certificate_.images_left_out) return canonical_text<G>(pos);
    return {G::Notation::write_position(pos), 0};
  }

  std::nullopt_t refuse(const std::string& reason) {
    if (!found_.reason.empty()) return std::nullopt;
    found_.reason = reason;
    Position pos = start_;
    for (const Step& step : steps_) {
      const Move move = moves_[step.next_move - 1];
      found_.refuting_line.push_back(G::Notation::write_move(pos, move));
      pos.play(move);
    }
    return std::nullopt;
  }

  void refuse_unused() {
    for (std::size_t i = 0; i < remaining_.size(); ++i) {
      if (remaining_[i] != kUnknown) {
        ++found_.entries_used;
      } else if (found_.reason.empty()) {
        found_.accepted = false;
        found_.reason = "no line of the strategy reaches the entry " + certificate_.entries[i].first;
      }
    }
  }

  const Certificate& certificate_;
  Position start_;
  Position pos_;  ///< at the end of the line being walked
  std::function<bool(const Position&, Move)> is_forbidden_;
  const base::StopFlag* stop_ = nullptr;
  std::vector<int> remaining_;                         ///< longest line from each entry on
  std::unordered_map<game::Key, std::size_t> boards_;  ///< the entry of each board, where repetition matters
  std::vector<Step> steps_;
  std::vector<Move> moves_;  ///< of all steps, one after another
  Verification found_;
};

}  // namespace partita::solve
