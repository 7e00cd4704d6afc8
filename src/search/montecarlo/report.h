#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

#include "search/montecarlo/shared_search.h"
#include "search/montecarlo/simulation.h"
#include "search/task.h"

namespace partita::search::montecarlo {

/// An expected share of the point as a score: 400 points are odds of ten to one, as in Elo.
inline game::Score score_of_share(double share) {
  constexpr double kTenfoldOdds = 400;
  constexpr double kCertain = 1e-4;
  const double p = std::clamp(share, kCertain, 1 - kCertain);
  return static_cast<game::Score>(std::lround(kTenfoldOdds * std::log10(p / (1 - p))));
}

/// Turns a tree into lines of analysis. May run beside workers: it reads statistics that are atomic.
template <game::Game G>
class Reporter {
 public:
  using Move = typename G::Move;
  using NodeType = Node<Move>;

  explicit Reporter(const SharedSearch<G>& shared) : shared_(shared), tree_(shared.tree) {}

  /// Allowed children of the root, best first: proven wins, then by visits, where a proven result stands before the
  /// moves that do no better than it.
  std::vector<NodeIndex> ranked_root_moves() const {
    const auto mover = static_cast<game::Seat>(shared_.root_pos.to_move());
    const NodeIndex first = tree_.root().children.load(std::memory_order_acquire);
    std::vector<NodeIndex> open;
    std::vector<NodeIndex> proven;
    for (NodeIndex i = 0; i < tree_.root().child_count; ++i) {
      if (!shared_.is_root_move_allowed(i)) continue;
      (proof(first + i).is_known() ? proven : open).push_back(first + i);
    }
    std::stable_sort(open.begin(), open.end(), [&](NodeIndex a, NodeIndex b) { return visits(a) > visits(b); });
    std::stable_sort(proven.begin(), proven.end(), [&](NodeIndex a, NodeIndex b) {
      if (is_better_for(mover, proof(a), proof(b))) return true;
      // Of wins, or losses, of unknown length the one that was looked at most.
      return !proof(a).is_distance_known() && !is_better_for(mover, proof(b), proof(a)) && visits(a) > visits(b);
    });
    std::vector<NodeIndex> ranked;
    auto next = proven.begin();
    for (const NodeIndex move : open) {
      const double mean = tree_.node(move).mean();
      while (next != proven.end() && share(*next, mover) > 0 && share(*next, mover) >= mean) ranked.push_back(*next++);
      ranked.push_back(move);
    }
    ranked.insert(ranked.end(), next, proven.end());
    return ranked;
  }

  Line<Move> line(NodeIndex root_move, int rank) const {
    const auto mover = static_cast<std::size_t>(shared_.root_pos.to_move());
    Line<Move> line;
    line.rank = rank;
    line.pv = principal_variation(root_move);
    line.depth = static_cast<int>(line.pv.size());
    line.seldepth = std::max(line.depth, shared_.deepest.load(std::memory_order_relaxed) - 1);
    line.hashfull = static_cast<int>(tree_.used() * 1000 / tree_.capacity());
    const ProvenResult result = proof(root_move);
    line.shares = result.is_known() ? exact_shares(result) : average_shares(root_move);
    line.score = score_of_share((*line.shares)[mover]);
    if (result.is_known()) describe_proof(result.one_ply_earlier(), mover, line);
    return line;
  }

 private:
  ProvenResult proof(NodeIndex index) const { return tree_.node(index).proven(); }
  std::uint32_t visits(NodeIndex index) const { return tree_.node(index).visit_count(); }
  double share(NodeIndex index, game::Seat seat) const {
    return static_cast<double>(proof(index).payoff(seat)) / game::kPoint;
  }

  using Shares = std::array<double, game::kMaxSeats>;
  static Shares exact_shares(ProvenResult result) {
    Shares shares{};
    for (std::size_t seat = 0; seat < shares.size(); ++seat) {
      shares[seat] = static_cast<double>(result.payoff(static_cast<int>(seat))) / game::kPoint;
    }
    return shares;
  }
  Shares average_shares(NodeIndex root_move) const {
    Shares shares{};
    const auto seats = static_cast<std::size_t>(shared_.root_pos.seat_count());
    const auto mover = static_cast<std::size_t>(shared_.root_pos.to_move());
    if (seats == 2) {
      shares[mover] = visits(root_move) == 0 ? 0.5 : std::clamp(tree_.node(root_move).mean(), 0.0, 1.0);
      shares[1 - mover] = 1 - shares[mover];
      return shares;
    }
    const std::size_t child = root_move - tree_.root().children.load(std::memory_order_acquire);
    double sum = 0;
    for (std::size_t seat = 0; seat < seats; ++seat) {
      shares[seat] = shared_.root_shares[child * seats + seat].load(std::memory_order_relaxed);
      sum += shares[seat];
    }
    for (std::size_t seat = 0; seat < seats; ++seat) {
      shares[seat] = sum > 0 ? shares[seat] / sum : 1.0 / static_cast<double>(seats);
    }
    return shares;
  }

  static void describe_proof(ProvenResult result, std::size_t mover, Line<Move>& line) {
    const int payoff = result.payoff(static_cast<int>(mover));
    if (!result.is_distance_known() && (payoff == game::kPoint || payoff == 0)) {
      line.score = payoff == 0 ? -game::kEvalLimit - 1 : game::kEvalLimit + 1;
      return;
    }
    if (payoff == game::kPoint) {
      line.distance = result.distance();
      line.score = game::win_in(result.distance());
    } else if (payoff == 0) {
      line.distance = -result.distance();
      line.score = game::loss_in(result.distance());
    } else {
      line.distance = 0;
      line.draw_chance = 1;
    }
  }

  std::vector<Move> principal_variation(NodeIndex index) const {
    std::vector<Move> pv;
    auto pos = shared_.root_pos;
    for (;;) {
      pv.push_back(tree_.node(index).move);
      pos.play(tree_.node(index).move);
      if (pos.is_over() || !tree_.node(index).has_children()) break;
      const NodeIndex next = best_child(tree_.node(index), static_cast<game::Seat>(pos.to_move()));
      if (visits(next) == 0) break;
      index = next;
    }
    if (proof(index).is_known() && proof(index).is_distance_known()) play_out_forced(pos, pv);
    return pv;
  }
  NodeIndex best_child(const NodeType& node, game::Seat mover) const {
    const NodeIndex first = node.children.load(std::memory_order_acquire);
    NodeIndex best = first;
    for (NodeIndex i = first + 1; i < first + node.child_count; ++i) {
      if (is_preferred(mover, i, best)) best = i;
    }
    return best;
  }
  bool is_preferred(game::Seat mover, NodeIndex a, NodeIndex b) const {
    const ProvenResult of_a = proof(a);
    const ProvenResult of_b = proof(b);
    if (of_a.is_known() && of_b.is_known()) return is_better_for(mover, of_a, of_b);
    if (of_a.is_known()) return of_a.payoff(mover) == game::kPoint;
    if (of_b.is_known() && of_b.payoff(mover) != game::kPoint) return of_b.payoff(mover) == 0 || visits(a) > visits(b);
    return !of_b.is_known() && visits(a) > visits(b);
  }

  /// A loss found by the game's own threat test has no nodes below it: any reply, and the win.
  static void play_out_forced(typename G::Position& pos, std::vector<Move>& pv) {
    if constexpr (game::HasThreats<G>) {
      for (int ply = 0; ply < 2 && !pos.is_over(); ++ply) {
        game::MoveList<G> moves;
        generate_sensible_moves<G>(pos, moves);
        pv.push_back(moves[0]);
        pos.play(moves[0]);
      }
    }
  }

  const SharedSearch<G>& shared_;
  const Tree<Move>& tree_;
};

}  // namespace partita::search::montecarlo
