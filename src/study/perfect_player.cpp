#include "study/engine.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "base/clock.h"
#include "catalog/solver.h"
#include "study/proof_store.h"
#include "study/time_share.h"
#include "study/wrapped_engine.h"

namespace partita::study {

namespace {

/// A server may hold many engines.
constexpr std::size_t kPerfectMebibytes = 32;
/// Nodes of a proof search without a clock: some tenths of a second, and more than the positions that the reply book
/// leaves out take.
constexpr std::uint64_t kUntimedNodes = 200'000;

/// A move of a lost position: how long it holds out at least, and at most.
struct Resistance {
  std::string move;
  int at_least = 0;
  int at_most = 0;  ///< 0: not known
  bool is_exact = false;
};

bool holds_longer(const Resistance& a, const Resistance& b) {
  return a.at_least != b.at_least ? a.at_least > b.at_least : a.at_most > b.at_most;
}

class PerfectEngine final : public WrappedEngine {
 public:
  PerfectEngine(std::unique_ptr<catalog::AnyEngine> engine, std::string_view game, const base::OptionValues& rules)
      : WrappedEngine(std::move(engine)), game_(game) {
    // Everything is read before a clock runs: reading it at the first move lost a game at 20 ms a move on time.
    read_shipped_proofs(game, rules);
  }

  void new_game() override {
    engine_->new_game();
    solver_.reset();
    is_winning_ = false;
  }

  catalog::SearchResult search(const catalog::AnyPosition& position, const catalog::SearchRequest& request) override {
    if (!request.only_moves.empty() || position.seat_count() != 2) return engine_->search(position, request);
    const base::Stopwatch watch;
    if (const auto win = shipped_win(position)) {
      is_winning_ = true;
      return told(win->move, 0, win->note, watch, position, request);
    }
    if (const auto lost = longest_resistance(position, request))
      return told(lost->move, lost->at_most, "lost, holds out longest", watch, position, request,
                  Proven::Result::kLoss);
    if (auto move = proven_now(position, request)) return told(*move, 0, "proven", watch, position, request);
    return engine_->search(position, with_time_left(position, request, watch.milliseconds()));
  }

 private:
  static constexpr int kFarAway = 80;

  /// A part of the time for the turn; 0 without a clock.
  std::int64_t share_of_turn(const catalog::AnyPosition& position, const catalog::Limits& limits, int percent) const {
    return engine_->turn_ms(position, limits) * percent / 100;
  }
  /// Analysis has a proof search of its own beside the engine.
  static bool is_for_play(const catalog::SearchRequest& request, std::int64_t turn_ms) {
    const catalog::Limits& limits = request.limits;
    return !request.is_analysis && (turn_ms > 0 || limits.depth > 0 || limits.nodes > 0);
  }

  std::optional<std::string> proven_now(const catalog::AnyPosition& position, const catalog::SearchRequest& request) {
    // A known win gets more of the time than a position whose result is open.
    const std::int64_t ms = share_of_turn(position, request.limits, is_winning_ ? 70 : 25);
    if (!is_for_play(request, ms)) return std::nullopt;
    if (!solver_) solver_ = std::move(*catalog::make_solver(game_, kPerfectMebibytes));
    catalog::SolveRequest proof;
    proof.seconds = static_cast<double>(ms) / 1000;
    proof.nodes = ms > 0 ? 0 : kUntimedNodes;
    proof.stop = request.stop;
    const catalog::ProofReport report = solver_->prove(position, position.to_move(), proof);
    if (report.proof != catalog::Proof::kYes) return std::nullopt;
    is_winning_ = true;
    // The solver names no move where the position is settled at once; the engine sees such a win as well.
    return report.best_move.empty() ? std::nullopt : std::optional(report.best_move);
  }

  /// The moves of a position that is known to be lost. Nothing where it is not.
  static std::vector<Resistance> lost_moves(const catalog::AnyPosition& position, const base::StopFlag* stop) {
    const auto known = shipped_proofs().ask(position, stop);
    if (!known || !known->is_loss()) return {};
    std::vector<Resistance> moves;
    for (const std::string& move : position.legal_moves()) {
      Resistance resistance{move, 1, 0, false};
      for (const ProvenMove& proven : known->moves) {
        if (proven.move == move) resistance.at_most = proven.plies;
      }
      moves.push_back(resistance);
    }
    return moves;
  }

  std::optional<Resistance> longest_resistance(const catalog::AnyPosition& position,
                                               const catalog::SearchRequest& request) {
    const std::int64_t ms = share_of_turn(position, request.limits, 60);
    if (!is_for_play(request, ms)) return std::nullopt;
    const Deadline deadline(ms, request.stop);
    std::vector<Resistance> moves = lost_moves(position, deadline.flag());
    if (moves.empty()) return std::nullopt;
    if (!solver_) solver_ = std::move(*catalog::make_solver(game_, kPerfectMebibytes));
    constexpr std::uint64_t kFirstNodes = 1000;
    constexpr std::uint64_t kUntimedRounds = 8'000;
    constexpr std::uint64_t kMostNodes = 2'000'000;
    for (std::uint64_t nodes = kFirstNodes; nodes <= (ms > 0 ? kMostNodes : kUntimedRounds); nodes *= 2) {
      std::vector<Resistance> next = moves;
      for (Resistance& resistance : next) look_how_long(position, nodes, deadline.flag(), resistance);
      // A round that was cut short has searched some moves deeper than others.
      if (deadline.has_passed()) break;
      moves = std::move(next);
      if (std::all_of(moves.begin(), moves.end(), [](const Resistance& move) { return move.is_exact; })) break;
    }
    return *std::min_element(moves.begin(), moves.end(), holds_longer);
  }
  void look_how_long(const catalog::AnyPosition& position, std::uint64_t nodes, const base::StopFlag* stop,
                     Resistance& resistance) {
    if (resistance.is_exact || stop->is_raised()) return;
    catalog::AnyPosition after = position;
    if (!after.play(resistance.move)) return;
    if (after.is_over()) {
      resistance = {resistance.move, 1, 1, true};
      return;
    }
    catalog::SolveRequest request;
    request.nodes = nodes;
    request.stop = stop;
    const auto winner = static_cast<catalog::Seat>(1 - position.to_move());
    const auto found = solver_->distance(after, winner, kFarAway, request);
    resistance.at_least = std::max(resistance.at_least, found.at_least + 1);
    if (found.at_most == 0) return;
    resistance.at_most = found.at_most + 1;
    resistance.is_exact = true;
  }

  static catalog::SearchResult told(const std::string& move, int plies, const char* note, const base::Stopwatch& watch,
                                    const catalog::AnyPosition& position, const catalog::SearchRequest& request,
                                    Proven::Result found = Proven::Result::kWin) {
    catalog::SearchResult result;
    result.best_move = move;
    result.note = note;
    result.time_ms = watch.milliseconds();
    catalog::LineReport line;
    line.score = score_of({found, move, plies}, position);
    line.depth = 1;
    line.pv = {move};
    result.lines.push_back(std::move(line));
    if (request.on_line) request.on_line(result.lines.front());
    return result;
  }

  std::string game_;
  std::unique_ptr<catalog::AnySolver> solver_;  ///< made when first needed, keeps a proof from move to move
  bool is_winning_ = false;                     ///< a win was known in this game
};

}  // namespace

std::unique_ptr<catalog::AnyEngine> with_perfect_play(std::unique_ptr<catalog::AnyEngine> engine, std::string_view game,
                                                      const base::OptionValues& rules) {
  return std::make_unique<PerfectEngine>(std::move(engine), game, rules);
}

}  // namespace partita::study
