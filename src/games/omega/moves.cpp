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

int Omega::next_colour(const Position& pos) {
  return pos.is_pending(pos.mover()) ? pos.mover() : std::countr_zero(pos.pending());
}

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

int Omega::move_hint(const Position& pos, Move move) {
  if (move.is_swap()) return 0;
  const int gain = pos.log_gain(move.colour(), move.cell());
  return move.colour() == pos.mover() ? gain : -gain;
}

std::size_t Omega::history_slot(const Position& pos, Move move) {
  if (move.is_swap()) return kHistorySlots - 1;
  return static_cast<std::size_t>((pos.mover() * kMaxColours + move.colour()) * kMaxCells + move.cell());
}

}  // namespace partita::games::omega
