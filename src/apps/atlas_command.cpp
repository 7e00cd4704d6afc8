#include <cstdio>
#include <filesystem>
#include <fstream>
#include <memory>

#include "apps/command.h"
#include "apps/interrupt.h"
#include "apps/position_options.h"
#include "base/clock.h"
#include "base/replacing_file.h"
#include "base/text.h"
#include "catalog/games.h"
#include "catalog/solver.h"
#include "study/atlas.h"
#include "study/atlas_survey.h"
#include "study/certificate_file.h"
#include "study/reply_book.h"

namespace partita::apps {

namespace {

struct AtlasOptions {
  PositionOptions where;
  bool page = false;
  std::string file;  ///< that is surveyed and written
  int plies = 2;
  std::uint64_t nodes = 1'000'000;
  std::size_t mebibytes = 256;
  int threads = 1;
  bool results_only = false;
  std::string replies;  ///< file to which strategies' entries are added
  std::vector<std::string> certificates;
  std::uint64_t weight = 0;
  int sample = 0;
  std::uint64_t seed = 1;
  std::string winner;
};

/// What an atlas begins with, so that nothing else is written over.
constexpr std::string_view kFirstWord = "rules\t";

std::vector<std::shared_ptr<const study::Atlas>> shipped_atlases() {
  std::vector<std::shared_ptr<const study::Atlas>> atlases;
  for (const catalog::GameEntry& game : catalog::all_games()) {
    if (auto atlas = study::shipped_atlas(game.name)) atlases.push_back(std::move(atlas));
  }
  return atlases;
}

void print_row(const std::string& move, const catalog::AnyPosition& position, const study::AtlasRow* row) {
  const std::string verdict = row == nullptr ? "not in the atlas" : study::verdict_of(*row, position);
  const std::string evidence = row == nullptr ? "" : row->evidence;
  const std::string nodes = row == nullptr ? "" : base::with_thousands(row->nodes) + " nodes";
  std::printf("%s\t%s\t%s\t%s\n", move.c_str(), verdict.c_str(), evidence.c_str(), nodes.c_str());
}

int look_up(const AtlasOptions& options) {
  const auto position = given_position(options.where);
  if (!position) return refuse(position.error());
  const auto atlas = study::shipped_atlas(position->game());
  if (!atlas) return refuse("there is no atlas of " + std::string(position->game()));
  print_row("here", *position, atlas->find(*position));
  for (const std::string& move : position->legal_moves()) {
    catalog::AnyPosition after = *position;
    (void)after.play(move);
    if (after.is_over())
      std::printf("%s\tends the game: %s\t\t\n", move.c_str(), after.ending().reason.c_str());
    else
      print_row(move, after, atlas->find(after));
  }
  return kExitFine;
}

base::Parsed<study::Atlas> read_atlas_file(const std::string& game, const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  if (!in) return study::Atlas(game);
  const std::string text{std::istreambuf_iterator<char>(in), {}};
  auto atlas = study::Atlas::read(game, text);
  if (!atlas) return atlas.error_at(base::quoted(path));
  return atlas;
}

base::Parsed<base::Done> write_atlas_file(const study::Atlas& atlas, const std::string& path) {
  base::ReplacingFile out(path, kFirstWord);
  out.write(atlas.write());
  return out.commit();
}

int survey_file(const AtlasOptions& options) {
  const auto start = given_position(options.where);
  if (!start) return refuse(start.error());
  auto atlas = read_atlas_file(std::string(start->game()), options.file);
  if (!atlas) return refuse(atlas.error());
  base::StopFlag stop;
  const Interruptible interruptible([&stop] { stop.raise(); });
  study::SurveyPlan plan{
      *start,          options.plies, options.nodes, options.results_only ? 0 : options.nodes / 4, options.mebibytes,
      options.threads, &stop,         nullptr};
  if (const auto fine = study::check_plan(plan); !fine) return refuse(fine.error());
  // What cannot be written is told before hours are spent.
  if (const auto written = write_atlas_file(*atlas, options.file); !written) return refuse(written.error());
  base::Stopwatch since_saved;
  plan.on_row = [&](const study::AtlasRow& row, std::size_t done, std::size_t all) {
    const auto position = study::position_of(atlas->game(), row);
    std::printf("%zu of %zu\t%s\t%s\t%s nodes\n", done, all, base::join(row.moves, " ").c_str(),
                study::verdict_of(row, *position).c_str(), base::with_thousands(row.nodes).c_str());
    std::fflush(stdout);
    constexpr double kSecondsBetween = 30;
    if (since_saved.seconds() < kSecondsBetween) return;
    since_saved = {};
    (void)write_atlas_file(*atlas, options.file);  // the last time is the one that must succeed
  };
  if (const auto done = study::survey(*atlas, plan); !done) return refuse(done.error());
  if (const auto written = write_atlas_file(*atlas, options.file); !written) return refuse(written.error());
  return interruptible.is_interrupted() ? refuse("interrupted; what was found is written") : kExitFine;
}

base::Parsed<study::ReplyBook> read_replies_file(const catalog::AnyPosition& start, const std::string& path) {
  if (!std::filesystem::exists(path)) return study::ReplyBook(std::string(start.game()), start.rules());
  const auto text = study::read_certificate_file(path);
  if (!text) return text.forward_error();
  auto book = study::ReplyBook::read(*text);
  if (!book) return book.error_at(base::quoted(path));
  return book;
}

/// Adds what is heavy in the given certificates' strategies to a book of replies.
int add_replies(const AtlasOptions& options) {
  const auto start = given_position(options.where);
  if (!start) return refuse(start.error());
  auto book = read_replies_file(*start, options.replies);
  if (!book) return refuse(book.error());
  for (const std::string& path : options.certificates) {
    const auto text = study::read_certificate_file(path);
    if (!text) return refuse(text.error());
    auto read = solve::read_certificate(*text);
    if (!read) return refuse(base::quoted(path) + ": " + read.error());
    if (const auto kept = solve::check_promises(*read); !kept) return refuse(base::quoted(path) + ": " + kept.error());
    const auto strategy = catalog::make_strategy(std::move(read->certificate));
    if (!strategy) return refuse(base::quoted(path) + ": " + strategy.error());
    const std::size_t before = book->size();
    if (const auto added = book->add(**strategy, options.weight); !added)
      return refuse(base::quoted(path) + ": " + added.error());
    std::printf("%s\t%zu entries\t%zu replies\n", path.c_str(), (*strategy)->certificate().entries.size(),
                book->size() - before);
    std::fflush(stdout);
  }
  if (const auto written = study::write_certificate_file(options.replies, book->write()); !written)
    return refuse(written.error());
  std::printf("%zu replies\n", book->size());
  return kExitFine;
}

/// Proven positions chosen at random, each with its winner: one of every row before any has another image.
int print_sample(const AtlasOptions& options) {
  const auto start = given_position(options.where);
  if (!start) return refuse(start.error());
  const auto atlas = study::shipped_atlas(start->game());
  if (!atlas) return refuse("there is no atlas of " + std::string(start->game()));
  const auto sample = study::sample_of(*atlas, start->rules(), static_cast<std::size_t>(options.sample), options.seed);
  for (const auto& position : sample) {
    const study::AtlasRow* row = atlas->find(position);
    const std::string winner = position.seat_name(row->winner);
    if (!options.winner.empty() && base::lower(options.winner) != base::lower(winner)) continue;
    const std::string moves = position.moves().empty() ? "startpos" : base::join(position.moves(), " ");
    if (options.winner.empty())
      std::printf("%s\t%s\n", winner.c_str(), moves.c_str());
    else
      std::printf("%s\n", moves.c_str());
  }
  return kExitFine;
}

int run_atlas(const AtlasOptions& options) {
  if (!options.replies.empty()) return add_replies(options);
  if (options.sample > 0) return print_sample(options);
  if (!options.file.empty()) return survey_file(options);
  if (!options.page) return look_up(options);
  std::fputs(study::atlas_page(shipped_atlases()).c_str(), stdout);
  return kExitFine;
}

}  // namespace

Action add_atlas_command(Arguments& app) {
  auto options = std::make_shared<AtlasOptions>();
  options->where.game = catalog::default_game();
  add_position_options(app, options->where);
  app.add_flag("--page", options->page, "instead, the whole atlas counted and listed, as Markdown");
  app.add_output("--survey", options->file, "instead, prove what this file does not know, and write it",
                 Outputs::Kind::kExtended);
  app.add_option("--plies", options->plies, "of --survey: every position up to so many plies later, up to symmetry")
      ->check(Range{0, 12})
      ->capture_default_str();
  app.add_option("--nodes", options->nodes, "of --survey: budget of each position")->capture_default_str();
  app.add_option("--memory", options->mebibytes, "of --survey: size of each thread's table in MiB")
      ->check(Range{1, 1 << 20})
      ->capture_default_str();
  app.add_option("--threads", options->threads, "of --survey: positions at a time")
      ->check(Range{1, 256})
      ->capture_default_str();
  app.add_flag("--results-only", options->results_only, "of --survey: do not look how long a win takes");
  app.add_output("--replies", options->replies,
                 "instead, add to this file what took long in the strategies of --certificate",
                 Outputs::Kind::kExtended);
  app.add_option("--certificate", options->certificates, "of --replies: files that solve has written");
  app.add_option("--weight", options->weight, "of --replies: entries with more below them than this are added")
      ->capture_default_str();
  app.add_option("--sample", options->sample, "instead, so many proven positions, chosen at random")
      ->check(Range{0, 100'000});
  app.add_option("--seed", options->seed, "of --sample")->capture_default_str();
  app.add_option("--winner", options->winner, "of --sample: only those that this seat wins, as openings");
  app.footer(
      "Prints tab-separated rows: the position and each legal move with its result, what it follows from, and the "
      "nodes that\nwere spent on it. Images of a position share one row.\n\n"
      "Examples:\n" +
      catalog::examples_of("atlas"));
  return [options] { return run_atlas(*options); };
}

}  // namespace partita::apps
