#include "lab/report_result.h"

#include <algorithm>
#include <boost/json.hpp>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "arena/elo_text.h"
#include "base/text.h"
#include "record/json_fields.h"

namespace partita::lab {

namespace {

namespace json = boost::json;

// ---- writing
// ------------------------------------------------------------------------------------------------------------

std::string quoted_json(const std::string& text) { return json::serialize(json::value(text)); }

/// Integers without a point, others as short as nine digits allow: Boost writes 1.5 as 1.5E0.
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
  const base::EloReport report = base::report_elo(score.pairs);
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

using record::JsonFields;
using record::JsonItem;

constexpr std::int64_t kMostGames = 1'000'000'000;
constexpr std::int64_t kMostNodes = 9'000'000'000'000'000;

int count_in(JsonFields& fields, const char* name) { return static_cast<int>(fields.integer(name, 0, kMostGames)); }

/// Exactly `size` integers.
std::vector<std::int64_t> counts_in(JsonFields& fields, const char* name, std::size_t size) {
  std::vector<std::int64_t> numbers = fields.integers(name, 0, kMostNodes, size);
  if (numbers.size() != size) fields.refuse(name, std::to_string(size) + " numbers");
  numbers.resize(size);
  return numbers;
}

SeatScore read_seat(JsonFields& fields, const char* name) {
  const auto counts = counts_in(fields, name, 3);
  return {static_cast<int>(counts[0]), static_cast<int>(counts[1]), static_cast<int>(counts[2])};
}

/// What is told twice must agree.
void check_match(const MatchResult& match, JsonFields& fields) {
  if (count_in(fields, "games") != match.games()) fields.fail("games", "not the sum of wins, draws and losses");
  const double points = 2.0 * match.score.wins + match.score.draws;
  double pair_points = 0;
  for (std::size_t i = 0; i < match.score.pairs.pairs.size(); ++i)
    pair_points += static_cast<double>(i) * match.score.pairs.pairs[i];
  if (2 * match.score.pairs.count() != match.games() || pair_points != points)
    fields.fail("pairs", "not the pairs of these games");
  const auto sum = [&](int SeatScore::*which) { return match.seats[0].*which + match.seats[1].*which; };
  if (sum(&SeatScore::wins) != match.score.wins || sum(&SeatScore::draws) != match.score.draws ||
      sum(&SeatScore::losses) != match.score.losses) {
    fields.fail("on_first_seat", "the seats do not add up to the match");
  }
  const Interval interval = interval_of(match.score);
  constexpr double kRounding = 0.0051;
  for (const auto& [name, value] :
       {std::pair{"score", interval.score}, std::pair{"low", interval.low}, std::pair{"high", interval.high}}) {
    if (std::fabs(fields.number(name) - value) > kRounding) fields.fail(name, "not what the pairs give");
  }
}

MatchResult read_match(JsonFields& fields) {
  MatchResult match;
  match.game = fields.free_text("game");
  match.first = fields.free_text("first");
  match.second = fields.free_text("second");
  match.score.wins = count_in(fields, "wins");
  match.score.draws = count_in(fields, "draws");
  match.score.losses = count_in(fields, "losses");
  const auto pairs = counts_in(fields, "pairs", match.score.pairs.pairs.size());
  std::transform(pairs.begin(), pairs.end(), match.score.pairs.pairs.begin(),
                 [](std::int64_t count) { return static_cast<double>(count); });
  match.seats = {read_seat(fields, "on_first_seat"), read_seat(fields, "on_second_seat")};
  match.plies = fields.integer("plies", 0, kMostNodes);
  match.faults = count_in(fields, "faults");
  const auto moves = counts_in(fields, "moves", 2), nodes = counts_in(fields, "nodes", 2);
  for (std::size_t who = 0; who < 2; ++who) {
    match.moves[who] = moves[who];
    match.nodes[who] = nodes[who];
  }
  check_match(match, fields);
  return match;
}

std::vector<Cell> read_row(const JsonItem& row, std::size_t columns) {
  std::vector<Cell> cells;
  for (const JsonItem& cell : row.items()) {
    if (cell.is_text())
      cells.emplace_back(cell.text());
    else if (cell.is_number())
      cells.emplace_back(cell.number());
    else
      cell.refuse("a number or a string");
  }
  if (cells.size() != columns) row.refuse(std::to_string(columns) + " cells");
  return cells;
}

ReportTable read_table(JsonFields& fields) {
  ReportTable table;
  table.name = fields.free_text("name");
  table.columns = fields.free_texts("columns");
  for (const JsonItem& row : fields.items("rows")) table.rows.push_back(read_row(row, table.columns.size()));
  return table;
}

ReportRun read_run(JsonFields& fields) {
  return {{fields.free_text("commit"), fields.free_text("machine"), fields.free_text("date")},
          count_in(fields, "games"),
          fields.number("seconds")};
}

/// The last visit stands at the top of the file too, for people.
void check_runs(const ReportResult& result, JsonFields& fields) {
  if (result.runs.empty()) return fields.fail("runs", "expected at least one");
  const Provenance& last = result.runs.back().by;
  for (const auto& [name, value] :
       {std::pair{"commit", last.commit}, std::pair{"machine", last.machine}, std::pair{"date", last.date}}) {
    if (fields.free_text(name) != value) fields.fail(name, "not that of the last run");
  }
  int games = 0;
  for (const ReportRun& run : result.runs) games += run.games;
  if (result.match && games != result.match->games()) fields.fail("runs", "their games are not the match's");
  if (std::fabs(fields.number("seconds") - in_tenths(result.seconds())) > 0.051)
    fields.fail("seconds", "not the sum over the runs");
}

}  // namespace

double ReportResult::seconds() const {
  double sum = 0;
  for (const ReportRun& run : runs) sum += in_tenths(run.seconds);
  return sum;
}

double half_width(const arena::PairScore& score) {
  const base::EloReport report = base::report_elo(score.pairs);
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
  const auto value = record::parse_json(text);
  if (!value) return value.forward_error();
  record::JsonFault fault;
  JsonFields fields(*value, "", &fault);
  ReportResult result;
  result.id = fields.free_text("id");
  result.report = fields.free_text("report");
  result.command = fields.free_text("command");
  result.seed = static_cast<std::uint64_t>(fields.integer("seed", 0, kMostNodes));
  if (fields.has("tables")) {
    for (JsonFields& table : fields.objects("tables")) result.tables.push_back(read_table(table));
  } else {
    result.match = read_match(fields);
  }
  for (JsonFields& run : fields.objects("runs")) result.runs.push_back(read_run(run));
  check_runs(result, fields);
  if (!fault.empty()) return base::Error{"field " + fault.text()};
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
