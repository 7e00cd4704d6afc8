#pragma once

#include <fstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "base/text.h"
#include "games/omega/omega.h"

/// Golden tables of Omega: tab separated rows, '#' comments.
namespace partita::games::omega::testing {

inline std::vector<std::vector<std::string>> read_table(const std::string& name) {
  std::ifstream file(std::string(PARTITA_GOLDEN) + "/omega/" + name);
  if (!file) throw std::runtime_error("no golden table " + name);
  std::vector<std::vector<std::string>> rows;
  for (std::string line; std::getline(file, line);) {
    if (line.empty() || line[0] == '#') continue;
    std::vector<std::string> row;
    for (const std::string_view column : base::split(line, '\t')) row.emplace_back(column);
    rows.push_back(row);
  }
  return rows;
}

inline Rules rules_for(int side, int players) { return {side, players, TieRule::kLastWins, false}; }

inline Position position_of(const std::string& text, const Rules& rules = {}) {
  auto pos = Notation::read_position(rules, text);
  if (!pos) throw std::runtime_error(text + ": " + pos.error());
  return *pos;
}

/// Scores by colour from scratch: flood fill over the stones, knowing nothing of the position's groups.
inline std::vector<std::vector<int>> flooded_groups(const Position& pos) {
  std::vector<std::vector<int>> sizes(static_cast<std::size_t>(pos.players()));
  std::vector<bool> seen(static_cast<std::size_t>(pos.cells()), false);
  for (int start = 0; start < pos.cells(); ++start) {
    if (pos.is_free(start) || seen[static_cast<std::size_t>(start)]) continue;
    std::vector<int> open = {start};
    seen[static_cast<std::size_t>(start)] = true;
    int size = 0;
    while (!open.empty()) {
      const board::Hex at = pos.board().hex[static_cast<std::size_t>(open.back())];
      open.pop_back();
      ++size;
      for (const board::Hex direction : board::kHexDirections) {
        if (!board::is_on_hex_board(at + direction, pos.side())) continue;
        const int next = pos.board().cell_at(at + direction);
        if (pos.stone_at(next) != pos.stone_at(start) || seen[static_cast<std::size_t>(next)]) continue;
        seen[static_cast<std::size_t>(next)] = true;
        open.push_back(next);
      }
    }
    sizes[pos.stone_at(start)].push_back(size);
  }
  return sizes;
}

inline std::vector<std::string> flooded_scores(const Position& pos) {
  std::vector<std::string> scores;
  for (const auto& sizes : flooded_groups(pos)) {
    Exact product = 1;
    for (const int size : sizes) product *= static_cast<Exact>(size);
    scores.push_back(write_exact(product));
  }
  return scores;
}

}  // namespace partita::games::omega::testing
