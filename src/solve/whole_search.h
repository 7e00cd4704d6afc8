#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <optional>
#include <utility>
#include <vector>

#include "base/clock.h"
#include "game/concept.h"
#include "game/refinements.h"
#include "solve/numbers.h"
#include "solve/proof_line.h"
#include "solve/proof_table.h"

namespace partita::solve {

/// Decides "the attacker wins" by exhaustive depth-first search, each position once as far as the table reaches. The
/// other side's moves are ordered by how few ways to win they leave the attacker. For boards so small that nobody wins:
/// there the whole tree must be searched, and proof numbers only cost time. A deep win is found late. Results go into
/// the table of ProofSearch, under the same keys. One thread.
template <game::Game G>
requires(game::HasProofGuess<G> && !game::HasRepetition<G>) class WholeSearch {
 public:
  using Position = typename G::Position;
  using Move = typename G::Move;
  static constexpr std::uint64_t kStepNodes = 4096;

  struct Settings {
    const base::StopFlag* stop = nullptr;
    /// Called every step_nodes nodes, with those since and the plies of the longest line; may raise the stop flag.
    std::function<void(std::uint64_t nodes, int deepest_ply)> on_step;
    std::uint64_t step_nodes = kStepNodes;
  };

  WholeSearch(const Position& root, game::Seat attacker, ProofTable& table, Settings settings)
      : line_(root, attacker, table.seed()), table_(table), settings_(std::move(settings)) {}
  void set_last_ply(int ply) { line_.set_last_ply(ply); }

  /// Nothing if it was stopped.
  std::optional<Remembered> run() {
    const bool is_attackers_root = line_.is_attackers_turn();
    const Verdict verdict = line_.follow_forced();
    root_length_ = line_.length();
    Remembered found{verdict == Verdict::kHolds ? kProven : kDisproven, 1};
    const bool is_complete = verdict != Verdict::kOpen || decide(found);
    const bool is_good_for_root = found.numbers.is_proven() == is_attackers_root;
    if (root_length_ > 0) best_root_move_ = is_complete && is_good_for_root ? line_.played(0) : Move{};
    line_.retract_to(0);
    if (settings_.on_step) settings_.on_step(nodes_ % settings_.step_nodes, deepest_);
    return is_complete ? std::optional(found) : std::nullopt;
  }
  /// As in ProofSearch.
  Move best_root_move() const { return best_root_move_; }

 private:
  struct Child {
    Move move;
    int hope;  ///< G::hope of the attacker
  };

  /// Looks at every move without search; false if one of them decides the position.
  bool list_open_children(bool is_or, std::vector<Child>& children, Remembered& result) {
    const std::size_t here = line_.length();
    game::MoveList<G> moves;
    line_.choices(moves);
    for (const Move move : moves) {
      line_.play(move);
      const Verdict verdict = line_.follow_forced_from_calm();
      Remembered known{verdict == Verdict::kHolds ? kProven : kDisproven, 1};
      const bool is_decided =
          verdict != Verdict::kOpen || (table_.probe(line_.key(), known) && known.numbers.is_decided());
      if (!is_decided) children.push_back({move, G::hope(line_.position(), line_.attacker())});
      line_.retract_to(here);
      if (is_decided && take(is_or, move, known, result)) return false;
    }
    return true;
  }

  /// Adds a decided child to the position's result. Returns whether the child decides the position.
  bool take(bool is_or, Move move, const Remembered& child, Remembered& result) {
    if (child.numbers.is_proven() != is_or) {
      result.tree_size = capped(static_cast<std::uint64_t>(result.tree_size) + child.tree_size);
      return false;
    }
    if (line_.length() == root_length_) best_root_move_ = move;
    result = {child.numbers, capped(static_cast<std::uint64_t>(child.tree_size) + 1)};
    return true;
  }

  /// REQUIRES: the position is open. Returns false if the search was stopped.
  bool decide(Remembered& result) {
    count_node();
    const std::uint64_t nodes_before = nodes_;
    const ProofKey key = line_.key();
    const bool is_or = line_.is_attackers_turn();
    const std::size_t here = line_.length();
    result = {is_or ? kDisproven : kProven, 1};
    std::vector<Child> children;
    if (list_open_children(is_or, children, result)) {
      const auto comes_first = [is_or](const Child& a, const Child& b) {
        return is_or ? a.hope > b.hope : a.hope < b.hope;
      };
      std::stable_sort(children.begin(), children.end(), comes_first);
      for (const Child& child : children) {
        if (settings_.stop != nullptr && settings_.stop->is_raised()) return false;
        line_.play(child.move);
        line_.follow_forced_from_calm();
        Remembered known;
        // An image of it may have been decided meanwhile.
        const bool is_known = table_.probe(line_.key(), known) && known.numbers.is_decided();
        const bool is_complete = is_known || decide(known);
        line_.retract_to(here);
        if (!is_complete) return false;
        if (take(is_or, child.move, known, result)) break;
      }
    }
    table_.store(key, result, nodes_ - nodes_before + 1);
    return true;
  }

  void count_node() {
    deepest_ = std::max(deepest_, static_cast<int>(line_.length()));
    if (++nodes_ % settings_.step_nodes == 0 && settings_.on_step) settings_.on_step(settings_.step_nodes, deepest_);
  }

  ProofLine<G> line_;
  ProofTable& table_;
  Settings settings_;
  Move best_root_move_{};
  std::uint64_t nodes_ = 0;
  int deepest_ = 0;
  std::size_t root_length_ = 0;
};

}  // namespace partita::solve
