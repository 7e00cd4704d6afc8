#include <cstdio>
#include <fstream>
#include <memory>

#include "apps/command.h"
#include "apps/interrupt.h"
#include "apps/position_options.h"
#include "base/replacing_file.h"
#include "base/text.h"
#include "catalog/games.h"
#include "study/start_survey.h"

namespace partita::apps {

namespace {

struct StartsOptions {
  PositionOptions where;
  study::StartPlan plan;
  std::string file;  ///< that is surveyed and written
};

/// What a file of starts begins with, so that nothing else is written over.
constexpr std::string_view kStartsFirstWord = "rules\tmoves\tlevel";

std::string kind_words(const study::OfferedStart& start, const catalog::AnyPosition& position) {
  if (start.kind() == study::OfferedStart::Kind::kFair) return "fair";
  if (start.kind() == study::OfferedStart::Kind::kNeither) return "neither";
  return "helps " + position.seat_name(start.helped());
}

void print_start(const study::OfferedStart& start, const catalog::AnyPosition& position) {
  std::string known;
  if (start.winner)
    known = position.seat_name(*start.winner) + " wins in at most " + std::to_string(start.plies) + " plies";
  if (start.nodes_in_vain > 0) known = "open after " + base::with_thousands(start.nodes_in_vain) + " nodes";
  std::printf("%s\t%s %.1f of %d on level %d\t%s\t%s\n", kind_words(start, position).c_str(),
              position.seat_name(0).c_str(), start.half_points / 2.0, start.games, start.level, known.c_str(),
              base::join(start.moves, " ").c_str());
  std::fflush(stdout);
}

int show_starts(const catalog::AnyPosition& usual) {
  for (const study::OfferedStart& start : study::shipped_starts(usual.game())) {
    if (start.rules != usual.rules()) continue;
    if (const auto position = study::position_of(usual.game(), start)) print_start(start, *position);
  }
  return kExitFine;
}

/// The starts of a file under other rules than these: they stay as they are.
base::Parsed<std::vector<study::OfferedStart>> other_starts(const std::string& path,
                                                            const catalog::AnyPosition& usual) {
  std::ifstream in(path, std::ios::binary);
  if (!in) return std::vector<study::OfferedStart>{};
  const std::string text{std::istreambuf_iterator<char>(in), {}};
  auto starts = study::read_starts(usual.game(), text);
  if (!starts) return starts.error_at(base::quoted(path));
  std::erase_if(*starts, [&](const study::OfferedStart& start) { return start.rules == usual.rules(); });
  return starts;
}

int survey_starts(StartsOptions options, const catalog::AnyPosition& usual) {
  auto starts = other_starts(options.file, usual);
  if (!starts) return refuse(starts.error());
  base::StopFlag stop;
  const Interruptible interruptible([&stop] { stop.raise(); });
  options.plan.start = usual;
  options.plan.stop = &stop;
  options.plan.on_start = [&](const study::OfferedStart& start, int) {
    if (const auto position = study::position_of(usual.game(), start)) print_start(start, *position);
  };
  const auto found = study::find_starts(options.plan);
  if (!found) return refuse(found.error());
  if (interruptible.is_interrupted()) return refuse("interrupted; nothing is written");
  starts->insert(starts->end(), found->begin(), found->end());
  base::ReplacingFile out(options.file, kStartsFirstWord);
  out.write(study::write_starts(*starts, usual.game()));
  const auto written = out.commit();
  return written ? kExitFine : refuse(written.error());
}

int run_starts(const StartsOptions& options) {
  const auto rules = given_rules(options.where);
  if (!rules) return refuse(rules.error());
  const auto usual = catalog::AnyPosition::initial(options.where.game, *rules);
  if (!usual) return refuse(usual.error());
  return options.file.empty() ? show_starts(*usual) : survey_starts(options, *usual);
}

}  // namespace

Action add_starts_command(Arguments& app) {
  const auto any = catalog::AnyPosition::initial(catalog::default_game(), {});
  auto options = std::make_shared<StartsOptions>(StartsOptions{{}, study::StartPlan{*any}, ""});
  options->where.game = catalog::default_game();
  add_game_options(app, options->where);
  app.add_output("--survey", options->file, "instead, look for starts under these rules and write them to this file",
                 Outputs::Kind::kExtended);
  app.add_option("--plies", options->plan.plies, "of --survey: random plies of an opening")
      ->check(Range{1, 60})
      ->capture_default_str();
  app.add_option("--games", options->plan.games, "of --survey: games played from each")
      ->check(Range{20, 10'000})
      ->capture_default_str();
  app.add_option("--level", options->plan.level, "of --survey: level of the engines that play them")
      ->check(Range{1, 5})
      ->capture_default_str();
  app.add_option("--fair", options->plan.fair, "of --survey: fair ones at most")
      ->check(Range{0, 1'000})
      ->capture_default_str();
  app.add_option("--handicaps", options->plan.handicaps, "of --survey: at most for each seat")
      ->check(Range{0, 1'000})
      ->capture_default_str();
  app.add_option("--tried", options->plan.tried, "of --survey: openings that are played from at most")
      ->check(Range{1, 1'000'000})
      ->capture_default_str();
  app.add_option("--seed", options->plan.seed, "of --survey: other numbers give other openings")->capture_default_str();
  app.footer(
      "Prints tab-separated rows: whom a start helps, the points of the first seat in games between equal engines,\n"
      "what is proven, and the moves that lead there from the usual start.\n\n"
      "Examples:\n" +
      catalog::examples_of("starts"));
  return [options] { return run_starts(*options); };
}

}  // namespace partita::apps
