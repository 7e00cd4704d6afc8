#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <string>
#include <vector>

#include "base/random.h"
#include "game/refinements.h"
#include "kit/conformance_evaluators.h"
#include "kit/conformance_keys.h"
#include "kit/conformance_perft.h"
#include "kit/conformance_tactics.h"

/// The conformance kit: what every type that models Game must obey, checked on random playouts. A game's own test file
/// calls run_conformance<G>(rules) for each rule set of interest; failures name the position.
namespace partita::kit {

/// How much is played. The defaults keep one call well under a second for the games of the house.
struct Effort {
  std::uint64_t seed = 1;
  int playouts = 12;
  int longest = 300;   ///< plies after which an unfinished playout is left
  int deep_every = 9;  ///< symmetries, tactics and evaluators are checked at every n-th position
};

template <game::Game G>
std::vector<std::string> sorted_moves(const typename G::Position& pos) {
  std::vector<std::string> names;
  for (const auto move : legal_moves<G>(pos)) names.push_back(G::Notation::write_move(pos, move));
  std::sort(names.begin(), names.end());
  return names;
}

/// Moves: at least one, none twice, none empty, within capacity, the same in every call, history slots in range.
template <game::Game G>
void check_move_list(const typename G::Position& pos) {
  using Move = typename G::Move;
  const auto moves = legal_moves<G>(pos);
  ASSERT_GT(moves.size(), 0u) << "a game that goes on has a move";
  ASSERT_LE(moves.size(), G::kMaxMoves);
  const auto again = legal_moves<G>(pos);
  ASSERT_TRUE(std::equal(moves.begin(), moves.end(), again.begin(), again.end())) << "order changes between calls";
  for (std::size_t i = 0; i < moves.size(); ++i) {
    EXPECT_FALSE(moves[i] == Move{}) << "Move{} is never legal";
    EXPECT_LT(static_cast<std::size_t>(G::history_slot(pos, moves[i])), static_cast<std::size_t>(G::kHistorySlots));
    for (std::size_t j = 0; j < i; ++j) EXPECT_FALSE(moves[i] == moves[j]) << "a move is listed twice";
  }
}

/// Every move that people may play: those that a search looks at, and other orders of a turn's plies.
template <game::Game G>
std::vector<typename G::Move> peoples_moves(const typename G::Position& pos) {
  std::vector<typename G::Move> moves;
  if constexpr (game::HasTurns<G>) {
    G::generate_human_moves(pos, moves);
    for (const auto move : legal_moves<G>(pos)) {
      EXPECT_NE(std::find(moves.begin(), moves.end(), move), moves.end())
          << G::Notation::write_move(pos, move) << " is searched but nobody may play it";
    }
  } else {
    for (const auto move : legal_moves<G>(pos)) moves.push_back(move);
  }
  return moves;
}

/// Each move: text and back, play and retract restore equality, the incremental key equals the recomputed one. After it
/// the game is over or a search has a move, whatever the order in which the turn was begun.
template <game::Game G>
void check_moves_one_by_one(const typename G::Position& pos) {
  auto changing = pos;
  for (const auto move : peoples_moves<G>(pos)) {
    const std::string name = G::Notation::write_move(pos, move);
    const auto read = G::Notation::read_move(pos, name);
    ASSERT_TRUE(read.ok()) << name << ": " << read.error();
    EXPECT_TRUE(*read == move) << name << " reads as " << G::Notation::write_move(pos, *read);
    EXPECT_FALSE(G::move_path(pos, move).empty());
    const auto undo = changing.play(move);
    EXPECT_EQ(changing.key(), changing.recomputed_key()) << "after " << name;
    EXPECT_EQ(changing.ply(), pos.ply() + 1);
    EXPECT_EQ(changing.is_over(), !G::Notation::ending(changing).empty()) << "reason and is_over() disagree";
    if (!changing.is_over()) {
      EXPECT_GT(legal_moves<G>(changing).size(), 0u) << "no move after " << name;
    }
    EXPECT_LT(static_cast<std::size_t>(G::history_slot(pos, move)), static_cast<std::size_t>(G::kHistorySlots)) << name;
    changing.retract(move, undo);
    ASSERT_TRUE(changing == pos) << "retract of " << name << " does not restore the position";
  }
}

/// Text of a position that goes on: reads back as the same mover, moves, key and text.
template <game::Game G>
void check_position_text(const typename G::Rules& rules, const typename G::Position& pos) {
  const std::string text = G::Notation::write_position(pos);
  const auto read = G::Notation::read_position(rules, text);
  if (pos.is_over()) {
    // A finished position may be refused (its past is needed to know why it ended), but never read as another.
    if (read) {
      EXPECT_EQ(G::Notation::write_position(*read), text);
    }
    return;
  }
  ASSERT_TRUE(read.ok()) << text << ": " << read.error();
  EXPECT_EQ(G::Notation::write_position(*read), text);
  EXPECT_EQ(read->key(), pos.key()) << text;
  EXPECT_EQ(read->to_move(), pos.to_move());
  EXPECT_EQ(read->ply(), pos.ply());
  ASSERT_EQ(read->is_over(), pos.is_over());
  EXPECT_EQ(sorted_moves<G>(*read), sorted_moves<G>(pos)) << text;
}

/// Ends: a reason and payoffs within [0, kPoint] that sum to kPoint.
template <game::Game G>
void check_end(const typename G::Position& pos) {
  int sum = 0;
  for (int seat = 0; seat < pos.seat_count(); ++seat) {
    const int payoff = pos.payoff(static_cast<game::Seat>(seat));
    EXPECT_GE(payoff, 0);
    sum += payoff;
  }
  EXPECT_EQ(sum, game::kPoint);
  EXPECT_FALSE(G::Notation::ending(pos).empty());
}

/// What front ends draw: cells with names of their own, pieces that are declared, seats that have names.
template <game::Game G>
void check_view(const typename G::Position& pos) {
  const game::BoardView view = G::view(pos);
  std::vector<std::string> names;
  for (const game::CellView& cell : view.cells) {
    names.push_back(cell.name);
    EXPECT_TRUE(cell.piece == ' ' ||
                std::any_of(view.pieces.begin(), view.pieces.end(),
                            [&](const game::PieceKind& kind) { return kind.letter == cell.piece; }))
        << "undeclared piece " << cell.piece;
  }
  std::sort(names.begin(), names.end());
  EXPECT_EQ(std::adjacent_find(names.begin(), names.end()), names.end()) << "a cell name occurs twice";
  for (int seat = 0; seat < pos.seat_count(); ++seat) {
    EXPECT_FALSE(G::seat_name(pos, static_cast<game::Seat>(seat)).empty());
  }
  const std::size_t scores = G::scores(pos).size();
  EXPECT_TRUE(scores == 0 || scores == static_cast<std::size_t>(pos.seat_count()));
}

/// The rules' values are declared options and make the same rules again.
template <game::Game G>
void check_rules(const typename G::Rules& rules) {
  const auto values = G::rule_values(rules);
  const auto checked = base::checked_values(G::rule_options(), values);
  ASSERT_TRUE(checked.ok()) << checked.error();
  const auto again = G::make_rules(*checked);
  ASSERT_TRUE(again.ok()) << again.error();
  EXPECT_EQ(G::rule_values(*again), values);
  EXPECT_EQ(G::initial(*again).key(), G::initial(rules).key());
}

template <game::Game G>
void check_position(const typename G::Rules& rules, const typename G::Position& pos, typename G::Move last) {
  check_position_text<G>(rules, pos);
  check_symmetries<G>(rules, pos);
  check_view<G>(pos);
  if (pos.is_over()) return;
  check_check_keys<G>(pos);
  check_moves_one_by_one<G>(pos);
  check_tactics<G>(pos);
  check_evaluators<G>(pos, last);
}

/// One random game, every position looked at, every deep_every-th from all sides; then taken back to the start.
template <game::Game G>
void check_playout(const typename G::Rules& rules, const Effort& effort, std::uint64_t seed) {
  base::Random random(seed);
  struct Step {
    typename G::Move move;
    typename G::Undo undo;
  };
  const auto start = G::initial(rules);
  auto pos = start;
  std::vector<Step> past;
  typename G::Move last{};
  for (int ply = 0; ply < effort.longest && !pos.is_over(); ++ply) {
    SCOPED_TRACE(G::Notation::write_position(pos));
    ASSERT_LT(pos.to_move(), pos.seat_count());
    ASSERT_EQ(pos.key(), pos.recomputed_key());
    check_move_list<G>(pos);
    if ((static_cast<std::uint64_t>(ply) + seed) % static_cast<std::uint64_t>(effort.deep_every) == 0) {
      check_position<G>(rules, pos, last);
    }
    if (::testing::Test::HasFailure()) return;
    const auto moves = legal_moves<G>(pos);
    last = moves[random.below(static_cast<std::uint32_t>(moves.size()))];
    past.push_back({last, pos.play(last)});
  }
  SCOPED_TRACE(G::Notation::write_position(pos));
  check_position<G>(rules, pos, last);
  if (pos.is_over()) check_end<G>(pos);
  for (; !past.empty(); past.pop_back()) pos.retract(past.back().move, past.back().undo);
  EXPECT_TRUE(pos == start) << "taking a whole game back does not restore the start";
}

template <game::Game G>
void run_conformance(const typename G::Rules& rules, const Effort& effort = {}) {
  check_rules<G>(rules);
  for (int playout = 0; playout < effort.playouts; ++playout) {
    const std::uint64_t seed = effort.seed + static_cast<std::uint64_t>(playout);
    SCOPED_TRACE("playout with seed " + std::to_string(seed));
    check_playout<G>(rules, effort, seed);
    if (::testing::Test::HasFailure()) return;
  }
}

}  // namespace partita::kit
