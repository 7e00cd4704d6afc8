#include "lab/reported.h"

#include <algorithm>
#include <cassert>

#include "base/embedded.h"
#include "base/text.h"

namespace partita::embedded {
const std::vector<base::EmbeddedFile>& reported_numbers();
}

namespace partita::lab {

namespace {

Cell read_cell(std::string_view text) {
  const auto number = base::read_double(text);
  return number ? Cell(*number) : Cell(std::string(text));
}

/// Columns between tabs, their names in the first line; lines that begin with # are for people.
ReportTable read_table(const base::EmbeddedFile& file) {
  ReportTable table{std::string(file.name.substr(0, file.name.find('.'))), {}, {}};
  for (const std::string_view line : base::split(file.text, '\n')) {
    if (line.empty() || line.front() == '#') continue;
    const auto columns = base::split(line, '\t');
    if (table.columns.empty()) {
      table.columns.assign(columns.begin(), columns.end());
      continue;
    }
    table.rows.emplace_back();
    for (const std::string_view column : columns) table.rows.back().push_back(read_cell(column));
  }
  return table;
}

}  // namespace

const std::vector<ReportTable>& reported_tables() {
  static const std::vector<ReportTable> tables = [] {
    std::vector<ReportTable> all;
    for (const base::EmbeddedFile& file : embedded::reported_numbers()) all.push_back(read_table(file));
    return all;
  }();
  return tables;
}

const ReportTable& reported_table(std::string_view name) {
  const auto found = std::find_if(reported_tables().begin(), reported_tables().end(),
                                  [&](const ReportTable& table) { return table.name == name; });
  assert(found != reported_tables().end());
  return *found;
}

std::vector<std::string> reported_presets(std::string_view name) {
  std::vector<std::string> presets;
  for (const auto& row : reported_table(name).rows) presets.push_back(std::get<std::string>(row.front()));
  return presets;
}

}  // namespace partita::lab
