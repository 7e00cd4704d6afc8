#pragma once

#include <string>
#include <vector>

#include "base/parsed.h"

namespace partita::lab {

/// How the rows of a file agree with what the presets say with as=program.
struct AuthorCheck {
  std::string table;   ///< "ata_terms"
  std::string report;  ///< "aboukhadra"
  int rows = 0;
  int equal = 0;
  std::vector<std::string> differences;  ///< the first few: line, column, what the file says and what we say
};

/// Checks a file of what an author's program says of positions: rows of columns between tabs, the moves first. Its
/// columns tell which table of a game's profile it is. A file that is none, or a row that cannot be read, is an error
/// that names the line.
base::Parsed<AuthorCheck> check_author_file(const std::string& path);

/// "ata_terms: 120 of 120 rows equal", and the differences below it.
std::string author_check_text(const AuthorCheck& check);

}  // namespace partita::lab
