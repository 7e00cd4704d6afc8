#pragma once

#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

#include "base/clock.h"
#include "game/refinements.h"
#include "solve/proof_line.h"
#include "solve/rules_only.h"

namespace partita::solve {

/// How many plies a forced win takes. No win in fewer than `at_least` plies; `at_most` is 0 until one was found.
struct Distance {
  int at_least = 1;
  int at_most = 0;
  bool is_exact() const { return at_most != 0 && at_least == at_most; }
};

/// Finds the shortest forced win by asking for one within 1, 2, 3, ... plies. Exact where it ends in time, a lower
/// bound otherwise. One thread; stop from any.
template <game::Game G>
class DistanceSearch {
 public:
  using Position = typename G::Position;
  using Move = typename G::Move;

  struct Limits {
    int plies = 64;
    std::uint64_t nodes = 0;  ///< 0: no limit
    const base::StopFlag* stop = nullptr;
    std::uint64_t seed = 0;  ///< of the check keys
  };

  DistanceSearch(const Position& root, game::Seat attacker, const Limits& limits)
      : line_(root, attacker, limits.seed), limits_(limits) {}

  void set_past(const std::vector<game::Key>& keys) { line_.set_past(keys); }

  Distance run() {
    Distance distance;
    for (int plies = 1; plies <= limits_.plies; ++plies) {
      const bool wins = wins_within(plies);
      if (gave_up_) break;
      if (wins) {
        distance.at_most = plies;
        break;
      }
      distance.at_least = plies + 1;
    }
    return distance;
  }
  std::uint64_t nodes() const { return nodes_; }
  /// The attacker's first move of the shortest win; Move{} if it is not its turn.
  Move best_root_move() const { return best_root_move_; }

 private:
  /// What is known of a position: the longest time within which there is no win, the shortest within which there is.
  struct Known {
    int none_within = 0;
    int win_within = 1 << 20;
  };

  bool wins_within(int plies) {
    const Position& pos = line_.position();
    if (pos.is_over()) return is_won_by<G>(pos, line_.attacker());
    if (plies <= 0 || gave_up() || line_.is_repeated()) return false;
    // Positions that end at once are cheaper to look at than to remember.
    const bool is_remembered = plies > 2;
    Known* known = is_remembered ? &known_[line_.key()] : nullptr;
    if (known != nullptr && plies >= known->win_within) return true;
    if (known != nullptr && plies <= known->none_within) return false;
    const bool wins = looks_won(plies);
    if (gave_up_ || !is_remembered) return wins;
    known = &known_[line_.key()];
    if (wins) known->win_within = std::min(known->win_within, plies);
    // Where rules know repetition, the failure may be due to the path here: it is not kept.
    else if (!game::HasRepetition<G>)
      known->none_within = std::max(known->none_within, plies);
    return wins;
  }

  bool looks_won(int plies) {
    if constexpr (kListsAreShort<G>) {
      game::MoveList<G> moves;
      const std::optional<bool> settled = settle_or_list(plies, moves);
      return settled ? *settled : follow(moves, plies);
    } else {
      std::vector<Move> moves;
      const std::optional<bool> settled = settle_or_list_long(plies, moves);
      return settled ? *settled : follow(moves, plies);
    }
  }

  /// Whether the attacker wins, where that takes no looking further; otherwise the moves to try.
  std::optional<bool> settle_or_list(int plies, game::MoveList<G>& moves) {
    const bool attacks = line_.is_attackers_turn();
    if constexpr (game::HasThreats<G>) {
      if (const Move win = G::immediate_win(line_.position()); !(win == Move{})) {
        if (attacks) note_root_move(win);
        return attacks;
      }
      if (attacks && plies == 1) return false;
      const game::Threat threat = G::forced_replies(line_.position(), moves);
      if (threat == game::Threat::kLost) return !attacks && plies >= 2;
      if (threat == game::Threat::kNone) moves.clear();
    }
    if (moves.empty()) G::generate_moves(line_.position(), moves);
    return std::nullopt;
  }
  /// A function of its own, since the list would make every frame of the recursion large.
  [[gnu::noinline]] std::optional<bool> settle_or_list_long(int plies, std::vector<Move>& kept) {
    game::MoveList<G> moves;
    const std::optional<bool> settled = settle_or_list(plies, moves);
    kept.assign(moves.begin(), moves.end());
    return settled;
  }

  bool follow(const auto& moves, int plies) {
    const bool attacks = line_.is_attackers_turn();
    const std::size_t here = line_.length();
    for (const Move move : moves) {
      line_.play(move);
      const bool wins = wins_within(plies - 1);
      line_.retract_to(here);
      if (wins && attacks) note_root_move(move);
      if (wins == attacks) return attacks;
    }
    return !attacks;
  }

  void note_root_move(Move move) {
    if (line_.length() == 0) best_root_move_ = move;
  }

  bool gave_up() {
    constexpr std::uint64_t kLookEvery = 1024;
    ++nodes_;
    if (limits_.nodes != 0 && nodes_ >= limits_.nodes) gave_up_ = true;
    if (limits_.stop != nullptr && nodes_ % kLookEvery == 0 && limits_.stop->is_raised()) gave_up_ = true;
    return gave_up_;
  }

  ProofLine<G> line_;
  Limits limits_;
  std::unordered_map<ProofKey, Known, ProofKeyHash> known_;
  std::uint64_t nodes_ = 0;
  bool gave_up_ = false;
  Move best_root_move_{};
};

}  // namespace partita::solve
