#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <memory>
#include <optional>
#include <thread>

#include "apps/command.h"
#include "base/clock.h"
#include "base/text.h"
#include "catalog/games.h"
#include "protocol/analysis_server.h"
#include "protocol/line_input.h"
#include "protocol/review_text.h"
#include "record/game_files.h"
#include "record/replay.h"
#include "study/review.h"

namespace partita::apps {

namespace {

struct AnalyzeOptions {
  std::string record;
  std::string time;
  std::uint64_t nodes = 0;
  std::string html;
  std::string out;
  std::string preset = "partita";
  int game = 1;
  int workers = 0;
  int most_waiting = 1000;
};

/// For JSON lines; a review has nodes, so that it is the same at every run and as the server's.
constexpr const char* kDefaultTime = "100ms";

/// "100ms", "2s" or a bare number of milliseconds.
std::optional<std::int64_t> read_duration_ms(std::string_view text) {
  std::int64_t unit = 1;
  if (text.size() > 2 && text.substr(text.size() - 2) == "ms") {
    text.remove_suffix(2);
  } else if (!text.empty() && text.back() == 's') {
    text.remove_suffix(1);
    unit = 1000;
  }
  const auto number = base::read_double(text);
  if (!number || *number <= 0 || *number > 86'400'000) return std::nullopt;
  return std::max<std::int64_t>(1, static_cast<std::int64_t>(*number * static_cast<double>(unit)));
}

base::Parsed<record::GameRecord> chosen_record(const AnalyzeOptions& options) {
  const auto text = record::read_file(options.record);
  if (!text) return text.forward_error();
  auto games = record::read_games(*text);
  if (!games) return games.error_at(options.record);
  if (games->empty()) return base::Error{options.record + ": no game in it"};
  if (static_cast<std::size_t>(options.game) > games->size()) {
    return base::Error{options.record + ": has " + std::to_string(games->size()) + " games, --number is " +
                       std::to_string(options.game)};
  }
  return (*games)[static_cast<std::size_t>(options.game) - 1];
}

/// Nodes alone mean nodes: the same answers on every machine and at every run.
base::Parsed<catalog::Limits> chosen_limits(const AnalyzeOptions& options) {
  catalog::Limits limits;
  limits.nodes = options.nodes;
  if (options.time.empty() && options.nodes == 0 && !options.record.empty()) limits.nodes = study::kReviewNodes;
  if (options.time.empty() && limits.nodes > 0) return limits;
  const auto time_ms = read_duration_ms(options.time.empty() ? kDefaultTime : options.time);
  if (!time_ms) return base::Error{"--time: expected 100ms or 2s, found " + base::quoted(options.time)};
  limits.movetime_ms = *time_ms;
  return limits;
}

int review(const AnalyzeOptions& options, const catalog::Limits& limits) {
  const auto record = chosen_record(options);
  if (!record) return refuse(record.error());
  const auto position = record::replay(*record);
  if (!position) return refuse(options.record + ": " + position.error());
  if (position->moves().empty()) return refuse(options.record + ": the game has no moves");
  const auto engine = catalog::read_engine_spec(options.preset);
  if (!engine) return refuse(engine.error());
  study::ReviewRequest request;
  request.engine = *engine;
  request.limits = limits;
  if (::isatty(STDERR_FILENO) != 0) {
    request.on_progress = [](int done, int total) { std::fprintf(stderr, "\r%d of %d plies", done, total); };
  }
  const base::Stopwatch watch;
  const auto result = study::review_game(*position, request);
  if (!result) return refuse(result.error());
  if (request.on_progress) std::fprintf(stderr, "\r%40s\r", "");
  std::fputs(protocol::write_review_table(*result).c_str(), stdout);
  std::printf("%.1f s\n", watch.seconds());
  const record::GameRecord annotated = protocol::annotate_record(*record, *result);
  if (!options.out.empty()) {
    if (const auto done = record::write_file(options.out, record::write_record(annotated)); !done)
      return refuse(done.error());
  }
  if (!options.html.empty()) {
    const auto done = record::write_file(options.html, protocol::write_review_html(*result, annotated));
    if (!done) return refuse(done.error());
  }
  return kExitFine;
}

int serve_lines(const AnalyzeOptions& options, const catalog::Limits& limits) {
  std::signal(SIGPIPE, SIG_IGN);
  const auto engine = catalog::read_engine_spec(options.preset);
  if (!engine) return refuse(engine.error());
  protocol::AnalysisSetup setup;
  setup.workers =
      options.workers > 0 ? options.workers : static_cast<int>(std::max(1u, std::thread::hardware_concurrency()));
  setup.most_waiting = static_cast<std::size_t>(options.most_waiting);
  setup.defaults.engine = *engine;
  setup.defaults.limits = limits;
  LineOutput output;
  protocol::AnalysisServer server(setup, [&](const std::string& line) { output.write(line); });
  protocol::LineInput input(STDIN_FILENO, STDOUT_FILENO);
  while (const auto line = input.next()) {
    if (output.is_closed()) return output.exit_code();
    if (line->was_too_long) {
      output.write(
          protocol::write_fault({"", "", "a line of more than a mebibyte was dropped"}, protocol::FaultKind::kError));
    } else if (!base::trim(line->text).empty()) {
      server.handle(line->text);
    }
  }
  if (!output.is_closed() && protocol::is_heard(STDOUT_FILENO)) server.wait_until_idle();
  return output.exit_code();
}

}  // namespace

Action add_analyze_command(Arguments& app) {
  auto options = std::make_shared<AnalyzeOptions>();
  app.add_option("record", options->record, "a game to annotate; without one, JSON lines are answered");
  app.add_option("--time", options->time, "for each position: 100ms (JSON lines without --nodes), 2s");
  app.add_option("--nodes", options->nodes, Range{1, 1e12},
                 "for each position (a record without --time: 50000); alone: the same review at every run");
  app.add_output("--html", options->html, "write a page with pictures and a graph");
  app.add_output("--out", options->out, "write the annotated record");
  app.add_option("--number", options->game, Range{1, 1e9}, "which game of the file");
  app.add_option("--preset", options->preset, "engine preset, with switches as in 'partita,threads=2'");
  app.add_option("--workers", options->workers, Range{1, 256},
                 "JSON lines: positions searched at once (default: processors)");
  app.add_option("--queue", options->most_waiting, Range{1, 1e6},
                 "JSON lines: positions waiting before reading pauses");
  app.footer(
      "With a record: every move's chances, the better line, marks (?? ? ?! !), accuracies and turning points.\n"
      "Without: one JSON object a line on standard input, answers out of order by id.\n\n"
      "Examples:\n"
      "  partita analyze game.txt --html game.html --out annotated.txt\n" +
      catalog::examples_of("analyze"));
  return [options] {
    const auto limits = chosen_limits(*options);
    if (!limits) return refuse(limits.error());
    return options->record.empty() ? serve_lines(*options, *limits) : review(*options, *limits);
  };
}

}  // namespace partita::apps
