// On a busy machine a part of the time is thinking, and the exact end of Omega is asked for by that part.
#include <gtest/gtest.h>

#include <chrono>
#include <thread>

#include "catalog/any_engine.h"

namespace partita::catalog {
namespace {

constexpr int kPliesOfAGame = 60;
constexpr int kMoveTimeMs = 60;

AnyPosition with_plies_left(int left) {
  auto position = AnyPosition::initial("omega", {{"side", "5"}});
  EXPECT_TRUE(position.ok());
  // Any legal moves: a stride through the list spreads them over the board.
  for (std::size_t at = 7; position->ply() < kPliesOfAGame - left; at += 13) {
    const auto moves = position->legal_moves();
    EXPECT_TRUE(position->play(moves[at % moves.size()]).ok());
  }
  return *position;
}

std::unique_ptr<AnyEngine> new_engine() {
  auto engine = make_plain_engine("omega", {{"side", "5"}}, {"partita", {{"hash_mb", "4"}}});
  EXPECT_TRUE(engine.ok());
  return std::move(*engine);
}

/// Searches whose thread sleeps for most of its time, as if others had the processor.
void starve(AnyEngine& engine) {
  const auto start = AnyPosition::initial("omega", {{"side", "5"}});
  for (int i = 0; i < 4; ++i) {
    SearchRequest request;
    request.limits.movetime_ms = kMoveTimeMs;
    bool has_slept = false;
    request.on_line = [&](const LineReport&) {
      if (!has_slept) std::this_thread::sleep_for(std::chrono::milliseconds(10 * kMoveTimeMs));
      has_slept = true;
    };
    static_cast<void>(engine.search(*start, request));
  }
}

TEST(OmegaOnABusyMachine, TheSolverIsNotAskedForWhatItWouldNotFinish) {
  const AnyPosition position = with_plies_left(14);
  SearchRequest request;
  request.limits.movetime_ms = kMoveTimeMs;
  const auto engine = new_engine();
  starve(*engine);
  const SearchResult result = engine->search(position, request);
  EXPECT_NE(result.note, "endgame");
  EXPECT_GT(result.nodes, 0U);
}

TEST(OmegaOnABusyMachine, NearerTheEndItIsAskedAllTheSame) {
  const AnyPosition position = with_plies_left(6);
  SearchRequest request;
  request.limits.movetime_ms = kMoveTimeMs;
  const auto engine = new_engine();
  starve(*engine);
  EXPECT_EQ(engine->search(position, request).note, "endgame");
}

}  // namespace
}  // namespace partita::catalog
