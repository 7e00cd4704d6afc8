#include <unistd.h>

#include <cstdio>
#include <memory>

#include "apps/command.h"
#include "apps/position_options.h"
#include "base/clock.h"
#include "base/text.h"
#include "catalog/games.h"

namespace partita::apps {

namespace {

/// Perft of ten plies of Omega is more than anybody waits for, and deeper would overflow the count.
constexpr int kDeepest = 64;

struct PerftOptions {
  PositionOptions where;
  int depth = 0;
  bool divide = false;
  std::string unit;
};

/// On a terminal, long runs say every now and then how far they are.
catalog::PerftProgress progress_line() {
  if (!::isatty(STDERR_FILENO)) return nullptr;
  auto watch = std::make_shared<base::Stopwatch>();
  return [watch](int done, int total, std::uint64_t leaves) {
    if (watch->seconds() < 1) return;
    std::fprintf(stderr, "\r%d of %d first moves, %s leaves, %.0f s ", done, total,
                 base::with_thousands(leaves).c_str(), watch->seconds());
    if (done == total) std::fputc('\n', stderr);
  };
}

/// For games whose leaves alone tell little: the exact sum of every seat's score over them as well.
int count_sums(const catalog::GameEntry& game, const catalog::AnyPosition& position, const PerftOptions& options) {
  const auto sums =
      game.perft_sums(position.model(), options.depth, options.unit.empty() ? "stone" : options.unit, progress_line());
  if (!sums) return refuse(sums.error());
  std::printf("scores %s\n", base::join(sums->sums, ",").c_str());
  std::printf("leaves %llu\n", static_cast<unsigned long long>(sums->leaves));
  return kExitFine;
}

int count_leaves(const PerftOptions& options) {
  const auto position = given_position(options.where);
  if (!position) return refuse(position.error());
  const auto game = catalog::find_game(options.where.game);
  if ((*game)->perft_sums && !options.divide) return count_sums(**game, *position, options);
  if (!options.unit.empty() && options.unit != "stone")
    return refuse("--unit turn needs a game with turns and no --divide");
  const auto result = (*game)->perft(position->model(), options.depth, progress_line());
  if (options.divide) {
    for (const auto& [move, leaves] : result.divide) {
      std::printf("%s %llu\n", move.c_str(), static_cast<unsigned long long>(leaves));
    }
  }
  for (const auto& [event, count] : result.events) {
    std::printf("%s %llu\n", event.c_str(), static_cast<unsigned long long>(count));
  }
  for (const auto& [reason, count] : result.endings) {
    std::printf("%s %llu\n", reason.c_str(), static_cast<unsigned long long>(count));
  }
  std::printf("leaves %llu\n", static_cast<unsigned long long>(result.leaves));
  return kExitFine;
}

}  // namespace

Action add_perft_command(Arguments& app) {
  auto options = std::make_shared<PerftOptions>();
  add_position_options(app, options->where);
  app.add_option("--depth", options->depth, kRequired, Range{0, kDeepest}, "plies");
  app.add_flag("--divide", options->divide, "also the leaves under each first move");
  app.add_option("--unit", options->unit, OneOf{{"stone", "turn"}},
                 "what depth counts in games with turns of several stones: stone or turn");
  app.footer(
      "Counts the sequences of exactly DEPTH plies; games that end earlier are not extended. Prints what happened on "
      "the\n"
      "last ply where the game tells (pieces captured, moves that took several), how many games ended on it, by\n"
      "reason, and as the last line 'leaves N'.\n\n"
      "Examples:\n" +
      catalog::examples_of("perft"));
  return [options] { return count_leaves(*options); };
}

}  // namespace partita::apps
