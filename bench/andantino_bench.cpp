// Speed of Andantino's rules: every move of the tree made and unmade, moves generated, ends detected, nothing counted
// in bulk. items_per_second is moves made and unmade a second.
#include <benchmark/benchmark.h>

#include "base/random.h"
#include "game/perft.h"
#include "games/andantino/andantino.h"

namespace partita::games::andantino {
namespace {

/// Counts every play() of a perft of this depth.
std::uint64_t make_and_unmake(Position& pos, int depth) {
  if (pos.is_over()) return 0;
  MoveList moves;
  Andantino::generate_moves(pos, moves);
  std::uint64_t count = moves.size();
  for (const Move move : moves) {
    const Undo undo = pos.play(move);
    if (depth > 1) count += make_and_unmake(pos, depth - 1);
    pos.retract(move, undo);
  }
  return count;
}

/// A position some plies into a game of random but not blind moves.
Position middle_game(int plies, std::uint64_t seed) {
  base::Random random(seed);
  for (;;) {
    Position pos{Rules{}};
    while (!pos.is_over() && pos.ply() < plies) {
      MoveList moves;
      if (!(Andantino::immediate_win(pos) == Move{})) break;
      if (Andantino::forced_replies(pos, moves) != game::Threat::kForced) {
        moves.clear();
        Andantino::generate_moves(pos, moves);
      }
      pos.play(moves[random.below(static_cast<std::uint32_t>(moves.size()))]);
    }
    if (!pos.is_over() && pos.ply() == plies) return pos;
  }
}

void BM_AndantinoMakeUnmake(benchmark::State& state) {
  Position pos = state.range(0) == 0 ? Position(Rules{}) : middle_game(static_cast<int>(state.range(0)), 1);
  const int depth = static_cast<int>(state.range(1));
  std::uint64_t moves = 0;
  for (auto _ : state) moves += make_and_unmake(pos, depth);
  state.SetItemsProcessed(static_cast<std::int64_t>(moves));
}
BENCHMARK(BM_AndantinoMakeUnmake)->Args({0, 9})->Args({20, 5})->Args({60, 4})->Unit(benchmark::kMillisecond);

void BM_AndantinoPerft(benchmark::State& state) {
  const Position pos{Rules{}};
  std::uint64_t leaves = 0;
  for (auto _ : state) leaves += game::perft<Andantino>(pos, static_cast<int>(state.range(0))).leaves;
  state.SetItemsProcessed(static_cast<std::int64_t>(leaves));
}
BENCHMARK(BM_AndantinoPerft)->Arg(9)->Unit(benchmark::kMillisecond);

/// What a solver asks at every node: has the mover a win, and must it answer one.
void BM_AndantinoThreats(benchmark::State& state) {
  std::vector<Position> positions;
  for (std::uint64_t seed = 1; seed <= 64; ++seed)
    positions.push_back(middle_game(static_cast<int>(state.range(0)), seed));
  std::int64_t asked = 0;
  for (auto _ : state) {
    for (const Position& pos : positions) {
      MoveList forced;
      benchmark::DoNotOptimize(Andantino::immediate_win(pos));
      benchmark::DoNotOptimize(Andantino::forced_replies(pos, forced));
      ++asked;
    }
  }
  state.SetItemsProcessed(asked);
}
BENCHMARK(BM_AndantinoThreats)->Arg(10)->Arg(20)->Arg(40);

void BM_AndantinoEvaluate(benchmark::State& state, const std::string& name) {
  const auto evaluator = Evaluator::named(name);
  std::vector<Position> positions;
  for (std::uint64_t seed = 1; seed <= 64; ++seed) positions.push_back(middle_game(20, seed));
  base::Random random(1);
  EvalContext context;
  context.random = &random;
  std::int64_t asked = 0;
  for (auto _ : state) {
    for (const Position& pos : positions) {
      benchmark::DoNotOptimize(evaluator->evaluate(pos, 0, context));
      ++asked;
    }
  }
  state.SetItemsProcessed(asked);
}

int register_evaluators() {
  for (const game::Named& row : Evaluator::names()) {
    const std::string name(row.name);
    benchmark::RegisterBenchmark(("BM_AndantinoEvaluate/" + name).c_str(),
                                 [name](benchmark::State& state) { BM_AndantinoEvaluate(state, name); });
  }
  return 0;
}
const int kRegistered = register_evaluators();

}  // namespace
}  // namespace partita::games::andantino
