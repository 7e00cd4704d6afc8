// What play and retract keep, and what a position shows.
#include <algorithm>
#include <string>

#include <gtest/gtest.h>

#include "games/andantino/playing.h"
#include "kit/effort.h"

namespace partita::games::andantino::testing {
namespace {

struct Played {
  Position before;
  Move move;
  Undo undo;
};

using Choose = Move (*)(const Position&, base::Random&);

/// Plays a game, checking keys, texts and images on the way, and takes it back to the start.
void check_game(const Rules& rules, base::Random& random, Choose choose) {
  static const CheckKeys checks(3);
  Position pos(rules);
  std::vector<Played> past;
  while (!pos.is_over()) {
    const Move move = choose(pos, random);
    const game::Key expected = child_key(pos, move);
    const auto keys = child_symmetric_keys(symmetric_keys(pos), pos, move);
    const auto checks_before = checks.of_images(pos);
    const auto checks_after = checks.of_images_after(checks_before, pos, move);
    for (std::size_t i = 0; i < keys.size(); ++i)
      ASSERT_EQ(checks.of_image_after(checks_before, i, pos, move), checks_after[i]);
    past.push_back({pos, move, {}});
    past.back().undo = pos.play(move);
    ASSERT_EQ(pos.key(), expected);
    ASSERT_EQ(pos.key(), pos.recomputed_key());
    ASSERT_EQ(symmetric_keys(pos), keys);
    ASSERT_EQ(checks.of_images(pos), checks_after);
    ASSERT_EQ(keys[least_image(keys)], *std::min_element(keys.begin(), keys.end()));
    const auto read = Notation::read_position(rules, Notation::write_position(pos));
    ASSERT_TRUE(read.ok()) << read.error();
    ASSERT_EQ(*read, pos) << Notation::write_position(pos);
    ASSERT_EQ(read->five_cells(Colour::kWhite), pos.five_cells(Colour::kWhite));
    ASSERT_EQ(read->five_cells(Colour::kBlack), pos.five_cells(Colour::kBlack));
    if (pos.is_over()) break;
    ASSERT_EQ(read->closed_areas(Colour::kWhite), pos.closed_areas(Colour::kWhite));
    ASSERT_EQ(read->closed_areas(Colour::kBlack), pos.closed_areas(Colour::kBlack));
  }
  for (; !past.empty(); past.pop_back()) {
    pos.retract(past.back().move, past.back().undo);
    ASSERT_TRUE(pos.is_identical(past.back().before)) << Notation::write_position(pos);
  }
}

TEST(AndantinoPosition, TheLegalTestAgreesWithTheList) {
  base::Random random(8);
  Position pos(rules_of(5));
  while (!pos.is_over()) {
    MoveList legal;
    Andantino::generate_moves(pos, legal);
    // Beyond the grid too: a table's move may be anything.
    for (unsigned cell = 0; cell <= 0xFFFF; ++cell) {
      const Move move{static_cast<Cell>(cell)};
      ASSERT_EQ(Andantino::is_legal(pos, move), std::find(legal.begin(), legal.end(), move) != legal.end());
    }
    pos.play(random_move(pos, random));
  }
}

TEST(AndantinoPosition, RetractRestoresEveryBit) {
  base::Random random(7);
  for (const int side : {3, 4, 5, 6, 10, 16}) {
    for (int game = 0; game < kit::samples(side < 7 ? 100 : 12); ++game) {
      ASSERT_NO_FATAL_FAILURE(check_game(rules_of(side), random, random_move));
      ASSERT_NO_FATAL_FAILURE(check_game(rules_of(side), random, careful_move));
    }
  }
  for (int game = 0; game < kit::samples(12); ++game) {
    ASSERT_NO_FATAL_FAILURE(check_game(rules_of(0, true), random, careful_move));
  }
}

TEST(AndantinoPosition, CorpusGamesCanBeTakenBack) {
  for (const char* name : {"edge_cases.tsv", "games_side10_long.tsv", "games_side5_ring.tsv"}) {
    for (const CorpusGame& game : read_corpus(name)) {
      Position pos(rules_of(game.side));
      std::vector<Played> past;
      for (const std::string_view text : base::words(game.moves)) {
        const auto parts = base::split(text, ',');
        const Move move{
            cell_of({static_cast<int>(*base::read_int(parts[0])), static_cast<int>(*base::read_int(parts[1]))})};
        past.push_back({pos, move, {}});
        past.back().undo = pos.play(move);
        ASSERT_EQ(pos.key(), pos.recomputed_key()) << game.place;
      }
      for (; !past.empty(); past.pop_back()) {
        pos.retract(past.back().move, past.back().undo);
        ASSERT_TRUE(pos.is_identical(past.back().before)) << game.place;
      }
    }
  }
}

game::Key least_key(const Position& pos) {
  const SymmetricKeys keys = symmetric_keys(pos);
  return keys[least_image(keys)];
}

TEST(AndantinoPosition, SymmetricImagesPlayAlike) {
  base::Random random(11);
  const CheckKeys checks(0);
  for (const int side : {3, 5, 10}) {
    Position pos(rules_of(side));
    while (!pos.is_over()) {
      const Move move = careful_move(pos, random);
      for (int symmetry = 0; symmetry < kSymmetries; ++symmetry) {
        Position there = image(pos, symmetry);
        ASSERT_EQ(Notation::write_image(pos, symmetry), Notation::write_position(there));
        for (int other = 0; other < kSymmetries; ++other) {
          const std::string before = Notation::write_image(pos, other);
          std::string least = before;
          ASSERT_EQ(Notation::write_smaller_image(pos, symmetry, least), Notation::write_position(there) < before);
          ASSERT_EQ(least, std::min(before, Notation::write_position(there)));
        }
        ASSERT_EQ(there.key(), symmetric_keys(pos)[static_cast<std::size_t>(symmetry)]);
        ASSERT_EQ(least_key(there), least_key(pos));
        ASSERT_EQ(checks.of(there), checks.of_images(pos)[static_cast<std::size_t>(symmetry)]);
        ASSERT_TRUE(there.legal_cells().has(image(move, symmetry).cell));
        there.play(image(move, symmetry));
        Position after = pos;
        after.play(move);
        ASSERT_EQ(there, image(after, symmetry));
      }
      pos.play(move);
    }
  }
}

TEST(AndantinoPosition, PassChangesOnlyTheMover) {
  Position pos = played(rules_of(10), "1,0 0,1 1,1");
  ASSERT_TRUE(pos.can_pass());
  const Position before = pos;
  const Undo undo = pos.pass();
  EXPECT_NE(pos.to_move(), before.to_move());
  EXPECT_EQ(pos.key(), pos.recomputed_key());
  EXPECT_EQ(pos.legal_cells(), before.legal_cells());
  pos.retract_pass(undo);
  EXPECT_TRUE(pos.is_identical(before));
  EXPECT_FALSE(Position(rules_of(10)).can_pass());
}

TEST(AndantinoPosition, FirstMoveHasSixCellsAndTheSecondTwo) {
  Position pos(rules_of(10));
  MoveList moves;
  Andantino::generate_moves(pos, moves);
  EXPECT_EQ(moves.size(), 6U);
  pos.play(moves[0]);
  moves.clear();
  Andantino::generate_moves(pos, moves);
  EXPECT_EQ(moves.size(), 2U);
}

TEST(AndantinoPosition, UnboundedEndsOnTheOutermostRing) {
  // The stones walk east in pairs, so that neither colour makes five.
  Position pos(rules_of(0, true));
  base::Random random(3);
  int reached = 0;
  for (int game = 0; game < 400 && reached == 0; ++game) {
    pos = Position(rules_of(0, true));
    while (!pos.is_over()) {
      // The easternmost cell that neither wins nor loses at once.
      MoveList moves;
      Andantino::generate_moves(pos, moves);
      Move best = moves[random.below(static_cast<std::uint32_t>(moves.size()))];
      for (const Move move : moves) {
        Position next = pos;
        next.play(move);
        const bool ends = next.is_over() && next.end_kind() != EndKind::kBoundReached;
        if (!ends && hex_of(move.cell).q > hex_of(best.cell).q) best = move;
      }
      pos.play(best);
    }
    if (pos.end_kind() == EndKind::kBoundReached) ++reached;
  }
  ASSERT_EQ(reached, 1);
  EXPECT_EQ(Notation::ending(pos), "bound-reached");
  EXPECT_EQ(pos.payoff(0), 6);
  EXPECT_EQ(pos.payoff(1), 6);
  const auto read = Notation::read_position(rules_of(0, true), Notation::write_position(pos));
  ASSERT_TRUE(read.ok());
  EXPECT_EQ(*read, pos);
}

}  // namespace
}  // namespace partita::games::andantino::testing
