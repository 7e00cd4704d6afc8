#pragma once

#include <array>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <string>
#include <string_view>

namespace partita::board {

/// A cell of a hexagon of hexagons in axial coordinates: centre (0,0), q grows to the east, r to the south-east.
struct Hex {
  int q = 0;
  int r = 0;
  friend constexpr bool operator==(Hex, Hex) = default;
  friend constexpr Hex operator+(Hex a, Hex b) { return {a.q + b.q, a.r + b.r}; }
  friend constexpr Hex operator-(Hex a, Hex b) { return {a.q - b.q, a.r - b.r}; }
  friend constexpr Hex operator*(Hex a, int k) { return {a.q * k, a.r * k}; }
};

/// The six neighbours in circular order, so that consecutive directions are neighbours of each other.
inline constexpr std::array<Hex, 6> kHexDirections = {{{1, 0}, {1, -1}, {0, -1}, {-1, 0}, {-1, 1}, {0, 1}}};

constexpr int hex_distance(Hex a) {
  const int q = a.q < 0 ? -a.q : a.q;
  const int r = a.r < 0 ? -a.r : a.r;
  const int s = a.q + a.r < 0 ? -(a.q + a.r) : a.q + a.r;
  return q > r ? (q > s ? q : s) : (r > s ? r : s);
}
constexpr bool is_on_hex_board(Hex a, int side) { return hex_distance(a) <= side - 1; }
constexpr bool is_on_rim(Hex a, int side) { return hex_distance(a) == side - 1; }
constexpr int hex_cell_count(int side) { return 3 * side * (side - 1) + 1; }

/// The image of a cell under one of the twelve symmetries of the hexagon (0 is the identity; 0..5 rotations, 6..11
/// rotations after a reflection).
constexpr Hex hex_image(Hex a, int symmetry) {
  if (symmetry >= 6) a = {a.r, a.q};
  for (int turns = symmetry % 6; turns > 0; --turns) a = {-a.r, a.q + a.r};
  return a;
}

/// Cell name, shared by Andantino and Omega: the diagonal's letters (A..Z, AA..) and the row number, "J10".
std::string write_hex(Hex cell, int side);
/// The cell of that name on a board of this side; both letter cases are read.
std::optional<Hex> read_hex(std::string_view name, int side);

/// Column letters: 0 is A, 25 is Z, 26 is AA.
std::string column_letters(int index);

}  // namespace partita::board
