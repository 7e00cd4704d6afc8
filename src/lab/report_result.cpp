#include "lab/report_result.h"

#include <boost/json.hpp>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "arena/elo_text.h"
#include "base/format_text.h"

namespace partita::lab {

namespace {

namespace json = boost::json;

// ---- writing
// ------------------------------------------------------------------------------------------------------------

std::string quoted_json(const std::string& text) { return json::serialize(json::value(text)); }

/// Whole numbers without a point, others as short as nine digits allow: Boost writes 1.5 as 1.5E0.
std::string number_json(double value) {
  constexpr double kExact = 1e15;
  if (std::floor(value) == value && std::fabs(value) < kExact) return base::format("%.0f", value);
  return base::format("%.9g", value);
}

std::string cell_json(const Cell& cell) {
  const auto* word = std::get_if<std::string>(&cell);
  return word != nullptr ? quoted_json(*word) : number_json(std::get<double>(cell));
}

std::string seat_json(const SeatScore& seat) {
  return base::format("[%d, %d, %d]", seat.wins, seat.draws, seat.losses);
}

double in_hundredths(double share) { return std::round(share * 10'000) / 100; }
double in_tenths(double value) { return std::round(value * 10) / 10; }

struct Interval {
  double score, low, high;  ///< in percent, two decimals
};

Interval interval_of(const arena::PairScore& score) {
  const arena::EloReport report = arena::report_elo(score.pairs);
  const double value = report.score.value;
  if (const auto bound = arena::one_sided_bound(score)) {
    return {in_hundredths(value), in_hundredths(bound->is_lower ? bound->score : 0),
            in_hundredths(bound->is_lower ? 1 : bound->score)};
  }
  return {in_hundredths(value), in_hundredths(std::max(0.0, value - report.score.error)),
          in_hundredths(std::min(1.0, value + report.score.error))};
}

std::string match_json(const MatchResult& match) {
  const Interval interval = interval_of(match.score);
  std::string pairs;
  for (const double count : match.score.pairs.pairs) pairs += (pairs.empty() ? "" : ", ") + number_json(count);
  return "  \"game\": " + quoted_json(match.game) + ",\n  \"first\": " + quoted_json(match.first) +
         ",\n  \"second\": " + quoted_json(match.second) +
         base::format(",\n  \"games\": %d,\n  \"wins\": %d,\n  \"draws\": %d,\n  \"losses\": %d,\n", match.games(),
                      match.score.wins, match.score.draws, match.score.losses) +
         "  \"pairs\": [" + pairs + "],\n  \"on_first_seat\": " + seat_json(match.seats[0]) +
         ",\n  \"on_second_seat\": " + seat_json(match.seats[1]) + ",\n  \"score\": " + number_json(interval.score) +
         ",\n  \"low\": " + number_json(interval.low) + ",\n  \"high\": " + number_json(interval.high) +
         base::format(",\n  \"plies\": %lld,\n  \"faults\": %d,\n", static_cast<long long>(match.plies), match.faults) +
         base::format("  \"moves\": [%lld, %lld],\n  \"nodes\": [%lld, %lld],\n",
                      static_cast<long long>(match.moves[0]), static_cast<long long>(match.moves[1]),
                      static_cast<long long>(match.nodes[0]), static_cast<long long>(match.nodes[1]));
}

std::string table_json(const ReportTable& table) {
  std::string columns, rows;
  for (const std::string& name : table.columns) columns += (columns.empty() ? "" : ", ") + quoted_json(name);
  for (const auto& row : table.rows) {
    std::string cells;
    for (const Cell& cell : row) cells += (cells.empty() ? "" : ", ") + cell_json(cell);
    rows += (rows.empty() ? "\n      [" : ",\n      [") + cells + "]";
  }
  return "    {\"name\": " + quoted_json(table.name) + ",\n     \"columns\": [" + columns + "],\n     \"rows\": [" +
         rows + "]}";
}

std::string run_json(const ReportRun& run) {
  return "    {\"commit\": " + quoted_json(run.by.commit) + ", \"machine\": " + quoted_json(run.by.machine) +
         ", \"date\": " + quoted_json(run.by.date) + base::format(", \"games\": %d, \"seconds\": ", run.games) +
         number_json(in_tenths(run.seconds)) + "}";
}

// ---- reading
// ------------------------------------------------------------------------------------------------------------

/// Reads the members of one JSON object; the first that is missing or wrong is remembered with its full name.
class Members {
 public:
  Members(const json::value& value, std::string place, std::string& wrong)
      : object_(value.if_object()), place_(std::move(place)), wrong_(wrong) {
    if (object_ == nullptr) note("", "expected an object");
  }
  const json::value* find(const char* name) const { return object_ == nullptr ? nullptr : object_->if_contains(name); }
  std::string text(const char* name) {
    const json::value* value = find(name);
    if (value != nullptr && value->is_string()) return std::string(value->get_string());
    note(name, value == nullptr ? "missing" : "expected a text");
    return {};
  }
  double real(const char* name) {
    const json::value* value = find(name);
    if (value != nullptr && value->is_number()) return value->to_number<double>();
    note(name, value == nullptr ? "missing" : "expected a number");
    return 0;
  }
  std::int64_t whole(const char* name) {
    const double value = real(name);
    if (value < 0 || std::floor(value) != value || value > 9e15) note(name, "expected a whole number");
    return static_cast<std::int64_t>(value);
  }
  int count(const char* name) {
    const std::int64_t value = whole(name);
    if (value > 1'000'000'000) note(name, "expected a smaller number");
    return static_cast<int>(value);
  }
  std::vector<json::value> list(const char* name) {
    const json::value* value = find(name);
    if (value != nullptr && value->is_array()) return {value->get_array().begin(), value->get_array().end()};
    note(name, value == nullptr ? "missing" : "expected a list");
    return {};
  }
  std::vector<double> counts(const char* name, std::size_t size) {
    std::vector<double> numbers;
    for (const json::value& value : list(name)) {
      if (!value.is_number() || value.to_number<double>() < 0 ||
          std::floor(value.to_number<double>()) != value.to_number<double>()) {
        note(name, "expected whole numbers");
        break;
      }
      numbers.push_back(value.to_number<double>());
    }
    if (numbers.size() != size) {
      note(name, "expected " + std::to_string(size) + " numbers");
      numbers.resize(size);
    }
    return numbers;
  }
  void note(const std::string& name, const std::string& what) {
    if (wrong_.empty()) wrong_ = "field " + place_ + name + ": " + what;
  }

 private:
  const json::object* object_;
  std::string place_;
  std::string& wrong_;
};

SeatScore read_seat(Members& members, const char* name) {
  const std::vector<double> counts = members.counts(name, 3);
  return {static_cast<int>(counts[0]), static_cast<int>(counts[1]), static_cast<int>(counts[2])};
}

/// What is told twice must agree.
void check_match(const MatchResult& match, Members& members) {
  if (members.count("games") != match.games()) members.note("games", "not the sum of wins, draws and losses");
  const double points = 2.0 * match.score.wins + match.score.draws;
  double pair_points = 0;
  for (std::size_t i = 0; i < match.score.pairs.pairs.size(); ++i)
    pair_points += static_cast<double>(i) * match.score.pairs.pairs[i];
  if (2 * match.score.pairs.count() != match.games() || pair_points != points)
    members.note("pairs", "not the pairs of these games");
  const auto sum = [&](int SeatScore::*which) { return match.seats[0].*which + match.seats[1].*which; };
  if (sum(&SeatScore::wins) != match.score.wins || sum(&SeatScore::draws) != match.score.draws ||
      sum(&SeatScore::losses) != match.score.losses) {
    members.note("on_first_seat", "the seats do not add up to the match");
  }
  const Interval interval = interval_of(match.score);
  constexpr double kRounding = 0.0051;
  for (const auto& [name, value] :
       {std::pair{"score", interval.score}, std::pair{"low", interval.low}, std::pair{"high", interval.high}}) {
    if (std::fabs(members.real(name) - value) > kRounding) members.note(name, "not what the pairs give");
  }
}

MatchResult read_match(Members& members) {
  MatchResult match;
  match.game = members.text("game");
  match.first = members.text("first");
  match.second = members.text("second");
  match.score.wins = members.count("wins");
  match.score.draws = members.count("draws");
  match.score.losses = members.count("losses");
  const std::vector<double> pairs = members.counts("pairs", match.score.pairs.pairs.size());
  std::copy(pairs.begin(), pairs.end(), match.score.pairs.pairs.begin());
  match.seats = {read_seat(members, "on_first_seat"), read_seat(members, "on_second_seat")};
  match.plies = members.whole("plies");
  match.faults = members.count("faults");
  const auto moves = members.counts("moves", 2), nodes = members.counts("nodes", 2);
  for (std::size_t who = 0; who < 2; ++who) {
    match.moves[who] = static_cast<std::int64_t>(moves[who]);
    match.nodes[who] = static_cast<std::int64_t>(nodes[who]);
  }
  check_match(match, members);
  return match;
}

ReportTable read_table(const json::value& value, const std::string& place, std::string& wrong) {
  Members members(value, place, wrong);
  ReportTable table;
  table.name = members.text("name");
  for (const json::value& column : members.list("columns")) {
    if (!column.is_string()) members.note("columns", "expected texts");
    table.columns.emplace_back(column.is_string() ? std::string(column.get_string()) : "");
  }
  for (const json::value& row : members.list("rows")) {
    const std::string name = "rows[" + std::to_string(table.rows.size()) + "]";
    table.rows.emplace_back();
    if (!row.is_array() || row.get_array().size() != table.columns.size()) {
      members.note(name, "expected " + std::to_string(table.columns.size()) + " cells");
      break;
    }
    for (const json::value& cell : row.get_array()) {
      if (!cell.is_string() && !cell.is_number()) members.note(name, "expected numbers and texts");
      if (cell.is_string()) table.rows.back().emplace_back(std::string(cell.get_string()));
      if (cell.is_number()) table.rows.back().emplace_back(cell.to_number<double>());
    }
  }
  return table;
}

ReportRun read_run(const json::value& value, const std::string& place, std::string& wrong) {
  Members members(value, place, wrong);
  return {{members.text("commit"), members.text("machine"), members.text("date")},
          members.count("games"),
          members.real("seconds")};
}

/// The last visit stands at the top of the file too, for people.
void check_runs(const ReportResult& result, Members& members) {
  if (result.runs.empty()) return members.note("runs", "expected at least one");
  const Provenance& last = result.runs.back().by;
  for (const auto& [name, value] :
       {std::pair{"commit", last.commit}, std::pair{"machine", last.machine}, std::pair{"date", last.date}}) {
    if (members.text(name) != value) members.note(name, "not that of the last run");
  }
  int games = 0;
  for (const ReportRun& run : result.runs) games += run.games;
  if (result.match && games != result.match->games()) members.note("runs", "their games are not the match's");
  if (std::fabs(members.real("seconds") - in_tenths(result.seconds())) > 0.051)
    members.note("seconds", "not the sum over the runs");
}

}  // namespace

double ReportResult::seconds() const {
  double sum = 0;
  for (const ReportRun& run : runs) sum += in_tenths(run.seconds);
  return sum;
}

double half_width(const arena::PairScore& score) {
  const arena::EloReport report = arena::report_elo(score.pairs);
  const auto bound = arena::one_sided_bound(score);
  return bound ? std::fabs(report.score.value - bound->score) : report.score.error;
}

std::string write_result(const ReportResult& result) {
  const Provenance by = result.runs.empty() ? Provenance{} : result.runs.back().by;
  std::string text = "{\n  \"id\": " + quoted_json(result.id) + ",\n  \"report\": " + quoted_json(result.report) +
                     ",\n  \"command\": " + quoted_json(result.command) +
                     ",\n  \"seed\": " + std::to_string(result.seed) + ",\n  \"commit\": " + quoted_json(by.commit) +
                     ",\n  \"machine\": " + quoted_json(by.machine) + ",\n  \"date\": " + quoted_json(by.date) +
                     ",\n  \"seconds\": " + number_json(in_tenths(result.seconds())) + ",\n";
  if (result.match) text += match_json(*result.match);
  if (!result.match) {
    text += "  \"tables\": [\n";
    for (std::size_t i = 0; i < result.tables.size(); ++i) text += (i > 0 ? ",\n" : "") + table_json(result.tables[i]);
    text += "\n  ],\n";
  }
  text += "  \"runs\": [\n";
  for (std::size_t i = 0; i < result.runs.size(); ++i) text += (i > 0 ? ",\n" : "") + run_json(result.runs[i]);
  return text + "\n  ]\n}\n";
}

base::Parsed<ReportResult> read_result(std::string_view text) {
  json::error_code error;
  const json::value value = json::parse(json::string_view(text.data(), text.size()), error);
  if (error) return base::Error{"not JSON: " + error.message()};
  std::string wrong;
  Members members(value, "", wrong);
  ReportResult result;
  result.id = members.text("id");
  result.report = members.text("report");
  result.command = members.text("command");
  result.seed = static_cast<std::uint64_t>(members.whole("seed"));
  if (members.find("tables") == nullptr) result.match = read_match(members);
  if (members.find("tables") != nullptr) {
    for (const json::value& table : members.list("tables"))
      result.tables.push_back(read_table(table, "tables[" + std::to_string(result.tables.size()) + "].", wrong));
  }
  for (const json::value& run : members.list("runs"))
    result.runs.push_back(read_run(run, "runs[" + std::to_string(result.runs.size()) + "].", wrong));
  check_runs(result, members);
  if (!wrong.empty()) return base::Error{wrong};
  return result;
}

base::Parsed<ReportResult> load_result(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) return base::Error{path + ": cannot be read"};
  std::ostringstream text;
  text << file.rdbuf();
  auto result = read_result(text.str());
  if (!result) return result.error_at(path);
  const std::string name = std::filesystem::path(path).stem().string();
  if (result->id != name) return base::Error{path + ": field id: expected '" + name + "'"};
  return result;
}

base::Parsed<base::Done> save_result(const std::string& path, const ReportResult& result) {
  // Whatever cannot be read again (a number that is none) must not take the place of what can.
  if (const auto check = read_result(write_result(result)); !check) return check.error_at(path);
  const std::string beside = path + ".new";
  {
    std::ofstream file(beside, std::ios::binary);
    if (!(file << write_result(result)).flush()) return base::Error{beside + ": cannot be written"};
  }
  std::error_code error;
  std::filesystem::rename(beside, path, error);
  if (error) return base::Error{path + ": cannot be written: " + error.message()};
  return base::Done{};
}

}  // namespace partita::lab
