#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

#include "base/clock.h"
#include "base/fixed_vector.h"
#include "game/concept.h"
#include "solve/numbers.h"
#include "solve/proof_line.h"
#include "solve/proof_table.h"

namespace partita::solve {

/// How a proof search stands, for progress lines. Numbers are the root's.
struct ProofProgress {
  Numbers root;
  std::uint64_t nodes = 0;
  double seconds = 0;
  double table_load = 0;  ///< 0..1
  int deepest_ply = 0;    ///< plies below the root
};

/// What all threads of one proof share. The owner keeps it alive until every worker has returned.
struct ProofShare {
  explicit ProofShare(ProofTable& proofs, const base::StopFlag* outside = nullptr)
      : table(proofs), stop(outside), busy(kBusySlots) {}

  ProofTable& table;
  base::StopFlag stop;  ///< raised by whoever has decided the claim or used up its limits, or from outside
  std::atomic<std::uint64_t> nodes{0};
  std::atomic<int> deepest_ply{0};
  /// A line grew too long to be followed: proofs stand, disproofs do not.
  std::atomic<bool> hit_length_limit{false};
  /// How many threads are below a position, by hashed key: makes others look elsewhere (virtual proof numbers).
  static constexpr std::size_t kBusySlots = 1U << 16;
  std::vector<std::atomic<std::uint8_t>> busy;
};

/// Depth-first proof-number search (Nagai 2002) for "the attacker wins", one worker. A node is a position in which
/// somebody has a choice: immediate wins and single forced replies are followed without a node of their own. Thresholds
/// leave room for more than the runner-up has (Pawlewicz and Lew's 1 + epsilon), which halves the re-expansions.
/// A disproof that rests on a repetition depends on the path and is never stored; proofs never rest on one. One thread;
/// workers with the same share and root help each other.
template <game::Game G>
class ProofSearch {
 public:
  using Position = typename G::Position;
  using Move = typename G::Move;

  static constexpr std::uint64_t kStepNodes = 4096;

  struct Settings {
    bool shares_work = false;                   ///< other workers run on the same share
    std::function<void(Numbers root)> on_step;  ///< called every step_nodes nodes; may raise the stop flag
    std::uint64_t step_nodes = kStepNodes;
  };

  ProofSearch(const Position& root, game::Seat attacker, ProofShare& share, Settings settings)
      : line_(root, attacker, share.table.seed()), share_(share), settings_(std::move(settings)) {}

  void set_past(const std::vector<game::Key>& keys) { line_.set_past(keys); }
  void set_last_ply(int ply) { line_.set_last_ply(ply); }

  /// Searches the root until it is decided, one of its numbers has reached its limit or the stop flag is raised.
  Numbers run(Numbers limits = {kInfinite, kInfinite});
  /// After a proof or disproof: the attacker's move at the root, or the refutation; Move{} where it is the other's
  /// turn, and where the root is settled at once.
  Move best_root_move() const { return best_root_move_; }

  /// The root's first choice, once forced replies are played, with what is known of every move that is not settled.
  struct RootChoice {
    Numbers numbers;           ///< of the root
    std::vector<Move> forced;  ///< leads from the root to the choice
    bool is_attackers = false;
    std::vector<std::pair<Move, Numbers>> moves;  ///< none where the root is decided
  };
  /// Looks at the root alone: what the table does not know is guessed.
  RootChoice root_choice();
  /// Of the proof or disproof as a tree, once decided.
  std::uint32_t tree_size() const { return root_.tree_size; }

 private:
  /// 1 + epsilon: a child's threshold exceeds the runner-up's number by this part of it. Less room where leaf
  /// initialisation makes the numbers say more.
  static constexpr Number kRoomShare = game::HasProofGuess<G> ? 4 : 2;
  /// Whether a child is looked up before it is played. The table holds only positions with a choice: a child that is
  /// found there needs no test for immediate wins and forced replies.
  static constexpr bool kLooksUpFirst = game::HasSymmetricKeys<G> && !game::HasRepetition<G>;
  /// Keeps the recursion within an ordinary stack.
  static constexpr std::size_t kLongestLine = 240;

  struct Child {
    ProofKey key;
    Remembered known;
    Move move{};
    bool rests_on_path = false;  ///< decided by a repetition
  };
  using Children = std::vector<Child>;

  /// A node while it is on the stack: what was found without looking further, and the children still of interest.
  struct Node {
    explicit Node(Children& list) : children(list) { children.clear(); }

    ProofKey key;
    bool is_or = false;  ///< the attacker chooses
    bool rests_on_path = false;
    std::uint64_t settled_size = 1;  ///< tree size of the children already settled against the chooser
    Children& children;
  };
  struct Choice {
    std::size_t index = 0;
    Number runner_up = kInfinite;
  };

  Remembered expand(Node& node);
  bool settle_child(Node& node, Verdict verdict, Child& child);
  Remembered combine(const Node& node, Choice& choice) const;
  template <Number Numbers::*Own, Number Numbers::*Other>
  Remembered combine_for_chooser(const Node& node, Choice& choice) const;
  Numbers child_thresholds(const Node& node, const Numbers& limits, const Numbers& now, const Choice& choice) const;
  /// Returns whether the result rests on the path.
  bool descend(Numbers limits, Remembered& result);
  void visit_child(Node& node, Child& child, const Numbers& limits);
  void refresh(Node& node) const;
  void count_node();
  void tell_count();
  /// Whether the root is decided as that side wants it.
  bool is_good_for(bool is_attacker) const {
    return root_.numbers.is_decided() && root_.numbers.is_proven() == is_attacker;
  }
  bool is_at_root() const { return line_.length() == root_length_; }
  static std::uint32_t one_more(std::uint32_t size) { return capped(size + std::uint64_t{1}); }
  /// Every node of a line has its own list. Longer lines are not followed.
  Children& children_here() { return lists_[std::min(line_.length(), kLongestLine - 1)]; }

  /// Virtual loss for positions that other threads search. At an OR node one winning move is enough and the work on
  /// another is lost; a large loss still pays, since one thread alone often stays with the wrong move for long. At an
  /// AND node every reply must be searched anyway: a small loss is enough, and parts the threads deeper in the tree.
  Number burdened(Number number, const Node& node, const ProofKey& key) const {
    if (!settings_.shares_work || number == 0 || number >= kInfinite) return number;
    const unsigned others = share_.busy[key.place % ProofShare::kBusySlots].load(std::memory_order_relaxed);
    const std::uint64_t burden = node.is_or ? number : number / 4;
    return capped(number + (burden + 1) * others);
  }

  ProofLine<G> line_;
  ProofShare& share_;
  Settings settings_;
  Remembered root_;
  Move best_root_move_{};
  std::uint64_t nodes_ = 0;
  std::uint64_t told_nodes_ = 0;    ///< of these, in the share's count
  bool is_decided_before_ = false;  ///< the root's result was in the table: the work for it has been counted
  int deepest_ = 0;
  std::size_t root_length_ = 0;
  std::array<Children, kLongestLine> lists_;  ///< by the plies of the line; kept, so that nodes do not allocate
};

}  // namespace partita::solve

#include "solve/proof_search_steps.h"  // IWYU pragma: keep
