#pragma once

#include <array>
#include <concepts>
#include <cstdint>
#include <limits>
#include <vector>

#include "base/fixed_vector.h"
#include "game/types.h"
#include "games/hex/cell_sets.h"
#include "games/hex/rules.h"

namespace partita::games::hex {

/// The stones of both seats.
template <class Cells>
struct StonesOn {
  std::array<Cells, 2> of{};
  friend bool operator==(const StonesOn&, const StonesOn&) = default;
};

/// What a seat's two edges are to each other.
template <class Cells>
struct EdgeLinkOn {
  /// Joined whoever moves next: the other side cannot cut through these empty cells. Several may be known.
  std::vector<Cells> joined;
  /// Joined if the seat moves next.
  std::vector<Cells> nearly;
};

/// Virtual connections, found by Anshelevich's H-search (A hierarchical approach to computer Hex, 2002): two ways
/// through separate cells make a longer one (AND), and near-connections without a common cell make a safe one (OR). All
/// that it says is true, however soon it is stopped; it does not find everything. `Cells` is CellSet on small boards
/// and WideCellSet on any. One thread; kept and used again, as it is large.
template <class Cells>
class ConnectionsOn {
 public:
  using Stones = StonesOn<Cells>;
  using EdgeLink = EdgeLinkOn<Cells>;
  static constexpr int kMostSide = std::same_as<Cells, CellSet> ? 7 : kMaxSide;
  static constexpr std::size_t kNoLimit = std::numeric_limits<std::size_t>::max();

  explicit ConnectionsOn(int side);

  /// The links between the seat's edges. With `stop_at_near` one of the weaker kind is enough. It ends after it has
  /// continued `most_links` connections, shorter ones first. REQUIRES: the stones do not join the edges yet.
  EdgeLink between_edges(const Stones& stones, game::Seat seat, bool stop_at_near, std::size_t most_links = kNoLimit);

  int side() const { return side_; }
  Cells all_cells() const { return all_; }
  Cells neighbours(int cell) const { return around_[static_cast<std::size_t>(cell)]; }
  /// The cells of the seat's first or last edge.
  Cells edge(game::Seat seat, bool last) const { return edges_[seat][last ? 1 : 0]; }
  bool joins_edges(const Cells& stones, game::Seat seat) const;

 private:
  static constexpr int kMostCells = kMostSide * kMostSide;
  static constexpr int kMostEnds = kMostCells + 2;
  /// Limits that keep the search short: connections kept for a pair of ends.
  static constexpr std::size_t kMostSafe = 4;
  static constexpr std::size_t kMostNear = 8;
  static constexpr int kMostJoined = 4;  ///< near-connections in one OR

  /// Ends of connections are numbered in the order in which they are looked at: the edges, groups of stones, empty
  /// cells.
  using End = std::uint8_t;
  static constexpr End kFirstEdge = 0;
  static constexpr End kLastEdge = 1;
  static constexpr End kNoEnd = 0xFF;
  static_assert(kMostEnds < kNoEnd);

  struct Pair {
    base::FixedVector<Cells, kMostSafe> safe;
    base::FixedVector<Cells, kMostNear> near;
  };
  struct NewSafe {
    End from, to;
    Cells carrier;
  };

  Pair& pair(End a, End b) { return pairs_[a < b ? std::size_t{a} * ends_ + b : std::size_t{b} * ends_ + a]; }
  void name_ends(const Stones& stones, game::Seat seat);
  void name_group(Cells fresh, const Cells& own, End end);
  void join_neighbours(const Cells& empty);
  void add_safe(End a, End b, const Cells& carrier);
  void add_near(End a, End b, const Cells& carrier);
  void combine_near(End a, End b, std::size_t next, const Cells& common, const Cells& all, int used);
  void extend(const NewSafe& link);
  void extend_over(End from, End middle, const Cells& carrier);

  int side_;
  Cells all_{};
  std::array<Cells, static_cast<std::size_t>(kMostCells)> around_{};
  std::array<std::array<Cells, 2>, 2> edges_{};

  std::array<End, static_cast<std::size_t>(kMostCells)> end_of_{};  ///< of a cell: its group's end, or its own
  std::array<Cells, static_cast<std::size_t>(kMostEnds)>
      own_bit_{};  ///< of an end: its cell if that is empty, else nothing
  std::array<WideCellSet, static_cast<std::size_t>(kMostEnds)> partners_{};  ///< of an end: the ends it is joined to
  std::size_t ends_ = 0;
  std::vector<Pair> pairs_;  ///< of the first `ends_` rows of as many
  std::vector<NewSafe> waiting_;
};

extern template class ConnectionsOn<CellSet>;
extern template class ConnectionsOn<WideCellSet>;

/// On boards of at most seven rows.
using Stones = StonesOn<CellSet>;
using EdgeLink = EdgeLinkOn<CellSet>;
using Connections = ConnectionsOn<CellSet>;
/// On any board.
using WideStones = StonesOn<WideCellSet>;
using WideConnections = ConnectionsOn<WideCellSet>;

}  // namespace partita::games::hex
