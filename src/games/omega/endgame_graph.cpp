#include "games/omega/endgame_graph.h"

#include <algorithm>

#include "games/omega/omega.h"

namespace partita::games::omega {

EndgameGraph::EndgameGraph(const Position& pos, int colour) {
  std::vector<int> free;
  pos.for_each_free([&](int cell) { free.push_back(cell); });
  std::vector<int> roots;
  for (const int cell : free) {
    FreeCell row;
    for (const int next : pos.board().neighbours[static_cast<std::size_t>(cell)]) {
      if (next == kOffBoard) continue;
      if (pos.is_free(next)) {
        const auto number = std::lower_bound(free.begin(), free.end(), next) - free.begin();
        if (next < cell) row.neighbours |= FreeSet{1} << number;
        continue;
      }
      if (pos.stone_at(next) != colour) continue;
      const int root = pos.group_of(next);
      const auto known = std::find(roots.begin(), roots.end(), root);
      const auto group = static_cast<std::uint8_t>(known - roots.begin());
      if (known == roots.end()) roots.push_back(root);
      const auto end = row.groups.begin() + row.group_count;
      if (std::find(row.groups.begin(), end, group) == end) row.groups[row.group_count++] = group;
    }
    cells_.push_back(row);
  }
  for (const int root : roots) group_sizes_.push_back(static_cast<std::uint16_t>(pos.group_size(root)));
  pos.for_each_group_of(colour, [&](int root, Colour, int size) {
    if (std::find(roots.begin(), roots.end(), root) == roots.end()) constant_ *= static_cast<Exact>(size);
  });
}

Exact EndgameGraph::score_with(FreeSet cells) const {
  // Atoms: the free cells, then the touched groups; each touched group touches a free cell, a cell touches at most
  // three.
  std::array<std::uint8_t, 4 * kMaxFree> parent;
  std::array<std::uint16_t, 4 * kMaxFree> size;
  const std::size_t first_group = cells_.size();
  for (std::size_t group = 0; group < group_sizes_.size(); ++group) {
    parent[first_group + group] = static_cast<std::uint8_t>(first_group + group);
    size[first_group + group] = group_sizes_[group];
  }
  const auto join = [&](std::size_t into, std::size_t other) {
    while (parent[other] != other) other = parent[other];
    if (other == into) return;
    parent[other] = static_cast<std::uint8_t>(into);
    size[into] = static_cast<std::uint16_t>(size[into] + size[other]);
    size[other] = 0;
  };
  for (FreeSet rest = cells; rest != 0; rest &= rest - 1) {
    const auto cell = static_cast<std::size_t>(std::countr_zero(rest));
    parent[cell] = static_cast<std::uint8_t>(cell);
    size[cell] = 1;
    for (FreeSet near = cells_[cell].neighbours & cells; near != 0; near &= near - 1) {
      join(cell, static_cast<std::size_t>(std::countr_zero(near)));
    }
    for (std::size_t i = 0; i < cells_[cell].group_count; ++i) join(cell, first_group + cells_[cell].groups[i]);
  }
  Exact product = constant_;
  const auto take = [&](std::size_t atom) {
    if (size[atom] > 1) product *= size[atom];
  };
  for (FreeSet rest = cells; rest != 0; rest &= rest - 1) take(static_cast<std::size_t>(std::countr_zero(rest)));
  for (std::size_t group = 0; group < group_sizes_.size(); ++group) take(first_group + group);
  return product;
}

std::vector<EndgameStep> endgame_steps(const Position& pos) {
  std::vector<EndgameStep> steps;
  int mover = pos.mover();
  unsigned pending = pos.pending();
  for (int left = pos.plies_left(); left > 0; --left) {
    const int colour = (pending >> mover & 1) != 0 ? mover : std::countr_zero(pending);
    steps.push_back({static_cast<Colour>(mover), static_cast<Colour>(colour)});
    pending &= ~(1u << colour);
    if (pending != 0) continue;
    pending = pos.all_colours();
    mover = (mover + 1) % pos.players();
  }
  return steps;
}

}  // namespace partita::games::omega
