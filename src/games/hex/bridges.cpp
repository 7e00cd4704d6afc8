#include "games/hex/bridges.h"

#include <algorithm>
#include <array>
#include <bitset>

#include "games/hex/neighbours.h"

namespace partita::games::hex {

namespace {

/// Rows and columns to the six stones that a bridge reaches, each with the two cells between.
struct BridgeShape {
  std::pair<int, int> stone;
  std::array<std::pair<int, int>, 2> between;
};
constexpr std::array<BridgeShape, 6> kBridges = {{{{-2, 1}, {{{-1, 0}, {-1, 1}}}},
                                                  {{-1, 2}, {{{-1, 1}, {0, 1}}}},
                                                  {{1, 1}, {{{0, 1}, {1, 0}}}},
                                                  {{2, -1}, {{{1, 0}, {1, -1}}}},
                                                  {{1, -2}, {{{1, -1}, {0, -1}}}},
                                                  {{-1, -1}, {{{0, -1}, {-1, 0}}}}}};

std::optional<int> cell_beside(const Position& pos, int cell, std::pair<int, int> away) {
  const int row = cell / pos.side() + away.first;
  const int column = cell % pos.side() + away.second;
  if (row < 0 || column < 0 || row >= pos.side() || column >= pos.side()) return std::nullopt;
  return row * pos.side() + column;
}

/// How far a cell lies from the first or last edge of a seat, 0 on it.
int rows_from_edge(const Position& pos, int cell, game::Seat seat, bool last_edge) {
  const int line = seat == 0 ? cell / pos.side() : cell % pos.side();
  return last_edge ? pos.side() - 1 - line : line;
}

/// Groups of a seat and its edges as places, and the bridges between them.
class BridgeMap {
 public:
  BridgeMap(const Position& pos, game::Seat seat) : pos_(pos), seat_(seat) {
    group_.fill(-1);
    links_.resize(2);
    for (int cell = 0; cell < pos.cell_count(); ++cell) {
      if (pos.at(cell) == 1 + seat && group_of(cell) < 0) add_group(cell);
    }
    for (int cell = 0; cell < pos.cell_count(); ++cell) {
      if (pos.at(cell) == 1 + seat) add_links(cell);
    }
  }

  std::optional<BridgeChain> chain() {
    if (!is_joined_somehow()) return std::nullopt;
    on_way_.assign(links_.size(), false);
    BridgeChain chain;
    if (!walk(kFirstEdge, chain)) return std::nullopt;
    return chain;
  }

 private:
  static constexpr int kFirstEdge = 0;
  static constexpr int kLastEdge = 1;
  /// Steps of the search for bridges without a common cell: chains are found in a few dozen where there is one.
  static constexpr int kMostSteps = 400;

  struct Link {
    int to;
    std::optional<CellPair> pair;  ///< none where stones touch the edge
  };

  int group_of(int cell) const { return group_[static_cast<std::size_t>(cell)]; }

  void add_group(int start) {
    const int group = static_cast<int>(links_.size());
    links_.emplace_back();
    std::vector<int> waiting = {start};
    group_[static_cast<std::size_t>(start)] = group;
    while (!waiting.empty()) {
      const int cell = waiting.back();
      waiting.pop_back();
      for_each_neighbour(cell, pos_.side(), [&](int next) {
        if (pos_.at(next) != 1 + seat_ || group_of(next) >= 0) return;
        group_[static_cast<std::size_t>(next)] = group;
        waiting.push_back(next);
      });
    }
  }

  void link(int from, int to, std::optional<CellPair> pair) {
    links_[static_cast<std::size_t>(from)].push_back({to, pair});
    links_[static_cast<std::size_t>(to)].push_back({from, pair});
  }

  void add_links(int cell) {
    for (const bool last_edge : {false, true}) {
      const int edge = last_edge ? kLastEdge : kFirstEdge;
      if (rows_from_edge(pos_, cell, seat_, last_edge) == 0) link(group_of(cell), edge, std::nullopt);
      if (const auto pair = bridge_to_edge(pos_, cell, last_edge)) link(group_of(cell), edge, pair);
    }
    for (const auto& [other, pair] : bridges_from(pos_, cell)) {
      if (other > cell && group_of(other) != group_of(cell)) link(group_of(cell), group_of(other), pair);
    }
  }

  /// Whether the edges are joined if bridges may share cells: mostly they are not, and the search is saved.
  bool is_joined_somehow() const {
    std::vector<bool> seen(links_.size(), false);
    std::vector<int> waiting = {kFirstEdge};
    seen[kFirstEdge] = true;
    while (!waiting.empty()) {
      const int here = waiting.back();
      waiting.pop_back();
      for (const Link& next : links_[static_cast<std::size_t>(here)]) {
        if (seen[static_cast<std::size_t>(next.to)]) continue;
        seen[static_cast<std::size_t>(next.to)] = true;
        waiting.push_back(next.to);
      }
    }
    return seen[kLastEdge];
  }

  bool walk(int here, BridgeChain& chain) {
    if (here == kLastEdge) return true;
    if (++steps_ > kMostSteps) return false;
    on_way_[static_cast<std::size_t>(here)] = true;
    for (const Link& next : links_[static_cast<std::size_t>(here)]) {
      if (on_way_[static_cast<std::size_t>(next.to)]) continue;
      if (next.pair && (is_used(next.pair->first) || is_used(next.pair->second))) continue;
      if (next.pair) use(*next.pair, true, chain);
      if (walk(next.to, chain)) return true;
      if (next.pair) use(*next.pair, false, chain);
    }
    on_way_[static_cast<std::size_t>(here)] = false;
    return false;
  }

  bool is_used(int cell) const { return used_[static_cast<std::size_t>(cell)]; }
  void use(const CellPair& pair, bool is_used, BridgeChain& chain) {
    used_[static_cast<std::size_t>(pair.first)] = is_used;
    used_[static_cast<std::size_t>(pair.second)] = is_used;
    if (is_used)
      chain.push_back(pair);
    else
      chain.pop_back();
  }

  const Position& pos_;
  game::Seat seat_;
  std::array<int, kMaxCells> group_{};
  std::vector<std::vector<Link>> links_;
  std::vector<bool> on_way_;
  std::bitset<kMaxCells> used_;
  int steps_ = 0;
};

}  // namespace

std::vector<std::pair<int, CellPair>> bridges_from(const Position& pos, int cell) {
  std::vector<std::pair<int, CellPair>> bridges;
  for (const BridgeShape& shape : kBridges) {
    const auto stone = cell_beside(pos, cell, shape.stone);
    if (!stone || pos.at(*stone) != pos.at(cell)) continue;
    // With the stone on the board, the cells between are too.
    const int first = *cell_beside(pos, cell, shape.between[0]);
    const int second = *cell_beside(pos, cell, shape.between[1]);
    if (pos.at(first) == 0 && pos.at(second) == 0) bridges.push_back({*stone, {first, second}});
  }
  return bridges;
}

std::optional<CellPair> bridge_to_edge(const Position& pos, int cell, bool last_edge) {
  const auto seat = static_cast<game::Seat>(pos.at(cell) - 1);
  if (rows_from_edge(pos, cell, seat, last_edge) != 1) return std::nullopt;
  std::vector<int> free;
  for_each_neighbour(cell, pos.side(), [&](int next) {
    if (pos.at(next) == 0 && rows_from_edge(pos, next, seat, last_edge) == 0) free.push_back(next);
  });
  if (free.size() != 2) return std::nullopt;
  return CellPair{free[0], free[1]};
}

std::optional<BridgeChain> find_chain(const Position& pos, game::Seat seat) { return BridgeMap(pos, seat).chain(); }

}  // namespace partita::games::hex
