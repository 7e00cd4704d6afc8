#include "games/andantino/evaluator.h"

#include <gtest/gtest.h>

#include "games/andantino/evaluators.h"
#include "games/andantino/open_rows.h"
#include "games/andantino/playing.h"

namespace partita::games::andantino::testing {
namespace {

Position read(const std::string& text) { return *Notation::read_position(rules_of(10), text); }

TEST(AndantinoEvaluators, SweereCountsGroupsAndNeighbours) {
  // White: two stones side by side. Black: two apart.
  const Position pos = played(rules_of(10), "1,0 0,1 1,-1");
  // White {1,0 1,-1}: 2 + 2; Black {0,0 0,1}: they touch as well, so the score is even.
  EXPECT_EQ(evaluate_sweere_groups(pos, 0, {}), 0);
  EXPECT_EQ(evaluate_sweere_neighbours(pos, 0, {}), 0);
  // White {1,0} {-1,1}, Black {0,0 0,1}: 1 + 1 against 2 + 2 of 6; neighbours 0 against 2.
  const Position split = played(rules_of(10), "1,0 0,1 -1,1");
  EXPECT_EQ(evaluate_sweere_groups(split, 0, {}), (2 - 4) * 99 / 6);
  EXPECT_EQ(evaluate_sweere_groups(split, 1, {}), 33);
  EXPECT_EQ(evaluate_sweere_neighbours(split, 1, {}), 99);
}

TEST(AndantinoEvaluators, AboukhadraWeighsTheLastMove) {
  Position pos = played(rules_of(10), "1,0 0,1");
  EvalContext context;
  context.last_move = {cell_of({0, 1})};
  // Black's last stone: longest row 2, rows 2 + 1 + 1, component 2, enclosing value of 1,0: black stones within two of
  // it, both; chain value 100 / 41 pixels * 1 step = 2.
  context.root = 1;
  EXPECT_EQ(evaluate_aboukhadra(pos, 1, context), 6 * 2 + 4 * 4 + 4 * 2 + 3 * 2 + 5 * 2);
  EXPECT_EQ(evaluate_aboukhadra(pos, 0, context), -(6 * 2 + 4 * 4 + 4 * 2 + 3 * 2 + 5 * 2));
  context.root = 0;
  EXPECT_EQ(evaluate_aboukhadra(pos, 0, context), -6 * 2 - 4 * 4 - 2 - 3 * 2 - 5 * 2);
}

TEST(AndantinoEvaluators, RaoCountsWaysToWin) {
  // Side 5, Black has four in a row, both ends empty and legal: two ways; White to move has none.
  const Position pos = read("5 5/6/7/1W2WW2/2BBBB3/8/7/6/5 w");
  ASSERT_FALSE(pos.is_over());
  MoveList wins;
  winning_cells(pos, Colour::kBlack, wins);
  ASSERT_EQ(wins.size(), 2U);
  EXPECT_EQ(evaluate_rao_fn1(pos, 0, {}), 0);
  EXPECT_EQ(evaluate_rao_fn2(pos, 0, {}), -20);
  base::Random random(5);
  EvalContext context;
  context.random = &random;
  for (int i = 0; i < 100; ++i) {
    const int value = evaluate_rao_fn2(pos, 0, context);
    EXPECT_GE(value, -25);
    EXPECT_LE(value, -15);
  }
}

/// Rows of five by plain counting.
OpenRows counted_rows(const Position& pos, Colour colour) {
  OpenRows rows;
  for_each_cell(pos.side(), [&](Cell start) {
    for (const board::Hex direction : kLineDirections) {
      int own = 0;
      bool open = true;
      for (int k = 0; k < 5; ++k) {
        const board::Hex hex = hex_of(start) + direction * k;
        open = open && board::is_on_hex_board(hex, pos.side()) && !pos.stones(other(colour)).has(cell_of(hex));
        own += open && pos.stones(colour).has(cell_of(hex)) ? 1 : 0;
      }
      if (open) {
        rows.two += own == 2 ? 1 : 0;
        rows.three += own == 3 ? 1 : 0;
        rows.four += own == 4 ? 1 : 0;
      }
      const Cell next = cell_of(hex_of(start) + direction);
      rows.pairs += pos.stones(colour).has(start) && pos.stones(colour).has(next) ? 1 : 0;
    }
  });
  return rows;
}

TEST(AndantinoEvaluators, OpenRowsEqualPlainCounting) {
  base::Random random(4);
  for (const int side : {3, 5, 10, 16}) {
    Position pos(rules_of(side));
    while (!pos.is_over()) {
      for (const Colour colour : {Colour::kWhite, Colour::kBlack}) {
        const Lines& own = pos.stones(colour);
        const Lines& enemy = pos.stones(other(colour));
        const OpenRows rows = open_rows(own, enemy, kLineMasks[static_cast<std::size_t>(side)], pos.stone_span());
        const OpenRows expected = counted_rows(pos, colour);
        ASSERT_EQ(rows.two, expected.two);
        ASSERT_EQ(rows.three, expected.three);
        ASSERT_EQ(rows.four, expected.four);
        ASSERT_EQ(rows.pairs, expected.pairs);
        int pressed = 0;
        for_each_cell(side, [&](Cell cell) {
          pressed += enemy.has(cell) && std::popcount(neighbour_bits(own, cell)) >= 4 ? 1 : 0;
        });
        ASSERT_EQ(pressed_stones(own, enemy, pos.stone_span()), pressed);
      }
      pos.play(careful_move(pos, random));
    }
  }
}

/// kLost also where the mover wins at once: anything but a position where nobody could.
game::Threat threat_to(const Position& pos) {
  MoveList replies;
  if (Andantino::immediate_win(pos) != Move{}) return game::Threat::kLost;
  return Andantino::forced_replies(pos, replies);
}

TEST(AndantinoEvaluators, TheCarriedValueIsTheCountedOne) {
  const Evaluator evaluator = *Evaluator::named("partita");
  ASSERT_TRUE(evaluator.carries());
  EXPECT_FALSE(Evaluator::named("sweere-groups")->carries());
  base::Random random(6);
  for (const int side : {3, 4, 6, 10, 16}) {
    Position pos(rules_of(side));
    game::Score carried = evaluator.carried(pos);
    while (!pos.is_over()) {
      for (const game::Seat seat : {game::Seat{0}, game::Seat{1}}) {
        ASSERT_EQ(evaluator.evaluate_carried(pos, seat, carried), evaluator.evaluate(pos, seat, {}))
            << Notation::write_position(pos);
        if (threat_to(pos) == game::Threat::kNone) {
          ASSERT_EQ(evaluator.evaluate_carried(pos, seat, carried, true), evaluator.evaluate(pos, seat, {}));
        }
      }
      const Move move = careful_move(pos, random);
      carried = evaluator.carried_after(pos, move, carried);
      const game::Key expected = Andantino::child_key(pos, move);
      pos.play(move);
      ASSERT_EQ(pos.key(), expected);
    }
  }
}

TEST(AndantinoForcingMoves, AreExactlyTheFiveThreats) {
  base::Random random(9);
  for (int game = 0; game < 40; ++game) {
    Position pos(rules_of(game % 2 == 0 ? 6 : 10));
    while (!pos.is_over()) {
      const Colour mover = pos.mover();
      MoveList legal;
      Andantino::generate_moves(pos, legal);
      const bool wins = std::any_of(legal.begin(), legal.end(),
                                    [&](Move move) { return pos.five_cells(mover).cells.has(move.cell); });
      if (wins) break;
      MoveList forcing;
      Andantino::generate_forcing_moves(pos, forcing);
      for (const Move move : legal) {
        const Undo undo = pos.play(move);
        bool threatens = false;
        for_each_cell(pos.side(), [&](Cell cell) {
          threatens |= pos.legal_cells().has(cell) && pos.five_cells(mover).cells.has(cell);
        });
        pos.retract(move, undo);
        const bool listed = std::find(forcing.begin(), forcing.end(), move) != forcing.end();
        ASSERT_EQ(listed, threatens) << Notation::write_position(pos) << Notation::write_move(pos, move);
      }
      pos.play(random_move(pos, random));
    }
  }
}

}  // namespace
}  // namespace partita::games::andantino::testing
