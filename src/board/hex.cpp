#include "board/hex.h"

namespace partita::board {

namespace {

constexpr int kLetters = 26;
/// Boards never need more than two letters or three digits; longer names are refused before any arithmetic.
constexpr std::size_t kLongestName = 5;

int letter_value(char c) {
  if (c >= 'A' && c <= 'Z') return c - 'A';
  if (c >= 'a' && c <= 'z') return c - 'a';
  return -1;
}

}  // namespace

std::string column_letters(int index) {
  std::string letters(1, static_cast<char>('A' + index % kLetters));
  for (index = index / kLetters - 1; index >= 0; index = index / kLetters - 1) {
    letters.insert(letters.begin(), static_cast<char>('A' + index % kLetters));
  }
  return letters;
}

std::string write_hex(Hex cell, int side) {
  return column_letters(cell.q + cell.r + side - 1) + std::to_string(cell.r + side);
}

std::optional<Hex> read_hex(std::string_view name, int side) {
  if (name.size() < 2 || name.size() > kLongestName) return std::nullopt;
  std::size_t i = 0;
  int column = 0;
  while (i < name.size() && letter_value(name[i]) >= 0) column = column * kLetters + letter_value(name[i++]) + 1;
  if (i == 0 || i == name.size() || name[i] == '0') return std::nullopt;
  int row = 0;
  for (; i < name.size(); ++i) {
    if (name[i] < '0' || name[i] > '9') return std::nullopt;
    row = row * 10 + (name[i] - '0');
  }
  Hex cell;
  cell.r = row - side;
  cell.q = column - 1 - (side - 1) - cell.r;
  if (!is_on_hex_board(cell, side)) return std::nullopt;
  return cell;
}

}  // namespace partita::board
