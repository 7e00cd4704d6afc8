#include "board/hex.h"

#include <gtest/gtest.h>

#include <set>

#include "board/zobrist.h"

namespace partita::board {
namespace {

template <class Visit>
void for_each_cell(int side, Visit&& visit) {
  for (int r = 1 - side; r < side; ++r) {
    for (int q = 1 - side; q < side; ++q) {
      if (is_on_hex_board({q, r}, side)) visit(Hex{q, r});
    }
  }
}

TEST(Hex, NamesFollowTheNotationOfBothGames) {
  EXPECT_EQ(write_hex({0, 0}, 10), "J10");
  EXPECT_EQ(write_hex({-9, 0}, 10), "A10");
  EXPECT_EQ(write_hex({9, 0}, 10), "S10");
  EXPECT_EQ(write_hex({0, -9}, 10), "A1");
  EXPECT_EQ(write_hex({9, -9}, 10), "J1");
  EXPECT_EQ(write_hex({-9, 9}, 10), "J19");
  EXPECT_EQ(write_hex({0, 9}, 10), "S19");
  EXPECT_EQ(write_hex({0, 0}, 5), "E5");
  EXPECT_EQ(column_letters(25), "Z");
  EXPECT_EQ(column_letters(26), "AA");
}

TEST(Hex, EveryCellIsReadBackInBothCases) {
  for (const int side : {2, 3, 10, 16}) {
    int count = 0;
    for_each_cell(side, [&](Hex cell) {
      ++count;
      const std::string name = write_hex(cell, side);
      EXPECT_EQ(read_hex(name, side), cell) << name;
      std::string lower = name;
      for (char& c : lower) c = static_cast<char>(c >= 'A' && c <= 'Z' ? c + 32 : c);
      EXPECT_EQ(read_hex(lower, side), cell) << lower;
    });
    EXPECT_EQ(count, hex_cell_count(side));
  }
}

TEST(Hex, WhatIsNoCellIsNotRead) {
  for (const char* bad : {"", "A", "1", "A0", "K1", "A11", "J20", "T10", "1A", "J10 ", " J10", "J-1", "J1x",
                          "AAAAAAAAAA1", "J99999999999999999999", "J+1", "J01"}) {
    EXPECT_FALSE(read_hex(bad, 10).has_value()) << bad;
  }
}

TEST(Hex, SymmetriesPermuteTheBoardAndKeepNeighbours) {
  for (int symmetry = 0; symmetry < 12; ++symmetry) {
    std::set<std::pair<int, int>> images;
    for_each_cell(4, [&](Hex cell) {
      const Hex image = hex_image(cell, symmetry);
      EXPECT_TRUE(is_on_hex_board(image, 4));
      EXPECT_EQ(is_on_rim(image, 4), is_on_rim(cell, 4));
      images.insert({image.q, image.r});
      for (const Hex direction : kHexDirections) {
        EXPECT_EQ(hex_distance(hex_image(cell + direction, symmetry) - image), 1);
      }
    });
    EXPECT_EQ(images.size(), 37u);
  }
  EXPECT_EQ(hex_image({2, -1}, 0), (Hex{2, -1}));
}

TEST(Zobrist, PairsHaveKeysOfTheirOwn) {
  std::set<std::uint64_t> keys;
  for (std::uint64_t salt = 0; salt < 3; ++salt) {
    for (std::uint32_t thing = 0; thing < 5; ++thing) {
      for (std::uint32_t place = 0; place < 300; ++place) keys.insert(zobrist(salt, thing, place));
    }
  }
  EXPECT_EQ(keys.size(), 3u * 5u * 300u);
}

}  // namespace
}  // namespace partita::board
