#include "lab/ablation.h"

#include <algorithm>

#include "base/text.h"
#include "catalog/any_engine.h"
#include "catalog/idle_switches.h"
#include "lab/ablation_page.h"
#include "study/engine.h"

namespace partita::lab {

namespace {

constexpr int kMostPositions = 40;
/// Counting is planned for this part of the budget, and ends after the other at the latest.
constexpr double kCountingShare = 0.5;
constexpr double kLatestCounting = 0.75;

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
      {"depth_policy", "none", "a depth that follows the number of moves", {{"max_depth", "4"}}, false},
      {"win_return", "off", "a winning root move is played as soon as it is found"},
      {"loss_research", "off", "less depth when all is lost"},
      {"loss_fallback", "off", "on a loss the move of the depth that did not see it"},
      {"precheck_loss_in_two", "off", "an immediate threat is answered before searching"},
      {"random_equal", "off", "chance between equal moves"},
      {"own_book", "off", "the opening book", {}, false}};
  return all;
}

void add_those_on(const std::vector<Ablation>& candidates, const base::OptionValues& values,
                  std::vector<Ablation>& found) {
  for (const Ablation& ablation : candidates) {
    const auto value = values.find(ablation.name);
    if (value != values.end() && value->second != ablation.off) found.push_back(ablation);
  }
}

bool is_montecarlo(const base::OptionValues& values) { return values.at("search") == "montecarlo"; }

/// Every switch that is on and bears on the preset's kind of search, whatever the game.
std::vector<Ablation> switches_on(const catalog::AnyEngine& engine) {
  const auto values = engine.option_values();
  std::vector<Ablation> found;
  if (is_montecarlo(values)) {
    add_those_on(montecarlo_ablations(), values, found);
    return found;
  }
  for (const base::OptionSpec& spec : engine.options()) {
    if (spec.kind == base::OptionSpec::Kind::kCheck && catalog::is_about_values(spec.name) &&
        values.at(spec.name) == "on")
      found.push_back({spec.name, "off", spec.help});
  }
  add_those_on(report_ablations(), values, found);
  return found;
}

/// Takes those out that the game does not feel; their names.
std::vector<std::string> take_out_idle(std::string_view game, std::vector<Ablation>& found) {
  const auto idle = catalog::idle_switches(game);
  const auto is_idle = [&](const Ablation& ablation) {
    return std::find(idle.begin(), idle.end(), ablation.name) != idle.end();
  };
  std::vector<std::string> names;
  for (const Ablation& ablation : found) {
    if (is_idle(ablation)) names.push_back(ablation.name);
  }
  found.erase(std::remove_if(found.begin(), found.end(), is_idle), found.end());
  return names;
}

std::string nothing_to_switch_off(const AblationOptions& options) {
  return options.preset + ": no ablation, none of the switches that can be taken out alone is on in this preset";
}

base::OptionValues changes_of(const Ablation& ablation) {
  base::OptionValues changes = ablation.with;
  changes[ablation.name] = ablation.off;
  return changes;
}

/// Emptying a big table takes longer than a short search: a megabyte holds what is found in so little time. A node
/// takes a microsecond or more, and an entry 16 bytes.
std::string table_for(double move_s) {
  constexpr double kEntriesPerSecond = 1e6;
  constexpr double kBytesPerEntry = 16;
  constexpr double kMovesOfGame = 50;
  const double mebibytes = move_s * kEntriesPerSecond * kBytesPerEntry * kMovesOfGame / (1 << 20);
  return ",hash_mb=" + std::to_string(static_cast<int>(std::clamp(mebibytes, 1.0, 64.0)));
}

/// One ablation under way.
class AblationRun {
 public:
  AblationRun(const AblationOptions& options, work::Queue& queue, const base::StopFlag& stop)
      : queue_(queue), stop_(stop) {
    result_.options = options;
  }

  base::Parsed<AblationReport> run() {
    auto engine = study::make_engine(options().game, options().rules, {options().preset, {}});
    if (!engine) return engine.forward_error();
    values_ = (*engine)->option_values();
    auto found = switches_on(**engine);
    result_.idle = take_out_idle(options().game, found);
    if (found.empty()) return base::Error{nothing_to_switch_off(options())};
    sample_ = sample_positions(options().game, options().rules, kMostPositions);
    if (const auto done = count(found); !done) return done.forward_error();
    choose_rows(found);
    if (const auto done = play_matches(); !done) return done.forward_error();
    result_.seconds = watch_.seconds();
    return report_of(result_);
  }

 private:
  const AblationOptions& options() const { return result_.options; }

  void tell(const std::string& step) const {
    if (options().on_step)
      options().on_step(base::format("%.0f of about %.0f s: ", watch_.seconds(), options().seconds) + step);
  }

  base::Parsed<base::Done> count(const std::vector<Ablation>& found) {
    CountingTask task;
    task.game = options().game;
    task.rules = options().rules;
    task.preset = options().preset;
    for (const Ablation& ablation : found) {
      if (ablation.is_counted) task.variants.push_back(changes_of(ablation));
    }
    task.plan = plan_counting(kCountingShare * options().seconds, task.variants.size(), is_montecarlo(values_));
    task.seconds = kLatestCounting * options().seconds - watch_.seconds();
    task.on_position = [this](int positions) { tell(std::to_string(positions) + " positions counted"); };
    auto counts = count_nodes(task, sample_.positions, stop_);
    if (!counts) return counts.forward_error();
    result_.plan = task.plan;
    result_.counts = std::move(*counts);
    if (!result_.counts.positions.empty()) return base::Done{};
    if (stop_.is_raised()) return base::Error{"stopped before anything was counted"};
    if (result_.counts.nodes == 0)
      return base::Error{options().preset + ": no ablation, it answers these positions without a search"};
    return base::Error{options().preset + ": no ablation, " + std::to_string(task.plan.base_nodes) +
                       " nodes a position do not reach a depth: give it a greater --budget"};
  }

  /// The switches that are felt have a row: without them some search was different. What is not counted cannot say.
  void choose_rows(const std::vector<Ablation>& found) {
    std::size_t variant = 0;
    for (const Ablation& ablation : found) {
      AblationRow row{ablation, ablation.is_counted ? variant++ : 0, {}};
      const auto is_same = [&](const PositionCounts& at) { return are_alike(at.base, at.variants[row.variant]); };
      const auto& positions = result_.counts.positions;
      if (ablation.is_counted && std::all_of(positions.begin(), positions.end(), is_same)) {
        result_.not_felt.push_back(ablation.name);
      } else {
        result_.rows.push_back(std::move(row));
      }
    }
  }

  /// Engines that do not deepen step by step have a depth of their own, and need the time it takes.
  bool has_own_depth() const { return !is_montecarlo(values_) && values_.at("iterative_deepening") == "off"; }

  /// The time a move of the preset's game against itself takes on the whole; nothing if the game takes longer than
  /// that.
  std::optional<double> own_move_s(double most_s) const {
    const auto engine = study::make_engine(options().game, options().rules, {options().preset, {{"hash_mb", "1"}}});
    auto position = catalog::AnyPosition::initial(options().game, options().rules);
    const base::Stopwatch watch;
    int plies = 0;
    for (; !position->is_over(); ++plies) {
      if (watch.seconds() >= most_s || stop_.is_raised()) return std::nullopt;
      catalog::SearchRequest request;
      request.limits.movetime_ms = 1 + static_cast<std::int64_t>(1000 * (most_s - watch.seconds()));
      if (!position->play((*engine)->search(*position, request).best_move)) return std::nullopt;
    }
    return watch.seconds() / std::max(plies, 1);
  }

  /// A move's time in the matches: two hundred games of a switch should fit. Nothing if not even a pair does.
  std::optional<double> choose_move_s(double share_s) {
    constexpr double kWantedGames = 200;
    if (!has_own_depth()) {
      const double wanted_ms =
          1000 * share_s * options().threads / (kWantedGames * std::max(sample_.plies_of_game, 1.0));
      const auto move_ms = static_cast<int>(std::clamp(wanted_ms, 2.0, 200.0));
      result_.control = std::to_string(move_ms) + "ms";
      return move_ms / 1000.0;
    }
    const auto move_s = own_move_s(share_s / 2);
    if (!move_s) result_.unplayed_pair_s = share_s;
    return move_s;
  }

  double share_s(std::size_t row) const {
    return (options().seconds - watch_.seconds()) / static_cast<double>(result_.rows.size() - row);
  }

  base::Parsed<base::Done> play_matches() {
    if (result_.rows.empty()) return base::Done{};
    const auto move_s = choose_move_s(share_s(0));
    if (!move_s) return base::Done{};
    double pair_s = 2 * sample_.plies_of_game * *move_s;
    for (std::size_t i = 0; i < result_.rows.size() && !stop_.is_raised(); ++i) {
      AblationRow& row = result_.rows[i];
      if (share_s(i) < pair_s) {
        result_.unplayed_pair_s = std::max(result_.unplayed_pair_s, pair_s);
        continue;
      }
      tell(row.ablation.name);
      auto answer = ask(question_of(row.ablation, *move_s, share_s(i), pair_s), queue_, stop_);
      if (!answer) return answer.forward_error();
      // Random games are shorter or longer than played ones: what was seen is the better guess.
      if (answer->games > 1) pair_s = 2 * answer->seconds / answer->games;
      row.answer = std::move(*answer);
    }
    return base::Done{};
  }

  Question question_of(const Ablation& ablation, double move_s, double seconds, double pair_s) const {
    Question question;
    question.game = options().game;
    question.rules = options().rules;
    question.first = options().preset + table_for(move_s);
    question.second = question.first;
    for (const auto& [name, value] : changes_of(ablation)) question.second += "," + name + "=" + value;
    // No pair is begun that would not end in time.
    question.seconds = seconds - pair_s;
    question.first_control = result_.control.empty() ? "600s" : result_.control;
    question.most_openings = static_cast<int>(std::clamp(seconds * options().threads / pair_s, 1.0, 1000.0));
    return question;
  }

  work::Queue& queue_;
  const base::StopFlag& stop_;
  const base::Stopwatch watch_;
  AblationResult result_;
  base::OptionValues values_;
  SamplePositions sample_;
};

}  // namespace

base::Parsed<std::vector<Ablation>> ablations_of(const AblationOptions& options) {
  const auto engine = study::make_engine(options.game, options.rules, {options.preset, {}});
  if (!engine) return engine.forward_error();
  auto found = switches_on(**engine);
  take_out_idle(options.game, found);
  return found;
}

std::string ablation_estimate(const AblationOptions& options) {
  const auto found = ablations_of(options);
  if (!found) return found.error();
  if (found->empty()) return nothing_to_switch_off(options);
  return base::format("about %.0f s for %zu switches: half of it, or less, for counting nodes, the rest for matches",
                      options.seconds, found->size());
}

base::Parsed<AblationReport> make_ablation(const AblationOptions& options, work::Queue& queue,
                                           const base::StopFlag& stop) {
  return AblationRun(options, queue, stop).run();
}

}  // namespace partita::lab
