#pragma once

#include <gtest/gtest.h>

#include <fstream>
#include <string>
#include <string_view>
#include <vector>

#include "base/text.h"
#include "games/tafl/tafl.h"

namespace partita::games::tafl {

/// The lines of a golden file that are not comments.
inline std::vector<std::string> golden_lines(const std::string& name) {
  std::ifstream file(std::string(PARTITA_GOLDEN) + "/tafl/" + name);
  std::vector<std::string> lines;
  for (std::string line; std::getline(file, line);) {
    if (!line.empty() && line.front() != '#') lines.push_back(line);
  }
  EXPECT_FALSE(lines.empty()) << name;
  return lines;
}

inline const RuleSet* rules_named(std::string_view name) {
  const RuleSet* rules = find_rule_set(name);
  EXPECT_NE(rules, nullptr) << name;
  return rules;
}

/// A position that must be readable.
inline Position position(std::string_view rules, std::string_view text) {
  const auto read = Notation::read_position(rules_named(rules), text);
  EXPECT_TRUE(read.ok()) << text << ": " << (read.ok() ? "" : read.error());
  return *read;
}

/// Plays a move that must be legal, written as it should be written.
inline void play(Position& pos, std::string_view text) {
  const auto move = Notation::read_move(pos, text);
  ASSERT_TRUE(move.ok()) << move.error();
  EXPECT_EQ(Notation::write_move(pos, *move), text);
  pos.play(*move);
}

/// "a", "d" or "=" for who won a finished game, "*" while it goes on.
inline std::string outcome(const Position& pos) {
  if (!pos.is_over()) return "*";
  const int attackers = pos.payoff(pos.seat_of(Side::kAttackers));
  if (attackers == game::kPoint) return "a";
  return attackers == 0 ? "d" : "=";
}

}  // namespace partita::games::tafl
