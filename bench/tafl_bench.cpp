#include <benchmark/benchmark.h>

#include "game/perft.h"
#include "games/tafl/tafl.h"

namespace partita::games::tafl {
namespace {

/// Moves made and taken back, interior ones included, without bulk counting.
std::uint64_t count_moves(Position& pos, int depth) {
  if (depth == 0 || pos.is_over()) return 0;
  game::MoveList<Tafl> moves;
  Tafl::generate_moves(pos, moves);
  std::uint64_t made = moves.size();
  for (const Move move : moves) {
    const Undo undo = pos.play(move);
    made += count_moves(pos, depth - 1);
    pos.retract(move, undo);
  }
  return made;
}

void make_unmake(benchmark::State& state, const char* rules, const char* text, int depth) {
  const RuleSet* set = find_rule_set(rules);
  Position pos = *text == '\0' ? Tafl::initial(set) : *Notation::read_position(set, text);
  std::uint64_t made = 0;
  for (auto _ : state) made += count_moves(pos, depth);
  state.counters["moves/s"] = benchmark::Counter(static_cast<double>(made), benchmark::Counter::kIsRate);
}

constexpr const char* kMiddleGame = "/3tt4/2t2t3/4T4/t7t/t2T3tt/t1TtK4/1T2t3T/9/4tt3/ a 14";

BENCHMARK_CAPTURE(make_unmake, mcgill_start, "mcgill", "", 4)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(make_unmake, mcgill_middle, "mcgill", kMiddleGame, 4)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(make_unmake, ashton_start, "ashton", "", 4)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(make_unmake, brandubh_start, "brandubh", "", 4)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(make_unmake, copenhagen_start, "copenhagen", "", 3)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace partita::games::tafl
