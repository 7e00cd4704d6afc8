#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <utility>

#include "game/refinements.h"
#include "kit/conformance_perft.h"

namespace partita::kit {

/// Check keys tell apart and hold together what keys do: here, a ply and two plies on, and after a pass.
template <game::Game G>
class CheckKeyComparison {
 public:
  void run(const typename G::Position& pos) {
    add(pos);
    add_below(pos, 2);
    compare_carried(pos);
    if constexpr (game::HasPass<G>) {
      if (!pos.can_pass()) return;
      auto passed = pos;
      passed.pass();
      add(passed);
    }
  }

 private:
  static constexpr std::size_t kMostMoves = 8;

  void add_below(const typename G::Position& pos, int plies) {
    if (plies == 0 || pos.is_over()) return;
    const auto moves = legal_moves<G>(pos);
    for (std::size_t i = 0; i < std::min<std::size_t>(moves.size(), kMostMoves); ++i) {
      auto child = pos;
      child.play(moves[i]);
      add(child);
      add_below(child, plies - 1);
    }
  }
  /// Where a game carries them from move to move: after every move they are those made anew.
  void compare_carried(const typename G::Position& pos) {
    if (pos.is_over()) return;
    for (const auto move : legal_moves<G>(pos)) {
      auto child = pos;
      child.play(move);
      if constexpr (requires { checks_.of_after(game::Key{}, pos, move); }) {
        EXPECT_EQ(checks_.of_after(checks_.of(pos), pos, move), checks_.of(child)) << G::Notation::write_position(pos);
      }
    }
  }
  void add(const typename G::Position& pos) {
    const game::Key check = checks_.of(pos);
    EXPECT_EQ(by_key_.emplace(pos.key(), check).first->second, check) << G::Notation::write_position(pos);
    EXPECT_EQ(by_check_.emplace(check, pos.key()).first->second, pos.key()) << G::Notation::write_position(pos);
    EXPECT_NE(check, pos.key());
    EXPECT_NE(check, others_.of(pos)) << "the seed changes nothing";
  }

  const typename G::CheckKeys checks_{0};
  const typename G::CheckKeys others_{1};
  std::map<game::Key, game::Key> by_key_;
  std::map<game::Key, game::Key> by_check_;
};

template <game::Game G>
void check_check_keys(const typename G::Position& pos) {
  if constexpr (game::HasCheckKeys<G>) CheckKeyComparison<G>().run(pos);
}

}  // namespace partita::kit
