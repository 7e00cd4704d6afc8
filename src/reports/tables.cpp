#include "reports/tables.h"

#include "arena/elo_text.h"
#include "base/embedded.h"
#include "base/text.h"
#include "lab/report_questions.h"
#include "lab/reported.h"
#include "reports/embedded_pages.h"

namespace partita::reports {

namespace {

using lab::Cell;

std::string control_words(const std::string& control) {
  if (control.rfind("nodes=", 0) == 0) return number_text(base::read_double(control.substr(6)).value_or(0)) + " nodes";
  if (control.rfind("depth=", 0) == 0) return "depth " + control.substr(6);
  return control;
}

std::string players_text(const lab::ReportMatch& match) {
  const std::string controls = match.first_control == match.second_control
                                   ? control_words(match.first_control) + " each"
                                   : control_words(match.first_control) + " : " + control_words(match.second_control);
  return "`" + match.first + "` – `" + match.second + "`, " + controls;
}

template <class Score>
std::string counts_text(const Score& score) {
  return base::format("%d %d %d", score.wins, score.draws, score.losses);
}

/// Mean nodes a move of both players.
std::string nodes_text(const lab::MatchResult& match) {
  std::string text;
  for (std::size_t who = 0; who < 2; ++who) {
    const double mean =
        match.moves[who] > 0 ? static_cast<double>(match.nodes[who]) / static_cast<double>(match.moves[who]) : 0;
    text += (who > 0 ? " : " : "") + number_text(std::round(mean));
  }
  return text;
}

std::vector<Cell> answer_cells(const lab::ReportResult& result) {
  const lab::MatchResult& match = *result.match;
  return {static_cast<double>(match.games()),
          counts_text(match.score),
          counts_text(match.seats[0]) + ", " + counts_text(match.seats[1]),
          match.score.pairs.score(),
          lab::half_width(match.score),
          arena::score_text(match.score, "±"),
          nodes_text(match),
          result.seconds()};
}

/// The questions that matches answer, with their answers.
lab::ReportTable match_table(const Results& results) {
  constexpr std::size_t kColumnsOfAnswers = 7;
  lab::ReportTable table{"matches",
                         {"n", "id", "report", "section", "asks", "answered", "reported", "part", "first", "second",
                          "players", "games", "result", "seats", "points", "error", "score", "nodes", "seconds"},
                         {}};
  for (const lab::ReportMatch& match : lab::report_matches()) {
    const char* reported = match.reported == lab::Reported::kBetter  ? "better"
                           : match.reported == lab::Reported::kEqual ? "equal"
                                                                     : "untold";
    auto& row = table.rows.emplace_back(std::vector<Cell>{
        static_cast<double>(table.rows.size()), match.id, match.report, match.section, match.asks, match.answered,
        std::string(reported), match.part, match.first, match.second, players_text(match)});
    const auto result = results.find(match.id);
    std::vector<Cell> answer{0.0};
    answer.resize(1 + kColumnsOfAnswers, std::string());
    if (result != results.end() && result->second.match) answer = answer_cells(result->second);
    row.insert(row.end(), answer.begin(), answer.end());
  }
  return table;
}

/// Every visit to a question, with what repeats it.
lab::ReportTable run_table(const Results& results) {
  lab::ReportTable table{
      "runs", {"report", "id", "n", "command", "seed", "games", "seconds", "commit", "machine", "date"}, {}};
  for (const auto& [id, result] : results) {
    for (std::size_t i = 0; i < result.runs.size(); ++i) {
      const lab::ReportRun& run = result.runs[i];
      table.rows.push_back({result.report, id, static_cast<double>(i), result.command, static_cast<double>(result.seed),
                            static_cast<double>(run.games), run.seconds, run.by.commit, run.by.machine, run.by.date});
    }
  }
  return table;
}

}  // namespace

Database all_tables(const Results& results, const std::map<std::string, std::vector<Claim>>& claims) {
  Database database;
  for (const auto& [id, result] : results) {
    for (const lab::ReportTable& table : result.tables) database.add(table, id + "/" + table.name);
  }
  for (const lab::ReportTable& table : lab::reported_tables()) database.add(table, "reported/" + table.name);
  for (const lab::ReportTable& table : {match_table(results), run_table(results), claim_table(claims)})
    database.add(table, table.name);
  database.run(std::string(base::text_of(embedded::report_pages(), "views.sql")));
  return database;
}

}  // namespace partita::reports
