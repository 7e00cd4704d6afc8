#include "catalog/solver.h"

#include "base/clock.h"
#include "catalog/erased_solver.h"
#include "games/andantino/andantino.h"
#include "games/tafl/tafl.h"

namespace partita::catalog {

namespace {

/// What the catalog can prove about a game. Omega has exact scores instead of a winner and is solved by its endgame.
struct SolverEntry {
  std::string_view game;
  std::unique_ptr<AnySolver> (*make)(std::size_t mebibytes);
  base::Parsed<Verification> (*verify)(const Certificate&, Rim);
  std::unique_ptr<AnyStrategy> (*strategy)(Certificate);
  std::string (*canonical_text)(const PositionModel&);
};

template <game::Game G>
constexpr SolverEntry entry_of() {
  return {G::kName, [](std::size_t mebibytes) -> std::unique_ptr<AnySolver> { return std::make_unique<ErasedSolver<G>>(mebibytes); },
          verify_erased<G>,
          [](Certificate c) -> std::unique_ptr<AnyStrategy> { return std::make_unique<ErasedStrategy<G>>(std::move(c)); },
          [](const PositionModel& model) {
            return solve::canonical_text<G>(static_cast<const ErasedPosition<G>&>(model).position()).text;
          }};
}

constexpr SolverEntry kSolvers[] = {entry_of<games::andantino::Andantino>(), entry_of<games::tafl::Tafl>()};

base::Parsed<const SolverEntry*> find_solver(std::string_view game) {
  for (const SolverEntry& entry : kSolvers) {
    if (entry.game == game) return &entry;
  }
  return base::Error{"no solver for the game " + base::quoted(game) + ""};
}

}  // namespace

std::string_view name_of(SolvedValue value) {
  switch (value) {
    case SolvedValue::kUnknown: return "unknown";
    case SolvedValue::kWin: return "win";
    case SolvedValue::kDraw: return "draw";
    case SolvedValue::kLoss: return "loss";
    case SolvedValue::kDrawOrWin: return "draw or win";
    case SolvedValue::kDrawOrLoss: return "draw or loss";
  }
  return "unknown";
}

base::Parsed<std::unique_ptr<AnySolver>> make_solver(std::string_view game, std::size_t mebibytes) {
  const auto entry = find_solver(game);
  if (!entry) return entry.forward_error();
  return (*entry)->make(mebibytes);
}

base::Parsed<Verification> verify_certificate(const Certificate& certificate, Rim rim) {
  const auto entry = find_solver(certificate.claim.game);
  if (!entry) return entry.forward_error();
  return (*entry)->verify(certificate, rim);
}

base::Parsed<std::unique_ptr<AnyStrategy>> make_strategy(Certificate certificate) {
  const auto entry = find_solver(certificate.claim.game);
  if (!entry) return entry.forward_error();
  return (*entry)->strategy(std::move(certificate));
}

std::string canonical_text(const AnyPosition& position) {
  const auto entry = find_solver(position.game());
  return entry ? (*entry)->canonical_text(position.model()) : position.text();
}

SolveReport solve_position(AnySolver& solver, const AnyPosition& position, const SolveRequest& request) {
  const Seat mover = position.to_move();
  const base::Stopwatch watch;
  SolveReport report;
  // Half of the budget for the first question; what it leaves goes to the second.
  SolveRequest first = request;
  first.seconds = request.seconds / 2;
  first.nodes = request.nodes / 2;
  const ProofReport wins = solver.prove(position, mover, first);
  report.nodes = wins.nodes;
  if (wins.proof == Proof::kYes) {
    report.value = SolvedValue::kWin;
    report.best_move = wins.best_move;
  } else {
    SolveRequest second = request;
    if (request.seconds > 0) second.seconds = std::max(0.01, request.seconds - watch.seconds());
    if (request.nodes > 0) second.nodes = request.nodes - std::min(request.nodes / 2, wins.nodes);
    if (!second.checkpoint.empty()) second.checkpoint += ".loss";
    const ProofReport loses = solver.prove(position, mover == 0 ? Seat{1} : Seat{0}, second);
    report.nodes += loses.nodes;
    if (loses.proof == Proof::kYes) {
      report.value = SolvedValue::kLoss;
    } else if (loses.proof == Proof::kNo) {
      report.value = wins.proof == Proof::kNo ? SolvedValue::kDraw : SolvedValue::kDrawOrWin;
      report.best_move = loses.best_move;
    } else if (wins.proof == Proof::kNo) {
      report.value = SolvedValue::kDrawOrLoss;
    }
  }
  report.seconds = watch.seconds();
  return report;
}

}  // namespace partita::catalog
