#include "games/hex/connections.h"

#include <bit>

#include "games/hex/neighbours.h"

namespace partita::games::hex {

namespace {

constexpr std::uint8_t kNoEnd = 0xFF;

bool is_within(CellSet part, CellSet whole) { return (part & ~whole) == 0; }

template <class Visit>
void for_each_cell(CellSet cells, Visit&& visit) {
  for (; cells != 0; cells &= cells - 1) visit(std::countr_zero(cells));
}

/// Keeps the carriers that contain no other one, the smallest where there is no room. Returns whether it was taken in.
template <class List>
bool take_in(List& list, CellSet carrier) {
  for (const CellSet known : list) {
    if (is_within(known, carrier)) return false;
  }
  std::size_t kept = 0;
  for (const CellSet known : list) {
    if (!is_within(carrier, known)) list[kept++] = known;
  }
  list.truncate(kept);
  if (list.size() < List::kCapacity) {
    list.push_back(carrier);
    return true;
  }
  std::size_t largest = 0;
  for (std::size_t i = 1; i < list.size(); ++i) {
    if (std::popcount(list[i]) > std::popcount(list[largest])) largest = i;
  }
  if (std::popcount(list[largest]) <= std::popcount(carrier)) return false;
  list[largest] = carrier;
  return true;
}

}  // namespace

Connections::Connections(int side) : side_(side), pairs_(static_cast<std::size_t>(kMostEnds * kMostEnds)) {
  const int cells = side * side;
  const AroundCells& around = around_on(side);
  all_ = one_cell(cells) - 1;
  for (int cell = 0; cell < cells; ++cell) {
    const Around& here = around[static_cast<std::size_t>(cell)];
    for (std::size_t i = 0; i < here.count; ++i) around_[static_cast<std::size_t>(cell)] |= one_cell(here.cells[i]);
    for (int seat = 0; seat < 2; ++seat) {
      for (const bool last : {false, true}) {
        if (is_on_edge(cell, side, seat, last)) edges_[static_cast<std::size_t>(seat)][last ? 1 : 0] |= one_cell(cell);
      }
    }
  }
  first_edge_ = cells;
  last_edge_ = cells + 1;
}

bool Connections::joins_edges(CellSet stones, game::Seat seat) const {
  CellSet reached = stones & edges_[seat][0];
  CellSet fresh = reached;
  while (fresh != 0) {
    CellSet next = 0;
    for_each_cell(fresh, [&](int cell) { next |= neighbours(cell); });
    fresh = next & stones & ~reached;
    reached |= fresh;
  }
  return (reached & edges_[seat][1]) != 0;
}

/// Groups of stones are one end each, those on an edge belong to it; every empty cell is an end of its own.
void Connections::name_ends(const Stones& stones, game::Seat seat) {
  ends_.clear();
  end_of_.fill(kNoEnd);
  own_bit_.fill(0);
  ends_.push_back(static_cast<std::uint8_t>(first_edge_));
  ends_.push_back(static_cast<std::uint8_t>(last_edge_));
  const CellSet own = stones.of[seat];
  const auto name_group = [&](CellSet fresh, int end) {
    while (fresh != 0) {
      CellSet next = 0;
      for_each_cell(fresh, [&](int cell) {
        end_of_[static_cast<std::size_t>(cell)] = static_cast<std::uint8_t>(end);
        next |= neighbours(cell) & own;
      });
      fresh = 0;
      for_each_cell(next, [&](int cell) {
        if (end_of_[static_cast<std::size_t>(cell)] == kNoEnd) fresh |= one_cell(cell);
      });
    }
  };
  name_group(own & edges_[seat][0], first_edge_);
  name_group(own & edges_[seat][1], last_edge_);
  for_each_cell(own, [&](int cell) {
    if (end_of_[static_cast<std::size_t>(cell)] != kNoEnd) return;
    ends_.push_back(static_cast<std::uint8_t>(cell));
    name_group(one_cell(cell), cell);
  });
  for_each_cell(all_ & ~stones.of[0] & ~stones.of[1], [&](int cell) {
    ends_.push_back(static_cast<std::uint8_t>(cell));
    end_of_[static_cast<std::size_t>(cell)] = static_cast<std::uint8_t>(cell);
    own_bit_[static_cast<std::size_t>(cell)] = one_cell(cell);
  });
}

void Connections::join_neighbours(const Stones& stones) {
  for_each_cell(all_ & ~stones.of[0] & ~stones.of[1], [&](int cell) {
    for_each_cell(neighbours(cell), [&](int next) {
      const std::uint8_t end = end_of_[static_cast<std::size_t>(next)];
      if (end != kNoEnd) add_safe(cell, end, 0);
    });
  });
}

void Connections::add_safe(int a, int b, CellSet carrier) {
  if (take_in(pair(a, b).safe, carrier))
    waiting_.push_back({static_cast<std::uint8_t>(a), static_cast<std::uint8_t>(b), carrier});
}

void Connections::add_near(int a, int b, CellSet carrier) {
  Pair& between = pair(a, b);
  for (const CellSet safe : between.safe) {
    if (is_within(safe, carrier)) return;
  }
  if (take_in(between.near, carrier)) combine_near(a, b, 0, carrier, carrier, 1);
}

/// OR: near-connections with no cell in common to all of them.
void Connections::combine_near(int a, int b, std::size_t next, CellSet common, CellSet all, int used) {
  const auto& near = pair(a, b).near;
  for (std::size_t i = next; i < near.size(); ++i) {
    const CellSet left = common & near[i];
    if (left == common) continue;
    if (left == 0)
      add_safe(a, b, all | near[i]);
    else if (used + 1 < kMostJoined)
      combine_near(a, b, i + 1, left, all | near[i], used + 1);
  }
}

/// AND: over a group of stones the whole is safe, over an empty cell that cell must be taken.
void Connections::extend_over(int from, int middle, CellSet carrier) {
  // An edge joins nothing that would be nearer to the other edge for it.
  if (middle == first_edge_ || middle == last_edge_) return;
  const CellSet through = own_bit_[static_cast<std::size_t>(middle)];
  const CellSet start = own_bit_[static_cast<std::size_t>(from)];
  for (const std::uint8_t end : ends_) {
    if (end == from || end == middle) continue;
    if ((own_bit_[end] & carrier) != 0) continue;
    const auto safe = pair(middle, end).safe;  // a copy: the list may change below
    for (const CellSet other : safe) {
      if ((other & (carrier | start)) != 0) continue;
      if (through == 0)
        add_safe(from, end, carrier | other);
      else
        add_near(from, end, carrier | other | through);
    }
  }
}

void Connections::extend(const NewSafe& link) {
  extend_over(link.from, link.to, link.carrier);
  extend_over(link.to, link.from, link.carrier);
}

EdgeLink Connections::between_edges(const Stones& stones, game::Seat seat, bool stop_at_near) {
  name_ends(stones, seat);
  for (const std::uint8_t a : ends_) {
    for (const std::uint8_t b : ends_) {
      if (a >= b) continue;
      pair(a, b).safe.clear();
      pair(a, b).near.clear();
    }
  }
  waiting_.clear();
  // Cells on an edge touch it.
  const CellSet empty = all_ & ~stones.of[0] & ~stones.of[1];
  for (const bool last : {false, true}) {
    for_each_cell(empty & edge(seat, last), [&](int cell) { add_safe(cell, last ? last_edge_ : first_edge_, 0); });
  }
  join_neighbours(stones);
  const Pair& goal = pair(first_edge_, last_edge_);
  // What was found first has small carriers and is continued first.
  for (std::size_t done = 0; done < waiting_.size(); ++done) {
    if (!goal.safe.empty() || (stop_at_near && !goal.near.empty())) break;
    const NewSafe link = waiting_[done];
    extend(link);
  }
  EdgeLink link;
  link.joined.assign(goal.safe.begin(), goal.safe.end());
  link.nearly.assign(goal.near.begin(), goal.near.end());
  return link;
}

}  // namespace partita::games::hex
