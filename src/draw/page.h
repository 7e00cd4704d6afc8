#pragma once

#include <string>

#include "base/text.h"

namespace partita::draw {

/// A whole page around `body`; the title is its heading too.
std::string html_page(const std::string& title, const std::string& subtitle, const std::string& body);
/// Cells that look like numbers are set to the right. Cells are plain text.
std::string html_table(const base::TextTable& rows);

}  // namespace partita::draw
