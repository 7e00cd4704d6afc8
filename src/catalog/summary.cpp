#include "catalog/summary.h"

#include "catalog/games.h"

namespace partita::catalog {

std::string program_summary() {
  const auto& games = all_games();
  std::string titles;
  for (std::size_t i = 0; i < games.size(); ++i) {
    if (i > 0) titles += i + 1 == games.size() ? " and " : ", ";
    titles += games[i].title;
  }
  return "plays, analyses and solves " + titles;
}

}  // namespace partita::catalog
