#include "games/hex/edge_shapes.h"

#include <algorithm>
#include <bitset>
#include <map>

#include "games/hex/neighbours.h"

namespace partita::games::hex {

namespace {

using CellBits = std::bitset<kMaxCells>;

/// How far a cell lies from an edge of a seat, 0 on it.
int rows_to_edge(const Position& pos, int cell, game::Seat seat, bool last_edge) {
  const int line = seat == 0 ? cell / pos.side() : cell % pos.side();
  return last_edge ? pos.side() - 1 - line : line;
}

bool is_in(const CellBits& set, int cell) { return set[static_cast<std::size_t>(cell)]; }
void put_in(CellBits& set, int cell) { set[static_cast<std::size_t>(cell)] = true; }

/// The stones joined to the one on `cell`, and whether they touch the edge.
struct EdgeGroup {
  CellBits cells;
  bool touches = false;
};

/// `own`: the stones of the seat, whatever the position says.
template <class IsOwn>
EdgeGroup edge_group_at(const Position& pos, int cell, game::Seat seat, bool last_edge, const IsOwn& own) {
  EdgeGroup group;
  std::vector<int> waiting = {cell};
  put_in(group.cells, cell);
  while (!waiting.empty()) {
    const int here = waiting.back();
    waiting.pop_back();
    if (rows_to_edge(pos, here, seat, last_edge) == 0) group.touches = true;
    for_each_neighbour(here, pos.side(), [&](int next) {
      if (is_in(group.cells, next) || !own(next)) return;
      put_in(group.cells, next);
      waiting.push_back(next);
    });
  }
  return group;
}

/// Plays everything inside some free cells: the other side and the stone's in turn.
class TemplateSearch {
 public:
  TemplateSearch(const Position& pos, int cell, bool last_edge, std::vector<int> free)
      : pos_(pos),
        cell_(cell),
        seat_(static_cast<game::Seat>(pos.at(cell) - 1)),
        last_edge_(last_edge),
        free_(std::move(free)) {}

  /// Whether the stone reaches the edge although the other side begins.
  bool holds() { return holds(0, 0); }

 private:
  using Bits = unsigned;

  bool is_joined(Bits own) const {
    const auto is_own = [&](int next) {
      if (pos_.at(next) == 1 + seat_) return true;
      const auto found = std::find(free_.begin(), free_.end(), next);
      return found != free_.end() && (own >> (found - free_.begin()) & 1U) != 0;
    };
    return edge_group_at(pos_, cell_, seat_, last_edge_, is_own).touches;
  }

  /// The other side is to move.
  bool holds(Bits own, Bits taken) {
    if (is_joined(own)) return true;
    const auto [known, is_new] = known_.try_emplace({own, taken}, true);
    if (!is_new) return known->second;
    bool is_held = true;
    bool has_move = false;
    for (std::size_t i = 0; i < free_.size() && is_held; ++i) {
      if (((own | taken) >> i & 1U) != 0) continue;
      has_move = true;
      is_held = can_answer(own, taken | 1U << i);
    }
    is_held = is_held && has_move;
    known_[{own, taken}] = is_held;
    return is_held;
  }

  bool can_answer(Bits own, Bits taken) {
    for (std::size_t i = 0; i < free_.size(); ++i) {
      if (((own | taken) >> i & 1U) == 0 && holds(own | 1U << i, taken)) return true;
    }
    return false;
  }

  const Position& pos_;
  int cell_;
  game::Seat seat_;
  bool last_edge_;
  std::vector<int> free_;
  std::map<std::pair<Bits, Bits>, bool> known_;
};

/// The cells of a template beside and below the stone, itself not among them: `beside` is its neighbour on the same
/// row.
std::vector<int> template_cells(const Position& pos, int cell, int beside, bool last_edge) {
  const auto seat = static_cast<game::Seat>(pos.at(cell) - 1);
  std::vector<int> cells = {beside};
  const auto add_below = [&](int from) {
    for_each_neighbour(from, pos.side(), [&](int next) {
      const bool is_below = rows_to_edge(pos, next, seat, last_edge) == rows_to_edge(pos, from, seat, last_edge) - 1;
      if (is_below && std::find(cells.begin(), cells.end(), next) == cells.end()) cells.push_back(next);
    });
  };
  add_below(cell);
  add_below(beside);
  for (std::size_t i = 1, end = cells.size(); i < end; ++i) add_below(cells[i]);
  return cells;
}

/// Cells on which one stone joins the group to the edge.
std::vector<int> joining_cells(const Position& pos, int cell, game::Seat seat, bool last_edge) {
  const auto is_own = [&](int next) { return pos.at(next) == 1 + seat; };
  const EdgeGroup group = edge_group_at(pos, cell, seat, last_edge, is_own);
  std::vector<int> cells;
  for (int free = 0; free < pos.cell_count(); ++free) {
    if (pos.at(free) != 0) continue;
    bool is_beside = false;
    bool reaches = rows_to_edge(pos, free, seat, last_edge) == 0;
    for_each_neighbour(free, pos.side(), [&](int next) {
      if (is_in(group.cells, next)) is_beside = true;
      if (!reaches && is_own(next) && !is_in(group.cells, next))
        reaches = edge_group_at(pos, next, seat, last_edge, is_own).touches;
    });
    if (is_beside && reaches) cells.push_back(free);
  }
  return cells;
}

/// The free cell beside both on the second row, where the ladder goes on.
std::optional<int> next_step(const Position& pos, int head, int answer, game::Seat seat, bool last_edge) {
  std::optional<int> step;
  for_each_neighbour(head, pos.side(), [&](int next) {
    if (pos.at(next) != 0 || rows_to_edge(pos, next, seat, last_edge) != 1) return;
    for_each_neighbour(answer, pos.side(), [&](int other) {
      if (other == next) step = next;
    });
  });
  return step;
}

Position played_by(Position pos, int cell, game::Seat seat) {
  if (pos.to_move() != seat) pos.pass();
  pos.play(Move{static_cast<std::uint8_t>(cell)});
  return pos;
}

}  // namespace

std::optional<std::vector<int>> edge_template(const Position& pos, int cell, bool last_edge) {
  constexpr int kThirdRow = 2;
  const auto seat = static_cast<game::Seat>(pos.at(cell) - 1);
  if (rows_to_edge(pos, cell, seat, last_edge) != kThirdRow) return std::nullopt;
  if (edge_group_at(pos, cell, seat, last_edge, [&](int next) { return pos.at(next) == 1 + seat; }).touches)
    return std::nullopt;
  std::vector<int> sides;
  for_each_neighbour(cell, pos.side(), [&](int next) {
    if (rows_to_edge(pos, next, seat, last_edge) == kThirdRow) sides.push_back(next);
  });
  for (const int beside : sides) {
    std::vector<int> cells = template_cells(pos, cell, beside, last_edge);
    if (std::any_of(cells.begin(), cells.end(), [&](int one) { return pos.at(one) == 2 - seat; })) continue;
    std::erase_if(cells, [&](int one) { return pos.at(one) != 0; });
    std::sort(cells.begin(), cells.end());
    if (TemplateSearch(pos, cell, last_edge, cells).holds()) return cells;
  }
  return std::nullopt;
}

std::optional<Ladder> ladder_from(const Position& pos, int cell, bool last_edge) {
  const auto seat = static_cast<game::Seat>(pos.at(cell) - 1);
  const auto other = static_cast<game::Seat>(1 - seat);
  if (rows_to_edge(pos, cell, seat, last_edge) != 1) return std::nullopt;
  Ladder ladder{{cell}, false};
  Position now = pos;
  int steps = 0;
  for (int head = cell;; ++steps) {
    const auto cells = joining_cells(now, cell, seat, last_edge);
    const auto is_own = [&](int next) { return now.at(next) == 1 + seat; };
    ladder.is_escaped = cells.size() >= 2 || edge_group_at(now, cell, seat, last_edge, is_own).touches;
    if (ladder.is_escaped || cells.size() != 1) break;
    now = played_by(now, cells[0], other);
    // An answer that joins the other side's edges is the end of it.
    if (now.is_over()) break;
    ladder.line.push_back(cells[0]);
    const auto step = next_step(now, head, cells[0], seat, last_edge);
    if (!step) {
      ++steps;
      break;
    }
    now = played_by(now, *step, seat);
    // Who joins both edges on the way has more than a ladder.
    if (now.is_over()) return std::nullopt;
    ladder.line.push_back(*step);
    head = *step;
  }
  // A last stone that threatens nothing is no part of it.
  if (!ladder.is_escaped && ladder.line.size() % 2 == 1) ladder.line.pop_back();
  if (steps < (ladder.is_escaped ? 1 : 2)) return std::nullopt;
  return ladder;
}

}  // namespace partita::games::hex
