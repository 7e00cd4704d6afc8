#pragma once

#include <algorithm>
#include <cassert>
#include <concepts>
#include <cstddef>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "base/random.h"
#include "game/concept.h"
#include "game/refinements.h"
#include "solve/numbers.h"
#include "solve/proof_key.h"

namespace partita::solve {

template <class G>
struct ImageKeys {
  using Type = char;
};
template <game::HasSymmetricKeys G>
struct ImageKeys<G> {
  struct Type {
    typename G::SymmetricKeys places, checks;
  };
};

/// The check key can be carried along from move to move.
template <class G>
concept CarriesCheckKey =
    !game::HasSymmetricKeys<G> && requires(const typename CheckKeysOf<G>::Type& checks, game::Key key,
                                           const typename G::Position& pos, typename G::Move move) {
  { checks.of_after(key, pos, move) } -> std::same_as<game::Key>;
};

/// Whether the claim "the attacker wins" is settled in a position without choosing anything.
enum class Verdict { kOpen, kHolds, kFails };

/// A position and the plies played from the root of a proof search, with the rules' knowledge of immediate wins and
/// forced replies. The claim is about a game of two seats: a draw disproves it, and so does a repeated position, which
/// is never of use to somebody who can force a win. One thread.
template <game::Game G>
class ProofLine {
 public:
  using Position = typename G::Position;
  using Move = typename G::Move;

  /// `seed` chooses the random numbers of the check keys.
  ProofLine(const Position& root, game::Seat attacker, std::uint64_t seed = 0)
      : pos_(root), attacker_(attacker), checks_(check_keys<G>(seed)) {
    steps_.reserve(kUsualLength);
    if constexpr (game::HasSymmetricKeys<G>) images_.assign(1, {G::symmetric_keys(root), checks_->of_images(root)});
    if constexpr (CarriesCheckKey<G>) check_ = checks_->of(root);
    if constexpr (game::HasProofGuess<G>) {
      mobility_ = G::move_count(root);
      evaluator_.emplace(G::proof_evaluator());
      carried_ = evaluator_->carried(root);
    }
  }

  const Position& position() const { return pos_; }
  game::Seat attacker() const { return attacker_; }
  bool is_attackers_turn() const { return pos_.to_move() == attacker_; }
  /// Plies played since the root.
  std::size_t length() const { return steps_.size(); }
  /// REQUIRES: ply < length().
  Move played(std::size_t ply) const { return steps_[ply].move; }

  void play(Move move) {
    const game::Key before = game::HasRepetition<G> ? pos_.key() : game::Key{0};
    if constexpr (game::HasSymmetricKeys<G>) {
      const auto& [places, checks] = images_.back();
      images_.push_back({G::child_symmetric_keys(places, pos_, move), checks_->of_images_after(checks, pos_, move)});
    }
    const game::Key check_before = check_;
    if constexpr (CarriesCheckKey<G>) check_ = checks_->of_after(check_, pos_, move);
    const game::Score carried_before = carried_;
    if constexpr (game::HasProofGuess<G>) carried_ = evaluator_->carried_after(pos_, move, carried_);
    steps_.push_back({move, pos_.play(move), before, check_before, mobility_, carried_before});
    if constexpr (game::HasProofGuess<G>) mobility_ = G::move_count_after(pos_, move, steps_.back().undo, mobility_);
  }
  void retract_to(std::size_t length) {
    while (steps_.size() > length) {
      pos_.retract(steps_.back().move, steps_.back().undo);
      check_ = steps_.back().check_before;
      mobility_ = steps_.back().mobility_before;
      carried_ = steps_.back().carried_before;
      steps_.pop_back();
      if constexpr (game::HasSymmetricKeys<G>) images_.pop_back();
    }
  }

  /// The attacker must have won by this ply (of the game, not of the line).
  void set_last_ply(int ply) { last_ply_ = ply; }

  /// Plays forced single replies until somebody has a choice or the claim is settled. ENSURES: kOpen means that nobody
  /// wins at once and the mover has a choice.
  Verdict follow_forced() {
    for (;;) {
      if (pos_.is_over()) return verdict_if(pos_.payoff(attacker_) == game::kPoint, 0);
      if (is_repeated()) return Verdict::kFails;
      if constexpr (game::HasThreats<G>) {
        if (!(G::immediate_win(pos_) == Move{})) return verdict_if(is_attackers_turn(), 1);
        game::MoveList<G> forced;
        const game::Threat threat = G::forced_replies(pos_, forced);
        if (threat == game::Threat::kLost) return verdict_if(!is_attackers_turn(), 2);
        if (threat == game::Threat::kForced && forced.size() == 1) {
          play(forced[0]);
          continue;
        }
      }
      return open_in_time();
    }
  }

  /// The same right after play() in a position where nobody could win at once.
  Verdict follow_forced_from_calm() {
    if constexpr (game::HasLeafTests<G>) {
      for (;;) {
        if (pos_.is_over()) return verdict_if(pos_.payoff(attacker_) == game::kPoint, 0);
        if (is_repeated()) return Verdict::kFails;
        Move forced{};
        switch (G::threat_after(pos_, steps_.back().move, steps_.back().undo, forced)) {
          case game::Threat::kNone: return open_in_time();
          case game::Threat::kLost: return verdict_if(!is_attackers_turn(), 2);
          case game::Threat::kWon: return verdict_if(is_attackers_turn(), 1);
          case game::Threat::kForced: play(forced); break;
        }
      }
    } else {
      return follow_forced();
    }
  }

  /// The moves among which the mover must choose. REQUIRES: follow_forced() said kOpen here.
  void choices(game::MoveList<G>& moves) const {
    // Where the game has threat_after(), a threat leaves one reply at most, and that has been played.
    if constexpr (game::HasThreats<G> && !game::HasLeafTests<G>) {
      if (G::forced_replies(pos_, moves) == game::Threat::kForced) return;
      moves.clear();
    }
    G::generate_moves(pos_, moves);
  }
  int mobility() const {
    if constexpr (game::HasProofGuess<G>) {
      return mobility_;
    } else if constexpr (game::HasLeafTests<G>) {
      return G::move_count(pos_);
    } else {
      game::MoveList<G> moves;
      G::generate_moves(pos_, moves);
      return static_cast<int>(moves.size());
    }
  }

  /// Leaf initialisation: the guess of the game, or mobility alone, as the side that must refute every move has as much
  /// to do as there are moves.
  Numbers guess() const {
    if constexpr (game::HasProofGuess<G>) {
      const game::Score value = evaluator_->evaluate_carried(pos_, attacker_, carried_, true);
      const game::ProofGuess guess = G::proof_guess(value, is_attackers_turn(), mobility_);
      return {guess.proof, guess.disproof};
    } else {
      const auto moves = static_cast<Number>(std::max(1, mobility()));
      return is_attackers_turn() ? Numbers{1, moves} : Numbers{moves, 1};
    }
  }

  /// The position's name in the proof table: the attacker is part of it, symmetric images share it. So are the ply,
  /// where it matters, and the past: a proof may lead through a position that must not occur again.
  ProofKey key() const { return salted(canonical_key(), 0); }

  /// The same after a move that has not been played yet.
  ProofKey key_after(Move move) const requires game::HasSymmetricKeys<G> {
    const auto& [places, checks] = images_.back();
    const auto images = G::child_symmetric_keys(places, pos_, move);
    const std::size_t least = G::least_image(images);
    return salted({images[least], checks_->of_image_after(checks, least, pos_, move)}, 1);
  }

  /// Positions before the root, oldest first, for rules that know repetition.
  void set_past(const std::vector<game::Key>& keys) {
    past_.clear();
    past_salt_ = 0;
    if constexpr (game::HasRepetition<G>) {
      const int limit = pos_.repetition_limit();
      const auto reversible = std::min(keys.size(), static_cast<std::size_t>(pos_.reversible_plies()));
      const auto begin = keys.end() - static_cast<std::ptrdiff_t>(reversible);
      for (auto key = begin; limit != 0 && key != keys.end(); ++key) {
        // One occurrence more and the rules end the game.
        if (std::count(begin, key + 1, *key) == limit - 1) past_.push_back(*key);
      }
      for (const game::Key key : past_) past_salt_ += base::mix64(key);
    }
  }
  /// Whether this position occurred before on this line, or so often in the past that the rules end the game.
  bool is_repeated() const {
    if constexpr (game::HasRepetition<G>) {
      if (pos_.repetition_limit() == 0) return false;
      const game::Key key = pos_.key();
      const auto is_same = [key](const Step& step) { return step.key_before == key; };
      return std::any_of(steps_.rbegin(), steps_.rend(), is_same) ||
             std::find(past_.begin(), past_.end(), key) != past_.end();
    } else {
      return false;
    }
  }

 private:
  /// Where the game does not carry the keys of its images they are built from scratch, which pays near the start only.
  static constexpr int kShallowPlies = 10;
  static constexpr std::size_t kUsualLength = 256;
  static constexpr int kNoLastPly = 1 << 30;
  static constexpr game::Key kAttackerSalt = 0x5F0B9C6D3A17E284ULL;

  struct Step {
    Move move;
    typename G::Undo undo;
    game::Key key_before;
    game::Key check_before;
    int mobility_before;
    game::Score carried_before;
  };

  /// The key of the symmetric image whose `place` is the least.
  ProofKey canonical_key() const {
    if constexpr (game::HasSymmetricKeys<G>) {
      const auto& [places, checks] = images_.back();
      const std::size_t least = G::least_image(places);
      return {places[least], checks[least]};
    } else if constexpr (game::HasSymmetries<G>) {
      ProofKey least{pos_.key(), check_key()};
      // Keys of earlier positions are not canonicalised: no symmetry where repetition counts.
      if (pos_.ply() > kShallowPlies || past_salt_ != 0) return least;
      for (int symmetry = 1; symmetry < G::symmetry_count(pos_); ++symmetry) {
        const Position image = G::image(pos_, symmetry);
        if (image.key() > least.place) continue;
        const ProofKey key{image.key(), checks_->of(image)};
        if (key.place < least.place || key.check < least.check) least = key;
      }
      return least;
    } else {
      return {pos_.key(), check_key()};
    }
  }
  game::Key check_key() const {
    if constexpr (CarriesCheckKey<G>)
      return check_;
    else
      return checks_->of(pos_);
  }
  ProofKey salted(const ProofKey& key, int plies_later) const {
    const game::Key salt = (attacker_ == 0 ? 0 : kAttackerSalt) ^ ply_salt(plies_later) ^ past_salt_;
    return {key.place ^ salt, key.check ^ base::mix64(salt)};
  }
  game::Key ply_salt(int plies_later) const {
    bool counts_plies = last_ply_ != kNoLastPly;
    if constexpr (game::HasRepetition<G>) counts_plies |= pos_.rules().ply_limit > 0;
    if (!counts_plies) return 0;
    return base::mix64(static_cast<game::Key>(pos_.ply() + plies_later) << 32 | static_cast<std::uint32_t>(last_ply_));
  }
  /// `plies`: how many more until the end.
  Verdict verdict_if(bool attacker_wins, int plies) const {
    return attacker_wins && pos_.ply() + plies <= last_ply_ ? Verdict::kHolds : Verdict::kFails;
  }
  /// Nobody wins at once: the attacker needs three plies at least if it is to move, else two.
  Verdict open_in_time() const {
    if constexpr (game::HasProofGuess<G>) {
      if (G::counts_hope(pos_) && G::hope(pos_, attacker_) == 0) return Verdict::kFails;
    }
    if (last_ply_ == kNoLastPly) return Verdict::kOpen;
    return pos_.ply() + (is_attackers_turn() ? 3 : 2) <= last_ply_ ? Verdict::kOpen : Verdict::kFails;
  }

  Position pos_;
  game::Seat attacker_;
  std::vector<Step> steps_;
  std::shared_ptr<const typename CheckKeysOf<G>::Type> checks_;
  game::Key check_ = 0;                              ///< where the game carries it
  std::vector<typename ImageKeys<G>::Type> images_;  ///< one more than steps_, or empty
  std::vector<game::Key> past_;
  game::Key past_salt_ = 0;
  std::optional<typename G::Evaluator> evaluator_;  ///< of games that guess
  game::Score carried_ = 0;                         ///< of the evaluator's value
  int mobility_ = 0;                                ///< where the game keeps count from move to move
  int last_ply_ = kNoLastPly;
};

}  // namespace partita::solve
