#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "reports/database.h"

namespace partita::reports {

struct PageFile {
  std::string name;
  std::string text;
};

/// A template is Markdown with queries in it. `{{SELECT …}}` within a line is replaced by the query's first cell. A
/// block of code whose first line is ```sql KIND is replaced by what its query finds:
///   table                                a table; columns whose names begin with _ are left out
///   text                                 the first column, a line each
///   lines file= title= x= y= alt= [log] [dots]   a plot of the columns line, x, y
///   bars file= title= x= alt=            a plot of the columns name, value, error
/// What asks for a table that is not stored is replaced by "Not measured yet".
/// Pictures are added to `files`. Errors name the line.
base::Parsed<std::string> fill_template(std::string_view text, const Database& database, const std::string& report,
                                        std::vector<PageFile>& files);

}  // namespace partita::reports
