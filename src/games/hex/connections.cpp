#include "games/hex/connections.h"

#include "games/hex/neighbours.h"

namespace partita::games::hex {

namespace {

template <class Cells>
bool is_within(const Cells& part, const Cells& whole) {
  return is_empty(part & ~whole);
}

/// Keeps the carriers that contain no other one, the smallest where there is no room. Returns whether it was taken in.
template <class List, class Cells>
bool take_in(List& list, const Cells& carrier) {
  for (const Cells& known : list) {
    if (is_within(known, carrier)) return false;
  }
  std::size_t kept = 0;
  for (std::size_t i = 0; i < list.size(); ++i) {
    if (!is_within(carrier, list[i])) list[kept++] = list[i];
  }
  list.truncate(kept);
  if (list.size() < List::kCapacity) {
    list.push_back(carrier);
    return true;
  }
  std::size_t largest = 0;
  for (std::size_t i = 1; i < list.size(); ++i) {
    if (count_cells(list[i]) > count_cells(list[largest])) largest = i;
  }
  if (count_cells(list[largest]) <= count_cells(carrier)) return false;
  list[largest] = carrier;
  return true;
}

}  // namespace

template <class Cells>
ConnectionsOn<Cells>::ConnectionsOn(int side) : side_(side) {
  const int cells = side * side;
  const AroundCells& around = around_on(side);
  for (int cell = 0; cell < cells; ++cell) {
    const auto own = single_cell<Cells>(cell);
    all_ |= own;
    const Around& here = around[static_cast<std::size_t>(cell)];
    for (std::size_t i = 0; i < here.count; ++i)
      around_[static_cast<std::size_t>(cell)] |= single_cell<Cells>(here.cells[i]);
    for (std::size_t seat = 0; seat < 2; ++seat) {
      for (const bool last : {false, true}) {
        if (is_on_edge(cell, side, static_cast<int>(seat), last)) edges_[seat][last ? 1 : 0] |= own;
      }
    }
  }
}

template <class Cells>
bool ConnectionsOn<Cells>::joins_edges(const Cells& stones, game::Seat seat) const {
  Cells reached = stones & edges_[seat][0];
  Cells fresh = reached;
  while (!is_empty(fresh)) {
    Cells next{};
    for_each_cell(fresh, [&](int cell) { next |= neighbours(cell); });
    fresh = next & stones & ~reached;
    reached |= fresh;
  }
  return !is_empty(reached & edges_[seat][1]);
}

template <class Cells>
void ConnectionsOn<Cells>::name_group(Cells fresh, const Cells& own, End end) {
  while (!is_empty(fresh)) {
    Cells next{};
    for_each_cell(fresh, [&](int cell) {
      end_of_[static_cast<std::size_t>(cell)] = end;
      next |= neighbours(cell) & own;
    });
    fresh = {};
    for_each_cell(next, [&](int cell) {
      if (end_of_[static_cast<std::size_t>(cell)] == kNoEnd) fresh |= single_cell<Cells>(cell);
    });
  }
}

/// Groups of stones are one end each, those on an edge belong to it; every empty cell is an end of its own.
template <class Cells>
void ConnectionsOn<Cells>::name_ends(const Stones& stones, game::Seat seat) {
  end_of_.fill(kNoEnd);
  own_bit_.fill({});
  const Cells own = stones.of[seat];
  name_group(own & edges_[seat][0], own, kFirstEdge);
  name_group(own & edges_[seat][1], own, kLastEdge);
  End next = kLastEdge + 1;
  for_each_cell(own, [&](int cell) {
    if (end_of_[static_cast<std::size_t>(cell)] == kNoEnd) name_group(single_cell<Cells>(cell), own, next++);
  });
  for_each_cell(all_ & ~stones.of[0] & ~stones.of[1], [&](int cell) {
    end_of_[static_cast<std::size_t>(cell)] = next;
    own_bit_[next++] = single_cell<Cells>(cell);
  });
  ends_ = next;
}

template <class Cells>
void ConnectionsOn<Cells>::join_neighbours(const Cells& empty) {
  for_each_cell(empty, [&](int cell) {
    for_each_cell(neighbours(cell), [&](int next) {
      const End end = end_of_[static_cast<std::size_t>(next)];
      if (end != kNoEnd) add_safe(end_of_[static_cast<std::size_t>(cell)], end, {});
    });
  });
}

template <class Cells>
void ConnectionsOn<Cells>::add_safe(End a, End b, const Cells& carrier) {
  if (!take_in(pair(a, b).safe, carrier)) return;
  partners_[a] |= single_cell<WideCellSet>(b);
  partners_[b] |= single_cell<WideCellSet>(a);
  waiting_.push_back({a, b, carrier});
}

template <class Cells>
void ConnectionsOn<Cells>::add_near(End a, End b, const Cells& carrier) {
  Pair& between = pair(a, b);
  for (const Cells& safe : between.safe) {
    if (is_within(safe, carrier)) return;
  }
  if (take_in(between.near, carrier)) combine_near(a, b, 0, carrier, carrier, 1);
}

/// OR: near-connections with no cell in common to all of them.
template <class Cells>
void ConnectionsOn<Cells>::combine_near(End a, End b, std::size_t next, const Cells& common, const Cells& all,
                                        int used) {
  const auto& near = pair(a, b).near;
  for (std::size_t i = next; i < near.size(); ++i) {
    const Cells left = common & near[i];
    if (left == common) continue;
    if (is_empty(left))
      add_safe(a, b, all | near[i]);
    else if (used + 1 < kMostJoined)
      combine_near(a, b, i + 1, left, all | near[i], used + 1);
  }
}

/// AND: over a group of stones the whole is safe, over an empty cell that cell must be taken.
template <class Cells>
void ConnectionsOn<Cells>::extend_over(End from, End middle, const Cells& carrier) {
  // An edge joins nothing that would be nearer to the other edge for it.
  if (middle == kFirstEdge || middle == kLastEdge) return;
  const Cells through = own_bit_[middle];
  const Cells start = own_bit_[from];
  const Cells taken = carrier | start;
  for_each_cell(partners_[middle], [&](int other_end) {
    const auto end = static_cast<End>(other_end);
    if (end == from || !is_empty(own_bit_[end] & carrier)) return;
    const auto safe = pair(middle, end).safe;  // a copy: the list may change below
    for (const Cells& other : safe) {
      if (!is_empty(other & taken)) continue;
      if (is_empty(through))
        add_safe(from, end, carrier | other);
      else
        add_near(from, end, carrier | other | through);
    }
  });
}

template <class Cells>
void ConnectionsOn<Cells>::extend(const NewSafe& link) {
  extend_over(link.from, link.to, link.carrier);
  extend_over(link.to, link.from, link.carrier);
}

template <class Cells>
EdgeLinkOn<Cells> ConnectionsOn<Cells>::between_edges(const Stones& stones, game::Seat seat, bool stop_at_near,
                                                      std::size_t most_links) {
  name_ends(stones, seat);
  if (pairs_.size() < ends_ * ends_) pairs_.resize(ends_ * ends_);
  for (std::size_t a = 0; a < ends_; ++a) {
    partners_[a] = {};
    for (std::size_t b = a + 1; b < ends_; ++b) {
      pairs_[a * ends_ + b].safe.clear();
      pairs_[a * ends_ + b].near.clear();
    }
  }
  waiting_.clear();
  // Cells on an edge touch it.
  const Cells empty = all_ & ~stones.of[0] & ~stones.of[1];
  for (const bool last : {false, true}) {
    for_each_cell(empty & edge(seat, last), [&](int cell) {
      add_safe(end_of_[static_cast<std::size_t>(cell)], last ? kLastEdge : kFirstEdge, {});
    });
  }
  join_neighbours(empty);
  const Pair& goal = pair(kFirstEdge, kLastEdge);
  // What was found first has small carriers and is continued first.
  for (std::size_t done = 0; done < waiting_.size() && done < most_links; ++done) {
    if (!goal.safe.empty() || (stop_at_near && !goal.near.empty())) break;
    const NewSafe link = waiting_[done];
    extend(link);
  }
  EdgeLink link;
  link.joined.assign(goal.safe.begin(), goal.safe.end());
  link.nearly.assign(goal.near.begin(), goal.near.end());
  return link;
}

template class ConnectionsOn<CellSet>;
template class ConnectionsOn<WideCellSet>;

}  // namespace partita::games::hex
