#include "arena/referee.h"

#include <gtest/gtest.h>

#include <chrono>
#include <thread>

#include "base/random.h"

namespace partita::arena {
namespace {

/// Plays the first legal move, unless told to misbehave on its n-th move.
class FakePlayer final : public Player {
 public:
  enum class Vice { kNone, kIllegalMove, kCrash, kSlow };
  explicit FakePlayer(Vice vice = Vice::kNone, int at_move = 0) : vice_(vice), at_move_(at_move) {}

  const std::string& name() const override { return name_; }
  void new_game() override { moves_ = 0; }
  Thought think(const catalog::AnyPosition& position, const catalog::Limits& limits) override {
    Thought thought;
    limits_seen = limits;
    thought.move = position.legal_moves().front();
    if (moves_++ == at_move_) {
      if (vice_ == Vice::kIllegalMove) thought.move = "Z99";
      if (vice_ == Vice::kCrash) thought.failure = "crashed";
      if (vice_ == Vice::kSlow) std::this_thread::sleep_for(std::chrono::milliseconds(30));
    }
    return thought;
  }
  catalog::Limits limits_seen;

 private:
  std::string name_ = "fake";
  Vice vice_;
  int at_move_;
  int moves_ = 0;
};

catalog::AnyPosition small_omega(const std::string& players = "2") {
  return *catalog::AnyPosition::initial("omega", {{"side", "3"}, {"players", players}});
}

PlayedGame played(FakePlayer& first, FakePlayer& second, const TimeControl& control, std::int64_t margin_ms = 1000) {
  RefereeRules rules;
  rules.margin_ms = margin_ms;
  return play_game(small_omega(), {&first, &second}, {control, control}, rules, {});
}

TEST(Referee, PlaysToTheGamesOwnEnd) {
  FakePlayer a, b;
  const PlayedGame game = played(a, b, {});
  EXPECT_EQ(game.reason, "score");
  EXPECT_EQ(game.at_fault, -1);
  EXPECT_EQ(game.payoff[0] + game.payoff[1], catalog::kPoint);
  EXPECT_EQ(game.moves.size(), 16u);  // side 3: four rounds of two turns of two stones
}

TEST(Referee, AnIllegalMoveLoses) {
  FakePlayer a, b(FakePlayer::Vice::kIllegalMove, 1);
  const PlayedGame game = played(a, b, {});
  EXPECT_EQ(game.reason, "illegal-move");
  EXPECT_EQ(game.at_fault, 1);
  EXPECT_EQ(game.payoff[0], catalog::kPoint);
}

TEST(Referee, ACrashLoses) {
  FakePlayer a(FakePlayer::Vice::kCrash, 2), b;
  const PlayedGame game = played(a, b, {});
  EXPECT_EQ(game.reason, "crash");
  EXPECT_EQ(game.payoff[1], catalog::kPoint);
}

TEST(Referee, AFallenFlagLoses) {
  FakePlayer a, b(FakePlayer::Vice::kSlow, 1);
  TimeControl clock;
  clock.kind = TimeControl::Kind::kClock;
  clock.clock_ms = 20;
  const PlayedGame game = played(a, b, clock);
  EXPECT_EQ(game.reason, "time");
  EXPECT_EQ(game.at_fault, 1);
  EXPECT_EQ(b.limits_seen.clock_ms[1] <= 20, true);
}

TEST(Referee, APerMoveLimitAllowsTheMarginOnly) {
  FakePlayer a(FakePlayer::Vice::kSlow, 0), b;
  TimeControl control;
  control.per_move_ms = 1;
  EXPECT_EQ(played(a, b, control, 5).reason, "time");
  EXPECT_EQ(played(a, b, control, 5000).reason, "score");
}

TEST(Referee, WithThreeSeatsTheOthersShareThePointOfTheCulprit) {
  FakePlayer a, b(FakePlayer::Vice::kIllegalMove, 0), c;
  const PlayedGame game = play_game(small_omega("3"), {&a, &b, &c}, {{}, {}, {}}, {}, {});
  EXPECT_EQ(game.at_fault, 1);
  EXPECT_EQ(game.payoff[0], 6);
  EXPECT_EQ(game.payoff[2], 6);
}

TEST(Referee, TheOpeningIsRecordedAndLongGamesAreDrawn) {
  FakePlayer a, b;
  catalog::AnyPosition position = small_omega();
  ASSERT_TRUE(position.play(position.legal_moves().front()));
  RefereeRules rules;
  rules.longest_plies = 5;
  const PlayedGame game = play_game(position, {&a, &b}, {{}, {}}, rules, {});
  EXPECT_EQ(game.opening, 1);
  EXPECT_EQ(game.moves.size(), 5u);
  EXPECT_EQ(game.reason, "length");
  EXPECT_EQ(game.payoff[0], 6);
}

TEST(Referee, IsStoppedFromOutside) {
  FakePlayer a, b;
  const PlayedGame game = play_game(small_omega(), {&a, &b}, {{}, {}}, {}, [] { return true; });
  EXPECT_TRUE(game.stopped);
}

/// Says of its first move what it is told to say; else plays like the first legal move.
class Claimant final : public Player {
 public:
  explicit Claimant(int distance) : distance_(distance) {}
  const std::string& name() const override { return name_; }
  void new_game() override {}
  Thought think(const catalog::AnyPosition& position, const catalog::Limits&) override {
    Thought thought;
    thought.move = position.legal_moves().front();
    thought.has_score = true;
    thought.score.distance = distance_;
    return thought;
  }

 private:
  std::string name_ = "claimant";
  int distance_;
};

/// A position of Andantino, from random games, in which the mover is lost by force.
catalog::AnyPosition lost_position(Prover& prover) {
  base::Random random(3);
  while (true) {
    auto position = *catalog::AnyPosition::initial("andantino", {{"side", "5"}});
    while (!position.is_over()) {
      const auto moves = position.legal_moves();
      if (!position.play(moves[random.below(static_cast<std::uint32_t>(moves.size()))])) break;
      const auto other = static_cast<catalog::Seat>(1 - position.to_move());
      if (!position.is_over() && position.ply() >= 6 && prover.proves_win(position, other, 300)) return position;
    }
  }
}

TEST(Referee, EndsAGameOnlyByItsOwnProof) {
  Prover prover;
  const catalog::AnyPosition position = lost_position(prover);
  const auto mover = static_cast<std::size_t>(position.to_move());
  RefereeRules rules;
  rules.proof_nodes = 10'000;
  Claimant pessimist(-9);
  const PlayedGame proven = play_game(position, {&pessimist, &pessimist}, {{}, {}}, rules, {}, &prover);
  EXPECT_EQ(proven.reason, "proven");
  EXPECT_EQ(proven.moves.size(), static_cast<std::size_t>(proven.opening) + 1);
  EXPECT_EQ(proven.payoff[1 - mover], catalog::kPoint) << "the mover said that it loses";

  const catalog::AnyPosition start = *catalog::AnyPosition::initial("andantino", {{"side", "6"}});
  rules.proof_nodes = 50;
  rules.longest_plies = 3;
  Claimant boaster(9);
  EXPECT_EQ(play_game(start, {&boaster, &boaster}, {{}, {}}, rules, {}, &prover).reason, "length")
      << "a claim proves nothing";
}

TEST(TimeControls, AreReadAndWritten) {
  for (const char* text : {"100ms", "2s", "60s+500ms", "nodes=1000", "depth=6"}) {
    const auto control = read_time_control(text);
    ASSERT_TRUE(control) << text;
    EXPECT_EQ(write_time_control(*control), text);
  }
  EXPECT_EQ(read_time_control("1m+0.5s")->clock_ms, 60'000);
  for (const char* text : {"", "fast", "-1s", "nodes=0", "depth=x", "1s+", "0ms", "1e99s"}) {
    EXPECT_FALSE(read_time_control(text)) << text;
  }
}

}  // namespace
}  // namespace partita::arena
