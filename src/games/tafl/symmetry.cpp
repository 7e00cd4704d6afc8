#include "games/tafl/symmetry.h"

namespace partita::games::tafl {

Square image(Square square, int size, int symmetry) {
  if (square == kNoSquare) return kNoSquare;
  int file = file_of(square);
  int rank = rank_of(square);
  if ((symmetry & 1) != 0) file = size - 1 - file;
  if ((symmetry & 2) != 0) rank = size - 1 - rank;
  return (symmetry & 4) != 0 ? square_at(rank, file) : square_at(file, rank);
}

Move image(Move move, int size, int symmetry) {
  return Move(image(move.from(), size, symmetry), image(move.to(), size, symmetry));
}

Position image(const Position& pos, int symmetry) {
  return pos.mapped([&](Square square) { return image(square, pos.rules().size, symmetry); });
}

}  // namespace partita::games::tafl
