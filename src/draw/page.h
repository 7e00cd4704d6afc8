#pragma once

#include <string>
#include <vector>

namespace partita::draw {

/// A whole page around `body`; the title is its heading too.
std::string html_page(const std::string& title, const std::string& subtitle, const std::string& body);
/// Rows of cells, the first row as heads. Cells that look like numbers are set to the right. Cells are plain text.
std::string html_table(const std::vector<std::vector<std::string>>& rows);

}  // namespace partita::draw
