#include "lab/seed_tables.h"

#include <algorithm>

#include "arena/format_text.h"
#include "arena/plot.h"
#include "lab/report_numbers.h"
#include "lab/seed_parts.h"

namespace partita::lab {

namespace {

using arena::format;

constexpr const char* kNoAnswer = "not asked";
/// A table that is wiped before each move, as the reports' are, must not take longer than the move.
constexpr const char* kSmallTable = ",hash_mb=1";
/// For engines with a depth of their own: no hurry.
constexpr const char* kNoHurry = "600s";
/// Such games last longer; their questions get so many times the share of the others.
constexpr double kUnhurriedShare = 4;

double share_of(const Question& question) {
  return question.first_control == kNoHurry ? kUnhurriedShare : 1;
}
double all_shares(const std::vector<SeedQuestion>& questions, std::size_t from) {
  double sum = 0;
  for (std::size_t i = from; i < questions.size(); ++i) sum += share_of(questions[i].question);
  return sum;
}

/// How the time is divided: tables first, the rest to the questions in equal parts.
struct Shares {
  std::int64_t sweere_ms = 0;
  std::int64_t aboukhadra_ms = 0;
  int positions = 1;
  std::int64_t trebing_ms = 0;
  double question_s = 0;
  std::int64_t question_ms = 0;  ///< a move
};

Shares divide(const SeedTableOptions& options) {
  const double ms = 1000 * options.seconds;
  const auto limited = [](double value, double most) {
    return static_cast<std::int64_t>(std::clamp(value, 2.0, most));
  };
  Shares shares;
  shares.sweere_ms = limited(0.12 * ms / 180, 20'000);    // three games of about 60 moves
  shares.aboukhadra_ms = limited(0.06 * ms / 40, 3'000);  // seven strategies, four positions, not all to the limit
  shares.positions = static_cast<int>(std::clamp(options.seconds / 60, 1.0, 10.0));
  shares.trebing_ms = limited(0.12 * ms / (14 * 60), 15'000);
  shares.question_s = 0.6 * options.seconds / all_shares(seed_questions(), 0);
  // Two hundred games of forty moves should fit.
  shares.question_ms = limited(1000 * shares.question_s * options.threads / (200 * 40), 1'000);
  return shares;
}

Question andantino(const std::string& first, const std::string& second) {
  Question question;
  question.game = "andantino";
  question.rules = {{"side", "10"}};
  question.first = first + kSmallTable;
  question.second = second + kSmallTable;
  return question;
}

/// The players without their switches, unless it is these that differ.
std::string players(const Question& question) {
  const auto name = [](const std::string& spec) { return spec.substr(0, spec.find(',')); };
  const bool is_same = name(question.first) == name(question.second);
  return name(question.first) + " – " + (is_same ? "without it" : name(question.second));
}

std::string answers_part(const std::vector<SeedQuestion>& questions, const std::vector<Answer>& answers,
                         const Shares& shares) {
  std::vector<std::vector<std::string>> rows = {
      {"report", "question", "the report's answer", "games", "+ = −", "score %", "Elo"}};
  std::vector<arena::PlotBar> bars;
  for (std::size_t i = 0; i < questions.size(); ++i) {
    rows.push_back({questions[i].group, questions[i].asks, questions[i].reported});
    if (i >= answers.size()) {
      rows.back().insert(rows.back().end(), {"0", kNoAnswer, "", ""});
      continue;
    }
    const Answer& answer = answers[i];
    rows.back().insert(
        rows.back().end(),
        {std::to_string(answer.games), format("%d %d %d", answer.score.wins, answer.score.draws, answer.score.losses),
         score_text(answer), elo_text(answer)});
    bars.push_back({players(answer.question), 100 * answer.elo.score.value - 50, 100 * answer.elo.score.error});
  }
  return "<h2>The same questions, asked properly</h2>\n<p>Each by a match from random openings that a short search "
         "does not decide, seats swapped, " +
         std::to_string(shares.question_ms) +
         " ms a move, as many games as the time allowed. So that equal time is what is compared, strategies of a fixed "
         "depth deepen step by step here, except where deepening is the question; Rudin's agents play their own depths "
         "without a clock. Errors are half-widths of 95% intervals over pairs of games.</p>\n" +
         arena::html_table(rows) +
         arena::draw_bars("Score of the first player, with its 95% interval",
                          "% of the points above (below) an even match", bars);
}

}  // namespace

std::vector<SeedQuestion> seed_questions() {
  const std::string deepening = ",iterative_deepening=on,max_depth=100", deep = ",max_depth=100";
  std::vector<SeedQuestion> questions = {
      {"Sweere", "Is group size better than no evaluation?", "won 2 of 2", andantino("sweere-groups", "sweere-none")},
      {"Sweere", "Are neighbours better than group size?", "won 2 of 2",
       andantino("sweere-neighbours", "sweere-groups")},
      {"Sweere", "Are wins that all count alike better than wins that count their depth (5.2)?", "alike is better",
       andantino("sweere-neighbours", "sweere-neighbours,win_score=by_distance")},
      {"Rao", "Is evaluation Fn2 better than Fn1 (3.5.2)?", "better",
       andantino("rao-ab-negamax-tt-id" + deep, "rao-ab-negamax-tt-id,evaluator=rao-fn1" + deep)},
      {"Rao", "Does the table help?", "faster",
       andantino("rao-ab-negamax-tt" + deepening, "rao-ab-minimax" + deepening)},
      {"Rao", "Is deepening with the best move first better than depth 3?", "slightly faster",
       andantino("rao-ab-negamax-tt-id" + deep, "rao-ab-negamax-tt")}};
  for (const char* weaker : {"aboukhadra-minimax", "aboukhadra-alphabeta", "aboukhadra-id", "aboukhadra-tt-id"}) {
    const auto row = std::find_if(aboukhadra_table_1().begin(), aboukhadra_table_1().end(),
                                  [&](const ReportedDepths& reported) { return reported.preset == weaker; });
    questions.push_back({"Aboukhadra", "Is TT with killers and ID better than " + row->strategy + "?",
                         "deeper, fewer states", andantino("aboukhadra-tt-killers-id" + deep, weaker + deepening)});
  }
  questions.push_back({"Aboukhadra", "Is deepening better than a fixed depth of 4?", "deeper",
                       andantino("aboukhadra-tt-killers-id" + deep, "aboukhadra-tt-killers,max_depth=4")});
  Question tablut;
  tablut.game = "tafl";
  tablut.rules = {{"rules", "mcgill"}};
  tablut.first = "rudin";
  tablut.second = "rudin,depth_policy=none,max_depth=4";
  tablut.first_control = kNoHurry;
  questions.push_back({"Rudin", "Does depth 5 where moves are few help?", "much better results", tablut});
  tablut.second = "greedy";
  questions.push_back({"Rudin", "Is the agent better than a greedy one?", "–", tablut});
  for (const ReportedMatch& row : trebing_table_1()) {
    if (row.preset == "trebing-full") continue;
    Question omega;
    omega.game = "omega";
    omega.rules = {{"side", "5"}};
    omega.first = std::string("trebing-full") + kSmallTable;
    omega.second = row.preset + kSmallTable;
    questions.push_back(
        {"Trebing", "Is the full engine better than " + row.enhancements + "?", row.result + " of 2 games", omega});
  }
  return questions;
}

std::string seed_tables_estimate(const SeedTableOptions& options) {
  const Shares shares = divide(options);
  return format(
      "about %.0f s: Sweere's games at %lld ms a move, Aboukhadra's searches at %lld ms, Trebing's games at %lld ms a "
      "stone, "
      "then %zu questions of %.0f s each at %lld ms a move",
      options.seconds, static_cast<long long>(shares.sweere_ms), static_cast<long long>(shares.aboukhadra_ms),
      static_cast<long long>(shares.trebing_ms), seed_questions().size(), shares.question_s,
      static_cast<long long>(shares.question_ms));
}

base::Parsed<std::string> make_seed_tables(const SeedTableOptions& options, work::Queue& queue,
                                           const base::StopFlag& stop) {
  const base::Stopwatch watch;
  const Shares shares = divide(options);
  const auto step = [&](const std::string& name) {
    if (options.on_step) options.on_step(format("%.0f of about %.0f s: ", watch.seconds(), options.seconds) + name);
  };
  std::string body;
  using Part = std::function<base::Parsed<std::string>()>;
  const std::vector<std::pair<const char*, Part>> parts = {
      {"Sweere's tables", [&] { return sweere_part(shares.sweere_ms); }},
      {"Aboukhadra's tables", [&] { return aboukhadra_part(shares.aboukhadra_ms, shares.positions); }},
      {"Rao's figure", [&] { return rao_part(1'000); }},
      {"Rudin's figures", [&] { return rudin_part(std::min<std::int64_t>(2'000, 4 * shares.sweere_ms)); }},
      {"Trebing's table", [&] { return trebing_part(shares.trebing_ms); }}};
  for (const auto& [name, make] : parts) {
    if (stop.is_raised()) break;
    step(name);
    auto part = make();
    if (!part) return part.error_at(name);
    body += *part;
  }
  std::vector<Answer> answers;
  auto questions = seed_questions();
  for (std::size_t i = 0; i < questions.size() && !stop.is_raised(); ++i) {
    Question& question = questions[i].question;
    const double part = share_of(question) / all_shares(questions, i);
    if (question.first_control != kNoHurry) question.first_control = std::to_string(shares.question_ms) + "ms";
    // What the tables left over or overspent is shared out as it goes.
    question.seconds = std::max(0.0, options.seconds - watch.seconds()) * part;
    question.most_openings = static_cast<int>(std::clamp(20 * question.seconds * options.threads, 1.0, 500.0));
    step(question.first + " - " + question.second);
    auto answer = ask(question, queue, stop);
    if (!answer) return answer.forward_error();
    answers.push_back(std::move(*answer));
  }
  body += answers_part(questions, answers, shares);
  return arena::html_page("The five reports, measured again",
                          format("made in %.0f s (of %.0f s allowed)", watch.seconds(), options.seconds), body);
}

}  // namespace partita::lab
