#pragma once

#include "reports/template.h"

namespace partita::reports {

/// The pages of the five reports, their index and their pictures, from the results in `folder` and the templates of
/// data/reports/pages: the same results, the same bytes.
base::Parsed<std::vector<PageFile>> make_report_pages(const std::string& folder);
/// Writes them into `out`, which is made if need be.
base::Parsed<base::Done> write_report_pages(const std::string& folder, const std::string& out);

}  // namespace partita::reports
