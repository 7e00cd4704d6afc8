#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "lab/report_result.h"

namespace partita::lab {

/// The reports' own numbers, as printed: one table a file of data/reports/reported. "reports" lists the five
/// themselves.
const std::vector<ReportTable>& reported_tables();
/// The table of this name. REQUIRES: there is one.
const ReportTable& reported_table(std::string_view name);
/// Its column "preset".
std::vector<std::string> reported_presets(std::string_view name);

}  // namespace partita::lab
