#pragma once

#include <string>
#include <vector>

#include "base/parsed.h"

namespace partita::lab {

struct PageFile {
  std::string name;
  std::string text;
};

/// The pages of the five reports, their index and their pictures, from the results in `folder`: the same results, the
/// same bytes.
base::Parsed<std::vector<PageFile>> make_report_pages(const std::string& folder);
/// Writes them into `out`, which is made if need be.
base::Parsed<base::Done> write_report_pages(const std::string& folder, const std::string& out);

}  // namespace partita::lab
