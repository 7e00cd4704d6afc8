#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "games/hex/connections.h"
#include "games/hex/position.h"

namespace partita::games::hex {

/// Who wins a position on a small board, exactly. A depth-first search that gives up a move as soon as the other side
/// wins without caring for it: every win is found together with the empty cells it needs, and whoever is to move must
/// play on the cells of each of the other's wins (the must-play region: Hayward and others, Solving 7 x 7 Hex, 2005).
/// Virtual connections end lines early. Keeps what it finds between calls. One thread.
class SmallSolver {
 public:
  struct Answer {
    game::Seat winner = 0;
    Move move{};  ///< wins, if the mover does
  };
  /// Called for every position whose moves are tried, with the nodes of this call; the search is given up when it says
  /// so.
  using IsEnough = std::function<bool(std::uint64_t nodes)>;

  static bool can_solve(const Position& pos) { return pos.side() <= kMostSide; }

  /// REQUIRES: can_solve() and the game is not over. Nothing if it was given up.
  std::optional<Answer> solve(const Position& pos, const IsEnough& is_enough);
  /// How many positions the last call searched for connections.
  std::uint64_t nodes() const { return nodes_; }

 private:
  /// Seven rows take hours.
  static constexpr int kMostSide = 6;
  static constexpr std::size_t kTableSlots = std::size_t{1} << 18U;

  struct Win {
    game::Seat winner = 0;
    CellSet carrier = 0;  ///< the empty cells that it needs; whatever stands elsewhere
  };
  struct Slot {
    Stones stones;
    Win win;
    game::Seat mover = 0;
    bool is_used = false;
  };
  /// A stone on a cell, and what its owner then threatens.
  struct Candidate {
    int cell = 0;
    CellSet must_play = 0;  ///< for the other side, all of it where nothing is threatened
    EdgeLink link;
  };
  /// How a position was turned to be found in the table.
  struct Image {
    Stones stones;
    game::Seat mover = 0;
    bool is_mirrored = false;
    bool is_turned = false;
  };

  void use_board(int side);
  std::optional<Answer> solve_with_swap(const Position& pos, const IsEnough& is_enough);
  /// `link` is the other side's, as found when it moved.
  Win search(const Stones& stones, game::Seat mover, const EdgeLink& link);
  EdgeLink links(const Stones& stones, game::Seat seat, bool stop_at_near);
  std::vector<Candidate> candidates(const Stones& stones, game::Seat mover, CellSet cells);
  Image canonical(const Stones& stones, game::Seat mover) const;
  CellSet mirrored(CellSet cells) const;
  CellSet turned(CellSet cells) const;
  Slot& slot_of(const Image& image);

  int side_ = 0;
  std::optional<Connections> connections_;
  std::vector<Slot> table_;
  std::uint64_t nodes_ = 0;
  const IsEnough* is_enough_ = nullptr;
  bool gave_up_ = false;
};

}  // namespace partita::games::hex
