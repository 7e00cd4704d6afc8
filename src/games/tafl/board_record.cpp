#include "base/text.h"
#include "game/refusal.h"
#include "games/tafl/notation.h"

namespace partita::games::tafl {

namespace {

char letter_on(const Position& pos, Square square) {
  if (square == pos.king()) return 'K';
  if (has(pos.attackers(), square)) return 't';
  return has(pos.defenders(), square) ? 'T' : ' ';
}

/// One rank of a record into the squares of that rank; the error says what is wrong with it.
class RankReader {
 public:
  RankReader(const Ground& ground, int rank, PlacedPieces& pieces) : ground_(ground), rank_(rank), pieces_(pieces) {}

  base::Parsed<base::Done> read(std::string_view text) {
    const int size = ground_.rules->size;
    for (std::size_t i = 0; i < text.size(); ++i) {
      const char c = text[i];
      if (c >= '0' && c <= '9') {
        int empties = c - '0';
        if (i + 1 < text.size() && text[i + 1] >= '0' && text[i + 1] <= '9') empties = 10 * empties + (text[++i] - '0');
        if (empties == 0) return base::Error{"a count of no squares"};
        file_ += empties;
        if (file_ > size) return too_long();
        continue;
      }
      if (file_ >= size) return too_long();
      if (auto placed = place(c); !placed) return placed;
      ++file_;
    }
    if (file_ != size)
      return base::Error{"expected " + std::to_string(size) + " squares, found " + std::to_string(file_)};
    return base::Done{};
  }

 private:
  base::Error too_long() const { return base::Error{"more than " + std::to_string(ground_.rules->size) + " squares"}; }

  base::Parsed<base::Done> place(char c) {
    const Square square = square_at(file_, rank_);
    if (c == 'K') {
      if (pieces_.king != kNoSquare) {
        return game::refused(game::Refusal::kSetUpTooMany, "a second king on " + write_square(square),
                             {{"piece", "K"}, {"count", "2"}, {"most", "1"}});
      }
      if (has(ground_.camps, square))
        return game::refused(game::Refusal::kSetUpStand, "the king cannot stand in the camp on " + write_square(square),
                             {{"cell", write_square(square)}});
      pieces_.king = square;
      return base::Done{};
    }
    if (c != 't' && c != 'T') {
      return base::Error{"expected t, T, K or a number, found " + base::quoted(std::string_view(&c, 1))};
    }
    const Cells camps = c == 't' ? ground_.camps : 0;
    const Kind kind = c == 't' ? Kind::kAttacker : Kind::kDefender;
    if (has(ground_.no_stop[index_of(kind)] & ~camps, square)) {
      return game::refused(game::Refusal::kSetUpStand, "no soldier of that side can stand on " + write_square(square),
                           {{"cell", write_square(square)}});
    }
    (c == 't' ? pieces_.attackers : pieces_.defenders) |= cell_of(square);
    return base::Done{};
  }

  const Ground& ground_;
  int rank_;
  PlacedPieces& pieces_;
  int file_ = 0;
};

}  // namespace

std::string write_board(const Position& pos) {
  const int size = pos.rules().size;
  std::string text = "/";
  for (int rank = 0; rank < size; ++rank) {
    int empties = 0;
    const auto flush = [&] {
      if (empties > 0) text += std::to_string(empties);
      empties = 0;
    };
    for (int file = 0; file < size; ++file) {
      const char letter = letter_on(pos, square_at(file, rank));
      if (letter == ' ') {
        ++empties;
        continue;
      }
      flush();
      text += letter;
    }
    flush();
    text += '/';
  }
  return text;
}

base::Parsed<PlacedPieces> read_board(const Ground& ground, std::string_view record) {
  const auto size = static_cast<std::size_t>(ground.rules->size);
  if (record.size() < 2 || record.front() != '/' || record.back() != '/') {
    return base::Error{"expected ranks between slashes, found " + base::quoted(record)};
  }
  const auto ranks = base::split(record.substr(1, record.size() - 2), '/');
  if (ranks.size() != size) {
    return base::Error{"expected " + std::to_string(size) + " ranks, found " + std::to_string(ranks.size())};
  }
  PlacedPieces pieces;
  for (std::size_t rank = 0; rank < size; ++rank) {
    const auto done = RankReader(ground, static_cast<int>(rank), pieces).read(ranks[rank]);
    if (!done) return done.error_at("rank " + std::to_string(rank + 1));
  }
  return pieces;
}

}  // namespace partita::games::tafl
