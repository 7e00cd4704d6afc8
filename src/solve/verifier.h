#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/clock.h"
#include "game/concept.h"
#include "solve/certificate.h"
#include "solve/rules_only.h"

namespace partita::solve {

/// What checking a certificate found.
struct Verification {
  bool accepted = false;
  std::string reason;                     ///< why it was refused
  std::vector<std::string> refuting_line; ///< moves from the claim's position to the place where the strategy fails
  std::uint64_t positions = 0;            ///< different positions with the winner to move that were looked up
  std::uint64_t entries_used = 0;
  int longest_line = 0;                   ///< plies from the claim's position to the end
};

/// Plays every reply of the loser against a certificate's strategy. Knows the rules and nothing of searching: what the
/// strategy does not answer, and the winner cannot win at once, refutes it. One thread.
template <game::Game G>
class Verifier {
 public:
  using Position = typename G::Position;
  using Move = typename G::Move;

  Verifier(const Certificate& certificate, const Position& start) : certificate_(certificate), start_(start) {}

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
    return any(start_);
  }

 private:
  static constexpr int kUnknown = -1;
  static constexpr int kInProgress = -2;

  /// Each returns the longest line to the end, or nothing when the strategy failed and found_ says why.
  std::optional<int> any(const Position& pos) {
    if (pos.is_over()) {
      if (is_won_by<G>(pos, certificate_.claim.winner)) return 0;
      return refuse("the game ends without the claimed win (" + G::Notation::ending(pos) + ")");
    }
    return pos.to_move() == certificate_.claim.winner ? winner_to_move(pos) : loser_to_move(pos);
  }

  std::optional<int> loser_to_move(const Position& pos) {
    int longest = 0;
    Position after = pos;
    for (const Move move : legal_moves<G>(pos)) {
      const auto plies = follow(after, move);
      if (!plies) return std::nullopt;
      longest = std::max(longest, *plies);
    }
    return longest;
  }

  std::optional<int> winner_to_move(const Position& pos) {
    if (stop_ != nullptr && stop_->is_raised()) return refuse("stopped");
    if (can_win_at_once<G>(pos)) return 1;
    const CanonicalText name = this->name(pos);
    const std::optional<std::size_t> entry = find_entry(certificate_, name.text);
    if (!entry) return refuse("the strategy has no reply");
    int& remaining = remaining_[*entry];
    if (remaining == kInProgress) return refuse("the strategy repeats a position");
    if (remaining != kUnknown) return remaining;
    remaining = kInProgress;
    ++found_.positions;
    const auto move = turned_reply<G>(pos, name.symmetry, certificate_.entries[*entry].second);
    if (!move) return refuse(move.error());
    Position after = pos;
    const auto plies = follow(after, *move);
    if (!plies) return std::nullopt;
    remaining_[*entry] = *plies;
    return plies;
  }

  std::optional<int> follow(Position& pos, Move move) {
    line_.push_back(G::Notation::write_move(pos, move));
    if (is_forbidden_ && is_forbidden_(pos, move)) return refuse("the move is on the rim of the board");
    const auto undo = pos.play(move);
    auto plies = any(pos);
    pos.retract(move, undo);
    line_.pop_back();
    if (plies) ++*plies;
    return plies;
  }

  CanonicalText name(const Position& pos) const {
    if (certificate_.images_left_out) return canonical_text<G>(pos);
    return {G::Notation::write_position(pos), 0};
  }

  std::nullopt_t refuse(const std::string& reason) {
    if (found_.reason.empty()) {
      found_.reason = reason;
      found_.refuting_line = line_;
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
  std::function<bool(const Position&, Move)> is_forbidden_;
  const base::StopFlag* stop_ = nullptr;
  std::vector<int> remaining_;   ///< longest line from each entry on
  std::vector<std::string> line_;
  Verification found_;
};

}  // namespace partita::solve
