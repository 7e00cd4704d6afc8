#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <string>
#include <vector>

#include "game/concept.h"
#include "game/refinements.h"
#include "kit/conformance_perft.h"

/// A game's refinements (immediate wins, forced replies, forcing moves, passes, symmetries) against brute force.
namespace partita::kit {

/// Whether `seat` has won the finished position outright.
template <game::Game G>
bool is_won_by(const typename G::Position& pos, game::Seat seat) {
  return pos.is_over() && pos.payoff(seat) == game::kPoint;
}

template <game::Game G>
bool has_winning_move(const typename G::Position& pos) {
  auto changing = pos;
  for (const auto move : legal_moves<G>(pos)) {
    const auto undo = changing.play(move);
    const bool wins = is_won_by<G>(changing, pos.to_move());
    changing.retract(move, undo);
    if (wins) return true;
  }
  return false;
}

/// Whether the mover loses at once by `move`: on the spot, or to the next ply of somebody else.
template <game::Game G>
bool loses_at_once(const typename G::Position& pos, typename G::Move move) {
  auto after = pos;
  after.play(move);
  if (after.is_over()) return after.payoff(pos.to_move()) == 0;
  return after.to_move() != pos.to_move() && has_winning_move<G>(after);
}

template <game::Game G>
bool contains(const game::MoveList<G>& list, typename G::Move move) {
  return std::find(list.begin(), list.end(), move) != list.end();
}

template <game::Game G>
void check_immediate_win(const typename G::Position& pos) {
  const auto win = G::immediate_win(pos);
  if (win == typename G::Move{}) {
    EXPECT_FALSE(has_winning_move<G>(pos)) << "immediate_win overlooks a win";
    return;
  }
  ASSERT_TRUE(contains<G>(legal_moves<G>(pos), win)) << "immediate_win is not legal";
  auto after = pos;
  after.play(win);
  EXPECT_TRUE(is_won_by<G>(after, pos.to_move())) << G::Notation::write_move(pos, win) << " does not win";
}

/// REQUIRES: no immediate win for the mover.
template <game::Game G>
void check_forced_replies(const typename G::Position& pos) {
  game::MoveList<G> forced;
  const game::Threat replies = G::forced_replies(pos, forced);
  if (replies == game::Threat::kNone) return;
  const auto moves = legal_moves<G>(pos);
  if (replies == game::Threat::kForced) {
    EXPECT_GT(forced.size(), 0u);
    for (const auto move : forced) {
      EXPECT_TRUE(contains<G>(moves, move)) << "forced reply is not legal";
    }
  }
  for (const auto move : moves) {
    if (replies == game::Threat::kForced && contains<G>(forced, move)) continue;
    EXPECT_TRUE(loses_at_once<G>(pos, move)) << G::Notation::write_move(pos, move) << " was said to lose at once";
  }
}

template <game::Game G>
void check_forcing_moves(const typename G::Position& pos) {
  game::MoveList<G> forcing;
  G::generate_forcing_moves(pos, forcing);
  const auto moves = legal_moves<G>(pos);
  for (std::size_t i = 0; i < forcing.size(); ++i) {
    EXPECT_TRUE(contains<G>(moves, forcing[i])) << "forcing move is not legal";
    for (std::size_t j = 0; j < i; ++j) EXPECT_FALSE(forcing[i] == forcing[j]) << "forcing move is listed twice";
  }
}

/// What quiescence is told about a quiet position, with windows at, around and far from the value.
template <game::Game G>
void check_quiet_view(const typename G::Position& pos) {
  const auto evaluator = *G::Evaluator::named(G::Evaluator::names().front().name);
  game::MoveList<G> list;
  if (!evaluator.has_quiet_view(pos) || !(G::immediate_win(pos) == typename G::Move{})) return;
  if (G::forced_replies(pos, list) != game::Threat::kNone) return;
  const game::Score value = evaluator.evaluate(pos, static_cast<game::Seat>(pos.to_move()), {});
  game::MoveList<G> forcing_moves;
  G::generate_forcing_moves(pos, forcing_moves);
  for (const game::Score alpha :
       {-game::kInfinite, value - 300, value - 40, value - 2, value - 1, value, value + 1, value + 40, value + 300}) {
    for (const game::Score beta : {alpha + 1, alpha + 30, game::kInfinite}) {
      SCOPED_TRACE("window " + std::to_string(alpha) + " " + std::to_string(beta) + ", value " + std::to_string(value));
      typename G::Forcing forcing;
      const game::Score quiet = evaluator.evaluate_quiet(pos, alpha, beta, forcing);
      const game::Score least = value >= beta ? beta : value;
      const game::Score most = value <= alpha ? alpha : value;
      EXPECT_TRUE(least <= quiet && quiet <= most) << "it says " << quiet;
      if (quiet >= beta) continue;
      list.clear();
      G::generate_quiet_forcing_moves(pos, forcing, list);
      EXPECT_TRUE(std::equal(list.begin(), list.end(), forcing_moves.begin(), forcing_moves.end()))
          << "forcing moves differ";
    }
  }
}

template <game::Game G>
void check_ranked_moves(const typename G::Position& pos) {
  const auto moves = legal_moves<G>(pos);
  std::size_t count = 0;
  G::for_each_ranked_move(pos, [&](typename G::Move move, std::size_t slot, int hint) {
    ASSERT_LT(count, moves.size());
    EXPECT_TRUE(move == moves[count]) << "in another order than generate_moves lists them";
    EXPECT_EQ(slot, G::history_slot(pos, move));
    EXPECT_EQ(hint, G::move_hint(pos, move));
    ++count;
  });
  EXPECT_EQ(count, moves.size());
}

template <game::Game G>
void check_pass(const typename G::Position& pos) {
  if (!pos.can_pass()) return;
  auto changing = pos;
  const auto undo = changing.pass();
  EXPECT_NE(changing.to_move(), pos.to_move());
  EXPECT_NE(changing.key(), pos.key());
  EXPECT_EQ(changing.key(), changing.recomputed_key()) << "after a pass";
  changing.retract_pass(undo);
  EXPECT_TRUE(changing == pos) << "retract_pass does not restore the position";
}

template <game::HasMoveHints G>
void check_hints(const typename G::Position& pos) {
  for (const auto move : legal_moves<G>(pos)) {
    EXPECT_LE(std::abs(G::move_hint(pos, move)), G::kMostHint) << G::Notation::write_move(pos, move);
  }
}

/// REQUIRES: !pos.is_over().
template <game::Game G>
void check_tactics(const typename G::Position& pos) {
  if constexpr (game::HasThreats<G>) {
    check_immediate_win<G>(pos);
    if (!has_winning_move<G>(pos)) check_forced_replies<G>(pos);
  }
  if constexpr (game::HasForcingMoves<G>) check_forcing_moves<G>(pos);
  if constexpr (game::HasMoveHints<G>) check_hints<G>(pos);
  if constexpr (game::HasSharedSets<G>) {
    check_quiet_view<G>(pos);
    check_ranked_moves<G>(pos);
  }
  if constexpr (game::HasPass<G>) check_pass<G>(pos);
}

/// Training turns inputs instead of positions.
template <game::HasNetwork G>
void check_image_inputs(const typename G::Rules& rules, const typename G::Position& pos,
                        const typename G::Position& image, int symmetry) {
  const auto inputs = G::net_inputs(pos);
  const auto images = G::net_inputs_images(rules, symmetry);
  ASSERT_EQ(images.size(), inputs.size() * 64);
  auto turned = inputs;
  std::fill(turned.begin(), turned.end(), 0);
  for (std::size_t input = 0; input < images.size(); ++input) {
    if ((inputs[input / 64] >> (input % 64) & 1) != 0)
      turned[images[input] / 64] |= std::uint64_t{1} << (images[input] % 64);
  }
  EXPECT_EQ(G::net_inputs(image), turned);
  EXPECT_EQ(G::net_head(image), G::net_head(pos));
}

template <game::Game G>
void check_image(const typename G::Rules& rules, const typename G::Position& pos, const typename G::Position& image,
                 int symmetry) {
  EXPECT_EQ(image.key(), image.recomputed_key());
  ASSERT_EQ(image.is_over(), pos.is_over());
  EXPECT_EQ(image.to_move(), pos.to_move());
  EXPECT_EQ(G::scores(image), G::scores(pos));
  if (pos.is_over()) {
    EXPECT_EQ(G::Notation::ending(image), G::Notation::ending(pos));
    for (int seat = 0; seat < pos.seat_count(); ++seat) {
      EXPECT_EQ(image.payoff(static_cast<game::Seat>(seat)), pos.payoff(static_cast<game::Seat>(seat)));
    }
    return;
  }
  if constexpr (game::HasNetwork<G>) check_image_inputs<G>(rules, pos, image, symmetry);
  const auto moves = legal_moves<G>(pos);
  const auto image_moves = legal_moves<G>(image);
  EXPECT_EQ(moves.size(), image_moves.size());
  for (const auto move : moves) {
    const auto mapped = G::image(pos, move, symmetry);
    ASSERT_TRUE(contains<G>(image_moves, mapped))
        << "the image of " << G::Notation::write_move(pos, move) << " is illegal";
    auto played = pos;
    auto image_played = image;
    played.play(move);
    image_played.play(mapped);
    EXPECT_EQ(G::image(played, symmetry).key(), image_played.key());
    EXPECT_EQ(played.is_over(), image_played.is_over());
  }
}

template <game::Game G>
void check_symmetries(const typename G::Rules& rules, const typename G::Position& pos) {
  if constexpr (game::HasSymmetries<G>) {
    EXPECT_EQ(G::image(pos, 0).key(), pos.key()) << "symmetry 0 is the identity";
    for (int symmetry = 0; symmetry < G::symmetry_count(pos); ++symmetry) {
      SCOPED_TRACE("symmetry " + std::to_string(symmetry));
      const auto image = G::image(pos, symmetry);
      check_image<G>(rules, pos, image, symmetry);
    }
  }
}

}  // namespace partita::kit
