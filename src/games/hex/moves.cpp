// Legal moves, and the tactics that need no search.
#include <bitset>
#include <cstdlib>

#include "games/hex/distance.h"
#include "games/hex/hex.h"
#include "games/hex/neighbours.h"

namespace partita::games::hex {

void Hex::generate_moves(const Position& pos, base::FixedVector<Move, kMaxMoves>& list) {
  for (int cell = 0; cell < pos.cell_count(); ++cell) {
    if (pos.at(cell) == 0) list.push_back(Move{static_cast<std::uint8_t>(cell)});
  }
  if (pos.can_swap()) list.push_back(kSwap);
}

int Hex::move_hint(const Position& pos, Move move) {
  if (move.is_swap()) return 0;
  const int middle = pos.side() - 1;
  const int row = move.cell / pos.side() * 2 - middle;
  const int column = move.cell % pos.side() * 2 - middle;
  return -(std::abs(row) + std::abs(column) + std::abs(row + column));
}

Move Hex::immediate_win(const Position& pos) {
  Move found{};
  for_each_winning_cell(pos, pos.to_move(), [&](int cell) {
    if (found == Move{}) found = Move{static_cast<std::uint8_t>(cell)};
  });
  return found;
}

game::Threat Hex::forced_replies(const Position& pos, base::FixedVector<Move, kMaxMoves>& list) {
  // Stones never leave the board, so only a stone on the very cell keeps the other side from joining there.
  for_each_winning_cell(pos, static_cast<game::Seat>(pos.to_move() ^ 1),
                        [&](int cell) { list.push_back(Move{static_cast<std::uint8_t>(cell)}); });
  if (list.empty()) return game::Threat::kNone;
  return list.size() == 1 ? game::Threat::kForced : game::Threat::kLost;
}

namespace {

/// The groups of a seat's stones, each found when it is first asked for.
class Groups {
 public:
  Groups(const Position& pos, game::Seat seat) : pos_(pos), around_(around_on(pos.side())), seat_(seat) {}

  /// The edges that the stone's group touches. `beside` is called with the empty cells around it, some of them twice.
  template <class Beside>
  int edges_of(std::uint8_t stone, Beside&& beside) {
    if (edges_[stone] != kUnknown) return edges_[stone];
    std::array<std::uint8_t, kMaxCells> stones;
    std::size_t count = 0;
    int edges = 0;
    const auto add = [&](std::uint8_t cell) {
      edges_[cell] = kInWork;
      edges |= around_[cell].edges[seat_];
      stones[count++] = cell;
    };
    add(stone);
    for (std::size_t done = 0; done < count; ++done) {
      const Around& here = around_[stones[done]];
      for (std::size_t i = 0; i < here.count; ++i) {
        const std::uint8_t next = here.cells[i];
        if (pos_.at(next) == 0) beside(next);
        if (pos_.at(next) == seat_ + 1 && edges_[next] == kUnknown) add(next);
      }
    }
    for (std::size_t i = 0; i < count; ++i) edges_[stones[i]] = static_cast<std::uint8_t>(edges);
    return edges;
  }

  /// The edges that a stone on this empty cell would be joined to.
  int edges_through(std::uint8_t cell) {
    const Around& here = around_[cell];
    int edges = here.edges[seat_];
    for (std::size_t i = 0; i < here.count && edges != kBothEdges; ++i) {
      if (pos_.at(here.cells[i]) == seat_ + 1) edges |= edges_of(here.cells[i], [](std::uint8_t) {});
    }
    return edges;
  }

 private:
  static constexpr std::uint8_t kUnknown = 0xFF;
  static constexpr std::uint8_t kInWork = 0xFE;

  static constexpr std::array<std::uint8_t, kMaxCells> nothing_known() {
    std::array<std::uint8_t, kMaxCells> edges{};
    edges.fill(kUnknown);
    return edges;
  }

  const Position& pos_;
  const AroundCells& around_;
  game::Seat seat_;
  std::array<std::uint8_t, kMaxCells> edges_ = nothing_known();
};

}  // namespace

game::Threat Hex::threat_after(const Position& pos, Move last, const Undo&, Move& forced) {
  // The mover has gained nothing. After the swap one stone stands on the board, which joins no edges with another.
  if (last.is_swap()) return game::Threat::kNone;
  // Who moved last needs that stone to win: without it, it could have won before.
  Groups groups(pos, static_cast<game::Seat>(pos.to_move() ^ 1));
  std::bitset<kMaxCells> is_beside;
  base::FixedVector<std::uint8_t, kMaxCells> beside;
  groups.edges_of(last.cell, [&](std::uint8_t cell) {
    if (!is_beside[cell]) beside.push_back(cell);
    is_beside.set(cell);
  });
  int found = 0;
  for (const std::uint8_t cell : beside) {
    if (groups.edges_through(cell) != kBothEdges) continue;
    forced = Move{cell};
    if (++found == 2) break;
  }
  return found == 0 ? game::Threat::kNone : found == 1 ? game::Threat::kForced : game::Threat::kLost;
}

}  // namespace partita::games::hex
