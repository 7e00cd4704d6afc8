// Monte-Carlo search on tic-tac-toe: results, proofs, the memory bound, reuse, determinism, stopping.
#include "search/montecarlo/montecarlo.h"

#include <gtest/gtest.h>

#include <string>
#include <thread>

#include "kit/tictactoe.h"

namespace partita::search::montecarlo {
namespace {

using kit::TicTacToe;
using Move = TicTacToe::Move;
using Position = TicTacToe::Position;

/// Tic-tac-toe without its threat tests: everything must come from simulations and proofs.
struct PlainTicTacToe {
  using Move = TicTacToe::Move;
  using Undo = TicTacToe::Undo;
  using Position = TicTacToe::Position;
  using Rules = TicTacToe::Rules;
  using Notation = TicTacToe::Notation;
  using Evaluator = TicTacToe::Evaluator;
  static constexpr std::string_view kName = "plain";
  static constexpr std::string_view kTitle = "Plain tic-tac-toe";
  static constexpr std::size_t kMaxMoves = TicTacToe::kMaxMoves;
  static constexpr std::size_t kHistorySlots = TicTacToe::kHistorySlots;
  static auto rule_options() { return TicTacToe::rule_options(); }
  static auto make_rules(const base::OptionValues& values) { return TicTacToe::make_rules(values); }
  static auto rule_values(const Rules& rules) { return TicTacToe::rule_values(rules); }
  static auto rules_of(const Position& pos) { return TicTacToe::rules_of(pos); }
  static auto initial(const Rules& rules) { return TicTacToe::initial(rules); }
  static void generate_moves(const Position& pos, game::MoveList<PlainTicTacToe>& list) {
    TicTacToe::generate_moves(pos, list);
  }
  static auto history_slot(const Position& pos, Move move) { return TicTacToe::history_slot(pos, move); }
  static auto seat_name(const Position& pos, game::Seat seat) { return TicTacToe::seat_name(pos, seat); }
  static auto view(const Position& pos) { return TicTacToe::view(pos); }
  static auto move_path(const Position& pos, Move move) { return TicTacToe::move_path(pos, move); }
  static auto scores(const Position& pos) { return TicTacToe::scores(pos); }
};
static_assert(game::Game<PlainTicTacToe>);

Position position(int size, const std::string& text) { return *TicTacToe::Notation::read_position({size}, text); }
template <class G = TicTacToe>
Task<G> task(const Position& pos, std::uint64_t simulations) {
  Task<G> result{pos, {}, {}, {}, {}, nullptr};
  result.limits.nodes = simulations;
  return result;
}
template <class G = TicTacToe>
MonteCarlo<G> engine(const MonteCarloSwitches& switches = {}) {
  return MonteCarlo<G>(switches, TicTacToe::Evaluator{});
}

template <class G>
Outcome<Move> run(MonteCarlo<G>& mind, const Task<G>& wanted) {
  Control control;
  control.begin({}, wanted.limits.nodes, wanted.stop);
  return mind.search(wanted, control);
}

TEST(MonteCarlo, ProvesTheEmptyBoardDrawn) {
  for (const Selection selection : {Selection::kUct, Selection::kAmaf}) {
    MonteCarloSwitches switches;
    switches.selection = selection;
    switches.exploration = 0.7;
    auto mind = engine<PlainTicTacToe>(switches);
    const auto outcome = run(mind, task<PlainTicTacToe>(Position(3), 1'000'000));
    ASSERT_TRUE(outcome.lines[0].distance.has_value());
    EXPECT_EQ(*outcome.lines[0].distance, 0);
    EXPECT_LT(outcome.nodes, 1'000'000U) << "a settled root ends the search";
    EXPECT_DOUBLE_EQ((*outcome.lines[0].shares)[0], 0.5);
  }
}

TEST(MonteCarlo, FindsAWinInOneAndItsDistance) {
  auto mind = engine<PlainTicTacToe>();
  const auto pos = position(3, "3 XX1/OO1/3 x");
  const auto outcome = run(mind, task<PlainTicTacToe>(pos, 10'000));
  EXPECT_EQ(TicTacToe::Notation::write_move(pos, outcome.best), "c3");
  EXPECT_EQ(outcome.lines[0].distance, 1);
  EXPECT_EQ(outcome.lines[0].score, game::win_in(1));
}

TEST(MonteCarlo, ProvesADoubleThreatWithAFullVariation) {
  const auto pos = position(3, "3 X2/1O1/2X o");
  auto mind = engine<PlainTicTacToe>();
  auto corner = task<PlainTicTacToe>(pos, 200'000);
  corner.only_moves = {*TicTacToe::Notation::read_move(pos, "c3")};
  const auto outcome = run(mind, corner);
  EXPECT_EQ(TicTacToe::Notation::write_move(pos, outcome.best), "c3");
  ASSERT_EQ(outcome.lines[0].distance, -4) << "answering in a corner loses: reply, move, win after it";
  EXPECT_EQ(outcome.lines[0].pv.size(), 4U);
}

TEST(MonteCarlo, ThreatTestsProveALossAtOnce) {
  const auto pos = position(3, "3 X1X/1O1/O1X o");  // two threats: every reply loses
  auto mind = engine<TicTacToe>();
  const auto outcome = run(mind, task(pos, 1000));
  EXPECT_EQ(outcome.lines[0].distance, -2);
  EXPECT_EQ(outcome.lines[0].score, game::loss_in(2));
  EXPECT_EQ(outcome.lines[0].pv.size(), 2U);
}

TEST(MonteCarlo, LinesAreRankedAndDisjoint) {
  auto mind = engine<PlainTicTacToe>();
  auto wanted = task<PlainTicTacToe>(position(3, "3 XO1/3/3 x"), 3000);
  wanted.limits.lines = 4;
  int reported = 0;
  wanted.on_line = [&](const Line<Move>& line) { reported = std::max(reported, line.rank); };
  const auto outcome = run(mind, wanted);
  ASSERT_EQ(outcome.lines.size(), 4U);
  EXPECT_EQ(reported, 4);
  for (std::size_t i = 0; i < 4; ++i) {
    EXPECT_EQ(outcome.lines[i].rank, static_cast<int>(i) + 1);
    for (std::size_t k = 0; k < i; ++k) EXPECT_FALSE(outcome.lines[i].pv[0] == outcome.lines[k].pv[0]);
    EXPECT_NEAR((*outcome.lines[i].shares)[0] + (*outcome.lines[i].shares)[1], 1.0, 1e-9);
  }
}

TEST(MonteCarlo, OneThreadIsDeterministicAndTheSeedMatters) {
  const auto text_of = [](std::uint64_t seed) {
    MonteCarloSwitches switches;
    switches.seed = seed;
    auto mind = engine<PlainTicTacToe>(switches);
    auto wanted = task<PlainTicTacToe>(Position(4), 3000);
    wanted.limits.lines = 16;
    std::string text;
    for (const auto& line : run(mind, wanted).lines) {
      for (const Move move : line.pv) text += TicTacToe::Notation::write_move(Position(4), move) + " ";
      text += std::to_string((*line.shares)[0]) + "\n";
    }
    return text;
  };
  EXPECT_EQ(text_of(7), text_of(7));
  EXPECT_NE(text_of(7), text_of(8));
}

TEST(MonteCarlo, TheTreeStaysWithinItsBoundAndStillFindsTheWin) {
  MonteCarloSwitches switches;
  switches.hash_mb = 1;
  switches.expand_at = 1;
  auto mind = engine<PlainTicTacToe>(switches);
  const auto outcome = run(mind, task<PlainTicTacToe>(Position(4), 40'000));
  EXPECT_EQ(outcome.nodes, 40'000U);
  EXPECT_LE(mind.tree_size(), mind.tree_capacity());
  EXPECT_LE(mind.tree_capacity() * Tree<Move>::kBytesPerNode, std::size_t{1} << 20);
  const auto pos = position(4, "4 XXX1/OOO1/4/4 x");
  EXPECT_EQ(run(mind, task<PlainTicTacToe>(pos, 50'000)).lines[0].distance, 1);
}

TEST(MonteCarlo, TheTreeIsKeptAlongTheGame) {
  auto mind = engine<PlainTicTacToe>();
  auto pos = Position(4);
  std::vector<game::Key> keys;
  const auto first = run(mind, task<PlainTicTacToe>(pos, 20'000));
  ASSERT_GE(first.lines[0].pv.size(), 2U);
  for (std::size_t ply = 0; ply < 2; ++ply) {
    keys.push_back(pos.key());
    pos.play(first.lines[0].pv[ply]);
  }
  auto next = task<PlainTicTacToe>(pos, 1);
  next.earlier_keys = keys;
  run(mind, next);
  const std::size_t kept = mind.tree_size();
  mind.new_game();
  run(mind, next);
  EXPECT_GT(kept, 4 * mind.tree_size()) << "one simulation alone builds next to nothing";
}

TEST(MonteCarlo, TheTreeIsFoundWithoutKeysToo) {
  auto mind = engine<PlainTicTacToe>();
  auto pos = Position(4);
  const auto first = run(mind, task<PlainTicTacToe>(pos, 20'000));
  for (std::size_t ply = 0; ply < 2; ++ply) pos.play(first.lines[0].pv[ply]);
  run(mind, task<PlainTicTacToe>(pos, 1));
  EXPECT_GT(mind.tree_size(), 100U);
}

TEST(MonteCarlo, StopsWhenAskedAndStillAnswers) {
  base::StopFlag stop;
  auto mind = engine<PlainTicTacToe>();
  auto endless = task<PlainTicTacToe>(Position(4), 0);
  endless.stop = &stop;
  std::thread raiser([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(30));
    stop.raise();
  });
  const auto outcome = run(mind, endless);
  raiser.join();
  EXPECT_FALSE(outcome.best == Move{});
}

TEST(MonteCarlo, WorkersShareOneTree) {
  MonteCarloSwitches switches;
  switches.threads = 3;
  switches.hash_mb = 1;
  switches.expand_at = 1;
  auto mind = engine<PlainTicTacToe>(switches);
  const auto outcome = run(mind, task<PlainTicTacToe>(Position(4), 40'000));
  EXPECT_GE(outcome.nodes, 40'000U);
  EXPECT_LT(outcome.nodes, 40'008U);
  EXPECT_LE(mind.tree_size(), mind.tree_capacity());
  EXPECT_EQ(run(mind, task<PlainTicTacToe>(position(3, "3 XX1/OO1/3 x"), 20'000)).lines[0].distance, 1);
}

TEST(MonteCarlo, TheEvaluatorCanStandInForPlayouts) {
  MonteCarloSwitches switches;
  switches.playout = LeafValue::kEvaluate;
  switches.selection = Selection::kUct;
  switches.exploration = 0.7;
  switches.eval_scale = 2;
  auto mind = engine<PlainTicTacToe>(switches);
  const auto outcome = run(mind, task<PlainTicTacToe>(Position(3), 500'000));
  EXPECT_EQ(outcome.lines[0].distance, 0);
}

}  // namespace
}  // namespace partita::search::montecarlo
