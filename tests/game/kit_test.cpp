// The conformance kit must notice what it is there to notice: each game here breaks one promise.
#include <gtest/gtest-spi.h>
#include <gtest/gtest.h>

#include "kit/conformance.h"
#include "kit/tictactoe.h"

namespace partita::kit {
namespace {

/// Whether the kit, run over this game, reports a failure that mentions `words`.
template <class G>
bool is_noticed(const std::string& words) {
  ::testing::TestPartResultArray results;
  {
    ::testing::ScopedFakeTestPartResultReporter reporter(
        ::testing::ScopedFakeTestPartResultReporter::INTERCEPT_ONLY_CURRENT_THREAD, &results);
    Effort effort;
    effort.playouts = 6;
    effort.deep_every = 1;
    run_conformance<G>(typename G::Rules{3}, effort);
  }
  for (int i = 0; i < results.size(); ++i) {
    const auto& result = results.GetTestPartResult(i);
    if (result.failed() && std::string(result.message()).find(words) != std::string::npos) return true;
  }
  return false;
}

struct RepeatedMove : TicTacToe {
  static void generate_moves(const Position& pos, game::MoveList<TicTacToe>& list) {
    TicTacToe::generate_moves(pos, list);
    if (list.size() < kMaxMoves) list.push_back(list[0]);
  }
};

struct WildSlot : TicTacToe {
  static std::size_t history_slot(const Position&, Move move) { return move.cell * 8u; }
};

struct BlindToWins : TicTacToe {
  static Move immediate_win(const Position&) { return {}; }
};

struct AlarmedForNothing : TicTacToe {
  static game::Threat forced_replies(const Position&, game::MoveList<TicTacToe>&) { return game::Threat::kLost; }
};

struct CrookedImage : TicTacToe {
  using TicTacToe::image;
  static Move image(const Position&, Move move, int) { return move; }
};

struct Partisan : TicTacToe {
  struct Evaluator : TicTacToe::Evaluator {
    static base::Parsed<Evaluator> named(std::string_view name) {
      const auto base = TicTacToe::Evaluator::named(name);
      if (!base) return base.forward_error();
      return Evaluator{};
    }
    game::Score evaluate(const Position&, game::Seat, const game::EvalContext<Move>&) const { return 1; }
  };
};

struct ForgetfulReader : TicTacToe {
  struct Notation : TicTacToe::Notation {
    static base::Parsed<Position> read_position(const Rules& rules, std::string_view) { return Position(rules.size); }
  };
};

TEST(Kit, NoticesEveryBrokenPromise) {
  EXPECT_FALSE(is_noticed<TicTacToe>(""));
  EXPECT_TRUE(is_noticed<RepeatedMove>("a move is listed twice"));
  EXPECT_TRUE(is_noticed<WildSlot>("kHistorySlots"));
  EXPECT_TRUE(is_noticed<BlindToWins>("immediate_win overlooks a win"));
  EXPECT_TRUE(is_noticed<AlarmedForNothing>("was said to lose at once"));
  EXPECT_TRUE(is_noticed<CrookedImage>("is illegal"));
  EXPECT_TRUE(is_noticed<Partisan>("what one seat gains the other loses"));
  EXPECT_TRUE(is_noticed<ForgetfulReader>("read"));
}

}  // namespace
}  // namespace partita::kit
