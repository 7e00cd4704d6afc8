#pragma once

#include <concepts>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/text.h"
#include "game/concept.h"
#include "game/refinements.h"

/// Questions answered by the rules alone, move by move, with no game's own short cuts: what a verifier may use.
namespace partita::solve {

template <game::Game G>
game::MoveList<G> legal_moves(const typename G::Position& pos) {
  game::MoveList<G> moves;
  G::generate_moves(pos, moves);
  return moves;
}

/// Whether the move lists of a whole line fit on the stack.
template <game::Game G>
inline constexpr bool kListsAreShort = sizeof(game::MoveList<G>) <= 4096;

/// The same for a walk that goes on into each of them: not on the stack where lists are long.
template <game::Game G>
[[gnu::noinline]] auto moves_to_follow(const game::MoveList<G>& moves) {
  if constexpr (kListsAreShort<G>) {
    return moves;
  } else {
    return std::vector<typename G::Move>(moves.begin(), moves.end());
  }
}
template <game::Game G>
[[gnu::noinline]] auto moves_to_follow(const typename G::Position& pos) {
  return moves_to_follow<G>(legal_moves<G>(pos));
}

template <game::Game G>
bool is_won_by(const typename G::Position& pos, game::Seat seat) {
  return pos.is_over() && pos.payoff(seat) == game::kPoint;
}

/// Whether some move of the mover that `is_allowed` ends the game with the whole point for it. REQUIRES:
/// !pos.is_over().
template <game::Game G, class IsAllowed>
bool can_win_at_once(const typename G::Position& pos, IsAllowed&& is_allowed) {
  auto changing = pos;
  for (const auto move : legal_moves<G>(pos)) {
    if (!is_allowed(move)) continue;
    const auto undo = changing.play(move);
    const bool wins = is_won_by<G>(changing, pos.to_move());
    changing.retract(move, undo);
    if (wins) return true;
  }
  return false;
}

template <game::Game G>
bool can_win_at_once(const typename G::Position& pos) {
  return can_win_at_once<G>(pos, [](typename G::Move) { return true; });
}

/// A notation that stops writing an image as soon as its text cannot be the smallest any more.
template <class G>
concept ComparesImages = requires(const typename G::Position& pos, std::string& least) {
  { G::Notation::write_smaller_image(pos, 0, least) } -> std::same_as<bool>;
};

template <game::Game G>
std::string image_text(const typename G::Position& pos, int symmetry) {
  if constexpr (game::HasSymmetricKeys<G>) {
    return G::Notation::write_image(pos, symmetry);
  } else {
    return G::Notation::write_position(G::image(pos, symmetry));
  }
}

/// A position's text and the symmetry that leads to it: the smallest text of all its images.
struct CanonicalText {
  std::string text;
  int symmetry = 0;
};

template <game::Game G>
CanonicalText canonical_text(const typename G::Position& pos) {
  CanonicalText least{G::Notation::write_position(pos), 0};
  if constexpr (game::HasSymmetries<G>) {
    for (int symmetry = 1; symmetry < G::symmetry_count(pos); ++symmetry) {
      if constexpr (ComparesImages<G>) {
        if (G::Notation::write_smaller_image(pos, symmetry, least.text)) least.symmetry = symmetry;
      } else {
        std::string text = image_text<G>(pos, symmetry);
        if (text < least.text) least = {std::move(text), symmetry};
      }
    }
  }
  return least;
}

/// A legal move in the one form in which the notation writes it: files that are compared byte by byte know no other.
template <game::Game G>
base::Parsed<typename G::Move> exact_move(const typename G::Position& pos, std::string_view text) {
  const auto move = G::Notation::read_move(pos, text);
  if (!move) return move;
  const std::string written = G::Notation::write_move(pos, *move);
  if (written != text)
    return base::Error{"the move " + base::quoted(text) + " must be written " + base::quoted(written)};
  return move;
}

/// A move written for the image of a position under this symmetry, turned back to the position itself.
template <game::Game G>
base::Parsed<typename G::Move> turned_reply(const typename G::Position& pos, int symmetry, std::string_view text) {
  if constexpr (game::HasSymmetries<G>) {
    if (symmetry != 0) {
      const auto move = exact_move<G>(G::image(pos, symmetry), text);
      if (!move) return move;
      for (const auto candidate : legal_moves<G>(pos)) {
        if (G::image(pos, candidate, symmetry) == *move) return candidate;
      }
      return base::Error{"the reply has no legal image"};
    }
  }
  return exact_move<G>(pos, text);
}

}  // namespace partita::solve
