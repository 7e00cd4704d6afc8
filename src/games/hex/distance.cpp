#include "games/hex/distance.h"

#include <algorithm>

#include "games/hex/neighbours.h"

namespace partita::games::hex {

namespace {

/// A queue in which a step over an own stone costs nothing and goes to the front.
class StepQueue {
 public:
  void push_front(int cell) { cells_[--first_] = static_cast<std::uint8_t>(cell); }
  void push_back(int cell) { cells_[last_++] = static_cast<std::uint8_t>(cell); }
  int pop() { return cells_[first_++]; }
  bool is_empty() const { return first_ == last_; }

 private:
  // A cell enters at most once from each neighbour and once from the edge.
  static constexpr std::size_t kHalf = kMaxCells * 7;
  std::array<std::uint8_t, kHalf * 2> cells_;
  std::size_t first_ = kHalf;
  std::size_t last_ = kHalf;
};

}  // namespace

Distances distances_from_edge(const Position& pos, game::Seat seat, bool from_last_edge) {
  Distances distances;
  distances.to.fill(Distances::kFar);
  StepQueue queue;
  const int own = seat + 1;
  const auto reach = [&](int cell, int before) {
    const int stone = pos.at(cell);
    if (stone != 0 && stone != own) return;
    const int cost = before + (stone == 0 ? 1 : 0);
    auto& known = distances.to[static_cast<std::size_t>(cell)];
    if (cost >= known) return;
    known = static_cast<std::int16_t>(cost);
    if (stone == own)
      queue.push_front(cell);
    else
      queue.push_back(cell);
  };
  const int side = pos.side();
  const int line = from_last_edge ? side - 1 : 0;
  for (int i = 0; i < side; ++i) reach(seat == 0 ? line * side + i : i * side + line, 0);
  while (!queue.is_empty()) {
    const int cell = queue.pop();
    for_each_neighbour(cell, side, [&](int next) { reach(next, distances.to[static_cast<std::size_t>(cell)]); });
  }
  return distances;
}

EdgeReach::EdgeReach(const Position& pos, game::Seat seat) {
  flood(pos, seat, 1);
  flood(pos, seat, 2);
}

void EdgeReach::flood(const Position& pos, game::Seat seat, std::uint8_t edge) {
  const AroundCells& around = around_on(pos.side());
  std::array<std::uint8_t, kMaxCells> waiting;
  std::size_t count = 0;
  const auto reach = [&](std::size_t cell) {
    const int stone = pos.at(static_cast<int>(cell));
    if (stone != 0 && stone != seat + 1) return;
    if ((reached_[cell] & edge) != 0) return;
    reached_[cell] = static_cast<std::uint8_t>(reached_[cell] | edge);
    if (stone != 0)
      waiting[count++] = static_cast<std::uint8_t>(cell);
    else if (reached_[cell] == kBoth)
      has_winning_cell_ = true;
  };
  const auto side = static_cast<std::size_t>(pos.side());
  const std::size_t line = edge == 1 ? 0 : side - 1;
  for (std::size_t i = 0; i < side; ++i) reach(seat == 0 ? line * side + i : i * side + line);
  while (count > 0) {
    const Around& here = around[waiting[--count]];
    for (std::size_t i = 0; i < here.count; ++i) reach(here.cells[i]);
  }
}

int distance_to_win(const Position& pos, game::Seat seat) {
  const Distances distances = distances_from_edge(pos, seat, false);
  const int side = pos.side();
  int least = Distances::kFar;
  for (int i = 0; i < side; ++i) {
    const int cell = seat == 0 ? (side - 1) * side + i : i * side + side - 1;
    least = std::min<int>(least, distances.to[static_cast<std::size_t>(cell)]);
  }
  return least;
}

}  // namespace partita::games::hex
