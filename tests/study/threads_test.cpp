// The real games with several threads: engines, provers, and both beside each other. The thread sanitizer judges.
#include <gtest/gtest.h>

#include <thread>

#include "base/text.h"
#include "catalog/any_engine.h"
#include "catalog/games.h"
#include "catalog/solver.h"
#include "kit/effort.h"
#include "study/engine.h"

namespace partita::study {
namespace {

catalog::AnyPosition played(std::string_view game, const base::OptionValues& rules, const std::string& moves) {
  auto position = catalog::AnyPosition::initial(game, rules);
  for (const std::string_view move : base::words(moves)) EXPECT_TRUE(position->play(move).ok()) << move;
  return *position;
}

void expect_a_move(const catalog::AnyPosition& position, const std::string& spec) {
  SCOPED_TRACE(std::string(position.game()) + " " + spec);
  auto engine = make_engine(position.game(), position.rules(), *catalog::read_engine_spec(spec));
  ASSERT_TRUE(engine.ok()) << engine.error();
  base::StopFlag stop;
  catalog::SearchRequest request;
  request.limits.movetime_ms = 80;
  request.is_analysis = true;
  request.stop = &stop;
  request.on_line = [](const catalog::LineReport& line) { EXPECT_FALSE(line.score.by_seat.empty()); };
  catalog::AnyPosition copy = position;
  EXPECT_TRUE(copy.play((*engine)->search(position, request).best_move).ok());
  request.limits.movetime_ms = 0;
  std::thread other([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    stop.raise();
  });
  copy = position;
  EXPECT_TRUE(copy.play((*engine)->search(position, request).best_move).ok());
  other.join();
}

TEST(CatalogThreads, EnginesOfEveryGame) {
  for (const catalog::GameEntry& game : catalog::all_games()) {
    for (const int threads : {2, 4}) {
      expect_a_move(played(game.name, {}, ""), "partita,hash_mb=4,threads=" + std::to_string(threads));
    }
  }
  expect_a_move(played("omega", {{"side", "4"}, {"players", "3"}}, ""), "partita,hash_mb=4,threads=2");
  expect_a_move(played("omega", {}, ""), "partita-ab,hash_mb=4,threads=4");
}

TEST(CatalogThreads, ASolverBesideAnEngine) {
  const catalog::AnyPosition lost = played("andantino", {{"side", "11"}}, "L11 L12 M12 M13 L13 K12 K10 J10");
  for (const int threads : {1, 2}) {
    expect_a_move(lost, "partita,hash_mb=4,proof_thread=on,threads=" + std::to_string(threads));
  }
}

TEST(CatalogThreads, Provers) {
  for (const int threads : {2, 4}) {
    auto solver = catalog::make_solver("andantino", 8);
    const catalog::AnyPosition lost = played("andantino", {{"side", "11"}}, "L11 L12 M12 M13 L13 K12 K10 J10");
    catalog::SolveRequest request;
    request.threads = threads;
    request.nodes = static_cast<std::uint64_t>(kit::samples(100'000));
    EXPECT_NE(catalog::solve_position(**solver, lost, request).value, catalog::SolvedValue::kWin);
    auto other = catalog::make_solver("tafl", 8);
    request.nodes = static_cast<std::uint64_t>(kit::samples(20'000));
    EXPECT_NE(catalog::solve_position(**other, played("tafl", {{"rules", "brandubh"}}, ""), request).value,
              catalog::SolvedValue::kDraw);
  }
}

}  // namespace
}  // namespace partita::study
