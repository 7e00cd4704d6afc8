// The concept must turn away what is not a Game. Each Broken... differs from a good game in one respect.
#include "game/refinements.h"

#include <gtest/gtest.h>

#include <memory>

#include "kit/tictactoe.h"

// A named namespace: nobody calls the comparisons of these types, which a compiler may mind inside an unnamed one.
namespace partita::game::concept_test {

using kit::TicTacToe;

static_assert(Game<TicTacToe>);
static_assert(HasThreats<TicTacToe> && HasSymmetries<TicTacToe> && HasPass<TicTacToe>);
static_assert(!HasRepetition<TicTacToe> && !HasTurns<TicTacToe> && !HasForcingMoves<TicTacToe> &&
              !HasMoveHints<TicTacToe>);

struct NotAGame {};
static_assert(!Game<NotAGame> && !Game<int>);

struct FatMove : TicTacToe {
  struct Move {
    std::uint64_t bits = 0;
    friend bool operator==(Move, Move) = default;
  };
};
static_assert(!MoveType<FatMove::Move> && !Game<FatMove>, "a move has at most four bytes");

struct IncomparableMove : TicTacToe {
  struct Move {
    std::uint8_t cell = 0;
  };
};
static_assert(!MoveType<IncomparableMove::Move> && !Game<IncomparableMove>, "moves are compared");

struct HeapPosition : TicTacToe {
  struct Position : TicTacToe::Position {
    std::vector<int> past;
    friend bool operator==(const Position&, const Position&) = default;
  };
};
static_assert(!PositionType<HeapPosition::Position, TicTacToe::Move, TicTacToe::Undo> && !Game<HeapPosition>,
              "a position is a value without heap");

struct NoRecomputedKey : TicTacToe {
  struct Position {
    Seat to_move() const { return 0; }
    int seat_count() const { return 2; }
    int ply() const { return 0; }
    bool is_over() const { return false; }
    int payoff(Seat) const { return 0; }
    Key key() const { return 0; }
    Undo play(Move) { return {}; }
    void retract(Move, const Undo&) {}
    friend bool operator==(const Position&, const Position&) = default;
  };
};
static_assert(!PositionType<NoRecomputedKey::Position, TicTacToe::Move, TicTacToe::Undo>, "keys can be recomputed");
static_assert(!Game<NoRecomputedKey>);

struct NarrowKey : TicTacToe {
  struct Position : TicTacToe::Position {
    std::uint32_t key() const { return 0; }
    friend bool operator==(const Position&, const Position&) = default;
  };
};
static_assert(!PositionType<NarrowKey::Position, TicTacToe::Move, TicTacToe::Undo>, "keys have 64 bits");

struct SilentReader : TicTacToe {
  struct Notation : TicTacToe::Notation {
    static Move read_move(const Position&, std::string_view) { return {}; }  // no way to say why not
  };
};
static_assert(!Game<SilentReader>, "readers say why they refuse");

struct NoReason : TicTacToe {
  struct Notation {
    static std::string write_move(const Position&, Move) { return {}; }
    static base::Parsed<Move> read_move(const Position&, std::string_view) { return Move{}; }
    static std::string write_position(const Position&) { return {}; }
    static base::Parsed<Position> read_position(const Rules&, std::string_view) { return Position(); }
  };
};
static_assert(!Game<NoReason>, "an ending has a reason");

struct NamelessEvaluator : TicTacToe {
  struct Evaluator {
    Score evaluate(const Position&, Seat, const EvalContext<Move>&) const { return 0; }
  };
};
static_assert(!Game<NamelessEvaluator>, "evaluators are chosen by name");

struct FloatEvaluator : TicTacToe {
  struct Evaluator : TicTacToe::Evaluator {
    static base::Parsed<Evaluator> named(std::string_view) { return Evaluator{}; }
    double evaluate(const Position&, Seat, const EvalContext<Move>&) const { return 0; }
  };
};
static_assert(!Game<FloatEvaluator>, "scores are integers");

struct VectorGenerator : TicTacToe {
  static std::vector<Move> generate_moves(const Position&) { return {}; }
};
static_assert(!Game<VectorGenerator>, "generating moves does not allocate");

struct NoView : TicTacToe {
  static void view(const Position&) {}
};
static_assert(!Game<NoView>, "every game can be drawn");

struct HalfForced : TicTacToe {
  static bool immediate_win(const Position&) { return false; }
};
static_assert(Game<HalfForced> && !HasThreats<HalfForced>,
              "a refinement with the wrong shape is no refinement, and the game remains one");

TEST(Concept, ProvenScoresAndEvaluationsDoNotMeet) {
  EXPECT_TRUE(is_proven(win_in(0)));
  EXPECT_TRUE(is_proven(win_in(kLongestWin)));
  EXPECT_TRUE(is_proven(loss_in(kLongestWin)));
  EXPECT_FALSE(is_proven(kEvalLimit));
  EXPECT_FALSE(is_proven(-kEvalLimit));
  EXPECT_LT(win_in(0), kInfinite);
  EXPECT_GT(win_in(3), win_in(4));
  EXPECT_LT(loss_in(3), loss_in(4));
}

TEST(Concept, ThePointSplitsAmongAnyNumberOfTiedSeats) {
  for (int tied = 1; tied <= kMaxSeats; ++tied) EXPECT_EQ(kPoint % tied, 0);
}

}  // namespace partita::game::concept_test
