#pragma once

#include <algorithm>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/clock.h"
#include "game/refinements.h"
#include "solve/certificate.h"
#include "solve/rules_only.h"

namespace partita::solve {

/// How many plies a certificate's winner needs at most when it follows the strategy. Remembers what it has found of
/// every entry, so that a position takes as long as the entries below it that nobody has asked for yet. For games whose
/// rules forget the past; it trusts the certificate and takes the game's own word for immediate wins, where a Verifier
/// would not. One thread at a time.
template <game::Game G>
requires(!game::HasRepetition<G>) class StrategyPlies {
 public:
  using Position = typename G::Position;
  using Move = typename G::Move;

  /// The certificate outlives this.
  explicit StrategyPlies(const Certificate& certificate)
      : certificate_(certificate), remaining_(certificate.entries.size(), kUnknown) {}

  /// Plies to the end at most; nothing where the strategy does not win every line, or once the flag is raised.
  /// REQUIRES: !pos.is_over().
  std::optional<int> at(const Position& pos, const base::StopFlag* stop) {
    stop_ = stop;
    return pos.to_move() == certificate_.claim.winner ? at_winner(pos) : at_loser(pos);
  }

 private:
  static constexpr int kUnknown = -1;
  static constexpr int kInProgress = -2;
  static constexpr int kNotCovered = -3;
  static constexpr std::size_t kMostKeys = 1'000'000;  ///< some 40 MB

  std::optional<int> at_winner(const Position& pos) {
    if (wins_at_once(pos)) return 1;
    // Writing a position in all its images is most of the work, and lines come together again and again.
    const auto met = by_key_.find(pos.key());
    if (met != by_key_.end()) return known_plies(met->second);
    const std::optional<int> plies = at_entry(pos);
    if (!is_stopped()) remember(pos.key(), plies.value_or(kNotCovered));
    return plies;
  }

  static std::optional<int> known_plies(int plies) { return plies > 0 ? std::optional(plies) : std::nullopt; }

  bool is_stopped() const { return stop_ != nullptr && stop_->is_raised(); }

  /// The map has a limit: positions that no entry covers may be asked for without end.
  void remember(game::Key key, int plies) {
    if (by_key_.size() >= kMostKeys) by_key_.clear();
    by_key_.emplace(key, plies);
  }

  std::optional<int> at_entry(const Position& pos) {
    CanonicalText name{G::Notation::write_position(pos), 0};
    if (certificate_.images_left_out) name = canonical_text<G>(pos);
    const std::optional<std::size_t> entry = find_entry(certificate_, name.text);
    if (!entry || is_stopped()) return std::nullopt;
    int& known = remaining_[*entry];
    if (known == kUnknown) {
      known = kInProgress;
      const std::optional<int> found = after_reply(pos, name.symmetry, certificate_.entries[*entry].second);
      remaining_[*entry] = found ? *found : is_stopped() ? kUnknown : kNotCovered;
      return found;
    }
    return known_plies(known);
  }

  /// Making the image to read the reply there took half of all time: the legal moves are turned and written instead.
  std::optional<int> after_reply(const Position& pos, int symmetry, const std::string& text) {
    const Move reply = reply_of(pos, symmetry, text);
    return reply == Move{} ? std::nullopt : longer(after(pos, reply));
  }
  [[gnu::noinline]] static Move reply_of(const Position& pos, int symmetry, const std::string& text) {
    for (const Move move : legal_moves<G>(pos)) {
      Move turned = move;
      if constexpr (game::HasSymmetries<G>) turned = G::image(pos, move, symmetry);
      if (G::Notation::write_move(pos, turned) == text) return move;
    }
    return {};
  }

  /// The longest of all replies. Those that lose at once need not be tried where the game knows them.
  std::optional<int> at_loser(const Position& pos) {
    if constexpr (game::HasThreats<G>) {
      if (G::immediate_win(pos) != Move{}) return std::nullopt;
      const auto [kind, forced] = forced_to_follow(pos);
      if (kind == game::Threat::kLost) return longest_at_once(pos);
      if (kind == game::Threat::kForced) {
        return longest_of(pos, forced, forced.size() < moves_to_follow<G>(pos).size() ? 2 : 0);
      }
    }
    return longest_of(pos, moves_to_follow<G>(pos), 0);
  }
  [[gnu::noinline]] static auto forced_to_follow(const Position& pos) {
    game::MoveList<G> forced;
    const game::Threat kind = G::forced_replies(pos, forced);
    return std::pair(kind, moves_to_follow<G>(forced));
  }
  template <class Moves>
  std::optional<int> longest_of(const Position& pos, const Moves& replies, int longest) {
    for (const Move move : replies) {
      const std::optional<int> plies = longer(after(pos, move));
      if (!plies) return std::nullopt;
      longest = std::max(longest, *plies);
    }
    return longest;
  }

  /// Every reply loses to the next move, or by itself.
  std::optional<int> longest_at_once(const Position& pos) {
    for (const Move move : legal_moves<G>(pos)) {
      Position next = game::position_after(pos, move);
      if (!next.is_over()) return 2;
    }
    return 1;
  }

  std::optional<int> after(const Position& pos, Move move) {
    Position next = game::position_after(pos, move);
    if (next.is_over()) return is_won_by<G>(next, certificate_.claim.winner) ? std::optional(0) : std::nullopt;
    return next.to_move() == certificate_.claim.winner ? at_winner(next) : at_loser(next);
  }

  static std::optional<int> longer(std::optional<int> plies) {
    return plies ? std::optional(*plies + 1) : std::nullopt;
  }

  static bool wins_at_once(const Position& pos) {
    if constexpr (game::HasThreats<G>) {
      return G::immediate_win(pos) != Move{};
    } else {
      return can_win_at_once<G>(pos);
    }
  }

  const Certificate& certificate_;
  std::vector<int> remaining_;                 ///< plies from each entry on, or one of the constants above
  std::unordered_map<game::Key, int> by_key_;  ///< positions with the winner to move: plies, or kNotCovered
  const base::StopFlag* stop_ = nullptr;
};

}  // namespace partita::solve
