// The table of everything the reports claim. Its sentences stand in data/reports/claims; what matches answer is taken
// from their results.
#include "lab/claims.h"

#include <filesystem>
#include <fstream>

#include "base/text.h"
#include "catalog/games.h"

namespace partita::lab {

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
  for (const ReportMatch& match : report_matches()) {
    if (match.id == verdict.substr(kMatch.size())) return "";
  }
  return "no match of the id " + base::quoted(verdict.substr(kMatch.size()));
}

/// What a report does not compare itself is taken as a claim to be better.
Verdict claim_verdict(const ResultShelf& shelf, const std::string& id) {
  ReportMatch match = match_of(id);
  if (match.reported == Reported::kUntold) match.reported = Reported::kBetter;
  return verdict_of(match, shelf.find(id));
}

struct Judged {
  std::string text;
  ClaimCounts counts;
};

Judged judge(const ResultShelf& shelf, const std::string& verdict) {
  Judged judged;
  judged.counts.claims = 1;
  const auto say = [&](const char* words, int ClaimCounts::*count) {
    judged.text = words;
    judged.counts.*count = 1;
  };
  std::string kind = verdict;
  std::string score;
  if (is_match(verdict)) {
    const std::string id = verdict.substr(kMatch.size());
    const Verdict found = claim_verdict(shelf, id);
    score = ": " + score_of(shelf, id);
    kind = found == Verdict::kConfirmed      ? "as"
           : found == Verdict::kContradicted ? "not"
           : found == Verdict::kOpen         ? "none"
                                             : std::string(kCannot) + "not asked yet";
  }
  if (kind == "as") say("as reported", &ClaimCounts::as_reported);
  if (kind == "not") say("**not as reported**", &ClaimCounts::not_as_reported);
  if (kind == "none") say("no difference seen", &ClaimCounts::no_difference);
  if (judged.text.empty()) {
    judged.text = "cannot be asked: " + kind.substr(kCannot.size());
    judged.counts.cannot_be_asked = 1;
    return judged;
  }
  judged.text += score;
  return judged;
}

/// What shows the claim: its own command, its match's, or a game against the report's engine.
std::string command_of(const std::string& report, const Claim& claim) {
  if (!claim.command.empty()) return claim.command;
  if (is_match(claim.verdict)) return match_command(match_of(claim.verdict.substr(kMatch.size())), 1, 100);
  const catalog::GameUnderRules& subject = subject_of(report);
  for (const game::AuthorEngine& author : subject.game->profile->authors) {
    if (author.report != report) continue;
    std::string text = "partita play " + subject.game->name;
    for (const auto& [name, value] : subject.rules) text += " --" + name + " " + value;
    return text + " --seats human/" + std::string(author.preset);
  }
  return "";
}

}  // namespace

ClaimCounts& ClaimCounts::operator+=(const ClaimCounts& other) {
  claims += other.claims;
  as_reported += other.as_reported;
  not_as_reported += other.not_as_reported;
  no_difference += other.no_difference;
  cannot_be_asked += other.cannot_be_asked;
  return *this;
}

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

ClaimTable claim_table(const ResultShelf& shelf, const std::string& report, const std::vector<Claim>& claims) {
  ClaimTable table;
  Rows rows = {{"§", "the report claims", "here", "verdict", "try it"}};
  for (const Claim& claim : claims) {
    const Judged judged = judge(shelf, claim.verdict);
    table.counts += judged.counts;
    const std::string command = command_of(report, claim);
    rows.push_back({claim.section, claim.text, claim.here, judged.text, command.empty() ? "" : "`" + command + "`"});
  }
  table.text = markdown_table(rows);
  return table;
}

}  // namespace partita::lab
