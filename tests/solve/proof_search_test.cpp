#include "solve/proof_search.h"

#include <gtest/gtest.h>

#include <map>
#include <unordered_map>

#include "kit/tictactoe.h"

namespace partita::solve {
namespace {

using kit::TicTacToe;

/// Plain exhaustive value for `seat`: 0, kPoint / 2 or kPoint.
int exhaustive(TicTacToe::Position& pos, game::Seat seat, std::unordered_map<game::Key, int>& known) {
  if (pos.is_over()) return pos.payoff(seat);
  const auto found = known.find(pos.key());
  if (found != known.end()) return found->second;
  game::MoveList<TicTacToe> moves;
  TicTacToe::generate_moves(pos, moves);
  int best = pos.to_move() == seat ? 0 : game::kPoint;
  for (const auto move : moves) {
    const auto undo = pos.play(move);
    const int value = exhaustive(pos, seat, known);
    pos.retract(move, undo);
    best = pos.to_move() == seat ? std::max(best, value) : std::min(best, value);
  }
  known[pos.key()] = best;
  return best;
}

Numbers prove(const TicTacToe::Position& pos, game::Seat attacker, ProofTable& table) {
  ProofShare share(table);
  return ProofSearch<TicTacToe>(pos, attacker, share, {}).run();
}

void visit_all(TicTacToe::Position& pos, std::map<game::Key, TicTacToe::Position>& seen) {
  if (pos.is_over() || !seen.emplace(pos.key(), pos).second) return;
  game::MoveList<TicTacToe> moves;
  TicTacToe::generate_moves(pos, moves);
  for (const auto move : moves) {
    const auto undo = pos.play(move);
    visit_all(pos, seen);
    pos.retract(move, undo);
  }
}

TEST(ProofSearch, AgreesWithExhaustiveSearchOnEveryTicTacToePosition) {
  TicTacToe::Position start(3);
  std::map<game::Key, TicTacToe::Position> positions;
  visit_all(start, positions);
  ASSERT_GT(positions.size(), 4000u);
  for (const game::Seat attacker : {game::Seat{0}, game::Seat{1}}) {
    std::unordered_map<game::Key, int> known;
    ProofTable shared(1);
    for (auto& [key, pos] : positions) {
      const bool wins = exhaustive(pos, attacker, known) == game::kPoint;
      EXPECT_EQ(prove(pos, attacker, shared), wins ? kProven : kDisproven) << TicTacToe::Notation::write_position(pos);
    }
  }
}

TEST(ProofSearch, PositionsThatShareTheirKeyAreToldApart) {
  using Crowded = kit::TicTacToeOfKeys<10>;
  TicTacToe::Position start(3);
  std::map<game::Key, TicTacToe::Position> positions;
  visit_all(start, positions);
  for (const game::Seat attacker : {game::Seat{0}, game::Seat{1}}) {
    std::unordered_map<game::Key, int> known;
    ProofTable table(1);
    int wrong = 0;
    for (auto& [key, pos] : positions) {
      const bool wins = exhaustive(pos, attacker, known) == game::kPoint;
      const auto same = Crowded::Notation::read_position({3}, TicTacToe::Notation::write_position(pos));
      ASSERT_TRUE(same.ok());
      ProofShare share(table);
      if (ProofSearch<Crowded>(*same, attacker, share, {}).run() != (wins ? kProven : kDisproven)) ++wrong;
    }
    EXPECT_EQ(wrong, 0) << "of " << positions.size();
  }
}

TEST(ProofSearch, SmallBoardIsWonAndTheBestMoveKeepsTheWin) {
  const TicTacToe::Position start(2);
  ProofTable table(1);
  ProofShare share(table);
  ProofSearch<TicTacToe> search(start, 0, share, {});
  EXPECT_EQ(search.run(), kProven);
  TicTacToe::Position after = start;
  after.play(search.best_root_move());
  EXPECT_EQ(prove(after, 0, table), kProven);
}

TEST(ProofSearch, StopFlagEndsTheSearchUndecided) {
  ProofTable table(1);
  ProofShare share(table);
  share.stop.raise();
  EXPECT_FALSE(ProofSearch<TicTacToe>(TicTacToe::Position(4), 0, share, {}).run().is_decided());
}

ProofKey key_of(std::uint64_t number) { return {base::mix64(number), base::mix64(~number)}; }

TEST(ProofTable, KeepsDecidedOverUndecidedAndCostlyOverCheap) {
  ProofTable table(0);  // a single bucket
  ASSERT_EQ(table.slot_count(), 4u);
  table.store(key_of(99), {kProven, 7}, 1);
  for (std::uint64_t i = 1; i <= 3; ++i) table.store(key_of(i), {{2, 3}, 0}, i == 1 ? 1 : 100);
  table.store(key_of(4), {{4, 5}, 0}, 50);
  Remembered found;
  EXPECT_FALSE(table.probe(key_of(1), found));
  ASSERT_TRUE(table.probe(key_of(99), found));
  EXPECT_EQ(found.numbers, kProven);
  EXPECT_EQ(found.tree_size, 7u);
  ASSERT_TRUE(table.probe(key_of(4), found));
  EXPECT_EQ(found.numbers, (Numbers{4, 5}));
}

TEST(ProofTable, AKeyThatDiffersInOneBitOfTheCheckIsNotAnswered) {
  ProofTable table(1);
  const ProofKey key{0x123456789ABCDE00, 0xFEDCBA9876543210};
  table.store(key, {kDisproven, 7}, 1);
  Remembered found;
  EXPECT_TRUE(table.probe(key, found));
  // In the same bucket, whatever its place: each bit of the check counts.
  for (int bit = 0; bit < 64; ++bit) {
    EXPECT_FALSE(table.probe({key.place, key.check ^ (std::uint64_t{1} << bit)}, found)) << "bit " << bit;
  }
}

TEST(ProofTable, NumbersTooLargeForASlotAreKeptAsTheLargest) {
  ProofTable table(1);
  const ProofKey keys[] = {{0x1100, 1}, {0x2200, 2}, {0x3300, 3}};
  table.store(keys[0], {{kInfinite - 1, 5}, 0}, 1);
  table.store(keys[1], {kProven, kInfinite - 1}, 1);
  table.store(keys[2], {kDisproven, kInfinite - 1}, std::uint64_t{1} << 40);
  Remembered found;
  ASSERT_TRUE(table.probe(keys[0], found));
  EXPECT_EQ(found.numbers, (Numbers{kMostNumber, 5}));
  ASSERT_TRUE(table.probe(keys[1], found));
  EXPECT_EQ(found.numbers, kProven);
  EXPECT_EQ(found.tree_size, kMostNumber);
  ASSERT_TRUE(table.probe(keys[2], found));
  EXPECT_EQ(found.numbers, kDisproven);
}

TEST(ProofTable, CollectionFreesCheapUndecidedSlotsOnly) {
  ProofTable table(1);
  for (std::uint64_t i = 1; i <= 1000; ++i) table.store(key_of(i), {{1, 1}, 0}, i);
  table.store(key_of(0), {kDisproven, 3}, 1);
  const std::size_t before = table.used_slots();
  table.collect_garbage(500.0 / static_cast<double>(table.slot_count()));
  EXPECT_LT(table.used_slots(), before - 400);
  Remembered found;
  EXPECT_TRUE(table.probe(key_of(0), found));
  EXPECT_FALSE(table.probe(key_of(1), found));
  EXPECT_TRUE(table.probe(key_of(1000), found));
}

TEST(ProofTable, ValuableSlotsSurviveACheckpoint) {
  ProofTable table(1);
  ProofTable copy(1);
  for (std::uint64_t i = 1; i <= 200; ++i) {
    table.store(key_of(i), {{static_cast<Number>(i), 9}, 0}, i);
  }
  table.for_each_valuable(100, [&](const ProofTable::Image& image) { EXPECT_TRUE(copy.restore(image)); });
  Remembered found;
  ASSERT_TRUE(copy.probe(key_of(150), found));
  EXPECT_EQ(found.numbers, (Numbers{150, 9}));
  EXPECT_FALSE(copy.probe(key_of(50), found));
}

}  // namespace
}  // namespace partita::solve
