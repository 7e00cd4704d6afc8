#include "lab/report_run.h"

#include <sys/utsname.h>

#include <algorithm>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <map>
#include <thread>
#include <unordered_map>

#include "arena/elo_text.h"
#include "arena/opening_set.h"
#include "base/text.h"
#include "work/game_queue.h"

namespace partita::lab {

namespace {

/// Plies that a seat plays in a row from the start of a game.
std::size_t plies_of_first_turn(const std::string& game, const base::OptionValues& rules) {
  auto position = catalog::AnyPosition::initial(game, rules);
  std::size_t plies = 1;
  while (position && position->play(position->legal_moves().front()) && !position->is_over() &&
         !position->starts_turn()) {
    ++plies;
  }
  return plies;
}

/// Questions take turns, so many pairs each: a run that ends early has asked all of them alike.
constexpr std::size_t kTurnPairs = 25;
constexpr int kRoundGames = 200;
constexpr int kMostGamesOfAMatch = 4000;
constexpr double kSaveEverySeconds = 10;

std::string path_of(const ReportRunOptions& options, const std::string& id) {
  return (std::filesystem::path(options.folder) / (id + ".json")).string();
}

bool is_asked(const ReportRunOptions& options, const std::string& id, const std::string& report) {
  return (options.report.empty() || options.report == report) && (options.question.empty() || options.question == id);
}

/// The stored result of a question, or an empty one. Other commands' results are not mixed with ours.
base::Parsed<ReportResult> stored(const ReportRunOptions& options, const std::string& id, const std::string& report) {
  const std::string path = path_of(options, id);
  ReportResult none;
  none.id = id;
  none.report = report;
  none.seed = options.seed;
  if (options.again || !std::filesystem::exists(path)) return none;
  return load_result(path);
}

/// Random openings are the same for all questions of a game.
class OpeningPool {
 public:
  base::Parsed<std::vector<arena::Opening>> take(const ReportMatch& match, std::uint64_t seed, int count) {
    arena::OpeningPlan plan;
    plan.game = match.game;
    plan.rules = match.rules;
    plan.count = count;
    plan.plies = match.opening_plies;
    plan.seed = seed;
    plan.imbalance = opening_imbalance(match);
    plan.judge_nodes = kJudgeNodes;
    std::vector<arena::Opening>& kept = pool_[match.game + "/" + std::to_string(match.opening_plies)];
    if (static_cast<int>(kept.size()) < count) {
      auto found = arena::generate_openings(plan);
      if (!found) return found.forward_error();
      kept = std::move(*found);
    }
    return std::vector<arena::Opening>(kept.begin(), kept.begin() + std::min<std::ptrdiff_t>(count, std::ssize(kept)));
  }

 private:
  std::map<std::string, std::vector<arena::Opening>> pool_;
};

struct FinishedReportGame {
  bool is_done = false;
  int half_points = 0;
  int plies = 0;
  double seconds = 0;
  bool is_fault = false;
  std::array<std::int64_t, 2> moves{};  ///< of the first player and of the second
  std::array<std::int64_t, 2> nodes{};
};

/// One match as it grows: what is stored, and the games after it in their order. One thread at a time.
class GrowingMatch {
 public:
  GrowingMatch(const ReportMatch& match, ReportResult result, const ReportRunOptions& options)
      : match_(match), result_(std::move(result)), options_(options) {
    if (!result_.match) result_.match = MatchResult{match.game, match.first, match.second, {}, {}, 0, 0, {}, {}};
    run_.by = options.by;
  }

  const std::string& id() const { return match_.id; }
  int games() const { return result_.match->games(); }
  bool is_answered() const {
    return games() >= options_.games && half_width(result_.match->score) <= options_.half_width;
  }
  bool is_given_up() const { return games() >= kMostGamesOfAMatch; }

  /// The games of the next round, in their order.
  base::Parsed<std::vector<arena::GameJob>> next_games(OpeningPool& pool) {
    const int first_pair = games() / 2;
    const int wanted = games() < options_.games ? options_.games : games() + kRoundGames;
    auto plan = plan_for(pool, (wanted + 1) / 2);
    if (!plan) return plan.forward_error();
    std::vector<arena::GameJob> jobs;
    for (arena::ScheduledGame& game : schedule(*plan)) {
      if (game.opening < first_pair) continue;
      game.job.id = match_.id + "/" + game.job.id;
      places_[game.job.id] = jobs.size();
      jobs.push_back(std::move(game.job));
    }
    finished_.assign(jobs.size(), {});
    counted_ = 0;
    return jobs;
  }

  void add(const arena::GameOutcome& outcome) {
    const auto place = places_.find(outcome.id);
    if (place == places_.end()) return;
    // The first player sits on the first seat in the first game of a pair and on the second in the other.
    const std::size_t seat = place->second % 2;
    FinishedReportGame& game = finished_[place->second];
    game = {true,
            outcome.game.payoff[seat] * 2 / catalog::kPoint,
            static_cast<int>(outcome.game.moves.size()),
            outcome.seconds,
            outcome.game.at_fault >= 0,
            {},
            {}};
    note_nodes(outcome.game, seat, game);
    count_whole_pairs();
  }

  base::Parsed<base::Done> save() {
    if (!is_changed_) return base::Done{};
    is_changed_ = false;
    result_.command = match_command(match_, result_.seed, games() / 2);
    return save_result(path_of(options_, match_.id), result_);
  }

  std::string line() const {
    return base::format("%-34s %5d games  ", match_.id.c_str(), games()) +
           arena::score_text(result_.match->score, "+-");
  }

 private:
  base::Parsed<arena::TournamentPlan> plan_for(OpeningPool& pool, int pairs) {
    arena::TournamentPlan plan;
    plan.game = match_.game;
    plan.rules = match_.rules;
    plan.seed = result_.seed;
    plan.referee.margin_ms = kMarginMs;
    for (const auto& [spec, text] :
         {std::pair{match_.first, match_.first_control}, std::pair{match_.second, match_.second_control}}) {
      const auto control = arena::read_time_control(text);
      if (!control) return control.forward_error();
      if (const auto player = arena::make_player(plan.game, plan.rules, spec); !player) return player.error_at(spec);
      plan.entrants.push_back({spec, *control});
    }
    auto openings = pool.take(match_, result_.seed, pairs);
    if (!openings) return openings.forward_error();
    plan.openings = std::move(*openings);
    return plan;
  }

  /// Seats move in whole turns, which have several plies in some games.
  void note_nodes(const arena::PlayedGame& played, std::size_t seat_of_first, FinishedReportGame& game) {
    const std::size_t turn = plies_of_first_turn(match_.game, match_.rules);
    for (std::size_t i = static_cast<std::size_t>(played.opening); i < played.moves.size(); ++i) {
      const std::size_t who = (i / turn + seat_of_first) % 2;
      ++game.moves[who];
      game.nodes[who] += static_cast<std::int64_t>(played.moves[i].nodes);
    }
  }

  /// Pairs count in their order: one that is still being played holds back those behind it, so that a run that ends has
  /// not left out the long games.
  void count_whole_pairs() {
    while (counted_ + 1 < finished_.size() && finished_[counted_].is_done && finished_[counted_ + 1].is_done) {
      result_.match->score.pairs.add(finished_[counted_].half_points + finished_[counted_ + 1].half_points);
      for (std::size_t seat = 0; seat < 2; ++seat) count(finished_[counted_ + seat], seat);
      counted_ += 2;
    }
  }

  void count(const FinishedReportGame& game, std::size_t seat) {
    MatchResult& match = *result_.match;
    const auto bump = [&](auto& score) {
      ++(game.half_points == 2 ? score.wins : game.half_points == 1 ? score.draws : score.losses);
    };
    bump(match.score);
    bump(match.seats[seat]);
    match.plies += game.plies;
    match.faults += game.is_fault ? 1 : 0;
    for (std::size_t who = 0; who < 2; ++who) {
      match.moves[who] += game.moves[who];
      match.nodes[who] += game.nodes[who];
    }
    if (run_.games == 0) result_.runs.push_back(run_);
    ++run_.games;
    run_.seconds += game.seconds;
    result_.runs.back() = run_;
    is_changed_ = true;
  }

  const ReportMatch& match_;
  ReportResult result_;
  const ReportRunOptions& options_;
  ReportRun run_;
  std::unordered_map<std::string, std::size_t> places_;
  std::vector<FinishedReportGame> finished_;
  std::size_t counted_ = 0;
  bool is_changed_ = false;
};

/// The games of all matches in one row, a few pairs of each in turn.
std::vector<arena::GameJob> in_turns(std::vector<std::vector<arena::GameJob>> by_match) {
  std::vector<arena::GameJob> row;
  for (std::size_t from = 0;; from += 2 * kTurnPairs) {
    bool is_end = true;
    for (auto& jobs : by_match) {
      for (std::size_t i = from; i < std::min(jobs.size(), from + 2 * kTurnPairs); ++i)
        row.push_back(std::move(jobs[i]));
      is_end = is_end && jobs.size() <= from + 2 * kTurnPairs;
    }
    if (is_end) return row;
  }
}

class ReportRunner {
 public:
  ReportRunner(const ReportRunOptions& options, work::Queue& queue, const base::StopFlag& stop)
      : options_(options), queue_(queue), ends_(&stop) {}

  base::Parsed<base::Done> measure_all() {
    // Where matches are asked too, long measurements leave them time.
    constexpr double kMeasuresShare = 0.6;
    const bool has_matches =
        std::any_of(report_matches().begin(), report_matches().end(),
                    [&](const ReportMatch& match) { return is_asked(options_, match.id, match.report); });
    const double seconds = (has_matches ? kMeasuresShare : 1) * options_.seconds;
    MeasureContext context{options_.threads, [=, this] { return is_over() || watch_.seconds() > seconds; }};
    for (const ReportMeasure& measure : report_measures()) {
      if (!is_asked(options_, measure.id, measure.report) || context.is_over()) continue;
      auto before = stored(options_, measure.id, measure.report);
      if (!before) return before.forward_error();
      if (!before->tables.empty()) continue;
      say(measure.id);
      const base::Stopwatch watch;
      auto tables = measure.run(context);
      if (!tables) {
        say(measure.id + ": left out: " + tables.error());
        continue;
      }
      before->command = "partita lab reports --run --again --question " + measure.id;
      before->tables = std::move(*tables);
      before->runs = {{options_.by, 0, watch.seconds()}};
      const auto saved = save_result(path_of(options_, measure.id), *before);
      if (!saved) return saved;
    }
    return base::Done{};
  }

  base::Parsed<base::Done> play_all() {
    for (const ReportMatch& match : report_matches()) {
      if (!is_asked(options_, match.id, match.report)) continue;
      auto before = stored(options_, match.id, match.report);
      if (!before) return before.forward_error();
      const int pairs = before->match ? before->match->games() / 2 : 0;
      if (pairs > 0 && before->command != match_command(match, before->seed, pairs)) {
        return base::Error{path_of(options_, match.id) + ": holds games of another command (" + before->command +
                           "); --again begins anew"};
      }
      matches_.push_back(std::make_unique<GrowingMatch>(match, std::move(*before), options_));
    }
    while (!is_over()) {
      const auto more = play_round();
      if (!more) return more.forward_error();
      if (!*more) break;
    }
    return save_all();
  }

 private:
  bool is_over() const { return ends_.is_raised() || watch_.seconds() > options_.seconds; }
  void say(const std::string& what) const {
    if (options_.on_step) options_.on_step(base::format("%.0f of %.0f s: ", watch_.seconds(), options_.seconds) + what);
  }

  base::Parsed<base::Done> save_all() {
    for (const auto& match : matches_) {
      const auto saved = match->save();
      if (!saved) return saved;
    }
    since_save_.restart();
    return base::Done{};
  }

  /// False when nothing is left to ask.
  base::Parsed<bool> play_round() {
    std::vector<std::vector<arena::GameJob>> by_match;
    std::unordered_map<std::string, GrowingMatch*> by_id;
    for (auto& match : matches_) {
      if (match->is_answered() || match->is_given_up() || left_out_.contains(match->id())) continue;
      auto jobs = match->next_games(pool_);
      if (!jobs) {
        left_out_[match->id()] = true;
        say(match->id() + ": left out: " + jobs.error());
        continue;
      }
      by_id[match->id()] = match.get();
      by_match.push_back(std::move(*jobs));
    }
    if (by_match.empty()) return false;
    const std::vector<arena::GameJob> row = in_turns(std::move(by_match));
    say(base::format("%zu games of %zu questions", row.size(), by_id.size()));
    std::optional<base::Error> failure;
    std::size_t done = 0;
    work::GameQueue runner(queue_);
    const auto played = runner.run(
        row,
        [&](const arena::GameOutcome& outcome) {
          by_id.at(outcome.id.substr(0, outcome.id.find('/')))->add(outcome);
          ++done;
          if (is_over()) ends_.raise();
          if (since_save_.seconds() < kSaveEverySeconds) return true;
          say(base::format("%zu of %zu games", done, row.size()));
          const auto saved = save_all();
          if (!saved) failure = saved.forward_error();
          return saved.ok();
        },
        ends_);
    if (failure) return *failure;
    if (!played) return played.forward_error();
    const auto saved = save_all();
    if (!saved) return saved.forward_error();
    return true;
  }

  const ReportRunOptions& options_;
  work::Queue& queue_;
  base::StopFlag ends_;
  base::Stopwatch watch_;
  base::Stopwatch since_save_;
  OpeningPool pool_;
  std::vector<std::unique_ptr<GrowingMatch>> matches_;
  std::map<std::string, bool> left_out_;
};

base::Parsed<base::Done> check_names(const ReportRunOptions& options) {
  const auto& reports = report_names();
  if (!options.report.empty() && std::find(reports.begin(), reports.end(), options.report) == reports.end())
    return base::Error{"--report: unknown " + base::quoted(options.report) + ", expected " + base::join(reports, ", ")};
  if (options.question.empty()) return base::Done{};
  std::vector<std::string> ids;
  for (const ReportMatch& match : report_matches()) ids.push_back(match.id);
  for (const ReportMeasure& measure : report_measures()) ids.push_back(measure.id);
  if (std::find(ids.begin(), ids.end(), options.question) != ids.end()) return base::Done{};
  const auto guess = base::nearest(options.question, ids);
  return base::Error{"--question: unknown " + base::quoted(options.question) +
                     (guess ? ", did you mean '" + *guess + "'?" : "")};
}

}  // namespace

std::string machine_text() {
  std::ifstream file("/proc/cpuinfo");
  std::string model;
  for (std::string line; model.empty() && std::getline(file, line);) {
    if (line.rfind("model name", 0) == 0) model = std::string(base::trim(line.substr(line.find(':') + 1)));
  }
  utsname system{};
  if (::uname(&system) == 0) model += (model.empty() ? "" : ", ") + std::string(system.machine);
  return model + ", " + std::to_string(std::thread::hardware_concurrency()) + " cores";
}

std::string date_text() {
  const std::time_t now = std::time(nullptr);
  std::tm parts{};
  ::gmtime_r(&now, &parts);
  return base::format("%04d-%02d-%02d", parts.tm_year + 1900, parts.tm_mon + 1, parts.tm_mday);
}

base::Parsed<base::Done> run_reports(const ReportRunOptions& options, work::Queue& queue, const base::StopFlag& stop) {
  const auto names = check_names(options);
  if (!names) return names;
  std::error_code error;
  std::filesystem::create_directories(options.folder, error);
  if (error) return base::Error{options.folder + ": cannot be made: " + error.message()};
  ReportRunner runner(options, queue, stop);
  const auto measured = runner.measure_all();
  if (!measured) return measured;
  return runner.play_all();
}

base::Parsed<std::string> report_summary(const ReportRunOptions& options) {
  ReportRunOptions as_stored = options;
  as_stored.again = false;
  std::string text;
  for (const ReportMeasure& measure : report_measures()) {
    if (!is_asked(options, measure.id, measure.report)) continue;
    const auto result = stored(as_stored, measure.id, measure.report);
    if (!result) return result.forward_error();
    text += base::format("%-34s ", measure.id.c_str()) +
            (result->tables.empty() ? "not measured\n" : base::format("measured in %.1f s\n", result->seconds()));
  }
  for (const ReportMatch& match : report_matches()) {
    if (!is_asked(options, match.id, match.report)) continue;
    const auto result = stored(as_stored, match.id, match.report);
    if (!result) return result.forward_error();
    text += base::format("%-34s ", match.id.c_str());
    text += !result->match
                ? std::string("not asked\n")
                : base::format("%5d games  ", result->match->games()) + arena::score_text(result->match->score, "+-") +
                      base::format("  %.0f s\n", result->seconds());
  }
  return text;
}

}  // namespace partita::lab
