#pragma once

#include "reports/claims.h"
#include "reports/database.h"

namespace partita::reports {

/// Everything the pages are made of: the stored results (a table "ID/NAME" for each of theirs), the reports' own
/// numbers ("reported/NAME"), `matches`, `runs`, `claims`, and the views of data/reports/pages/views.sql.
Database all_tables(const Results& results, const std::map<std::string, std::vector<Claim>>& claims);

}  // namespace partita::reports
