#pragma once

#include "base/embedded.h"

namespace partita::embedded {

/// The templates of data/reports/pages.
const std::vector<base::EmbeddedFile>& report_pages();

}  // namespace partita::embedded
