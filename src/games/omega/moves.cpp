// Which plies there are, and in which order colours are placed.
#include <bit>

#include "games/omega/omega.h"

namespace partita::games::omega {

namespace {

void generate_colour(const Position& pos, int colour, game::MoveList<Omega>& list) {
  pos.for_each_free([&](int cell) { list.push_back(Move::stone(colour, cell)); });
  if (pos.can_swap()) list.push_back(Move::swap());
}

}  // namespace

void Omega::generate_moves(const Position& pos, game::MoveList<Omega>& list) {
  generate_colour(pos, next_colour(pos), list);
}

void Omega::generate_perft_moves(const Position& pos, game::MoveList<Omega>& list) {
  generate_colour(pos, std::countr_zero(pos.pending()), list);
}

void Omega::generate_human_moves(const Position& pos, std::vector<Move>& list) {
  for (int colour = 0; colour < pos.players(); ++colour) {
    if (!pos.is_pending(colour)) continue;
    pos.for_each_free([&](int cell) { list.push_back(Move::stone(colour, cell)); });
  }
  if (pos.can_swap()) list.push_back(Move::swap());
}

}  // namespace partita::games::omega
