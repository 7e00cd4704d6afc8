#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "base/fixed_vector.h"
#include "game/types.h"

namespace partita::games::hex {

/// Cells of a board of at most 64, a bit each.
using CellSet = std::uint64_t;
constexpr CellSet one_cell(int cell) { return CellSet{1} << static_cast<unsigned>(cell); }

/// The stones of both seats on a small board.
struct Stones {
  std::array<CellSet, 2> of{};
  friend bool operator==(const Stones&, const Stones&) = default;
};

/// What a seat's two edges are to each other.
struct EdgeLink {
  /// Joined whoever moves next: the other side cannot cut through these empty cells. Several may be known.
  std::vector<CellSet> joined;
  /// Joined if the seat moves next.
  std::vector<CellSet> nearly;
};

/// Virtual connections on a board of at most kMostSide rows, found by Anshelevich's H-search (A hierarchical approach
/// to computer Hex, 2002): two ways through separate cells make a longer one (AND), and near-connections without a
/// common cell make a safe one (OR). All that it says is true; it does not find everything. One thread; kept and used
/// again, as it is large.
class Connections {
 public:
  static constexpr int kMostSide = 7;

  explicit Connections(int side);

  /// The links between the seat's edges. With `stop_at_near` one of the weaker kind is enough.
  /// REQUIRES: the stones do not join the edges yet.
  EdgeLink between_edges(const Stones& stones, game::Seat seat, bool stop_at_near);

  int side() const { return side_; }
  CellSet all_cells() const { return all_; }
  CellSet neighbours(int cell) const { return around_[static_cast<std::size_t>(cell)]; }
  /// The cells of the seat's first or last edge.
  CellSet edge(game::Seat seat, bool last) const { return edges_[seat][last ? 1 : 0]; }
  bool joins_edges(CellSet stones, game::Seat seat) const;

 private:
  static constexpr int kMostCells = kMostSide * kMostSide;
  static constexpr int kMostEnds = kMostCells + 2;
  /// Limits that keep the search short: connections kept for a pair of ends.
  static constexpr std::size_t kMostSafe = 4;
  static constexpr std::size_t kMostNear = 8;
  static constexpr int kMostJoined = 4;  ///< near-connections in one OR

  struct Pair {
    base::FixedVector<CellSet, kMostSafe> safe;
    base::FixedVector<CellSet, kMostNear> near;
  };
  struct NewSafe {
    std::uint8_t from, to;
    CellSet carrier;
  };

  Pair& pair(int a, int b) { return pairs_[static_cast<std::size_t>(a < b ? a * kMostEnds + b : b * kMostEnds + a)]; }
  void name_ends(const Stones& stones, game::Seat seat);
  void join_neighbours(const Stones& stones);
  void add_safe(int a, int b, CellSet carrier);
  void add_near(int a, int b, CellSet carrier);
  void combine_near(int a, int b, std::size_t next, CellSet common, CellSet all, int used);
  void extend(const NewSafe& link);
  void extend_over(int from, int middle, CellSet carrier);

  int side_;
  CellSet all_ = 0;
  std::array<CellSet, kMostCells> around_{};
  std::array<std::array<CellSet, 2>, 2> edges_{};

  int first_edge_ = 0;  ///< the ends' numbers: cells, then the two edges
  int last_edge_ = 0;
  std::array<std::uint8_t, kMostEnds> end_of_{};  ///< of a cell: its group's number, or its own
  std::array<CellSet, kMostEnds> own_bit_{};      ///< of an end: its cell if that is empty, else nothing
  base::FixedVector<std::uint8_t, kMostEnds> ends_;
  std::vector<Pair> pairs_;
  std::vector<NewSafe> waiting_;
};

}  // namespace partita::games::hex
