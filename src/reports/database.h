#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "base/parsed.h"
#include "lab/report_result.h"

struct sqlite3;

namespace partita::reports {

/// Stored results by id.
using Results = std::map<std::string, lab::ReportResult>;
/// All *.json of a folder; a file that answers no question is an error.
base::Parsed<Results> load_results(const std::string& folder);

/// "12,345", "0.04": as many digits as such a number deserves.
std::string number_text(double value);
/// The text of a cell: words as they are, numbers as above.
std::string cell_text(const lab::Cell& cell);

/// What a query found.
struct Found {
  bool is_stored = true;  ///< false if it asks for a table that is not there: nobody has measured it yet
  std::vector<std::string> columns;
  std::vector<std::vector<lab::Cell>> rows;
};

/// An SQLite database in memory. Besides SQLite's own functions queries have num(x) ("12,345"), fixed(x, digits) and
/// duration(seconds).
class Database {
 public:
  Database();
  void add(const lab::ReportTable& table, const std::string& name);
  /// Statements without an answer. REQUIRES: they are right.
  void run(const std::string& statements);
  /// `:report` in the query stands for `report`. Errors are SQLite's.
  base::Parsed<Found> ask(const std::string& query, const std::string& report) const;

 private:
  struct Close {
    void operator()(sqlite3* database) const;
  };
  std::unique_ptr<sqlite3, Close> database_;
};

}  // namespace partita::reports
