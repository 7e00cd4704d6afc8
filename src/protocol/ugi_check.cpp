#include "protocol/ugi_check.h"

#include <algorithm>
#include <cstdio>

#include "protocol/ugi_checker.h"

namespace partita::protocol {

base::Parsed<std::vector<RuleVerdict>> check_ugi_engine(const std::vector<std::string>& command,
                                                        const UgiCheckPatience& patience) {
  return UgiChecker(command, patience).run();
}

std::string write_verdicts(const std::vector<RuleVerdict>& verdicts) {
  std::string text;
  int passed = 0, failed = 0, skipped = 0;
  for (const RuleVerdict& verdict : verdicts) {
    const bool is_failed = verdict.outcome == RuleVerdict::Outcome::kFailed;
    const bool is_passed = verdict.outcome == RuleVerdict::Outcome::kPassed;
    (is_failed ? failed : is_passed ? passed : skipped) += 1;
    char row[256];
    std::snprintf(row, sizeof row, "%-6s  %-16s  %s\n",
                  is_failed   ? "FAILED"
                  : is_passed ? "passed"
                              : "-",
                  verdict.rule.c_str(), verdict.text.c_str());
    text += row;
    if (!is_passed && !verdict.detail.empty()) text += "                          " + verdict.detail + "\n";
  }
  return text + std::to_string(passed) + " passed, " + std::to_string(failed) + " failed, " + std::to_string(skipped) +
         " not judged\n";
}

bool all_passed(const std::vector<RuleVerdict>& verdicts) {
  return std::none_of(verdicts.begin(), verdicts.end(),
                      [](const RuleVerdict& v) { return v.outcome == RuleVerdict::Outcome::kFailed; });
}

}  // namespace partita::protocol
