#include "games/hex/hex.h"
#include "games/hex/patterns.h"

namespace partita::games::hex {

namespace {

void append(std::string& bytes, int number) {
  bytes.push_back(static_cast<char>(number & 0xFF));
  bytes.push_back(static_cast<char>(number >> 8 & 0xFF));
}

}  // namespace

std::string Hex::pattern_sample(const Position& pos, Move chosen) {
  const RimmedBoard board(pos);
  std::string patterns;
  int count = 0;
  int index = 0;
  for (int cell = 0; cell < pos.cell_count(); ++cell) {
    if (pos.at(cell) != 0) continue;
    if (cell == chosen.cell) index = count;
    ++count;
    const auto mover = static_cast<game::Seat>(pos.to_move());
    const PlacePattern seen = pattern_at(board, RimmedBoard::place_of(cell, pos.side()), mover);
    for (const int number : {seen.ring, seen.bridges, seen.edges}) append(patterns, number);
  }
  std::string sample;
  append(sample, count);
  append(sample, index);
  return sample + patterns;
}

}  // namespace partita::games::hex
