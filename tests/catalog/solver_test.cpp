#include "catalog/solver.h"

#include <gtest/gtest.h>

#include <unordered_map>

#include "base/random.h"
#include "games/andantino/andantino.h"
#include "kit/effort.h"
#include "study/shipped_strategies.h"

namespace partita::catalog {
namespace {

using games::andantino::Andantino;

/// -1, 0 or 1 for the mover by trying everything.
int exhaustive(Andantino::Position& pos, std::unordered_map<game::Key, int>& known) {
  if (pos.is_over()) return pos.payoff(pos.to_move()) * 2 / game::kPoint - 1;
  const auto found = known.find(pos.key());
  if (found != known.end()) return found->second;
  game::MoveList<Andantino> moves;
  Andantino::generate_moves(pos, moves);
  int best = -1;
  for (const auto move : moves) {
    const auto undo = pos.play(move);
    best = std::max(best, -exhaustive(pos, known));
    pos.retract(move, undo);
    if (best == 1) break;
  }
  known[pos.key()] = best;
  return best;
}

SolvedValue value_of(int exhaustive_value) {
  return exhaustive_value > 0 ? SolvedValue::kWin : exhaustive_value < 0 ? SolvedValue::kLoss : SolvedValue::kDraw;
}

/// A position with this many empty cells, reached by random moves that do not win or lose at once where possible.
std::optional<AnyPosition> late_position(int side, int empty_cells, base::Random& random) {
  auto position = AnyPosition::initial("andantino", {{"side", std::to_string(side)}});
  const int plies = 3 * side * (side - 1) - empty_cells;
  while (position->ply() < plies && !position->is_over()) {
    const auto moves = position->legal_moves();
    std::string chosen = moves[random.below(static_cast<std::uint32_t>(moves.size()))];
    for (int attempt = 0; attempt < 8; ++attempt) {
      AnyPosition after = *position;
      (void)after.play(chosen);
      if (!after.is_over()) break;
      chosen = moves[random.below(static_cast<std::uint32_t>(moves.size()))];
    }
    (void)position->play(chosen);
  }
  if (position->is_over()) return std::nullopt;
  return *position;
}

TEST(Solver, AgreesWithTryingEverythingOnSmallPositions) {
  base::Random random(4);
  auto solver = make_solver("andantino", 16);
  ASSERT_TRUE(solver.ok());
  const int wanted = kit::samples(500);
  int compared = 0;
  std::array<int, 3> seen{};
  for (int attempt = 0; compared < wanted && attempt < 20000; ++attempt) {
    const int side = 3 + attempt % 2;
    const auto position = late_position(side, side == 3 ? 11 : 9, random);
    if (!position) continue;
    auto pos = Andantino::Notation::read_position({side}, position->text());
    ASSERT_TRUE(pos.ok());
    std::unordered_map<game::Key, int> known;
    const int expected = exhaustive(*pos, known);
    EXPECT_EQ(name_of(solve_position(**solver, *position, {}).value), name_of(value_of(expected))) << position->text();
    ++seen[static_cast<std::size_t>(expected + 1)];
    ++compared;
  }
  EXPECT_EQ(compared, wanted);
  // A few positions need not show every result.
  for (const int count : seen) EXPECT_GT(count, kit::kIsSanitized ? -1 : 10);
}

TEST(Solver, SmallestBoardIsADraw) {
  auto solver = make_solver("andantino", 16);
  ASSERT_TRUE(solver.ok());
  const auto start = AnyPosition::initial("andantino", {{"side", "3"}});
  EXPECT_EQ(solve_position(**solver, *start, {}).value, SolvedValue::kDraw);
}

TEST(Solver, NodeLimitLeavesTheBoundsOpen) {
  auto solver = make_solver("andantino", 16);
  SolveRequest request;
  request.nodes = 5000;
  const auto start = AnyPosition::initial("andantino", {{"side", "10"}});
  EXPECT_EQ(solve_position(**solver, *start, request).value, SolvedValue::kUnknown);
}

TEST(Solver, EveryBestMoveKeepsWhatIsProven) {
  base::Random random(9);
  auto solver = make_solver("andantino", 16);
  SolveRequest request;
  request.nodes = 2000;
  int proven = 0, refuted = 0;
  for (int i = 0; i < kit::samples(400); ++i) {
    const auto position = late_position(10, 271 - 12 - static_cast<int>(random.below(16)), random);
    if (!position) continue;
    for (const Seat attacker : {Seat{0}, Seat{1}}) {
      const ProofReport report = (*solver)->prove(*position, attacker, request);
      if (report.best_move.empty() || report.proof == Proof::kUnknown) continue;
      AnyPosition after = *position;
      ASSERT_TRUE(after.play(report.best_move)) << position->text() << " " << report.best_move;
      const bool holds = after.is_over() ? after.ending().winner() == attacker
                                         : (*solver)->prove(after, attacker, {}).proof == Proof::kYes;
      EXPECT_EQ(holds, report.proof == Proof::kYes) << position->text() << " " << report.best_move;
      ++(holds ? proven : refuted);
    }
  }
  EXPECT_GT(proven, kit::samples(20));
  EXPECT_GT(refuted, 0);
}

TEST(Solver, UnknownGamesAreRefused) { EXPECT_FALSE(make_solver("chess", 1).ok()); }

/// A won position of side 10 whose strategy has some dozens of entries, found by playing on until the proof is small.
struct Won {
  AnyPosition position;
  Seat winner;
  Certificate certificate;
};
std::optional<Won> won_position(base::Random& random) {
  for (int attempt = 0; attempt < 300; ++attempt) {
    auto position = AnyPosition::initial("andantino", {{"side", "6"}});
    while (!position->is_over() && position->ply() < 12) {
      const auto moves = position->legal_moves();
      (void)position->play(moves[random.below(static_cast<std::uint32_t>(moves.size()))]);
    }
    if (position->is_over()) continue;
    auto solver = make_solver("andantino", 16);
    SolveRequest request;
    request.nodes = 20000;
    const Seat winner = static_cast<Seat>(1 - position->to_move());
    if ((*solver)->prove(*position, winner, request).proof != Proof::kYes) continue;
    auto certificate = (*solver)->strategy(*position, winner);
    if (certificate && certificate->entries.size() > 20) return Won{*position, winner, *certificate};
  }
  return std::nullopt;
}

TEST(Solver, StrategiesAreVerifiedAndBrokenOnesRefuted) {
  base::Random random(7);
  const auto won = won_position(random);
  ASSERT_TRUE(won.has_value());
  const auto found = verify_certificate(won->certificate, Rim::kAllowed);
  ASSERT_TRUE(found.ok()) << found.error();
  EXPECT_TRUE(found->accepted) << found->reason;
  for (std::size_t i = 0; i < won->certificate.entries.size(); ++i) {
    Certificate broken = won->certificate;
    broken.entries.erase(broken.entries.begin() + static_cast<std::ptrdiff_t>(i));
    const auto refuted = verify_certificate(broken, Rim::kAllowed);
    ASSERT_TRUE(refuted.ok());
    EXPECT_FALSE(refuted->accepted);
    AnyPosition replay = won->position;
    for (const std::string& move : refuted->refuting_line) ASSERT_TRUE(replay.play(move).ok());
  }
}

TEST(Solver, AStrategyWinsEveryRandomGame) {
  base::Random random(8);
  const auto won = won_position(random);
  ASSERT_TRUE(won.has_value());
  const auto strategy = make_strategy(won->certificate);
  ASSERT_TRUE(strategy.ok());
  for (int game = 0; game < 50; ++game) {
    AnyPosition position = won->position;
    while (!position.is_over()) {
      std::optional<std::string> move = (*strategy)->reply(position);
      if (position.to_move() != won->winner) {
        EXPECT_FALSE(move.has_value());
        const auto moves = position.legal_moves();
        move = moves[random.below(static_cast<std::uint32_t>(moves.size()))];
      }
      ASSERT_TRUE(move.has_value()) << position.text();
      ASSERT_TRUE(position.play(*move).ok());
    }
    EXPECT_EQ(position.ending().winner(), won->winner);
  }
}

}  // namespace
}  // namespace partita::catalog
