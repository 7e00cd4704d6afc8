// Every term of the three reports' evaluations as the text says it, worked out by hand beside the sentence; and where
// the authors' programs count otherwise.
#include <gtest/gtest.h>

#include "games/andantino/evaluator.h"
#include "games/andantino/evaluators.h"
#include "games/andantino/playing.h"

namespace partita::games::andantino::testing {
namespace {

Cell cell_named(std::string_view name) { return cell_of(*board::read_hex(name, 10)); }

/// Stones wherever they are wanted.
Position placed(std::string_view white, std::string_view black) {
  CellSet whites;
  CellSet blacks;
  for (const std::string_view name : base::words(white)) whites.add(cell_named(name));
  for (const std::string_view name : base::words(black)) blacks.add(cell_named(name));
  return Position::from_stones(rules_of(10), whites, blacks);
}

Position after(std::string_view moves) {
  Position pos(rules_of(10));
  for (const std::string_view move : base::words(moves)) pos.play(*Notation::read_move(pos, move));
  return pos;
}
AboukhadraTerms terms_of(const Position& pos, const char* cell) { return aboukhadra_terms(pos, cell_named(cell)); }

// White I10, black J11, white I11: I10 and I11 are neighbours on the diagonal of I; Black has J10 and J11.
constexpr const char* kThree = "I10 J11 I11";
// And J12, K12: Black J10 J11 J12 in a row; White I10 I11 and, alone, K12.
constexpr const char* kFive = "I10 J11 I11 J12 K12";

TEST(ReportTerms, AboukhadraTheLongestRow) {
  // 4.1: "counting the number of pieces in the 3 axis with respect to the idx move and returns the maximum of them".
  EXPECT_EQ(terms_of(after(kThree), "I11").longest_row, 2);             // I10 I11
  EXPECT_EQ(terms_of(after("I10 J11 I11 J12"), "J12").longest_row, 3);  // J10 J11 J12
  EXPECT_EQ(terms_of(after(kFive), "K12").longest_row, 1);              // alone: the piece itself is on each axis
}

TEST(ReportTerms, AboukhadraTheSumOfRows) {
  // 4.1: "instead of returning the maximum value, it returns the sum of all rows in different directions": the three
  // axes of figure 1, each with the piece itself on it.
  EXPECT_EQ(terms_of(after(kThree), "I11").sum_of_rows, 2 + 1 + 1);
  EXPECT_EQ(terms_of(after("I10 J11 I11 J12"), "J12").sum_of_rows, 3 + 1 + 1);
  EXPECT_EQ(terms_of(after(kFive), "K12").sum_of_rows, 1 + 1 + 1);
}

TEST(ReportTerms, AboukhadraTheComponent) {
  // 4.2: "the number of pieces in the connected component of the cell indicated by idx".
  EXPECT_EQ(terms_of(after(kThree), "I11").component, 2);
  EXPECT_EQ(terms_of(after("I10 J11 I11 J12"), "J12").component, 3);
  EXPECT_EQ(terms_of(after(kFive), "K12").component, 1);
}

TEST(ReportTerms, AboukhadraTheEnclosingValue) {
  // 4.3: "the maximum between the trapped value for all its neighbors. The trapped value for a cell is counting the
  // number of opponent pieces in the 2 layers surrounding it."
  // White's three stones I10, I11 and K12 after K12: its neighbour J11 is black; I10 and I11 touch it, and K12 does.
  EXPECT_EQ(terms_of(after(kFive), "K12").enclosing, 3);
  // An empty neighbour counts as well as one with a stone: a lone white stone on I10 has no other white stone near, so
  // each of its neighbours has it alone in its layers.
  EXPECT_EQ(terms_of(after("I10"), "I10").enclosing, 1);
}

TEST(ReportTerms, AboukhadraTheChain) {
  // 4.4: "1/dist where dist is the euclidean distance between the chain's ends ... scaled by the depth to which the 2
  // ends are far apart ... multiplied by 100": neighbours are 41.6 pixels apart, 100 * 1 / 41.6 = 2.4.
  EXPECT_EQ(terms_of(after(kThree), "I11").chain, 2);
  // Three in a row: the ends are 2 * 41.6 apart and two steps, 100 * 2 / 83.2 = 2.4 again.
  EXPECT_EQ(terms_of(after("I10 J11 I11 J12"), "J12").chain, 2);
  EXPECT_EQ(terms_of(after(kFive), "K12").chain, 0);  // no chain
  // A hook of six black stones: from L12 it is five steps along J10 J11 J12 K13 L13, and J10 lies two cells away in a
  // straight line: 100 * 5 / (2 * 41.6) = 6.01.
  const Position hook = placed("A1 A2 A3 A4 A5", "J10 J11 J12 K13 L13 L12");
  EXPECT_EQ(terms_of(hook, "L12").chain, 6);
}

TEST(ReportTerms, AboukhadraTheWeights) {
  // 4.1: "6 and -6"; 4.2: "4 and -1"; 4.4: "5 and -5". Those of the sum and the enclosing value the text leaves out.
  AboukhadraTerms terms;
  terms.longest_row = 1;
  EXPECT_EQ(aboukhadra_value(terms, true), 6);
  EXPECT_EQ(aboukhadra_value(terms, false), -6);
  terms = {};
  terms.component = 1;
  EXPECT_EQ(aboukhadra_value(terms, true), 4);
  EXPECT_EQ(aboukhadra_value(terms, false), -1);
  terms = {};
  terms.chain = 1;
  EXPECT_EQ(aboukhadra_value(terms, true), 5);
  EXPECT_EQ(aboukhadra_value(terms, false), -5);
}

TEST(ReportTerms, AboukhadrasProgramCountsOtherwise) {
  const Position pos = after(kFive);
  const auto cell = [&](const char* name) {
    Position before = after("I10 J11 I11 J12");
    return Notation::read_move(before, name)->cell;
  };
  const AboukhadraTerms text = aboukhadra_terms(pos, cell("K12"));
  const AboukhadraTerms program = aboukhadra_program_terms(pos, cell("K12"));
  EXPECT_EQ(program.longest_row, 0);  // a lone stone has no row
  EXPECT_EQ(program.sum_of_rows, 0);
  EXPECT_EQ(text.longest_row, 1);
  EXPECT_EQ(text.sum_of_rows, 3);
}

TEST(ReportTerms, SweereTheGroups) {
  // 6.1: "if white has two connected tiles the score is 2+2=4 and three connected tiles 3+3+3=9", relative, times 99.
  // White I10 I11: 4. Black J10 J11 J12: 9. (4 - 9) / 13 * 99 = -38.07.
  EXPECT_EQ(evaluate_sweere_groups(after("I10 J11 I11 J12"), 0, {}), -38);
}

TEST(ReportTerms, SweereTheNeighbours) {
  // 6.2: "how many neighbors of the same colour the tile has". White I10 I11: 1 + 1. Black in a row: 1 + 2 + 1.
  // (2 - 4) / 6 * 99 = -33.
  EXPECT_EQ(evaluate_sweere_neighbours(after("I10 J11 I11 J12"), 0, {}), -33);
  // His program counts each stone itself too: 4 against 7, (4 - 7) / 11 * 99 = -27 (in numbers of 32 bits, -26.99...).
  const int program = evaluate_sweere_neighbours_program(after("I10 J11 I11 J12"), 0, {});
  EXPECT_TRUE(program == -27 || program == -26) << program;
  EXPECT_EQ(evaluate_sweere_neighbours_program(after("I10 J11 I11 J12"), 1, {}), -program);
}

// White can make five on K13 alone and Black on J8 alone: the other ends of the rows have one occupied neighbour.
Position two_rows_of_four() { return placed("K9 K10 K11 K12", "J9 J10 J11 J12 I11"); }

TEST(ReportTerms, RaoFn1) {
  // 3.5.1, figure 4: "The bot can get a 5-in-a-row and win if it places its next piece in the cell marked by 1.
  // Therefore the line score of the bot will be 10 ... The total score will hence be 100."
  const Position pos = two_rows_of_four();
  ASSERT_FALSE(pos.is_over());
  ASSERT_EQ(pos.mover(), Colour::kWhite);
  EXPECT_EQ(evaluate_rao_fn1(pos, 0, {}), 100);
  EXPECT_EQ(evaluate_rao_fn1(pos, 1, {}), -100);
}

TEST(ReportTerms, RaoFn2) {
  // 3.5.2, figure 6: "bot_line_score = 10 ... en_line_score = 10 ... score = 20 x 10 + 20 x 0 + (-1) x 10 + (-1) x 0 =
  // 190".
  const Position pos = two_rows_of_four();
  EXPECT_EQ(evaluate_rao_fn2(pos, 0, {}), 190);
  EXPECT_EQ(evaluate_rao_fn2(pos, 1, {}), -190);
}

TEST(ReportTerms, TheSwitchChoosesTheForm) {
  const Position pos = after(kFive);
  EvalContext context;
  context.last_move = {Notation::read_move(after("I10 J11 I11 J12"), "K12")->cell};
  Evaluator evaluator = *Evaluator::named("aboukhadra");
  const game::Score text = evaluator.evaluate(pos, 0, context);
  evaluator.use_program_form();
  EXPECT_NE(evaluator.evaluate(pos, 0, context), text);
  EXPECT_EQ(evaluator.evaluate(pos, 0, context), evaluate_aboukhadra_program(pos, 0, context));
  Evaluator ours = *Evaluator::named("partita");
  const game::Score before = ours.evaluate(pos, 0, context);
  ours.use_program_form();
  EXPECT_EQ(ours.evaluate(pos, 0, context), before);
}

}  // namespace
}  // namespace partita::games::andantino::testing
