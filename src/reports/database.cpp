#include "reports/database.h"

#include <sqlite3.h>

#include <algorithm>
#include <cassert>
#include <cmath>
#include <filesystem>

#include "base/text.h"
#include "lab/report_questions.h"

namespace partita::reports {

namespace {

bool is_question(const std::string& id) {
  const auto is_it = [&](const auto& asked) { return asked.id == id; };
  return std::any_of(lab::report_matches().begin(), lab::report_matches().end(), is_it) ||
         std::any_of(lab::report_measures().begin(), lab::report_measures().end(), is_it);
}

/// "3 h 5 min", "12 min", "48 s".
std::string duration_text(double seconds) {
  const auto whole = static_cast<long>(std::lround(seconds));
  if (whole >= 3600) return base::format("%ld h %ld min", whole / 3600, whole % 3600 / 60);
  if (whole >= 120) return base::format("%ld min", (whole + 30) / 60);
  return whole > 0 ? base::format("%ld s", whole) : "under a second";
}

/// A function of SQL whose arguments are numbers; of NULL it is NULL.
template <std::string (*Write)(const double*)>
void sql_function(sqlite3_context* context, int count, sqlite3_value** values) {
  double numbers[2] = {};
  for (int i = 0; i < count; ++i) {
    if (sqlite3_value_type(values[i]) == SQLITE_NULL) return sqlite3_result_null(context);
    numbers[i] = sqlite3_value_double(values[i]);
  }
  sqlite3_result_text(context, Write(numbers).c_str(), -1, SQLITE_TRANSIENT);
}
std::string write_number(const double* values) { return number_text(values[0]); }
std::string write_fixed(const double* values) { return base::format("%.*f", static_cast<int>(values[1]), values[0]); }
std::string write_duration(const double* values) { return duration_text(values[0]); }

std::string quoted_name(const std::string& name) {
  assert(name.find('"') == std::string::npos);
  return '"' + name + '"';
}

struct Finish {
  void operator()(sqlite3_stmt* statement) const { sqlite3_finalize(statement); }
};
using Statement = std::unique_ptr<sqlite3_stmt, Finish>;

base::Parsed<Statement> prepare(sqlite3* database, const std::string& query) {
  sqlite3_stmt* statement = nullptr;
  if (sqlite3_prepare_v2(database, query.c_str(), -1, &statement, nullptr) != SQLITE_OK)
    return base::Error{sqlite3_errmsg(database)};
  if (statement == nullptr) return base::Error{"no query"};
  return Statement(statement);
}

lab::Cell cell_of(sqlite3_stmt* statement, int column) {
  const int type = sqlite3_column_type(statement, column);
  if (type == SQLITE_INTEGER || type == SQLITE_FLOAT) return sqlite3_column_double(statement, column);
  const auto* text = sqlite3_column_text(statement, column);
  return text == nullptr ? std::string() : std::string(reinterpret_cast<const char*>(text));
}

}  // namespace

base::Parsed<Results> load_results(const std::string& folder) {
  std::error_code error;
  std::vector<std::string> paths;
  for (const auto& entry : std::filesystem::directory_iterator(folder, error)) {
    if (entry.path().extension() == ".json") paths.push_back(entry.path().string());
  }
  if (error) return base::Error{folder + ": cannot be read: " + error.message()};
  std::sort(paths.begin(), paths.end());
  Results results;
  for (const std::string& path : paths) {
    auto result = lab::load_result(path);
    if (!result) return result.forward_error();
    if (!is_question(result->id)) return base::Error{path + ": field id: answers no question"};
    std::string id = result->id;
    results.emplace(std::move(id), std::move(*result));
  }
  return results;
}

std::string number_text(double value) {
  if (std::floor(value) == value || std::fabs(value) >= 100) {
    return base::with_thousands(static_cast<std::int64_t>(std::nearbyint(value)));
  }
  std::string text = base::format(std::fabs(value) < 1 ? "%.3f" : "%.2f", value);
  while (text.back() == '0') text.pop_back();
  if (text.back() == '.') text.pop_back();
  return text;
}

std::string cell_text(const lab::Cell& cell) {
  const auto* word = std::get_if<std::string>(&cell);
  return word != nullptr ? *word : number_text(std::get<double>(cell));
}

void Database::Close::operator()(sqlite3* database) const { sqlite3_close(database); }

Database::Database() {
  sqlite3* opened = nullptr;
  sqlite3_open(":memory:", &opened);
  database_.reset(opened);
  // Otherwise a column that is not there would be read as a word in quotes.
  sqlite3_db_config(opened, SQLITE_DBCONFIG_DQS_DML, 0, nullptr);
  const auto define = [&](const char* name, int arguments, auto* function) {
    sqlite3_create_function(opened, name, arguments, SQLITE_UTF8 | SQLITE_DETERMINISTIC, nullptr, function, nullptr,
                            nullptr);
  };
  define("num", 1, &sql_function<write_number>);
  define("fixed", 2, &sql_function<write_fixed>);
  define("duration", 1, &sql_function<write_duration>);
}

void Database::run(const std::string& statements) {
  [[maybe_unused]] const int code = sqlite3_exec(database_.get(), statements.c_str(), nullptr, nullptr, nullptr);
  assert(code == SQLITE_OK);
}

void Database::add(const lab::ReportTable& table, const std::string& name) {
  std::string columns, places;
  for (const std::string& column : table.columns) {
    columns += (columns.empty() ? "" : ", ") + quoted_name(column);
    places += places.empty() ? "?" : ", ?";
  }
  run("CREATE TABLE " + quoted_name(name) + " (" + columns + ")");
  const auto insert = prepare(database_.get(), "INSERT INTO " + quoted_name(name) + " VALUES (" + places + ")");
  assert(insert);
  for (const auto& row : table.rows) {
    for (std::size_t i = 0; i < row.size(); ++i) {
      const int place = static_cast<int>(i + 1);
      if (const auto* number = std::get_if<double>(&row[i])) {
        sqlite3_bind_double(insert->get(), place, *number);
      } else {
        sqlite3_bind_text(insert->get(), place, std::get<std::string>(row[i]).c_str(), -1, SQLITE_TRANSIENT);
      }
    }
    sqlite3_step(insert->get());
    sqlite3_reset(insert->get());
  }
}

base::Parsed<Found> Database::ask(const std::string& query, const std::string& report) const {
  const auto statement = prepare(database_.get(), query);
  Found found;
  if (!statement) {
    found.is_stored = statement.error().rfind("no such table: ", 0) != 0;
    if (found.is_stored) return statement.forward_error();
    return found;
  }
  if (const int place = sqlite3_bind_parameter_index(statement->get(), ":report"); place > 0)
    sqlite3_bind_text(statement->get(), place, report.c_str(), -1, SQLITE_TRANSIENT);
  const int columns = sqlite3_column_count(statement->get());
  for (int i = 0; i < columns; ++i) found.columns.emplace_back(sqlite3_column_name(statement->get(), i));
  int code = SQLITE_ROW;
  while ((code = sqlite3_step(statement->get())) == SQLITE_ROW) {
    found.rows.emplace_back();
    for (int i = 0; i < columns; ++i) found.rows.back().push_back(cell_of(statement->get(), i));
  }
  if (code != SQLITE_DONE) return base::Error{sqlite3_errmsg(database_.get())};
  return found;
}

}  // namespace partita::reports
