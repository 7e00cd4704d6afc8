#include "arena/result_log.h"
#include "record/declared_json.h"

#include <unordered_set>

namespace partita::arena {

base::Parsed<ResultLog> ResultLog::open(const std::string& path, const std::string& fingerprint, Mode mode) {
  auto lines = base::LineLog::open(
      path,
      {"{\"partita-arena\":\"" + fingerprint + "\"}",
       "belongs to another tournament (players, openings, rules or limits differ)", "another arena is writing to it"},
      mode);
  if (!lines) return lines.forward_error();
  ResultLog log(std::move(*lines));
  std::unordered_set<std::string> seen;
  int number = 1;
  for (const std::string& line : log.lines_.take_earlier()) {
    ++number;
    auto outcome = record::read_object<GameOutcome>(line);
    if (!outcome) return outcome.error_at(path + ":" + std::to_string(number));
    if (seen.insert(outcome->id).second) log.earlier_.push_back(std::move(*outcome));
  }
  return log;
}

base::Parsed<base::Done> ResultLog::append(const GameOutcome& outcome) {
  return lines_.append(record::write_object(outcome));
}

}  // namespace partita::arena
