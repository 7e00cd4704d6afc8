#include "games/omega/net_inputs.h"

#include <algorithm>
#include <bit>

#include "games/omega/omega.h"

namespace partita::games::omega {

namespace {

constexpr int kSizesApart = 5;  // groups of so many stones and more are alike

/// A colour's planes.
class ColourPlanes {
 public:
  ColourPlanes(const Position& pos, int colour, std::uint64_t* planes) : pos_(pos), colour_(colour), planes_(planes) {}

  void fill() {
    pos_.stones(colour_).for_each([&](int cell) {
      root_[static_cast<std::size_t>(cell)] = static_cast<std::uint8_t>(pos_.group_of(cell));
      put(Plane::kStones, step_of(size_at(cell)), cell);
    });
    pos_.for_each_free([&](int cell) { put_free(cell); });
  }

 private:
  static int step_of(int size) { return std::min(size, kSizesApart) - 1; }
  int size_at(int cell) const { return pos_.group_size(root_[static_cast<std::size_t>(cell)]); }
  void put(Plane first, int step, int cell) {
    planes_[static_cast<std::size_t>(first) + static_cast<std::size_t>(step)] |= std::uint64_t{1} << cell;
  }

  void put_free(int cell) {
    const Geometry::Ring& ring = pos_.board().rings[static_cast<std::size_t>(cell)];
    std::uint64_t roots = 0;  // a set of cells: every group is counted once
    for (std::uint64_t near = pos_.stones(colour_).window(ring.first_byte) & ring.mask; near != 0; near &= near - 1) {
      const auto stone = ring.first_byte * 8 + static_cast<std::size_t>(std::countr_zero(near));
      roots |= std::uint64_t{1} << root_[stone];
    }
    int size = 1;
    for (std::uint64_t left = roots; left != 0; left &= left - 1) size += pos_.group_size(std::countr_zero(left));
    put(Plane::kMakes, step_of(size), cell);
    const int groups = std::popcount(roots);
    if (groups >= 2) put(Plane::kJoinsTwo, 0, cell);
    if (groups >= 3) put(Plane::kJoinsThree, 0, cell);
  }

  const Position& pos_;
  const int colour_;
  std::uint64_t* planes_;
  std::array<std::uint8_t, 64> root_;  ///< of the stone on a cell of this colour
};

}  // namespace

bool has_net_inputs(const Rules& rules) { return rules.players == kNetPlayers && rules.side <= kLargestNetSide; }

NetInputs net_inputs(const Position& pos) {
  NetInputs inputs{};
  if (!has_net_inputs(pos.rules())) return inputs;
  for (int colour = 0; colour < kNetPlayers; ++colour) {
    ColourPlanes(pos, colour, inputs.data() + static_cast<std::size_t>(colour) * kPlanesOfColour).fill();
  }
  return inputs;
}

int net_head(const Position& pos) {
  const int is_second_stone = pos.is_pending(pos.mover()) ? 0 : 1;
  return std::min(pos.mover() * 2 + is_second_stone, static_cast<int>(kNetHeads) - 1);
}

std::vector<std::uint16_t> Omega::net_inputs_images(const Rules& rules, int symmetry) {
  const Geometry& board = geometry(rules.side);
  std::vector<std::uint16_t> images(kNetInputs);
  for (std::size_t input = 0; input < kNetInputs; ++input) {
    const std::size_t cell = input % 64;
    const bool is_on_board = static_cast<int>(cell) < board.cells;
    const std::size_t there = is_on_board ? board.images[static_cast<std::size_t>(symmetry)][cell] : cell;
    images[input] = static_cast<std::uint16_t>(input - cell + there % 64);
  }
  return images;
}

std::string Omega::net_rules_name(const Rules& rules) {
  std::string name = "side" + std::to_string(rules.side);
  if (rules.players != kNetPlayers) name += "x" + std::to_string(rules.players);
  if (rules.tie == TieRule::kDraw) name += "draw";
  return name;
}

}  // namespace partita::games::omega
