#include "lab/report_questions.h"

#include <map>
#include <utility>

#include "base/embedded.h"
#include "base/text.h"
#include "lab/reported.h"

namespace partita::embedded {
const std::vector<base::EmbeddedFile>& report_questions();
}

namespace partita::lab {

namespace {

/// A row of data/reports/questions.tsv, which names its columns.
ReportMatch read_match(const std::vector<std::string_view>& columns) {
  ReportMatch match;
  const auto word = [&](std::size_t column) { return std::string(columns.at(column)); };
  match.id = word(0);
  match.report = match.id.substr(0, match.id.find('-'));
  match.section = word(1);
  match.reported = word(2) == "better" ? Reported::kBetter : word(2) == "equal" ? Reported::kEqual : Reported::kUntold;
  match.part = word(3);
  match.first_control = word(4);
  match.second_control = word(5);
  match.opening_plies = static_cast<int>(base::read_int(columns.at(6)).value());
  match.first = word(7);
  match.second = word(8);
  match.asks = word(9);
  match.answered = word(10);
  match.game = subject_of(match.report).game->name;
  match.rules = subject_of(match.report).rules;
  return match;
}

}  // namespace

const std::vector<std::string>& report_names() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> all;
    for (const auto& row : reported_table("reports").rows) all.push_back(std::get<std::string>(row.front()));
    return all;
  }();
  return names;
}

const std::vector<ReportMatch>& report_matches() {
  static const std::vector<ReportMatch> matches = [] {
    std::vector<ReportMatch> all;
    for (const std::string_view line : base::split(embedded::report_questions().front().text, '\n')) {
      if (!line.empty() && line.front() != '#') all.push_back(read_match(base::split(line, '\t')));
    }
    return all;
  }();
  return matches;
}

const catalog::GameUnderRules& subject_of(const std::string& report) {
  static const std::map<std::string, catalog::GameUnderRules> subjects = [] {
    std::map<std::string, catalog::GameUnderRules> found;
    for (const std::string& name : report_names()) {
      // Every report has its game: a test holds the profiles to it.
      if (auto subject = catalog::subject_of_report(name)) found.emplace(name, std::move(*subject));
    }
    return found;
  }();
  return subjects.at(report);
}

double opening_imbalance(const ReportMatch& match) {
  const auto game = catalog::find_game(match.game);
  return game ? (*game)->profile->opening_imbalance : 1;
}

std::string match_command(const ReportMatch& match, std::uint64_t seed, int openings) {
  std::string text = "partita arena --game " + match.game;
  for (const auto& [name, value] : match.rules) text += " --" + name + " " + value;
  text += " --engines " + match.first + " " + match.second + " --tc " + match.first_control;
  if (match.second_control != match.first_control) text += " " + match.second_control;
  text += " --openings " + std::to_string(openings) + " --plies " + std::to_string(match.opening_plies);
  text +=
      opening_imbalance(match) < 1 ? " --imbalance 0.4 --judge-nodes " + std::to_string(kJudgeNodes) : " --imbalance 1";
  return text + " --seed " + std::to_string(seed) + " --margin " + std::to_string(kMarginMs);
}

}  // namespace partita::lab
