#include "lab/ablation.h"

#include <algorithm>
#include <cmath>

#include "arena/elo_text.h"
#include "base/random.h"
#include "base/text.h"
#include "catalog/any_engine.h"
#include "catalog/games.h"
#include "draw/page.h"
#include "draw/plot.h"
#include "study/engine.h"

namespace partita::lab {

namespace {

constexpr int kPositions = 8;

/// Monte-Carlo switches are numbers and words: what takes the idea out of each.
const std::vector<Ablation>& montecarlo_ablations() {
  static const std::vector<Ablation> all = {{"selection", "uct", "all moves as first"},
                                            {"playout", "uniform", "biased playouts"},
                                            {"prior_weight", "0", "first guesses of the evaluator"},
                                            {"margin_weight", "0", "margins of victory"},
                                            {"endgame", "off", "exact endgames"},
                                            {"expand_at", "1", "leaves opened late"}};
  return all;
}

/// What the reports' engines do besides searching, and what takes each of it out.
const std::vector<Ablation>& report_ablations() {
  static const std::vector<Ablation> all = {
      // Without a policy there is no depth at all: the report's other one takes its place.
      {"depth_policy", "none", "a depth that follows the number of moves", {{"max_depth", "4"}}},
      {"win_return", "off", "a winning root move is played as soon as it is found"},
      {"loss_research", "off", "less depth when all is lost"},
      {"loss_fallback", "off", "on a loss the move of the depth that did not see it"},
      {"precheck_loss_in_two", "off", "an immediate threat is answered before searching"},
      {"random_equal", "off", "chance between equal moves"},
      {"own_book", "off", "the opening book"}};
  return all;
}

void add_those_on(const std::vector<Ablation>& candidates, const base::OptionValues& values,
                  std::vector<Ablation>& found) {
  for (const Ablation& ablation : candidates) {
    const auto value = values.find(ablation.name);
    if (value != values.end() && value->second != ablation.off) found.push_back(ablation);
  }
}

/// Engines that do not deepen step by step have a depth of their own, and need the time it takes.
base::Parsed<std::string> control_for(const AblationOptions& options, int move_ms) {
  const auto engine = study::make_engine(options.game, options.rules, {options.preset, {}});
  if (!engine) return engine.forward_error();
  const auto values = (*engine)->option_values();
  const bool has_own_depth = values.at("search") != "montecarlo" && values.at("iterative_deepening") == "off";
  return has_own_depth ? "600s" : std::to_string(move_ms) + "ms";
}

std::vector<catalog::AnyPosition> fixed_positions(const AblationOptions& options) {
  std::vector<catalog::AnyPosition> positions;
  base::Random random(11);
  for (int i = 0; static_cast<int>(positions.size()) < kPositions && i < 50 * kPositions; ++i) {
    auto position = catalog::AnyPosition::initial(options.game, options.rules);
    for (int ply = 0; ply < 4 + 2 * (i % 8) && !position->is_over(); ++ply) {
      const auto moves = position->legal_moves();
      static_cast<void>(position->play(moves[random.below(static_cast<std::uint32_t>(moves.size()))]));
    }
    if (!position->is_over()) positions.push_back(std::move(*position));
  }
  return positions;
}

struct ToDepth {
  double nodes = 0;
  double seconds = 0;
};

/// All positions to one depth, each with a fresh engine whose book is shut: what a search costs is asked, and a book's
/// answers cost nothing. Searches longer than `cap_s` are broken off there.
base::Parsed<ToDepth> search_all(const AblationOptions& options, const base::OptionValues& changes,
                                 const std::vector<catalog::AnyPosition>& positions, int depth, double cap_s) {
  ToDepth sum;
  base::OptionValues values = changes;
  values["hash_mb"] = "32";
  values["own_book"] = "off";
  for (const auto& position : positions) {
    auto engine = study::make_engine(options.game, options.rules, {options.preset, values});
    if (!engine) return engine.forward_error();
    catalog::SearchRequest request;
    request.limits.depth = depth;
    request.limits.movetime_ms = static_cast<std::int64_t>(1000 * cap_s);
    const base::Stopwatch watch;
    sum.nodes += static_cast<double>((*engine)->search(position, request).nodes);
    sum.seconds += watch.seconds();
  }
  return sum;
}

/// The deepest depth at which all positions together take about a tenth of the share of one switch.
base::Parsed<int> choose_depth(const AblationOptions& options, const std::vector<catalog::AnyPosition>& positions,
                               double share_s) {
  for (int depth = 2;; ++depth) {
    const auto spent = search_all(options, {}, positions, depth, share_s);
    if (!spent) return spent.forward_error();
    if (spent->seconds > 0.03 * share_s || depth >= 30) return depth;
  }
}

struct Row {
  Ablation ablation;
  ToDepth to_depth;
  Answer answer;
  bool has_answer = false;
};

std::string nothing_to_switch_off(const AblationOptions& options) {
  return options.preset + ": no ablation, none of the switches that can be taken out alone is on in this preset";
}

/// Emptying a big table takes longer than a short search: a megabyte holds what is found in so little time. A node
/// takes a microsecond or more, and an entry 16 bytes.
std::string table_for(int move_ms) {
  constexpr int kEntriesPerMs = 1000;
  constexpr int kBytesPerEntry = 16;
  constexpr int kMovesOfGame = 50;
  const std::int64_t bytes = std::int64_t{move_ms} * kEntriesPerMs * kBytesPerEntry * kMovesOfGame;
  return ",hash_mb=" + std::to_string(std::clamp<std::int64_t>(bytes >> 20, 1, 64));
}

std::string table_of(const ToDepth& base, const std::vector<Row>& rows) {
  std::vector<std::vector<std::string>> table = {{"switched off", "what it does", "nodes to depth", "×",
                                                  "time to depth (s)", "×", "games", "score of the whole, %",
                                                  "Elo of the switch"}};
  table.push_back({"nothing", "", base::format("%.0f", base.nodes), "1.00", base::format("%.3f", base.seconds), "1.00",
                   "", "", ""});
  for (const Row& row : rows) {
    table.push_back({row.ablation.name + "=" + row.ablation.off, row.ablation.help,
                     base::format("%.0f", row.to_depth.nodes), base::format("%.2f", row.to_depth.nodes / base.nodes),
                     base::format("%.3f", row.to_depth.seconds),
                     base::format("%.2f", row.to_depth.seconds / base.seconds),
                     row.has_answer ? std::to_string(row.answer.games) : "0",
                     row.has_answer ? score_text(row.answer) : "–", row.has_answer ? elo_text(row.answer) : "–"});
  }
  return draw::html_table(table);
}

bool has_interval(const Answer& answer) {
  return answer.score.pairs.count() > 1 && answer.elo.score.error < 0.5 && std::isfinite(answer.elo.elo.error);
}

std::string control_of(const std::vector<Row>& rows) {
  const std::string control = rows.empty() ? "" : rows.front().answer.question.first_control;
  return control == "600s" ? "each to its own depth" : rows.empty() ? "no time" : control + " a move";
}

/// The dearest switch first. Where one side never lost there is no Elo to draw: those are named below.
std::string elo_plot(const AblationOptions& options, const std::vector<Row>& rows) {
  std::vector<draw::PlotBar> bars;
  int games = 0;
  std::string swept;
  for (const Row& row : rows) {
    if (!row.has_answer) continue;
    if (arena::one_sided_bound(row.answer.score)) {
      swept += (swept.empty() ? "; one side never lost: " : ", ") + row.ablation.name;
      continue;
    }
    if (!has_interval(row.answer)) continue;
    bars.push_back({row.ablation.name, row.answer.elo.elo.value, row.answer.elo.elo.error});
    games += row.answer.games;
  }
  std::stable_sort(bars.begin(), bars.end(),
                   [](const draw::PlotBar& a, const draw::PlotBar& b) { return a.value > b.value; });
  const int mean = bars.empty() ? 0 : games / static_cast<int>(bars.size());
  const std::string title = (*catalog::find_game(options.game))->title;
  return draw::bars_svg(
      title + ", " + options.preset + ": what each switch is worth",
      base::format("Elo with 95%% intervals, about %d games each at ", mean) + control_of(rows) + swept, bars);
}

std::string nodes_plot(const ToDepth& base, const std::vector<Row>& rows) {
  std::vector<draw::PlotBar> bars;
  for (const Row& row : rows) bars.push_back({row.ablation.name, row.to_depth.nodes / base.nodes, 0});
  std::stable_sort(bars.begin(), bars.end(),
                   [](const draw::PlotBar& a, const draw::PlotBar& b) { return a.value > b.value; });
  return draw::draw_bars("Nodes to the same depth without it", "times as many", bars);
}

AblationReport report(const AblationOptions& options, const ToDepth& base, const std::vector<Row>& rows, int depth,
                      double seconds) {
  const std::string plot = elo_plot(options, rows);
  const std::string body = "<p>Nodes and time: " + std::to_string(kPositions) +
                           " positions from random play to depth " + std::to_string(depth) +
                           ". Matches: the whole preset against itself without the switch, seats swapped, " +
                           control_of(rows) + ". Errors are half-widths of 95% intervals.</p>\n" +
                           table_of(base, rows) + draw::in_page(plot) + nodes_plot(base, rows);
  return {draw::html_page("Ablation: " + options.game + ", " + options.preset,
                          base::format("made in %.0f s (of %.0f s allowed)", seconds, options.seconds), body),
          plot};
}

}  // namespace

base::Parsed<std::vector<Ablation>> ablations_of(const AblationOptions& options) {
  auto engine = study::make_engine(options.game, options.rules, {options.preset, {}});
  if (!engine) return engine.forward_error();
  const auto values = (*engine)->option_values();
  std::vector<Ablation> found;
  if (values.at("search") == "montecarlo") {
    add_those_on(montecarlo_ablations(), values, found);
    return found;
  }
  for (const base::OptionSpec& spec : (*engine)->options()) {
    if (spec.kind == base::OptionSpec::Kind::kCheck && catalog::is_about_values(spec.name) &&
        values.at(spec.name) == "on")
      found.push_back({spec.name, "off", spec.help});
  }
  add_those_on(report_ablations(), values, found);
  return found;
}

std::string ablation_estimate(const AblationOptions& options) {
  const auto found = ablations_of(options);
  if (!found) return found.error();
  if (found->empty()) return nothing_to_switch_off(options);
  const double share = options.seconds / static_cast<double>(found->size());
  return base::format("about %.0f s: %zu switches, %.0f s each, most of it for the match", options.seconds,
                      found->size(), share);
}

base::Parsed<AblationReport> make_ablation(const AblationOptions& options, work::Queue& queue,
                                           const base::StopFlag& stop) {
  const base::Stopwatch watch;
  const auto found = ablations_of(options);
  if (!found) return found.forward_error();
  if (found->empty()) return base::Error{nothing_to_switch_off(options)};
  const double share_s = options.seconds / static_cast<double>(std::max<std::size_t>(1, found->size()));
  const auto positions = fixed_positions(options);
  const auto depth = choose_depth(options, positions, share_s);
  if (!depth) return depth.forward_error();
  const double cap_s = 0.2 * share_s / kPositions;
  const auto base = search_all(options, {}, positions, *depth, cap_s);
  if (!base) return base.forward_error();
  if (base->nodes < 1)
    return base::Error{options.preset + ": no ablation, it answers these positions without a search"};
  // Two hundred games of 45 moves should fit.
  const auto move_ms = static_cast<int>(std::clamp(1000 * share_s * options.threads / (200 * 45), 2.0, 200.0));
  const auto control = control_for(options, move_ms);
  if (!control) return control.forward_error();
  std::vector<Row> rows;
  for (std::size_t i = 0; i < found->size() && !stop.is_raised(); ++i) {
    Row row{(*found)[i], {}, {}, false};
    if (options.on_step)
      options.on_step(base::format("%.0f of about %.0f s: ", watch.seconds(), options.seconds) + row.ablation.name);
    base::OptionValues changes = row.ablation.with;
    changes[row.ablation.name] = row.ablation.off;
    const auto spent = search_all(options, changes, positions, *depth, cap_s);
    if (!spent) return spent.forward_error();
    row.to_depth = *spent;
    Question question;
    question.game = options.game;
    question.rules = options.rules;
    question.first = options.preset + table_for(move_ms);
    question.second = question.first;
    for (const auto& [name, value] : changes) question.second += "," + name + "=" + value;
    question.seconds = std::max(0.0, options.seconds - watch.seconds()) / static_cast<double>(found->size() - i);
    question.first_control = *control;
    question.most_openings = static_cast<int>(std::clamp(20 * question.seconds * options.threads, 1.0, 1000.0));
    auto answer = ask(question, queue, stop);
    if (!answer) return answer.forward_error();
    row.answer = std::move(*answer);
    row.has_answer = true;
    rows.push_back(std::move(row));
  }
  return report(options, *base, rows, *depth, watch.seconds());
}

}  // namespace partita::lab
