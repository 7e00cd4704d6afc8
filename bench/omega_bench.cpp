// Speed of Omega's rules: plain make and unmake of single stones, without bulk counting.
#include <benchmark/benchmark.h>

#include "games/omega/omega.h"

namespace {

using namespace partita;
using games::omega::Omega;
using games::omega::Position;

/// Plays and takes back every sequence of `depth` plies; returns how many plies were played.
std::uint64_t walk(Position& pos, int depth) {
  if (pos.is_over()) return 0;
  game::MoveList<Omega> moves;
  Omega::generate_moves(pos, moves);
  std::uint64_t played = moves.size();
  for (const auto move : moves) {
    const auto undo = pos.play(move);
    benchmark::DoNotOptimize(pos.log_score(0));
    if (depth > 1) played += walk(pos, depth - 1);
    pos.retract(move, undo);
  }
  return played;
}

Position after_random_plies(int side, int players, int plies) {
  base::Random random(3);
  Position pos(games::omega::Rules{side, players, games::omega::TieRule::kLastWins, false});
  for (int ply = 0; ply < plies && !pos.is_over(); ++ply) {
    game::MoveList<Omega> moves;
    Omega::generate_moves(pos, moves);
    pos.play(moves[random.below(static_cast<std::uint32_t>(moves.size()))]);
  }
  return pos;
}

/// Arguments: side, players, plies played before.
void MakeUnmake(benchmark::State& state) {
  Position pos = after_random_plies(static_cast<int>(state.range(0)), static_cast<int>(state.range(1)),
                                    static_cast<int>(state.range(2)));
  std::uint64_t moves = 0;
  for (auto _ : state) moves += walk(pos, 3);
  state.counters["moves/s"] = benchmark::Counter(static_cast<double>(moves), benchmark::Counter::kIsRate);
}
BENCHMARK(MakeUnmake)->Args({5, 2, 0})->Args({5, 2, 16})->Args({5, 2, 32})->Args({5, 4, 16})->Args({10, 2, 100});

/// Arguments: evaluator (its place in the list), plies played before. Side 5, two players.
void Evaluate(benchmark::State& state) {
  const Position pos = after_random_plies(5, 2, static_cast<int>(state.range(1)));
  const auto name = Omega::Evaluator::names()[static_cast<std::size_t>(state.range(0))].name;
  const auto evaluator = Omega::Evaluator::named(name);
  const game::EvalContext<Omega::Move> context;
  for (auto _ : state) benchmark::DoNotOptimize(evaluator->evaluate(pos, 0, context));
  state.SetLabel(std::string(name));
  state.counters["evaluations/s"] =
      benchmark::Counter(static_cast<double>(state.iterations()), benchmark::Counter::kIsRate);
}
BENCHMARK(Evaluate)->Args({0, 10})->Args({0, 30})->Args({0, 50})->Args({1, 30})->Args({2, 30});

/// Arguments: side, policy (0 uniform, 1 biased). From the empty board, the whole hook of the Monte-Carlo search.
void Playouts(benchmark::State& state) {
  const Position pos = after_random_plies(static_cast<int>(state.range(0)), 2, 0);
  const auto policy = state.range(1) == 0 ? game::PlayoutPolicy::kUniform : game::PlayoutPolicy::kBiased;
  base::Random random(1);
  game::Playout<Omega> playout;
  for (auto _ : state) {
    Omega::playout(pos, policy, random, playout);
    benchmark::DoNotOptimize(playout.payoff[0]);
  }
  state.counters["playouts/s"] =
      benchmark::Counter(static_cast<double>(state.iterations()), benchmark::Counter::kIsRate);
}
BENCHMARK(Playouts)->Args({5, 0})->Args({5, 1})->Args({10, 0})->Args({10, 1});

}  // namespace
