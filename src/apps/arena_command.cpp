#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <fstream>
#include <memory>

#include "apps/command.h"
#include "apps/position_options.h"
#include "arena/opening_set.h"
#include "arena/report.h"
#include "arena/tournament.h"
#include "base/clock.h"
#include "base/text.h"

namespace partita::apps {

namespace {

struct ArenaOptions {
  PositionOptions position;
  std::vector<std::string> players;
  std::vector<std::string> controls;
  std::string format;
  int openings = 50;
  int plies = 6;
  std::uint64_t seed = 1;
  std::string opening_file;
  std::string save_openings;
  double imbalance = 0.25;
  int concurrency = 1;
  std::vector<double> sprt;
  std::string log;
  bool resume = false;
  bool json = false;
  std::string csv;
  std::int64_t margin_ms = 50;
};

base::StopFlag interrupted;

/// The first interrupt ends the tournament after the games under way, the second at once.
void on_interrupt(int) {
  if (interrupted.is_raised()) std::_Exit(130);
  interrupted.raise();
}

base::Parsed<arena::TournamentPlan> make_plan(const ArenaOptions& options) {
  arena::TournamentPlan plan;
  auto start = given_position(options.position);
  if (!start) return start.forward_error();
  plan.game = std::string(start->game());
  plan.rules = start->rules();
  plan.seat_count = start->seat_count();
  plan.format = options.format == "gauntlet"      ? arena::Format::kGauntlet
                : options.format == "round-robin" ? arena::Format::kRoundRobin
                                                  : arena::Format::kMatch;
  if (options.players.size() < 2) return base::Error{"arena needs at least two --players"};
  for (std::size_t i = 0; i < options.players.size(); ++i) {
    const std::size_t which = std::min(i, options.controls.size() - 1);
    auto control = arena::read_time_control(options.controls[which]);
    if (!control) return control.forward_error();
    auto checked = arena::make_player(plan.game, plan.rules, options.players[i]);
    if (!checked) return checked.error_at(options.players[i]);
    plan.entrants.push_back({options.players[i], *control});
  }
  if (!options.sprt.empty() && (plan.format != arena::Format::kMatch || plan.seat_count != 2)) {
    return base::Error{"--sprt needs a match of two players"};
  }
  return plan;
}

base::Parsed<std::vector<arena::Opening>> make_openings(const ArenaOptions& options, const arena::TournamentPlan& plan) {
  if (!options.opening_file.empty()) return arena::read_openings(options.opening_file, plan.game, plan.rules);
  arena::OpeningPlan wanted;
  wanted.game = plan.game;
  wanted.rules = plan.rules;
  wanted.count = options.openings;
  wanted.plies = options.plies;
  wanted.seed = options.seed;
  wanted.imbalance = options.imbalance;
  const bool is_watched = ::isatty(STDERR_FILENO) == 1;
  auto found = arena::generate_openings(wanted, [&](int kept, int tried) {
    if (is_watched) std::fprintf(stderr, "\ropenings: %d of %d kept, %d tried\033[K", kept, wanted.count, tried);
  });
  if (is_watched) std::fprintf(stderr, "\r\033[K");
  return found;
}

/// A line on the terminal that is overwritten, at most a few times a second; nothing when piped.
class LiveLine {
 public:
  void show(const arena::TournamentPlan& plan, const arena::Standings& standings,
            const std::optional<arena::SprtBounds>& sprt) {
    if (!is_watched_ || (shown_once_ && since_.milliseconds() < 250)) return;
    since_.restart();
    shown_once_ = true;
    const int done = standings.finished() - begun_with_;
    const double rate = done / std::max(0.001, watch_.seconds());
    const double left_s = (standings.scheduled() - standings.finished()) / std::max(rate, 1e-9);
    std::fprintf(stderr, "\r%s  %.2f games/s, %.0f s left\033[K", summary_line(plan, standings, sprt).c_str(), rate, left_s);
  }
  void begin_with(int finished) { begun_with_ = finished; }
  void clear() const {
    if (is_watched_) std::fprintf(stderr, "\r\033[K");
  }

 private:
  bool is_watched_ = ::isatty(STDERR_FILENO) == 1;
  bool shown_once_ = false;
  int begun_with_ = 0;
  base::Stopwatch watch_;
  base::Stopwatch since_;
};

int run_arena(const ArenaOptions& options) {
  auto plan = make_plan(options);
  if (!plan) return refuse(plan.error());
  auto openings = make_openings(options, *plan);
  if (!openings) return refuse(openings.error());
  plan->openings = std::move(*openings);
  if (!options.save_openings.empty()) {
    std::ofstream file(options.save_openings);
    for (const arena::Opening& opening : plan->openings) file << arena::write_opening(opening) << "\n";
    if (!file.flush()) return refuse(options.save_openings + ": cannot be written");
  }
  arena::TournamentOptions how;
  if (!options.sprt.empty()) {
    how.sprt = arena::SprtBounds{};
    how.sprt->elo0 = options.sprt[0];
    how.sprt->elo1 = options.sprt[1];
  }
  std::optional<arena::ResultLog> log;
  if (!options.log.empty()) {
    auto opened = arena::ResultLog::open(options.log, fingerprint(*plan),
                                         options.resume ? arena::ResultLog::Mode::kResume : arena::ResultLog::Mode::kNew);
    if (!opened) return refuse(opened.error());
    log.emplace(std::move(*opened));
    how.log = &*log;
  }
  std::signal(SIGINT, on_interrupt);
  arena::Standings standings(*plan);
  LiveLine live;
  live.begin_with(log ? static_cast<int>(log->earlier().size()) : 0);
  how.on_game = [&](const arena::Standings& now, const arena::GameOutcome&) { live.show(*plan, now, how.sprt); };
  arena::RefereeRules rules;
  rules.margin_ms = options.margin_ms;
  arena::ThreadRunner runner(options.concurrency, rules);
  const auto done = run_tournament(*plan, runner, how, standings, interrupted);
  live.clear();
  if (!done) return refuse(done.error());
  std::fputs(options.json ? (report_json(*plan, standings, how.sprt) + "\n").c_str()
                          : report_text(*plan, standings, how.sprt).c_str(),
             stdout);
  if (!options.csv.empty()) {
    std::ofstream file(options.csv);
    file << report_csv(*plan, standings);
    if (!file.flush()) return refuse(options.csv + ": cannot be written");
  }
  return kExitFine;
}

}  // namespace

Action add_arena_command(Arguments& app) {
  auto options = std::make_shared<ArenaOptions>();
  options->controls = {"100ms"};
  add_game_options(app, options->position);
  app.add_option("--engines", options->players,
                 "the players: presets with switches, as in partita,killers=off, or ugi:COMMAND for an external engine")
      ->required();
  app.add_option("--tc", options->controls, "time control of each player (the last serves the rest): 100ms, 60s+1s, nodes=1000, depth=5");
  app.add_option("--format", options->format, "match, gauntlet or round-robin")
      ->check(OneOf{{"match", "gauntlet", "round-robin"}});
  app.add_option("--openings", options->openings, "how many openings; each is played from every seat")->check(Range{1, 1000000});
  app.add_option("--plies", options->plies, "random plies of a generated opening")->check(Range{0, 200});
  app.add_option("--seed", options->seed, "seed of the generated openings");
  app.add_option("--imbalance", options->imbalance, "keep openings whose estimate is this near to even (1: all)")->check(Range{0.0, 1.0});
  app.add_option("--opening-file", options->opening_file, "openings from a file, one a line");
  app.add_option("--save-openings", options->save_openings, "write the openings used to a file");
  app.add_option("--concurrency", options->concurrency, "games at a time")->check(Range{1, 256});
  app.add_option("--sprt", options->sprt, "elo0 elo1 (normalised): stop when the test is decided")->expected(2);
  app.add_option("--log", options->log, "append every game to this file as JSON");
  app.add_flag("--resume", options->resume, "go on with an existing --log");
  app.add_flag("--json", options->json, "print the result as JSON");
  app.add_option("--csv", options->csv, "write the table of players as CSV");
  app.add_option("--margin", options->margin_ms, "ms by which a per-move limit may be overrun")->check(Range{0, 60000});
  app.footer("Example:\n  partita arena --game omega --side 5 --engines partita trebing-full --tc 100ms --openings 10 --concurrency 2");
  return [options] { return run_arena(*options); };
}

}  // namespace partita::apps
