#include <cstdio>
#include <fstream>
#include <memory>
#include <sstream>

#include "apps/command.h"
#include "apps/live_table.h"
#include "apps/position_options.h"
#include "apps/work_options.h"
#include "arena/time_control.h"
#include "base/text.h"
#include "catalog/games.h"
#include "lab/ablation.h"
#include "lab/authors.h"
#include "lab/level_ladder.h"
#include "lab/motif_table.h"
#include "lab/report_run.h"
#include "reports/pages.h"

namespace partita::apps {

namespace {

constexpr const char* kReportResults = "data/reports";

struct LabOptions {
  std::string action;
  std::vector<std::string> files;
  PositionOptions position;
  WorkOptions work;
  std::string budget = "10m";
  std::string out;
  std::string plot;
  std::string results = kReportResults;
  bool run = false;
  bool page = false;
  lab::ReportRunOptions reports;
  lab::AblationOptions ablation;
  lab::MotifTableOptions motifs;
  lab::LadderOptions ladder;
  double seconds = 0;
  std::shared_ptr<Outputs> outputs;
};

std::string read_file(const std::string& path) {
  std::ifstream file(path);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

int run_levels(const LabOptions& options, const base::StopFlag& stop) {
  const auto position = given_position(options.position);
  if (!position) return refuse(position.error());
  lab::LadderOptions ladder = options.ladder;
  ladder.game = std::string(position->game());
  ladder.seconds = options.seconds;
  ladder.on_answer = [](const lab::Answer& answer) {
    std::printf("%-24s %-24s %4d games  %s  Elo %s\n", answer.question.first.c_str(), answer.question.second.c_str(),
                answer.games, score_text(answer).c_str(), elo_text(answer).c_str());
    std::fflush(stdout);
  };
  const auto queue = make_queue(options.work, "levels" + ladder.game, false);
  const auto answers = climb_levels(ladder, *queue, stop);
  if (!answers) return refuse(answers.error());
  if (options.out.empty()) return kExitFine;
  const auto text = ladder_json(ladder.game, *answers, read_file(options.out));
  return text ? write_out(options.out, *text) : refuse(text.error());
}

/// Steps are told on a terminal, and the estimate always: it is why one would not start.
void announce(const std::string& estimate) { std::fprintf(stderr, "partita: %s\n", estimate.c_str()); }

/// What the checkout one stands in is called, if it is one: results tell which program they come from.
std::string commit_text() {
  std::string text;
  if (std::FILE* git = ::popen("git describe --always --dirty 2>/dev/null", "r")) {
    char buffer[128];
    while (std::fgets(buffer, sizeof buffer, git) != nullptr) text += buffer;
    ::pclose(git);
  }
  const std::string name(base::trim(text));
  return name.empty() ? "unknown" : name;
}

int run_experiments(const LabOptions& options, const base::StopFlag& stop) {
  lab::ReportRunOptions how = options.reports;
  if (!options.out.empty()) how.folder = options.out;
  how.seconds = options.seconds;
  how.threads = options.work.concurrency;
  how.by = {how.by.commit.empty() ? commit_text() : how.by.commit, lab::machine_text(), lab::date_text()};
  how.on_step = [](const std::string& step) { std::fprintf(stderr, "partita: %s\n", step.c_str()); };
  const auto queue = make_queue(options.work, "reports", false);
  const auto done = run_reports(how, *queue, stop);
  if (!done) return refuse(done.error());
  const auto summary = report_summary(how);
  if (!summary) return refuse(summary.error());
  std::fputs(summary->c_str(), stdout);
  return kExitFine;
}

/// The pages from what is stored.
int write_pages(const LabOptions& options) {
  const std::string out = options.out.empty() ? "docs/reports" : options.out;
  const auto done = reports::write_report_pages(options.results, out);
  if (!done) return refuse(done.error());
  std::fprintf(stderr, "partita: wrote the pages of the reports to %s\n", out.c_str());
  return kExitFine;
}

int run_ablation(const LabOptions& options, const base::StopFlag& stop) {
  const auto position = given_position(options.position);
  if (!position) return refuse(position.error());
  LiveTable live;
  lab::AblationOptions how = options.ablation;
  how.game = std::string(position->game());
  how.rules = position->rules();
  how.seconds = options.seconds;
  how.threads = options.work.concurrency;
  how.on_step = [&](const std::string& step) { live.show(step); };
  if (auto known = ablations_of(how); !known) return refuse(known.error());
  announce(ablation_estimate(how));
  const auto queue = make_queue(options.work, "ablation" + how.game, false);
  const auto report = make_ablation(how, *queue, stop);
  live.clear();
  if (!report) return refuse(report.error());
  std::fputs(report->text.c_str(), stdout);
  const int written = write_out(options.out, report->page);
  return written != kExitFine || options.plot.empty() ? written : write_out(options.plot, report->plot);
}

int run_motifs(const LabOptions& options, const base::StopFlag& stop) {
  const auto position = given_position(options.position);
  if (!position) return refuse(position.error());
  LiveTable live;
  lab::MotifTableOptions how = options.motifs;
  how.game = std::string(position->game());
  how.rules = position->rules();
  how.on_game = [&](int done, int total) {
    live.show(std::to_string(done) + " of " + std::to_string(total) + " games");
  };
  how.stop = &stop;
  const auto table = lab::make_motif_table(how);
  live.clear();
  if (!table) return refuse(table.error());
  std::fputs(motif_table_text(*table).c_str(), stdout);
  if (!options.out.empty()) {
    if (const int written = write_out(options.out, write_motif_table(*table)); written != kExitFine) return written;
  }
  return table->is_all_true() ? kExitFine : kExitFailed;
}

int print_motif_page(const LabOptions& options) {
  const auto page = lab::motif_page(options.results == kReportResults ? "data/motifs" : options.results);
  if (!page) return refuse(page.error());
  std::fputs(page->c_str(), stdout);
  return kExitFine;
}

/// One page or table is begun anew; the levels go on with their file, and the reports have a folder.
base::Parsed<base::Done> may_write_page(LabOptions& options) {
  const bool is_ablation = options.action == "ablation";
  if (!is_ablation && options.action != "motifs") return base::Done{};
  if (is_ablation && options.out.empty()) options.out = "ablation-" + options.position.game + ".html";
  if (options.out == "-") return base::Error{"--out: cannot be written to standard output, name a file"};
  return may_write(options.out, options.outputs->force());
}

/// What the authors' own programs say against the presets with as=program.
int check_authors(const LabOptions& options) {
  if (options.files.empty()) return refuse("lab authors: which files? (tests/golden/authors/*.tsv)");
  bool is_all_equal = true;
  for (const std::string& file : options.files) {
    const auto check = lab::check_author_file(file);
    if (!check) return refuse(check.error());
    std::printf("%s: %s", file.c_str(), author_check_text(*check).c_str());
    is_all_equal = is_all_equal && check->equal == check->rows;
  }
  return is_all_equal ? kExitFine : kExitFailed;
}

int run_lab(const LabOptions& given) {
  LabOptions options = given;
  if (const auto fine = may_write_page(options); !fine) return refuse(fine.error());
  const auto budget = arena::read_duration_ms(options.budget);
  if (!budget) return refuse("--budget: " + budget.error());
  options.seconds = static_cast<double>(*budget) / 1000;
  if (options.action == "authors") return check_authors(options);
  if (!options.files.empty())
    return refuse("only lab authors reads files, found " + base::quoted(options.files.front()));
  const TwoInterrupts interrupts;
  if (options.action == "reports" && !options.run) return write_pages(options);
  if (options.action == "reports" || options.action == "seed-tables")
    return run_experiments(options, interrupts.flag());
  if (options.action == "ablation") return run_ablation(options, interrupts.flag());
  if (options.action == "motifs" && options.page) return print_motif_page(options);
  if (options.action == "motifs") return run_motifs(options, interrupts.flag());
  return run_levels(options, interrupts.flag());
}

}  // namespace

Action add_lab_command(Arguments& app) {
  auto options = std::make_shared<LabOptions>();
  options->position.game = catalog::default_game();
  app.add_option(
      "action", options->action, kRequired,
      OneOf{{"reports", "seed-tables", "ablation", "levels", "motifs", "authors"}},
      "reports: the five reports' tables and questions beside ours (seed-tables: reports --run); ablation: "
      "each switch off in turn; "
      "levels: every strength level against the one below; motifs: how often each occurs, and whether the "
      "rules agree; authors: what the reports' own programs say in files, against the presets with as=program");
  app.add_option("files", options->files, "authors: tables of the programs' answers, as in tests/golden/authors");
  add_game_options(app, options->position);
  app.add_option("--budget", options->budget, "time for all of it, as in 90s or 10m");
  app.add_option("--out", options->out,
                 "where the page (levels, motifs: the JSON; reports: the pages, with --run the results) is written");
  options->outputs = app.outputs();
  app.add_output("--plot", options->plot, "ablation: what each switch is worth as a picture (SVG)");
  app.add_option("--preset", options->ablation.preset, "ablation: the engine whose switches are turned off");
  app.add_flag("--run", options->run, "reports: play and measure what is not answered yet");
  app.add_option("--report", options->reports.report,
                 "reports: only this one (sweere, aboukhadra, rao, rudin, trebing)");
  app.add_option("--question", options->reports.question, "reports: only the question of this id");
  app.add_option("--games", options->reports.games, Range{2, 4000},
                 "reports: at least so many a match, and more until +- 5 points");
  app.add_option("--results", options->results,
                 "reports, motifs: where the stored results are that pages are made from");
  app.add_flag("--again", options->reports.again, "reports: forget the stored results of what is asked");
  app.add_option("--commit", options->reports.by.commit, "reports: written into the results (else git describe)");
  app.add_option("--from", options->ladder.from, Range{2, 10}, "levels: begin with this one against the one below");
  app.add_option("--to", options->ladder.to, Range{2, 10}, "levels: end with this one");
  app.add_option("--motif-games", options->motifs.games, Range{0, 1e6}, "motifs: games in which they are counted");
  app.add_option("--reviewed", options->motifs.reviewed, Range{0, 1e6}, "motifs: games that are reviewed");
  app.add_option("--review-nodes", options->motifs.review_nodes, Range{1, 1e9},
                 "motifs: nodes of each search of a review");
  app.add_option("--cost-plies", options->motifs.cost_plies, Range{0, 1000},
                 "motifs: length of the game whose review is timed with reasons and without; 0: none");
  app.add_option("--cost-nodes", options->motifs.cost_nodes, Range{1, 1e9},
                 "motifs: nodes of each search of that review");
  app.add_flag("--page", options->page, "motifs: instead, docs/maintaining/motifs.md from the stored tables");
  add_work_options(app, options->work);
  app.footer("Examples:\n  partita lab reports --run --budget 10m --concurrency 2\n" + catalog::examples_of("lab"));
  return [options] { return run_lab(*options); };
}

}  // namespace partita::apps
