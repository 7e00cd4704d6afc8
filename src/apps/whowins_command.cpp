#include <cstdio>
#include <map>
#include <memory>

#include "apps/command.h"
#include "apps/interrupt.h"
#include "apps/position_options.h"
#include "base/text.h"
#include "catalog/games.h"
#include "catalog/solver.h"

namespace partita::apps {

namespace {

struct WhoWinsOptions {
  PositionOptions where;
  std::string sides;
  int plies = 0;
  double seconds = kNotGiven;
  catalog::SolveRequest request;

  static constexpr double kNotGiven = -1;
};

/// A row's time where nobody limits it. A limit of nodes alone means nodes: with a clock beside it the same command
/// would come to different rows on different machines.
constexpr double kDefaultSeconds = 10;

double seconds_of_row(const WhoWinsOptions& options) {
  if (options.seconds != WhoWinsOptions::kNotGiven) return options.seconds;
  return options.request.nodes != 0 ? 0 : kDefaultSeconds;
}

/// The value in terms of seats: "Black wins", "draw", "White wins or draw", "unknown".
std::string verdict(const catalog::AnyPosition& position, catalog::SolvedValue value) {
  const std::string mover = position.seat_name(position.to_move());
  const std::string other = position.seat_name(static_cast<catalog::Seat>(1 - position.to_move()));
  switch (value) {
    case catalog::SolvedValue::kWin: return mover + " wins";
    case catalog::SolvedValue::kLoss: return other + " wins";
    case catalog::SolvedValue::kDraw: return "draw";
    case catalog::SolvedValue::kDrawOrWin: return mover + " wins or draw";
    case catalog::SolvedValue::kDrawOrLoss: return other + " wins or draw";
    case catalog::SolvedValue::kUnknown: return "unknown";
  }
  return "unknown";
}

base::Parsed<std::vector<std::string>> read_sides(const std::string& text) {
  std::vector<std::string> sides;
  for (const std::string_view part : base::split(text, ',')) {
    const auto ends = base::split(part, '-');
    const auto first = base::read_int(ends.front());
    const auto last = base::read_int(ends.back());
    if (!first || !last || *first > *last || ends.size() > 2 || *last - *first > 100) {
      return base::Error{"--sides: expected numbers and ranges like 3-6,10, got " + base::quoted(text)};
    }
    for (auto side = *first; side <= *last; ++side) sides.push_back(std::to_string(side));
  }
  return sides;
}

void print_row(const std::string& name, const catalog::AnyPosition& position, const catalog::SolveReport& report) {
  std::printf("%s\t%s\t%s\t%.1f\n", name.c_str(), verdict(position, report.value).c_str(),
              base::with_thousands(report.nodes).c_str(), report.seconds);
  std::fflush(stdout);
}

/// A fresh solver for each row: what one row costs must not depend on the rows before it.
base::Parsed<base::Done> solve_row(const std::string& name, const catalog::AnyPosition& position,
                                   catalog::SolveRequest request) {
  auto solver = catalog::make_solver(position.game(), request.mebibytes);
  if (!solver) return solver.forward_error();
  base::StopFlag stop;
  request.stop = &stop;
  const Interruptible interruptible([&stop] { stop.raise(); });
  print_row(name, position, catalog::solve_position(**solver, position, request));
  if (interruptible.is_interrupted()) return base::Error{"interrupted"};
  return base::Done{};
}

int table_of_sides(const WhoWinsOptions& options) {
  const auto sides = read_sides(options.sides);
  if (!sides) return refuse(sides.error());
  std::printf("side\tresult\tnodes\tseconds\n");
  for (const std::string& side : *sides) {
    PositionOptions where = options.where;
    where.given["side"] = side;
    const auto position = given_position(where);
    if (!position) return refuse(position.error());
    const auto done = solve_row(side, *position, options.request);
    if (!done) return refuse(done.error());
  }
  return kExitFine;
}

/// Every position after that many plies, one for all its images, with the moves that lead to the first one met.
void collect(const catalog::AnyPosition& position, int plies, std::map<std::string, catalog::AnyPosition>& found) {
  if (position.is_over()) return;
  if (plies == 0) {
    found.emplace(catalog::canonical_text(position), position);
    return;
  }
  // Images need not be followed twice on the way either.
  std::map<std::string, catalog::AnyPosition> next;
  for (const std::string& move : position.legal_moves()) {
    catalog::AnyPosition after = position;
    (void)after.play(move);
    next.emplace(catalog::canonical_text(after), after);
  }
  for (const auto& [text, after] : next) collect(after, plies - 1, found);
}

int table_of_openings(const WhoWinsOptions& options) {
  const auto start = given_position(options.where);
  if (!start) return refuse(start.error());
  std::map<std::string, catalog::AnyPosition> positions;
  collect(*start, options.plies, positions);
  std::printf("moves\tresult\tnodes\tseconds\n");
  for (const auto& [text, position] : positions) {
    const auto done = solve_row(base::join(position.moves(), " "), position, options.request);
    if (!done) return refuse(done.error());
  }
  return kExitFine;
}

}  // namespace

Action add_whowins_command(Arguments& app) {
  auto options = std::make_shared<WhoWinsOptions>();
  add_position_options(app, options->where);
  app.add_option("--sides", options->sides, "board sides, as in 3-6,10: one row each");
  app.add_option("--plies", options->plies, "one row for every position after this many plies, up to symmetry")
      ->check(Range{0, 12});
  app.add_option("--seconds", options->seconds, "budget of each row; 0: none")
      ->check(Range{0, 1e9})
      ->default_str("10, none with --nodes");
  app.add_option("--nodes", options->request.nodes, "budget of each row in nodes, for results that can be repeated");
  app.add_option("--memory", options->request.mebibytes, "size of the table in MiB")
      ->check(Range{1, 1 << 20})
      ->capture_default_str();
  app.add_option("--threads", options->request.threads, "threads")->check(Range{1, 256})->capture_default_str();
  app.footer(
      "Prints tab-separated rows: side or moves, result, nodes, seconds. What the budget does not decide is 'unknown' "
      "or a\n"
      "bound ('Black wins or draw').\n\n"
      "Examples:\n" +
      catalog::examples_of("whowins"));
  return [options] {
    options->request.seconds = seconds_of_row(*options);
    return options->sides.empty() ? table_of_openings(*options) : table_of_sides(*options);
  };
}

}  // namespace partita::apps
