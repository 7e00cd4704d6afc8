#include <cstdio>
#include <filesystem>
#include <fstream>
#include <memory>
#include <unordered_map>

#include "apps/command.h"
#include "apps/live_table.h"
#include "apps/position_options.h"
#include "apps/work_options.h"
#include "arena/match_record.h"
#include "arena/opening_set.h"
#include "arena/report.h"
#include "arena/tournament.h"
#include "base/random.h"
#include "catalog/games.h"
#include "work/game_queue.h"

namespace partita::apps {

namespace {

struct ArenaOptions {
  PositionOptions position;
  WorkOptions work;
  std::vector<std::string> players;
  std::vector<std::string> controls = {"100ms"};
  std::string format;
  arena::OpeningPlan openings;
  arena::RefereeRules referee;
  std::uint64_t seed = 0;  ///< 0: not given
  std::string opening_file;
  std::string save_openings;
  std::vector<double> sprt;
  std::string log;
  std::string trace;
  bool resume = false;
  bool json = false;
  std::shared_ptr<Outputs> outputs;
  std::string csv;
  std::string html;
  std::string records;
  int seat_of_first = 0;
};

/// Nobody who was named is left out: more players than seats meet each other in turn.
base::Parsed<arena::Format> format_of(const std::string& name, int players, int seats) {
  if (name == "gauntlet") return arena::Format::kGauntlet;
  if (name == "round-robin" || (name.empty() && players > seats)) return arena::Format::kRoundRobin;
  if (players > seats) {
    return base::Error{"--format match: " + std::to_string(players) + " --engines for a game of " +
                       std::to_string(seats) + " seats; gauntlet and round-robin have room for more"};
  }
  return arena::Format::kMatch;
}

base::Parsed<arena::TournamentPlan> make_plan(const ArenaOptions& options) {
  arena::TournamentPlan plan;
  auto start = given_position(options.position);
  if (!start) return start.forward_error();
  plan.game = std::string(start->game());
  plan.rules = start->rules();
  plan.seat_count = start->seat_count();
  plan.seed = options.seed == 0 ? base::fresh_seed() : options.seed;
  plan.trace = options.trace;
  plan.referee = options.referee;
  if (options.players.size() < 2) return base::Error{"arena needs at least two --engines"};
  auto format = format_of(options.format, static_cast<int>(options.players.size()), plan.seat_count);
  if (!format) return format.forward_error();
  plan.format = *format;
  for (std::size_t i = 0; i < options.players.size(); ++i) {
    const std::size_t which = std::min(i, options.controls.size() - 1);
    auto control = arena::read_time_control(options.controls[which]);
    if (!control) return control.forward_error();
    auto checked = arena::make_player(plan.game, plan.rules, options.players[i]);
    if (!checked) return checked.error_at(options.players[i]);
    plan.entrants.push_back({options.players[i], *control});
  }
  if (options.seat_of_first > plan.seat_count) {
    return base::Error{"--seat: the game has " + std::to_string(plan.seat_count) + " seats"};
  }
  if (options.seat_of_first > 0) plan.seat_of_first = options.seat_of_first - 1;
  if (!options.sprt.empty() && (plan.format != arena::Format::kMatch || plan.seat_count != 2)) {
    return base::Error{"--sprt needs a match of two players"};
  }
  return plan;
}

base::Parsed<std::vector<arena::Opening>> make_openings(const ArenaOptions& options,
                                                        const arena::TournamentPlan& plan) {
  if (!options.opening_file.empty()) return arena::read_opening_file(options.opening_file, plan.game, plan.rules);
  arena::OpeningPlan wanted = options.openings;
  wanted.game = plan.game;
  wanted.rules = plan.rules;
  wanted.seed = options.seed == 0 ? 1 : options.seed;
  LiveTable live;
  auto found = arena::generate_openings(wanted, [&](int kept, int tried) {
    if (!live.is_due()) return;
    live.show("openings: " + std::to_string(kept) + " of " + std::to_string(wanted.count) + " kept, " +
              std::to_string(tried) + " tried");
  });
  live.clear();
  return found;
}

/// Every game as a record. Written anew from the log when a tournament is resumed, so that it always holds what the log
/// does.
class RecordFile {
 public:
  base::Parsed<base::Done> open(const std::string& path, const arena::TournamentPlan& plan) {
    file_.open(path);
    if (!file_) return base::Error{path + ": cannot be written"};
    for (arena::ScheduledGame& game : schedule(plan)) {
      std::string id = game.job.id;
      jobs_.emplace(std::move(id), std::move(game.job));
    }
    return base::Done{};
  }
  void add(const arena::GameOutcome& outcome) {
    const auto job = jobs_.find(outcome.id);
    if (!file_.is_open() || job == jobs_.end()) return;
    if (const auto record = make_match_record(job->second, outcome)) file_ << write_record(*record) << std::flush;
  }
  bool is_whole() const { return file_.good(); }

 private:
  std::ofstream file_;
  std::unordered_map<std::string, arena::GameJob> jobs_;
};

base::Parsed<base::Done> write_file(const std::string& path, const std::string& text) {
  if (path.empty()) return base::Done{};
  return write_document(path, text);
}

base::Parsed<std::optional<arena::ResultLog>> open_log(const ArenaOptions& options, const arena::TournamentPlan& plan) {
  if (options.log.empty()) {
    if (options.resume) return base::Error{"--resume needs the --log to go on with"};
    return std::optional<arena::ResultLog>{};
  }
  if (options.outputs->force() && !options.resume) remove_old(options.log);
  auto opened = arena::ResultLog::open(options.log, fingerprint(plan),
                                       options.resume ? arena::ResultLog::Mode::kResume : arena::ResultLog::Mode::kNew);
  if (!opened) return opened.forward_error();
  return std::optional<arena::ResultLog>(std::move(*opened));
}

/// Prints and writes what was asked for.
int report(const ArenaOptions& options, const arena::TournamentPlan& plan, const arena::Standings& standings,
           const std::optional<base::SprtBounds>& sprt) {
  std::fputs(
      options.json ? (report_json(plan, standings, sprt) + "\n").c_str() : report_text(plan, standings, sprt).c_str(),
      stdout);
  if (auto done = write_file(options.csv, options.csv.empty() ? "" : report_csv(plan, standings)); !done)
    return refuse(done.error());
  if (auto done = write_file(options.html, options.html.empty() ? "" : report_html(plan, standings, sprt)); !done)
    return refuse(done.error());
  return kExitFine;
}

int play(const ArenaOptions& options, const arena::TournamentPlan& plan, arena::ResultLog* log, RecordFile& records) {
  arena::TournamentOptions how;
  if (!options.sprt.empty()) {
    how.sprt = base::SprtBounds{};
    how.sprt->elo0 = options.sprt[0];
    how.sprt->elo1 = options.sprt[1];
  }
  how.log = log;
  const int begun_with = log == nullptr ? 0 : static_cast<int>(log->earlier().size());
  const TwoInterrupts interrupts;
  arena::Standings standings(plan);
  LiveTable live;
  how.on_game = [&](const arena::Standings& now, const arena::GameOutcome& outcome) {
    records.add(outcome);
    if (live.is_due()) live.show(progress_text(plan, now, how.sprt, {begun_with, live.seconds()}));
  };
  const auto queue = make_queue(options.work, fingerprint(plan), options.resume);
  work::GameQueue runner(*queue);
  const auto done = run_tournament(plan, runner, how, standings, interrupts.flag());
  live.clear();
  const int code = report(options, plan, standings, how.sprt);
  if (!records.is_whole()) return refuse(options.records + ": cannot be written");
  return done ? code : refuse(done.error());
}

int run_arena(const ArenaOptions& options) {
  if (!options.trace.empty()) {
    std::error_code error;
    std::filesystem::create_directories(options.trace, error);
    if (error) return refuse("--trace " + options.trace + ": " + error.message());
  }
  auto plan = make_plan(options);
  if (!plan) return refuse(plan.error());
  auto openings = make_openings(options, *plan);
  if (!openings) return refuse(openings.error());
  plan->openings = std::move(*openings);
  if (auto saved = write_file(options.save_openings, record::write_openings(plan->openings)); !saved)
    return refuse(saved.error());
  auto log = open_log(options, *plan);
  if (!log) return refuse(log.error());
  RecordFile records;
  if (!options.records.empty()) {
    if (auto opened = records.open(options.records, *plan); !opened) return refuse(opened.error());
    if (*log) {
      for (const arena::GameOutcome& outcome : (*log)->earlier()) records.add(outcome);
    }
  }
  return play(options, *plan, *log ? &**log : nullptr, records);
}

void add_reports(Arguments& app, ArenaOptions& options) {
  app.add_option("--sprt", options.sprt, "elo0 elo1 (normalised): stop when the test is decided")->expected(2);
  app.add_output("--log", options.log, "append every game to this file as JSON", Outputs::Kind::kExtended);
  app.add_flag("--resume", options.resume, "go on with an existing --log");
  app.outputs()->resumes_if(options.resume);
  app.add_output("--records", options.records,
                 "write every game as a record, with time, score, depth and nodes of each move");
  app.add_option(
      "--trace", options.trace,
      "a folder that keeps the dialogue with every engine, one file a game ('> ' to the engine, '< ' from it)");
  app.add_flag("--json", options.json, "print the result as JSON");
  app.add_output("--csv", options.csv, "write the table of players as CSV");
  app.add_output("--html", options.html, "write a report with plots as one page");
}

}  // namespace

Action add_arena_command(Arguments& app) {
  auto options = std::make_shared<ArenaOptions>();
  options->outputs = app.outputs();
  add_game_options(app, options->position);
  app.add_option(
      "--engines", options->players, kRequired,
      "the players: presets with switches, as in partita,killers=off, or ugi:COMMAND for an external engine");
  app.add_option("--tc", options->controls,
                 "time control of each player (the last serves the rest): 100ms, 60s+1s, nodes=1000, depth=5");
  app.add_option("--format", options->format, OneOf{{"match", "gauntlet", "round-robin"}},
                 "match, gauntlet (the first against every other) or round-robin; without it a match,\n"
                 "or a round robin of more engines than seats");
  app.add_option("--openings", options->openings.count, Range{1, 1000000},
                 "how many openings; each is played from every seat");
  app.add_option("--plies", options->openings.plies, Range{0, 200}, "random plies of a generated opening");
  app.add_option("--seed", options->seed, Range{1, 999999999},
                 "seed of the generated openings and of every game's random choices: the same number, the same games.\n"
                 "Without it the openings are those of 1, and every game gets a fresh seed, told in log and record");
  app.add_option("--imbalance", options->openings.imbalance, Range{0.0, 1.0},
                 "keep openings whose estimate is this near to even (1: all)");
  app.add_option("--judge-nodes", options->openings.judge_nodes, Range{1, 1e9},
                 "nodes of the search that estimates an opening");
  app.add_option("--opening-file", options->opening_file, "openings from a file, one a line");
  app.add_option("--seat", options->seat_of_first, Range{1, 4},
                 "the first player takes this seat in every game (1 moves first); without it seats rotate");
  app.add_output("--save-openings", options->save_openings, "write the openings used to a file");
  app.add_option("--margin", options->referee.margin_ms, Range{0, 60000},
                 "ms by which a per-move limit may be overrun");
  app.add_option(
      "--adjudicate", options->referee.proof_nodes,
      "end games early when a player claims a win and a proof search of so many nodes confirms it (0: never)");
  add_work_options(app, options->work);
  add_reports(app, *options);
  app.footer("Example:\n" + catalog::examples_of("arena"));
  return [options] { return run_arena(*options); };
}

}  // namespace partita::apps
