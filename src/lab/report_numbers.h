#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace partita::lab {

/// One row of Sweere's tables: what the AI did for one of its moves.
struct ReportedMove {
  int depth = 0;
  double seconds = 0;
  std::uint64_t nodes = 0;
};
struct ReportedGame {
  std::string title;
  std::vector<ReportedMove> moves;
};
const std::vector<ReportedGame>& sweere_tables();

/// Depths that a strategy reaches with about 10 and about 20 valid moves; in brackets with fewer than 4.
struct ReportedDepths {
  std::string preset;
  std::string strategy;
  std::string initial;
  std::string mid_game;
};
const std::vector<ReportedDepths>& aboukhadra_table_1();

/// States explored at depth 5 with so many valid moves.
inline constexpr std::array<int, 5> kValidMoves = {2, 4, 6, 8, 10};
struct ReportedStates {
  std::string preset;
  std::string strategy;
  std::array<std::uint64_t, kValidMoves.size()> states{};
};
const std::vector<ReportedStates>& aboukhadra_table_2();

/// The full engine against one with fewer enhancements, two games: "Win" is both, "Draw" one each.
struct ReportedMatch {
  std::string preset;
  std::string enhancements;
  std::string result;
};
const std::vector<ReportedMatch>& trebing_table_1();

}  // namespace partita::lab
