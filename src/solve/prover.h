#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <mutex>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "base/clock.h"
#include "base/parsed.h"
#include "solve/checkpoint.h"
#include "solve/proof_search.h"
#include "solve/whole_search.h"

namespace partita::solve {

/// What a proof may spend and whom it tells. Zero means no limit.
struct ProofPlan {
  std::uint64_t nodes = 0;
  double seconds = 0;
  int threads = 1;
  Numbers limits{kInfinite, kInfinite};  ///< run() ends when a number of the root reaches its threshold
  int last_ply = 0;                      ///< the attacker must have won by this ply of the game
  std::string checkpoint;                ///< file to write now and then and at the end; empty for none
  double checkpoint_seconds = 60;
  std::string claim;         ///< names the checkpoint's subject
  CheckpointHeader resumed;  ///< work already in the table
  double progress_seconds = 1;
  std::function<void(const ProofProgress&)> on_progress;  ///< on the thread that called run()
  const base::StopFlag* stop = nullptr;                   ///< raised by any thread at any time; may be null
};

/// One claim "the attacker wins from here" worked on by one or more threads over one table. run() blocks. Everything
/// belongs to one thread but the plan's stop flag.
template <game::Game G>
class Prover {
 public:
  using Position = typename G::Position;
  using Move = typename G::Move;

  Prover(const Position& root, game::Seat attacker, ProofTable& table, ProofPlan plan)
      : root_(root), attacker_(attacker), share_(table, plan.stop), plan_(std::move(plan)) {}

  void set_past(std::vector<game::Key> keys) { past_ = std::move(keys); }

  /// A disproof that had to give up a line for its length is reported as undecided.
  Numbers run() {
    watch_.restart();
    std::vector<std::thread> helpers;
    for (int i = 1; i < plan_.threads; ++i) helpers.emplace_back([this] { work({plan_.threads > 1, {}}); });
    work({plan_.threads > 1, [this](Numbers root) { look_up(root); }, step_nodes()});
    for (std::thread& helper : helpers) helper.join();
    if (ends_whole() && !result_.is_decided()) search_whole();
    if (!plan_.checkpoint.empty()) save();
    return result_;
  }

  Numbers result() const { return result_; }
  /// Why the work could not be saved at the end; empty if it was.
  const std::string& save_failure() const { return save_failure_; }
  Move best_move() const { return best_move_; }
  std::uint32_t tree_size() const { return tree_size_; }
  ProofProgress progress(Numbers root) const {
    const ProofTable& table = share_.table;
    return {root, plan_.resumed.nodes + share_.nodes.load(std::memory_order_relaxed),
            plan_.resumed.seconds + watch_.seconds(),
            static_cast<double>(table.used_slots()) / static_cast<double>(table.slot_count()),
            share_.deepest_ply.load(std::memory_order_relaxed)};
  }

 private:
  /// Limits are looked at once a step.
  std::uint64_t step_nodes() const {
    constexpr std::uint64_t kUsual = ProofSearch<G>::kStepNodes;
    return plan_.nodes > 0 ? std::min(plan_.nodes, kUsual) : kUsual;
  }

  void work(typename ProofSearch<G>::Settings settings) {
    ProofSearch<G> search(root_, attacker_, share_, std::move(settings));
    search.set_past(past_);
    if (plan_.last_ply > 0) search.set_last_ply(plan_.last_ply);
    const Numbers numbers = search.run(plan_.limits);
    const std::lock_guard<std::mutex> lock(mutex_);
    share_.stop.raise();
    if (result_.is_decided()) return;
    result_ = numbers;
    if (numbers.is_disproven() && !disproofs_hold()) result_ = {1, 1};
    best_move_ = search.best_root_move();
    tree_size_ = search.tree_size();
  }

  /// Lines given up for their length or because they repeat count against the attacker, who might yet win by them.
  bool disproofs_hold() const {
    if constexpr (game::HasRepetition<G>) {
      if (root_.repetition_limit() != 0 && root_.repetition_payoff(attacker_) == game::kPoint) return false;
    }
    return !share_.hit_length_limit.load(std::memory_order_relaxed);
  }

  /// Whether every line is followed to its end if proof numbers have not decided the claim soon: on small boards a
  /// claim may fail for no other reason than want of room.
  bool ends_whole() const {
    if constexpr (game::HasProofGuess<G>) {
      return G::counts_hope(root_) && plan_.limits == Numbers{kInfinite, kInfinite};
    } else {
      return false;
    }
  }
  bool is_spent(std::uint64_t most_nodes) const {
    return (plan_.seconds > 0 && watch_.seconds() >= plan_.seconds) ||
           (most_nodes > 0 && share_.nodes.load(std::memory_order_relaxed) >= most_nodes);
  }
  void search_whole() {
    if constexpr (game::HasProofGuess<G>) {
      base::StopFlag stop(plan_.stop);
      if (is_spent(plan_.nodes)) return;
      typename WholeSearch<G>::Settings settings{&stop, {}, step_nodes()};
      settings.on_step = [&](std::uint64_t nodes, int deepest_ply) {
        share_.nodes.fetch_add(nodes, std::memory_order_relaxed);
        share_.deepest_ply.store(std::max(deepest_ply, share_.deepest_ply.load(std::memory_order_relaxed)),
                                 std::memory_order_relaxed);
        if (is_spent(plan_.nodes)) stop.raise();
        tell_and_save(result_);
      };
      WholeSearch<G> search(root_, attacker_, share_.table, settings);
      if (plan_.last_ply > 0) search.set_last_ply(plan_.last_ply);
      const auto found = search.run();
      if (!found) return;
      result_ = found->numbers;
      tree_size_ = found->tree_size;
      best_move_ = search.best_root_move();
    }
  }

  /// Between nodes of the first thread: limits, progress, housekeeping.
  void look_up(Numbers root) {
    if (is_spent(plan_.nodes) || (ends_whole() && is_spent(kNodesByNumbers))) share_.stop.raise();
    if (share_.table.is_nearly_full()) share_.table.collect_garbage(kCollectedShare);
    tell_and_save(root);
  }
  void tell_and_save(Numbers root) {
    const double now = watch_.seconds();
    if (plan_.on_progress && now >= next_progress_) {
      next_progress_ = now + plan_.progress_seconds;
      plan_.on_progress(progress(root));
    }
    if (!plan_.checkpoint.empty() && now >= next_checkpoint_) {
      if (next_checkpoint_ > 0) save();
      next_checkpoint_ = watch_.seconds() + plan_.checkpoint_seconds;
    }
  }
  /// A failed write does not end a long proof, as the next one may succeed; only a failure of the last one is reported.
  void save() {
    const ProofProgress state = progress({});
    const auto saved = write_checkpoint(plan_.checkpoint, {plan_.claim, state.nodes, state.seconds}, share_.table);
    save_failure_ = saved ? std::string() : saved.error();
  }

  static constexpr double kCollectedShare = 0.3;
  /// After so many nodes of proof-number search WholeSearch takes over, where the game has it.
  static constexpr std::uint64_t kNodesByNumbers = 500'000;

  Position root_;
  game::Seat attacker_;
  ProofShare share_;
  ProofPlan plan_;
  std::vector<game::Key> past_;
  base::Stopwatch watch_;
  double next_progress_ = 0;
  double next_checkpoint_ = 0;
  std::mutex mutex_;
  Numbers result_;
  Move best_move_{};
  std::uint32_t tree_size_ = 0;
  std::string save_failure_;
};

}  // namespace partita::solve
