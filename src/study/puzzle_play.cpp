#include "study/puzzle_play.h"

#include <algorithm>
#include <utility>

#include "catalog/games.h"
#include "catalog/solve_scores.h"
#include "catalog/solver.h"
#include "study/engine.h"

namespace partita::study {

namespace {

using TryState = PuzzleVerdict::State;

constexpr std::size_t kTryTableMebibytes = 16;
constexpr std::uint64_t kTryNodes = 100'000;
/// To find how long a reply holds out.
constexpr std::uint64_t kDefenceNodes = 20'000;
/// Of the engine that goes on from a refutation, to have something to tell.
constexpr std::uint64_t kTellingNodes = 5'000;
/// A try that wins so many plies later than the best is played on; one that wins later still ends the puzzle.
constexpr int kLaterPlies = 2;

/// The tried turn: the position before it, its plies, the position after it.
struct TriedTurn {
  catalog::AnyPosition before;
  std::vector<std::string> plies;
  catalog::AnyPosition after;
};

base::Parsed<TriedTurn> read_try(const catalog::AnyPosition& start, const std::vector<std::string>& moves) {
  const catalog::Seat solver = start.to_move();
  TriedTurn tried{start, {}, start};
  bool is_whole = false;
  for (std::size_t i = 0; i < moves.size(); ++i) {
    if (tried.after.starts_turn()) {
      tried.before = tried.after;
      tried.plies.clear();
    }
    const bool is_own = tried.before.to_move() == solver;
    auto played = tried.after.play(moves[i]);
    if (!played) return played.error_at("moves[" + std::to_string(i) + "]");
    tried.plies.push_back(std::move(*played));
    is_whole = is_own && (tried.after.starts_turn() || tried.after.is_over());
  }
  if (!is_whole) return base::Error{"moves: expected a whole turn of " + start.seat_name(solver) + " at the end"};
  return tried;
}

/// What an engine sees next; short.
std::vector<std::string> continuation(const catalog::AnyPosition& position, const base::StopFlag* stop) {
  if (position.is_over()) return {};
  auto engine = make_engine(position.game(), position.rules(), {});
  if (!engine) return {};
  catalog::SearchRequest request;
  request.limits.nodes = kTellingNodes;
  request.stop = stop;
  const auto result = (*engine)->search(position, request);
  if (!result.lines.empty() && !result.lines[0].pv.empty()) return result.lines[0].pv;
  return result.best_move.empty() ? std::vector<std::string>{} : std::vector<std::string>{result.best_move};
}

/// The try, the reply and what comes then.
std::vector<std::string> told_line(const TriedTurn& tried, const std::vector<std::string>& reply,
                                   const base::StopFlag* stop) {
  std::vector<std::string> line = tried.plies;
  catalog::AnyPosition position = tried.after;
  for (const std::string& move : reply) {
    if (!position.play(move)) break;
    line.push_back(move);
  }
  for (std::string& move : continuation(position, stop)) line.push_back(std::move(move));
  return line;
}

Reason reason_against(const TriedTurn& tried, const std::vector<std::string>& reply, const base::StopFlag* stop) {
  return find_refutation(tried.before, told_line(tried, reply, stop));
}

Reason reason_for(const TriedTurn& tried, const std::vector<std::string>& reply, const base::StopFlag* stop) {
  return find_reason({tried.before, told_line(tried, reply, stop), {}, {}, {}});
}

/// Judges by proofs, one move at a time.
class MoveJudge {
 public:
  MoveJudge(catalog::AnySolver& solver, const TriedTurn& tried, int within, const base::StopFlag* stop)
      : solver_(solver), tried_(tried), within_(within), stop_(stop), seat_(tried.before.to_move()) {}

  PuzzleVerdict judge() {
    PuzzleVerdict verdict;
    const bool is_in_time = within_ > 0 && solver_.prove(tried_.after, seat_, request(kTryNodes, within_ - 1)).proof ==
                                               catalog::Proof::kYes;
    if (is_in_time) return held(TryState::kRight);
    // Only what is proven not to win at all is wrong: whoever wins later has not failed.
    const auto report = solver_.prove(tried_.after, seat_, request(kTryNodes, 0));
    if (report.proof == catalog::Proof::kUnknown) return verdict;
    if (report.proof == catalog::Proof::kYes) return held(within_ > 0 ? TryState::kAlso : TryState::kRight);
    verdict.state = TryState::kWrong;
    verdict.reply = refutation(report.best_move);
    verdict.reason = reason_against(tried_, verdict.reply, stop_);
    answer_as_told(verdict);
    return verdict;
  }

 private:
  catalog::SolveRequest request(std::uint64_t nodes, int within) const {
    catalog::SolveRequest request;
    request.nodes = nodes;
    request.plies = std::max(0, within);
    request.stop = stop_;
    return request;
  }

  PuzzleVerdict held(TryState state) {
    PuzzleVerdict verdict;
    verdict.state = state;
    if (state == TryState::kRight) defend(verdict);
    verdict.reason = reason_for(tried_, verdict.reply, stop_);
    return verdict;
  }

  /// What the try allows names a move of the opponent: then that is the reply, if it refutes too. Nobody is told of one
  /// move and shown another.
  void answer_as_told(PuzzleVerdict& verdict) {
    if (verdict.reason.claims.empty()) return;
    const Claim& claim = verdict.reason.claims.front();
    if (!claim.before.empty() || claim.motif.cells.empty()) return;
    const auto legal = tried_.after.legal_moves();
    const auto named = [&](const std::string& move) {
      return std::find(claim.motif.cells.begin(), claim.motif.cells.end(), move) != claim.motif.cells.end();
    };
    if (!verdict.reply.empty() && named(verdict.reply.front())) return;
    const auto told = std::find_if(legal.begin(), legal.end(), named);
    if (told == legal.end()) return;
    if (refutes(*told))
      verdict.reply = {*told};
    else
      verdict.reason = {};
  }
  bool refutes(const std::string& reply) {
    catalog::AnyPosition then = tried_.after;
    if (!then.play(reply)) return false;
    if (then.is_over()) return then.ending().winner() != seat_;
    return solver_.prove(then, seat_, request(kTryNodes, 0)).proof == catalog::Proof::kNo;
  }

  /// Every reply is looked at: the one that holds out longest is played.
  void defend(PuzzleVerdict& verdict) {
    constexpr int kLongest = 21;
    int longest = -1;
    for (const std::string& move : tried_.after.legal_moves()) {
      catalog::AnyPosition then = tried_.after;
      if (!then.play(move) || then.is_over()) continue;
      const int plies = solver_.distance(then, seat_, kLongest, request(kDefenceNodes, 0)).at_most;
      // A win whose length was not found is a long one.
      const int rank = plies == 0 ? kLongest + 1 : plies;
      if (rank <= longest) continue;
      longest = rank;
      verdict.plies = plies;
      verdict.reply = {move};
    }
    // Where every reply ends the game, it ends it as the proof says.
    if (!verdict.reply.empty() || tried_.after.legal_moves().empty()) return;
    verdict.reply = {tried_.after.legal_moves().front()};
    verdict.state = TryState::kWon;
  }

  /// The solver's, or what the engine would play where it names none.
  std::vector<std::string> refutation(const std::string& found) const {
    if (!found.empty()) return {found};
    auto line = continuation(tried_.after, stop_);
    line.resize(std::min<std::size_t>(line.size(), 1));
    return line;
  }

  catalog::AnySolver& solver_;
  const TriedTurn& tried_;
  int within_;
  const base::StopFlag* stop_;
  catalog::Seat seat_;
};

/// Judges by exact scores, a whole turn at a time.
PuzzleVerdict judge_turn(const TriedTurn& tried, const base::StopFlag* stop) {
  PuzzleVerdict verdict;
  catalog::ScoreQuestion question;
  question.stop = stop;
  const auto solution = catalog::solve_scores(tried.after, question);
  if (!solution) return verdict;
  // The question was asked for the opponent, who moves now.
  verdict.state = solution->outcome < 0 ? TryState::kRight : TryState::kWrong;
  verdict.reply = solution->best.plies;
  if (verdict.state == TryState::kWrong) {
    verdict.reason = reason_against(tried, verdict.reply, stop);
    return verdict;
  }
  catalog::AnyPosition then = tried.after;
  for (const std::string& move : verdict.reply) {
    if (!then.play(move)) break;
  }
  verdict.reason = reason_for(tried, verdict.reply, stop);
  if (then.is_over())
    verdict.state = then.ending().winner() == tried.before.to_move() ? TryState::kWon : TryState::kWrong;
  return verdict;
}

}  // namespace

base::Parsed<PuzzleVerdict> judge_try(const catalog::AnyPosition& start, int plies,
                                      const std::vector<std::string>& moves, const base::StopFlag* stop) {
  const auto tried = read_try(start, moves);
  if (!tried) return tried.forward_error();
  if (tried->after.is_over()) {
    PuzzleVerdict over;
    over.state = tried->after.ending().winner() == start.to_move() ? TryState::kWon : TryState::kWrong;
    over.reason = over.state == TryState::kWon ? reason_for(*tried, {}, stop) : reason_against(*tried, {}, stop);
    return over;
  }
  const auto entry = catalog::find_game(start.game());
  if (!entry) return entry.forward_error();
  const catalog::PuzzleKind kind = (*entry)->profile->puzzles;
  if (kind == catalog::PuzzleKind::kOnlyTurn) return judge_turn(*tried, stop);
  auto solver = catalog::make_solver(start.game(), kTryTableMebibytes);
  if (!solver) return solver.forward_error();
  const int left = std::max(1, plies - (static_cast<int>(moves.size()) - 1));
  const bool is_quick = kind == catalog::PuzzleKind::kQuickMove || plies == 1;
  const int within = is_quick ? left + kLaterPlies : 0;
  return MoveJudge(**solver, *tried, within, stop).judge();
}

}  // namespace partita::study
