#include <cstdio>
#include <filesystem>
#include <memory>
#include <optional>
#include <unordered_set>

#include "apps/command.h"
#include "apps/live_table.h"
#include "apps/position_options.h"
#include "apps/work_options.h"
#include "arena/player.h"
#include "base/random.h"
#include "base/sha256.h"
#include "base/text.h"
#include "catalog/games.h"
#include "lab/selfplay_file.h"
#include "work/game_queue.h"

namespace partita::apps {

namespace {

struct SelfplayOptions {
  PositionOptions position;
  WorkOptions work;
  std::string engine = "partita";
  std::string control = "nodes=1000";
  std::uint64_t games = 1000;
  int plies = 8;
  std::uint64_t seed = 1;
  std::string out;
  bool resume = false;
  std::shared_ptr<Outputs> outputs;
};

/// Random plies from the start, whole turns; the number of the game and the seed decide them. Empty if the game ends in
/// them.
std::vector<std::string> random_opening(const catalog::AnyPosition& start, int plies, std::uint64_t seed) {
  catalog::AnyPosition position = start;
  base::Random random(seed);
  while (static_cast<int>(position.moves().size()) < plies || !position.starts_turn()) {
    const auto moves = position.legal_moves();
    if (moves.empty() || !position.play(moves[random.below(static_cast<std::uint32_t>(moves.size()))])) return {};
  }
  return position.is_over() ? std::vector<std::string>{} : position.moves();
}

std::vector<arena::GameJob> make_jobs(const SelfplayOptions& options, const catalog::AnyPosition& start,
                                      const lab::SelfplayWriter& writer) {
  const std::unordered_set<std::uint64_t> done(writer.earlier().begin(), writer.earlier().end());
  std::vector<arena::GameJob> jobs;
  for (std::uint64_t number = 0; number < options.games; ++number) {
    if (done.contains(number)) continue;
    arena::GameJob job;
    job.id = std::to_string(number);
    job.game = std::string(start.game());
    job.rules = start.rules();
    job.opening = random_opening(start, options.plies, base::mix64(options.seed) + number);
    job.seats.assign(static_cast<std::size_t>(start.seat_count()), options.engine);
    job.controls.assign(job.seats.size(), options.control);
    jobs.push_back(std::move(job));
  }
  return jobs;
}

int run_selfplay(const SelfplayOptions& options) {
  const auto start = given_position(options.position);
  if (!start) return refuse(start.error());
  const auto control = arena::read_time_control(options.control);
  if (!control) return refuse(control.error());
  const auto player = arena::make_player(start->game(), start->rules(), options.engine);
  if (!player) return refuse(player.error());
  const lab::SelfplayHeader header{std::string(start->game()), start->rules(), options.engine,
                                   write_time_control(*control), options.seed};
  if (options.outputs->force() && !options.resume) remove_old(options.out);
  auto writer = lab::SelfplayWriter::open(
      options.out, header, options.resume ? lab::SelfplayWriter::Mode::kResume : lab::SelfplayWriter::Mode::kNew);
  if (!writer) return refuse(writer.error());
  if (!(*writer)->damage().empty()) std::fprintf(stderr, "partita: %s\n", (*writer)->damage().c_str());
  const auto jobs = make_jobs(options, *start, **writer);
  std::string name = header.game + header.engine + header.control + std::to_string(header.seed);
  const auto queue = make_queue(options.work, base::sha256(name).substr(0, 16), options.resume);
  work::GameQueue runner(*queue);
  const TwoInterrupts interrupts;
  LiveTable live;
  std::uint64_t games = 0, positions = 0;
  std::optional<std::string> failure;
  const auto done = runner.run(
      jobs,
      [&](const arena::GameOutcome& outcome) {
        const auto number = base::read_int(outcome.id);
        const auto added =
            (*writer)->add(lab::selfplay_game(static_cast<std::uint64_t>(number.value_or(0)), outcome.game));
        if (!added) failure = added.error();
        ++games;
        positions += outcome.game.moves.size();
        if (live.is_due())
          live.show(std::to_string(games) + " of " + std::to_string(jobs.size()) + " games, " +
                    base::with_thousands(positions) + " positions");
        return !failure;
      },
      interrupts.flag());
  live.clear();
  if (auto flushed = (*writer)->flush(); !flushed) return refuse(flushed.error());
  if (failure) return refuse(*failure);
  if (!done) return refuse(done.error());
  std::printf("%llu games, %llu positions, %llu bytes\n", static_cast<unsigned long long>(games),
              static_cast<unsigned long long>(positions),
              static_cast<unsigned long long>(std::filesystem::file_size(options.out)));
  return kExitFine;
}

}  // namespace

Action add_selfplay_command(Arguments& app) {
  auto options = std::make_shared<SelfplayOptions>();
  add_game_options(app, options->position);
  app.add_option("--engine", options->engine, "who plays, on every seat");
  app.add_option("--tc", options->control, "time control, as in the arena");
  app.add_option("--games", options->games, Range{1, 1e9}, "how many games");
  app.add_option("--plies", options->plies, Range{0, 200}, "random plies each game begins with");
  app.add_option("--seed", options->seed, "seed of those plies");
  app.outputs()->resumes_if(options->resume);
  options->outputs = app.outputs();
  app.add_output("--out", options->out, "the file to write")->required();
  app.add_flag("--resume", options->resume, "go on with an existing file");
  add_work_options(app, options->work);
  app.footer(
      "Writes positions with score, result and ply in a compact binary form: docs/lab.md.\n"
      "Example:\n" +
      catalog::examples_of("selfplay"));
  return [options] { return run_selfplay(*options); };
}

}  // namespace partita::apps
