// Proofs where the rules know repetition or end a game after so many plies.
#include <gtest/gtest.h>

#include "catalog/tafl_endings.h"
#include "games/tafl/tafl.h"
#include "kit/effort.h"
#include "solve/proof_line.h"

namespace partita::catalog {
namespace {

/// A position in which one move wins within three plies and is no capture, and that move.
struct OneWin {
  AnyPosition position;
  std::string move;
};
std::optional<OneWin> one_win(AnySolver& solver, const char* rules, base::Random& random) {
  AnyPosition position = tafl_near_the_end(rules, random, 3);
  const std::optional<std::string> only = only_winning_move(solver, position);
  if (!only) return std::nullopt;
  return OneWin{position, *only};
}

/// The same board with the same mover, reached by shuffling to and fro from the position after the winning move.
std::optional<AnyPosition> after_shuffling(const OneWin& win) {
  AnyPosition after = win.position;
  (void)after.play(win.move);
  for (const std::string& reply : after.legal_moves()) {
    const auto back = way_back(reply);
    if (!back) continue;
    auto game = AnyPosition::from_text("tafl", after.rules(), after.text());
    if (play_all(*game, {reply, *way_back(win.move), *back})) return *game;
  }
  return std::nullopt;
}

/// Whether the mover wins within three plies, as both ways of asking agree.
bool wins_in_three(AnySolver& solver, const AnyPosition& position) {
  SolveRequest request;
  request.plies = 3;
  const Proof proof = solver.prove(position, position.to_move(), request).proof;
  EXPECT_NE(proof, Proof::kUnknown);
  EXPECT_EQ(proof == Proof::kYes, solver.distance(position, position.to_move(), 3, {}).at_most == 3) << position.text();
  return proof == Proof::kYes;
}

/// Won positions, and whether they are still won when the position after the winning move has occurred before.
void expect_after_shuffling(const char* rules, bool is_still_won) {
  base::Random random(21);
  auto solver = make_solver("tafl", 16);
  int checked = 0;
  for (int attempt = 0; attempt < 3000 && checked < 5; ++attempt) {
    const auto win = one_win(**solver, rules, random);
    if (!win) continue;
    const auto shuffled = after_shuffling(*win);
    if (!shuffled) continue;
    ++checked;
    EXPECT_TRUE(wins_in_three(**solver, win->position));
    // The table remembers the proof of the same board without a past.
    EXPECT_EQ(wins_in_three(**solver, *shuffled), is_still_won) << shuffled->text();
  }
  EXPECT_EQ(checked, 5);
}

TEST(SolverRepetition, AWinThroughAForbiddenPositionIsNoWin) { expect_after_shuffling("ashton", false); }
TEST(SolverRepetition, WhereTheThirdOccurrenceDrawsTheSecondStillWins) { expect_after_shuffling("brandubh", true); }

TEST(SolverRepetition, StrategiesOfTaflAreVerified) {
  base::Random random(23);
  const int wanted = kit::samples(20);
  int checked = 0;
  for (int attempt = 0; attempt < 3000 && checked < wanted; ++attempt) {
    const char* rules[] = {"mcgill", "ashton", "brandubh"};
    const AnyPosition position = tafl_near_the_end(rules[attempt % 3], random, 3 + attempt % 2 * 2);
    auto solver = make_solver("tafl", 4);
    SolveRequest request;
    request.nodes = 8192;
    if ((*solver)->distance(position, position.to_move(), 1, {}).at_most == 1) continue;
    if ((*solver)->prove(position, position.to_move(), request).proof != Proof::kYes) continue;
    const auto certificate = (*solver)->strategy(position, position.to_move());
    ASSERT_TRUE(certificate.has_value());
    const auto found = verify_certificate(*certificate, Rim::kAllowed);
    ASSERT_TRUE(found.ok()) << found.error();
    EXPECT_TRUE(found->accepted) << found->reason << " " << position.text();
    ++checked;
  }
  EXPECT_EQ(checked, wanted);
}

TEST(SolverRepetition, PliesCountWhereTheyAreLimited) {
  using games::tafl::Tafl;
  const auto key = [](const char* rules, const char* ply) {
    const auto read = Tafl::make_rules({{"rules", rules}});
    const auto pos = Tafl::Notation::read_position(
        *read, std::string("/3ttt3/4t4/4T4/t3T3t/ttTTKTTtt/t3T3t/4T4/4t4/3ttt3/ a ") + ply);
    EXPECT_TRUE(pos.ok());
    return solve::ProofLine<Tafl>(*pos, 0).key();
  };
  EXPECT_NE(key("mcgill", "20").place, key("mcgill", "22").place);
  EXPECT_NE(key("mcgill", "20").check, key("mcgill", "22").check);
  EXPECT_EQ(key("linnaean", "20"), key("linnaean", "22"));
}

TEST(SolverThreads, SeveralThreadsAgreeOnAndantinoPositions) {
  base::Random random(24);
  int decided = 0;
  const int tries = kit::kIsSanitized ? 6 : 12;
  for (int i = 0; i < tries; ++i) {
    auto position = AnyPosition::initial("andantino", {{"side", "10"}});
    while (!position->is_over() && position->ply() < 9 + i % 4) {
      const auto moves = position->legal_moves();
      (void)position->play(moves[random.below(static_cast<std::uint32_t>(moves.size()))]);
    }
    if (position->is_over()) continue;
    SolvedValue values[2] = {};
    for (const int threads : {1, 2}) {
      auto solver = make_solver("andantino", 8);
      SolveRequest request;
      request.nodes = 30'000;
      request.threads = threads;
      values[threads - 1] = solve_position(**solver, *position, request).value;
    }
    if (values[0] == SolvedValue::kUnknown || values[1] == SolvedValue::kUnknown) continue;
    ++decided;
    EXPECT_EQ(values[0], values[1]) << position->text();
  }
  EXPECT_GT(decided, kit::kIsSanitized ? 1 : 4);
}

}  // namespace
}  // namespace partita::catalog
