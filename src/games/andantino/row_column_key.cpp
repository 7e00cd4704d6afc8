#include "games/andantino/andantino.h"

#include <array>
#include <bit>

#include "games/andantino/keys.h"

namespace partita::games::andantino {

namespace {

constexpr auto kRowKeys = [] {
  std::array<game::Key, kGridRows> keys{};
  for (unsigned row = 0; row < kGridRows; ++row) keys[row] = row_key(row);
  return keys;
}();
constexpr auto kColumnKeys = [] {
  std::array<game::Key, kStride> keys{};
  for (unsigned column = 0; column < kStride; ++column) keys[column] = column_key(column);
  return keys;
}();

}  // namespace

game::Key Andantino::row_column_key(const Position& pos) {
  game::Key key = 0;
  std::uint32_t odd_columns = 0;
  std::array<unsigned, 2> stones{};
  for (unsigned row = 0; row < kGridRows; ++row) {
    std::uint32_t both = 0;
    for (const Colour colour : {Colour::kWhite, Colour::kBlack}) {
      const std::uint32_t own = pos.stones(colour).row(row);
      stones[index_of(colour)] += static_cast<unsigned>(std::popcount(own));
      both |= own;
    }
    if (std::popcount(both) % 2 == 1) key ^= kRowKeys[row];
    odd_columns ^= both;
  }
  for (; odd_columns != 0; odd_columns &= odd_columns - 1) {
    key ^= kColumnKeys[static_cast<std::size_t>(std::countr_zero(odd_columns))];
  }
  for (unsigned colour = 0; colour < 2; ++colour) {
    if (stones[colour] % 2 == 1) key ^= state_key(colour);
  }
  return key;
}

}  // namespace partita::games::andantino
