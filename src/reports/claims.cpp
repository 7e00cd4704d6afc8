// The table of everything the reports claim. Its sentences stand in data/reports/claims; what matches answer is taken
// from their results.
#include "reports/claims.h"

#include <filesystem>
#include <fstream>

#include "base/text.h"
#include "catalog/games.h"
#include "lab/report_questions.h"

namespace partita::reports {

namespace {

constexpr std::string_view kMatch = "match:";
constexpr std::string_view kCannot = "cannot: ";

bool is_match(std::string_view verdict) { return verdict.substr(0, kMatch.size()) == kMatch; }

std::string bad_verdict(const std::string& verdict) {
  if (verdict == "as" || verdict == "not" || verdict == "none") return "";
  if (verdict.compare(0, kCannot.size(), kCannot) == 0 && verdict.size() > kCannot.size()) return "";
  if (!is_match(verdict)) {
    return "verdict " + base::quoted(verdict) + ", expected as, not, none, 'cannot: why' or match:ID";
  }
  for (const lab::ReportMatch& match : lab::report_matches()) {
    if (match.id == verdict.substr(kMatch.size())) return "";
  }
  return "no match of the id " + base::quoted(verdict.substr(kMatch.size()));
}

/// What shows the claim: its own command, its match's, or a game against the report's engine.
std::string command_of(const std::string& report, const Claim& claim) {
  if (!claim.command.empty()) return claim.command;
  for (const lab::ReportMatch& match : lab::report_matches()) {
    if (claim.verdict == std::string(kMatch) + match.id) return lab::match_command(match, 1, 100);
  }
  const catalog::GameUnderRules& subject = lab::subject_of(report);
  for (const game::AuthorEngine& author : subject.game->profile->authors) {
    if (author.report != report) continue;
    std::string text = "partita play " + subject.game->name;
    for (const auto& [name, value] : subject.rules) text += " --" + name + " " + value;
    return text + " --seats human/" + std::string(author.preset);
  }
  return "";
}

}  // namespace

base::Parsed<std::vector<Claim>> load_claims(const std::string& folder, const std::string& report) {
  const std::string path = (std::filesystem::path(folder) / "claims" / (report + ".tsv")).string();
  std::ifstream file(path);
  if (!file) return base::Error{path + ": cannot be read"};
  std::vector<Claim> claims;
  int number = 0;
  for (std::string line; std::getline(file, line);) {
    ++number;
    if (line.empty() || line.front() == '#') continue;
    const std::string place = path + ":" + std::to_string(number) + ": ";
    const auto columns = base::split(line, '\t');
    if (columns.size() != 5) {
      return base::Error{place + std::to_string(columns.size()) +
                         " columns between tabs, expected section, claim, here, verdict, command"};
    }
    Claim claim{std::string(columns[0]), std::string(columns[1]), std::string(columns[2]), std::string(columns[3]),
                std::string(columns[4])};
    if (const std::string bad = bad_verdict(claim.verdict); !bad.empty()) return base::Error{place + bad};
    claims.push_back(std::move(claim));
  }
  if (claims.empty()) return base::Error{path + ": no claims"};
  return claims;
}

lab::ReportTable claim_table(const std::map<std::string, std::vector<Claim>>& claims) {
  lab::ReportTable table{"claims", {"report", "n", "section", "claim", "here", "judged", "command"}, {}};
  for (const auto& [report, all] : claims) {
    for (const Claim& claim : all) {
      table.rows.push_back({report, static_cast<double>(table.rows.size()), claim.section, claim.text, claim.here,
                            claim.verdict, command_of(report, claim)});
    }
  }
  return table;
}

}  // namespace partita::reports
