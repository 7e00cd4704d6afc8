#pragma once

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <mutex>
#include <set>
#include <system_error>
#include <thread>

#include "base/text.h"
#include "catalog/erased_position.h"
#include "catalog/solver.h"
#include "solve/distance.h"
#include "solve/exact_solver.h"
#include "solve/prover.h"
#include "solve/strategy.h"
#include "solve/strategy_plies.h"
#include "solve/strategy_weights.h"
#include "solve/verifier.h"

namespace partita::catalog {

template <game::Game G>
base::Parsed<Verification> verify_erased(const Certificate& certificate, Rim rim);

/// The one implementation of AnySolver, for any Game of two seats.
template <game::Game G>
class ErasedSolver final : public AnySolver {
 public:
  ErasedSolver(std::size_t mebibytes, std::uint64_t seed) : table_(mebibytes, seed) {}

  ProofReport prove(const AnyPosition& position, Seat attacker, const SolveRequest& request) override {
    const auto& erased = static_cast<const ErasedPosition<G>&>(position.model());
    if constexpr (solve::HasExactSolver<G>) {
      // Its work is not saved: positions that it takes on are decided in minutes.
      if (G::ExactSolver::can_solve(erased.position()) && request.plies == 0 && request.checkpoint.empty())
        return decided(erased.position(), attacker, request);
    }
    solve::ProofPlan plan;
    plan.nodes = request.nodes;
    plan.seconds = request.seconds;
    plan.threads = std::max(1, request.threads);
    plan.checkpoint = request.checkpoint;
    plan.checkpoint_seconds = request.checkpoint_seconds;
    plan.stop = request.stop;
    plan.limits = request.limits;
    if (request.plies > 0) plan.last_ply = position.ply() + request.plies;
    plan.claim = claim_line(position, attacker, request.plies);
    if (request.on_progress)
      plan.on_progress = [&](const solve::ProofProgress& now) { request.on_progress(told(attacker, now)); };
    if (auto begun = begin_checkpoint(plan); !begun) {
      ProofReport refused;
      refused.failure = begun.error();
      return refused;
    }
    solve::Prover<G> prover(erased.position(), attacker, table_, plan);
    prover.set_past(erased.earlier_keys());
    prover.run();
    const solve::ProofProgress end = prover.progress(prover.result());
    ProofReport report;
    if (prover.result().is_proven()) report.proof = Proof::kYes;
    if (prover.result().is_disproven()) report.proof = Proof::kNo;
    report.best_move = written(erased.position(), prover.best_move());
    report.failure = prover.save_failure();
    report.tree_size = prover.tree_size();
    report.nodes = end.nodes;
    report.seconds = end.seconds;
    return report;
  }

  std::optional<Certificate> strategy(const AnyPosition& position, Seat winner, int plies,
                                      const base::StopFlag* stop) override {
    auto written = written_strategy(position, winner, plies, stop);
    if constexpr (game::HasRepetition<G>) {
      // Proofs that met along different ways may lead a strategy in circles; one with a last ply cannot go round.
      for (int limit = kFirstLimit; plies == 0 && written && !holds(*written); limit += 2) {
        if (limit > kLastLimit) return std::nullopt;
        SolveRequest request;
        request.plies = limit;
        request.nodes = kLimitedNodes;
        request.stop = stop;
        if (stop != nullptr && stop->is_raised()) return std::nullopt;
        if (prove(position, winner, request).proof != Proof::kYes) continue;
        written = written_strategy(position, winner, limit, stop);
      }
    }
    return written;
  }

  ProofStep step(const AnyPosition& position, Seat attacker, int plies) override {
    const auto& erased = static_cast<const ErasedPosition<G>&>(position.model());
    solve::ProofShare share(table_);
    solve::ProofSearch<G> search(erased.position(), attacker, share, {});
    search.set_past(erased.earlier_keys());
    if (plies > 0) search.set_last_ply(position.ply() + plies);
    const auto choice = search.root_choice();
    ProofStep step{choice.numbers, choice.is_attackers, game::HasRepetition<G>, {}};
    auto pos = erased.position();
    std::vector<std::string> forced;
    for (const auto move : choice.forced) {
      forced.push_back(written(pos, move));
      pos.play(move);
    }
    for (const auto& [move, numbers] : choice.moves) {
      step.branches.push_back({forced, numbers});
      step.branches.back().moves.push_back(written(pos, move));
    }
    return step;
  }

  void advise(Replies replies) override { replies_ = std::move(replies); }

  DistanceReport distance(const AnyPosition& position, Seat attacker, int plies, const SolveRequest& request) override {
    const auto& erased = static_cast<const ErasedPosition<G>&>(position.model());
    solve::DistanceSearch<G> search(erased.position(), attacker, {plies, request.nodes, request.stop, table_.seed()});
    search.set_past(erased.earlier_keys());
    const solve::Distance found = search.run();
    return {found.at_least, found.at_most, written(erased.position(), search.best_root_move()), search.nodes()};
  }

 private:
  static constexpr int kFirstLimit = 3;
  static constexpr int kLastLimit = 61;
  static constexpr std::uint64_t kLimitedNodes = 1'000'000;

  std::optional<Certificate> written_strategy(const AnyPosition& position, Seat winner, int plies,
                                              const base::StopFlag* stop) {
    const auto& erased = static_cast<const ErasedPosition<G>&>(position.model());
    solve::StrategyWriter<G> writer(erased.position(), winner, table_, stop);
    if (plies > 0) writer.set_last_ply(position.ply() + plies);
    writer.ask_first([&](const typename G::Position& pos) {
      const auto move = advised(pos);
      if constexpr (solve::HasExactSolver<G>) {
        const bool is_solvable = G::ExactSolver::can_solve(erased.position()) && plies == 0;
        if (move == typename G::Move{} && is_solvable) return exact_reply(pos, stop);
      }
      return move;
    });
    auto entries = writer.entries();
    if (!entries) return std::nullopt;
    return Certificate{{std::string(G::kName), position.rules(), position.text(), winner, position.seat_name(winner)},
                       game::HasSymmetries<G>,
                       std::move(*entries)};
  }
  /// A reply somebody else found, or Move{}.
  typename G::Move advised(const typename G::Position& pos) const {
    if (replies_.empty()) return {};
    const solve::CanonicalText name = solve::canonical_text<G>(pos);
    const auto found = replies_.find(name.text);
    if (found == replies_.end()) return {};
    const auto move = solve::turned_reply<G>(pos, name.symmetry, found->second);
    return move ? *move : typename G::Move{};
  }
  ProofReport decided(const typename G::Position& pos, Seat attacker, const SolveRequest& request) {
    const base::Stopwatch watch;
    const auto answer = exact_.solve(pos, [&](std::uint64_t nodes) {
      return (request.nodes > 0 && nodes >= request.nodes) ||
             (request.seconds > 0 && watch.seconds() >= request.seconds) ||
             (request.stop != nullptr && request.stop->is_raised());
    });
    ProofReport report;
    report.nodes = exact_.nodes();
    report.seconds = watch.seconds();
    if (!answer) return report;
    report.proof = answer->winner == attacker ? Proof::kYes : Proof::kNo;
    report.best_move = written(pos, answer->move);
    return report;
  }
  typename G::Move exact_reply(const typename G::Position& pos, const base::StopFlag* stop) {
    const auto answer = exact_.solve(pos, [&](std::uint64_t) { return stop != nullptr && stop->is_raised(); });
    return answer && answer->winner == pos.to_move() ? answer->move : typename G::Move{};
  }

  static bool holds(const Certificate& certificate) {
    const auto found = verify_erased<G>(certificate, Rim::kAllowed);
    return found && found->accepted;
  }

  static std::string written(const typename G::Position& pos, typename G::Move move) {
    return move == typename G::Move{} ? std::string() : G::Notation::write_move(pos, move);
  }
  static std::string claim_line(const AnyPosition& position, Seat attacker, int plies) {
    std::string line = std::string(G::kName);
    for (const auto& [name, value] : position.rules()) line += " " + name + "=" + value;
    if (plies > 0) line += " within=" + std::to_string(plies);
    return line + " seat=" + std::to_string(attacker) + " " + position.text();
  }
  static SolveProgress told(Seat attacker, const solve::ProofProgress& now) {
    return {attacker, now.root.proof, now.root.disproof, now.nodes, now.seconds, now.table_load, now.deepest_ply};
  }
  /// Resumes from the checkpoint, or writes a first one where there is none: what cannot be written should be known
  /// before hours of work. Anything else at that place is somebody's and stays.
  base::Parsed<base::Done> begin_checkpoint(solve::ProofPlan& plan) {
    if (plan.checkpoint.empty()) return base::Done{};
    std::error_code failure;
    const auto status = std::filesystem::symlink_status(plan.checkpoint, failure);
    if (status.type() == std::filesystem::file_type::not_found) {
      return solve::write_checkpoint(plan.checkpoint, {plan.claim, 0, 0}, table_);
    }
    if (!std::filesystem::is_regular_file(plan.checkpoint, failure)) {
      return base::Error{base::quoted(plan.checkpoint) + " is no file that can be read"};
    }
    auto header = solve::read_checkpoint(plan.checkpoint, plan.claim, table_);
    if (!header) {
      table_.clear();
      return header.forward_error();
    }
    plan.resumed = *header;
    return base::Done{};
  }

  solve::ProofTable table_;
  Replies replies_;
  typename solve::ExactSolverOf<G>::Type exact_;
};

/// Names of the cells on the rim, from the picture of the board.
template <game::Game G>
std::set<std::string> rim_cells(const typename G::Position& pos) {
  std::set<std::string> names;
  for (const game::CellView& cell : G::view(pos).cells) {
    if (cell.ground == "rim") names.insert(cell.name);
  }
  return names;
}

/// What the rules make of a position and its winner, in their own words.
template <game::Game G>
Claim derived_claim(const typename G::Position& pos, Seat winner) {
  return {std::string(G::kName), G::rule_values(G::rules_of(pos)), G::Notation::write_position(pos), winner,
          G::seat_name(pos, winner)};
}

/// The position a claim is about. A header that says anything else than what follows from the position is refused.
template <game::Game G>
base::Parsed<typename G::Position> claimed_position(const Claim& claim) {
  auto rules = G::make_rules(claim.rules);
  if (!rules) return rules.error_at("certificate's rules");
  auto position = G::Notation::read_position(*rules, claim.position);
  if (!position) return position.error_at("certificate's position");
  if (claim.winner >= position->seat_count()) return base::Error{"the certificate's winner is no seat of the game"};
  const auto same = solve::check_claim(claim, derived_claim<G>(*position, claim.winner));
  if (!same) return same.forward_error();
  return position;
}

template <game::Game G>
base::Parsed<Verification> verify_erased(const Certificate& certificate, Rim rim) {
  const auto start = claimed_position<G>(certificate.claim);
  if (!start) return start.forward_error();
  solve::Verifier<G> verifier(certificate, *start);
  if (rim == Rim::kForbidden) {
    const auto names = rim_cells<G>(*start);
    if (names.empty()) return base::Error{"boards of this game have no rim"};
    for (const game::CellView& cell : G::view(*start).cells) {
      if (cell.piece != ' ' && names.count(cell.name) != 0)
        return base::Error{"the claim's position has a piece on the rim"};
    }
    verifier.forbid([names](const typename G::Position& pos, typename G::Move move) {
      const auto path = G::move_path(pos, move);
      return std::any_of(path.begin(), path.end(), [&](const std::string& cell) { return names.count(cell) != 0; });
    });
  }
  return verifier.run();
}

/// The one implementation of AnyStrategy.
template <game::Game G>
class ErasedStrategy final : public AnyStrategy {
 public:
  explicit ErasedStrategy(Certificate certificate) : certificate_(std::move(certificate)), plies_(certificate_) {}

  const Certificate& certificate() const override { return certificate_; }

  std::optional<std::string> reply(const AnyPosition& position) const override {
    if (!is_about(position) || position.to_move() != certificate_.claim.winner) return std::nullopt;
    const auto& pos = static_cast<const ErasedPosition<G>&>(position.model()).position();
    for (const auto move : solve::legal_moves<G>(pos)) {
      auto after = pos;
      after.play(move);
      if (solve::is_won_by<G>(after, certificate_.claim.winner)) return G::Notation::write_move(pos, move);
    }
    return written_reply(pos);
  }
  std::optional<int> longest_line(const AnyPosition& position, const base::StopFlag* stop) const override {
    if (!is_about(position)) return std::nullopt;
    const auto& pos = static_cast<const ErasedPosition<G>&>(position.model()).position();
    if constexpr (game::HasRepetition<G>) {
      solve::Verifier<G> verifier(certificate_, pos);
      if (stop != nullptr) verifier.stop_at(*stop);
      return verifier.longest_line();
    } else {
      // The first to ask may take a second; whoever is told to stop does not sit through it. No timed mutex: the thread
      // sanitizer of GCC 12 does not see it being locked.
      std::unique_lock lock(plies_mutex_, std::try_to_lock);
      while (!lock.owns_lock()) {
        if (stop != nullptr && stop->is_raised()) return std::nullopt;
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
        static_cast<void>(lock.try_lock());
      }
      return plies_.at(pos, stop);
    }
  }

  std::vector<std::uint64_t> weights() const override {
    if constexpr (game::HasRepetition<G>) {
      return {};
    } else {
      const auto start = claimed_position<G>(certificate_.claim);
      return start ? solve::StrategyWeights<G>(certificate_).below(*start) : std::vector<std::uint64_t>{};
    }
  }

 private:
  bool is_about(const AnyPosition& position) const {
    return position.game() == G::kName && !position.is_over() && position.rules() == certificate_.claim.rules;
  }
  std::optional<std::string> written_reply(const typename G::Position& pos) const {
    solve::CanonicalText name{G::Notation::write_position(pos), 0};
    if (certificate_.images_left_out) name = solve::canonical_text<G>(pos);
    const auto entry = solve::find_entry(certificate_, name.text);
    if (!entry) return std::nullopt;
    const auto move = solve::turned_reply<G>(pos, name.symmetry, certificate_.entries[*entry].second);
    if (!move) return std::nullopt;
    return G::Notation::write_move(pos, *move);
  }

  /// Games whose rules know repetition are walked anew every time: what a position is worth depends on how it came
  /// about.
  struct Forgetful {
    explicit Forgetful(const Certificate&) {}
  };
  template <class Known>
  struct PliesOf {
    using Type = solve::StrategyPlies<Known>;
  };
  template <class Known>
  requires game::HasRepetition<Known>
  struct PliesOf<Known> {
    using Type = Forgetful;
  };

  const Certificate certificate_;
  mutable std::mutex plies_mutex_;
  mutable typename PliesOf<G>::Type plies_;
};

template <game::Game G>
base::Parsed<std::unique_ptr<AnyStrategy>> strategy_erased(Certificate certificate) {
  const auto start = claimed_position<G>(certificate.claim);
  if (!start) return start.forward_error();
  return std::unique_ptr<AnyStrategy>(std::make_unique<ErasedStrategy<G>>(std::move(certificate)));
}

}  // namespace partita::catalog
