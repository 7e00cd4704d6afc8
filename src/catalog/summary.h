#pragma once

#include <string>

namespace partita::catalog {

/// What the program is, in one line that names every game of the list: "plays, analyses and solves ...".
std::string program_summary();

}  // namespace partita::catalog
