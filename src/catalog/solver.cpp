#include "catalog/solver.h"

#include "base/clock.h"
#include "catalog/erased_solver.h"
#include "catalog/game_list.h"

namespace partita::catalog {

namespace {

/// What the catalog can prove about a game. Omega has exact scores instead of a winner and is solved by its endgame.
struct SolverEntry {
  std::string_view game;
  std::unique_ptr<AnySolver> (*make)(std::size_t mebibytes, std::uint64_t seed);
  base::Parsed<Verification> (*verify)(const Certificate&, Rim);
  base::Parsed<std::unique_ptr<AnyStrategy>> (*strategy)(Certificate);
  std::string (*canonical_text)(const PositionModel&);
  bool has_repetition;
};

template <game::Game G>
constexpr SolverEntry entry_of() {
  return {G::kName,
          [](std::size_t mebibytes, std::uint64_t seed) -> std::unique_ptr<AnySolver> {
            return std::make_unique<ErasedSolver<G>>(mebibytes, seed);
          },
          verify_erased<G>,
          strategy_erased<G>,
          [](const PositionModel& model) {
            return solve::canonical_text<G>(static_cast<const ErasedPosition<G>&>(model).position()).text;
          },
          game::HasRepetition<G>};
}

template <game::Game... Games>
std::vector<SolverEntry> solvers_of(GameList<Games...>) {
  std::vector<SolverEntry> entries;
  const auto add = [&]<class G>(const G*) {
    if constexpr (!game::HasScores<G>) entries.push_back(entry_of<G>());
  };
  (add(static_cast<const Games*>(nullptr)), ...);
  return entries;
}

base::Parsed<const SolverEntry*> find_solver(std::string_view game) {
  static const std::vector<SolverEntry> solvers = solvers_of(AllGames{});
  for (const SolverEntry& entry : solvers) {
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

base::Parsed<std::unique_ptr<AnySolver>> make_solver(std::string_view game, std::size_t mebibytes, std::uint64_t seed) {
  const auto entry = find_solver(game);
  if (!entry) return entry.forward_error();
  return (*entry)->make(mebibytes, seed);
}

bool has_solver(std::string_view game) { return find_solver(game).ok(); }

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

bool rests_on_past(std::string_view game) {
  const auto entry = find_solver(game);
  return entry && (*entry)->has_repetition;
}

std::string canonical_text(const AnyPosition& position) {
  const auto entry = find_solver(position.game());
  return entry ? (*entry)->canonical_text(position.model()) : position.text();
}

namespace {

/// The two questions about a position, "does this seat win?", worked on in turns.
class TwoClaims {
 public:
  TwoClaims(AnySolver& solver, const AnyPosition& position, const SolveRequest& request)
      : solver_(solver), position_(position), request_(request) {}

  SolveReport run() {
    const Seat mover = position_.to_move();
    const Seat other = mover == 0 ? Seat{1} : Seat{0};
    // The table remembers where each question stood, so that short turns cost little and the easier one is soon done.
    for (std::uint64_t slice = kFirstSlice; !is_done(); slice *= 2) {
      if (wins_.proof == Proof::kUnknown) ask(mover, slice, wins_);
      if (!is_done() && loses_.proof == Proof::kUnknown) ask(other, slice, loses_);
    }
    SolveReport report;
    report.value = value();
    report.best_move = wins_.proof == Proof::kYes ? wins_.best_move : loses_.best_move;
    report.nodes = nodes_;
    report.seconds = watch_.seconds();
    return report;
  }

 private:
  static constexpr std::uint64_t kFirstSlice = 50'000;

  void ask(Seat attacker, std::uint64_t slice, ProofReport& answer) {
    SolveRequest turn = request_;
    turn.checkpoint.clear();
    turn.nodes = request_.nodes == 0 ? slice : std::min(slice, request_.nodes - nodes_);
    if (request_.seconds > 0) turn.seconds = std::max(0.001, request_.seconds - watch_.seconds());
    answer = solver_.prove(position_, attacker, turn);
    // A turn that ended early and undecided had lines it could not follow, was stopped or ran out of time.
    gave_up_ = answer.proof == Proof::kUnknown && answer.nodes < turn.nodes;
    nodes_ += answer.nodes;
  }
  bool is_done() const {
    return wins_.proof == Proof::kYes || loses_.proof == Proof::kYes || gave_up_ || is_stopped() ||
           (wins_.proof != Proof::kUnknown && loses_.proof != Proof::kUnknown) ||
           (request_.nodes != 0 && nodes_ >= request_.nodes) ||
           (request_.seconds > 0 && watch_.seconds() >= request_.seconds);
  }
  SolvedValue value() const {
    if (wins_.proof == Proof::kYes) return SolvedValue::kWin;
    if (loses_.proof == Proof::kYes) return SolvedValue::kLoss;
    if (wins_.proof == Proof::kNo) return loses_.proof == Proof::kNo ? SolvedValue::kDraw : SolvedValue::kDrawOrLoss;
    return loses_.proof == Proof::kNo ? SolvedValue::kDrawOrWin : SolvedValue::kUnknown;
  }

  bool is_stopped() const { return request_.stop != nullptr && request_.stop->is_raised(); }

  AnySolver& solver_;
  const AnyPosition& position_;
  const SolveRequest& request_;
  base::Stopwatch watch_;
  ProofReport wins_;
  ProofReport loses_;
  std::uint64_t nodes_ = 0;
  bool gave_up_ = false;
};

}  // namespace

SolveReport solve_position(AnySolver& solver, const AnyPosition& position, const SolveRequest& request) {
  return TwoClaims(solver, position, request).run();
}

}  // namespace partita::catalog
