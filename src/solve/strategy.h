#pragma once

#include <algorithm>
#include <functional>
#include <optional>
#include <string>
#include <unordered_set>
#include <utility>
#include <vector>

#include "solve/certificate.h"
#include "solve/proof_search.h"
#include "solve/rules_only.h"

namespace partita::solve {

/// Writes a proven claim out as a strategy. Walks every line the loser can choose; in each position of the winner it
/// takes a reply that leads to something already covered, else the proven reply with the smallest proof tree. What the
/// table has lost is proven again on the way. One thread.
template <game::Game G>
class StrategyWriter {
 public:
  using Position = typename G::Position;
  using Move = typename G::Move;

  /// `stop` may be raised by another thread at any time, entries() then returns nothing; it may be null.
  StrategyWriter(const Position& root, game::Seat winner, ProofTable& table, const base::StopFlag* stop = nullptr)
      : root_(root), line_(root, winner, table.seed()), share_(table, stop) {}

  /// Replies that win by this ply only. REQUIRES: such a win was proven.
  void set_last_ply(int ply) {
    last_ply_ = ply;
    line_.set_last_ply(ply);
  }

  /// Asked for a winning move before anything is proven again; it may answer Move{}.
  void ask_first(std::function<Move(const Position&)> reply) { other_reply_ = std::move(reply); }

  /// The sorted entries, or nothing if the claim is not true, the work was stopped or they are too many.
  std::optional<std::vector<std::pair<std::string, std::string>>> entries() {
    entries_.clear();
    if (!any()) return std::nullopt;
    std::sort(entries_.begin(), entries_.end());
    return std::move(entries_);
  }
  /// Positions that had to be proven again.
  std::size_t proven_again() const { return proven_again_; }

 private:
  /// Some hundreds of MB.
  static constexpr std::size_t kMostEntries = 2'000'000;

  bool any() {
    const Position& pos = line_.position();
    if (share_.stop.is_raised()) return false;
    if (pos.is_over()) return is_won_by<G>(pos, line_.attacker());
    return line_.is_attackers_turn() ? winner_to_move() : loser_to_move();
  }

  bool loser_to_move() {
    if (!covered_.insert(line_.key()).second) return true;
    const std::size_t here = line_.length();
    for (const Move move : moves_to_follow<G>(line_.position())) {
      line_.play(move);
      const bool is_won = any();
      line_.retract_to(here);
      if (!is_won) return false;
    }
    return true;
  }

  bool winner_to_move() {
    const Position& pos = line_.position();
    if (can_win_at_once<G>(pos) || !covered_.insert(line_.key()).second) return true;
    const Move move = reply();
    if (move == Move{} || entries_.size() >= kMostEntries) return false;
    add_entry(pos, move);
    const std::size_t here = line_.length();
    line_.play(move);
    const bool is_won = any();
    line_.retract_to(here);
    return is_won;
  }

  void add_entry(const Position& pos, Move move) {
    const CanonicalText name = canonical_text<G>(pos);
    if constexpr (game::HasSymmetries<G>) {
      if (name.symmetry != 0) {
        const Position image = G::image(pos, name.symmetry);
        entries_.emplace_back(name.text, G::Notation::write_move(image, G::image(pos, move, name.symmetry)));
        return;
      }
    }
    entries_.emplace_back(name.text, G::Notation::write_move(pos, move));
  }

  Move reply() {
    if (const Move known = cheapest_known_reply(); !(known == Move{})) return known;
    if (other_reply_) {
      if (const Move told = other_reply_(line_.position()); !(told == Move{})) return told;
    }
    ++proven_again_;
    ProofSearch<G> search(line_.position(), line_.attacker(), share_, {});
    if (last_ply_ > 0) search.set_last_ply(last_ply_);
    if (!search.run().is_proven()) return {};
    const Move known = cheapest_known_reply();
    return known == Move{} ? search.best_root_move() : known;
  }

  /// A function of its own, since its locals would make every frame of the recursion large.
  [[gnu::noinline]] Move cheapest_known_reply() {
    Move best{};
    std::uint64_t least = ~std::uint64_t{0};
    const std::size_t here = line_.length();
    for (const Move move : legal_moves<G>(line_.position())) {
      line_.play(move);
      const std::optional<std::uint64_t> cost = cost_here();
      line_.retract_to(here);
      if (!cost || *cost >= least) continue;
      least = *cost;
      best = move;
    }
    return best;
  }

  /// Entries to be expected below a proven position; nothing if it is not known to be proven. Moves the line on.
  std::optional<std::uint64_t> cost_here() {
    if (!line_.position().is_over() && covered_.count(line_.key()) != 0) return 0;
    const std::size_t before = line_.length();
    const Verdict verdict = line_.follow_forced();
    const std::uint64_t forced = line_.length() - before;
    if (verdict != Verdict::kOpen) {
      if (verdict == Verdict::kFails) return std::nullopt;
      return forced + 1;
    }
    if (covered_.count(line_.key()) != 0) return forced + 1;
    Remembered known;
    if (!share_.table.probe(line_.key(), known) || !known.numbers.is_proven()) return std::nullopt;
    return forced + 1 + known.tree_size;
  }

  Position root_;
  ProofLine<G> line_;
  ProofShare share_;
  std::unordered_set<ProofKey, ProofKeyHash> covered_;
  std::vector<std::pair<std::string, std::string>> entries_;
  std::size_t proven_again_ = 0;
  int last_ply_ = 0;
  std::function<Move(const Position&)> other_reply_;
};

}  // namespace partita::solve
