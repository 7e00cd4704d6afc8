#include "games/hex/small_solver.h"

#include <algorithm>
#include <bit>

#include "base/random.h"

namespace partita::games::hex {

namespace {

constexpr game::Seat other_of(game::Seat seat) { return static_cast<game::Seat>(seat ^ 1); }

Stones stones_of(const Position& pos) {
  Stones stones;
  for (int cell = 0; cell < pos.cell_count(); ++cell) {
    if (pos.at(cell) != 0) stones.of[static_cast<std::size_t>(pos.at(cell) - 1)] |= one_cell(cell);
  }
  return stones;
}

/// The cells that all near-connections need, and all that any of those used needs.
struct NearThreats {
  CellSet must_play = 0;
  CellSet carriers = 0;
};
NearThreats near_threats(const std::vector<CellSet>& nearly, CellSet empty) {
  NearThreats threats{empty, 0};
  for (const CellSet carrier : nearly) {
    if ((threats.must_play & carrier) == threats.must_play) continue;
    threats.must_play &= carrier;
    threats.carriers |= carrier;
  }
  return threats;
}

CellSet smallest(const std::vector<CellSet>& carriers) {
  return *std::min_element(carriers.begin(), carriers.end(),
                           [](CellSet a, CellSet b) { return std::popcount(a) < std::popcount(b); });
}

}  // namespace

void SmallSolver::use_board(int side) {
  if (side_ == side) return;
  side_ = side;
  connections_.emplace(side);
  table_.assign(kTableSlots, {});
}

CellSet SmallSolver::mirrored(CellSet cells) const {
  CellSet result = 0;
  for (; cells != 0; cells &= cells - 1) {
    const int cell = std::countr_zero(cells);
    result |= one_cell(cell % side_ * side_ + cell / side_);
  }
  return result;
}

CellSet SmallSolver::turned(CellSet cells) const {
  CellSet result = 0;
  for (; cells != 0; cells &= cells - 1) result |= one_cell(side_ * side_ - 1 - std::countr_zero(cells));
  return result;
}

/// The smallest of four: mirrored along the diagonal the seats change places, and each can be turned by half.
SmallSolver::Image SmallSolver::canonical(const Stones& stones, game::Seat mover) const {
  Image least{stones, mover, false, false};
  const auto try_image = [&](const Stones& image, game::Seat seat, bool is_mirrored, bool is_turned) {
    if (std::pair(image.of, seat) < std::pair(least.stones.of, least.mover))
      least = {image, seat, is_mirrored, is_turned};
  };
  const Stones half{{turned(stones.of[0]), turned(stones.of[1])}};
  const Stones mirror{{mirrored(stones.of[1]), mirrored(stones.of[0])}};
  try_image(half, mover, false, true);
  try_image(mirror, other_of(mover), true, false);
  try_image({{turned(mirror.of[0]), turned(mirror.of[1])}}, other_of(mover), true, true);
  return least;
}

SmallSolver::Slot& SmallSolver::slot_of(const Image& image) {
  const std::uint64_t hash = base::mix64(image.stones.of[0] * 3 + base::mix64(image.stones.of[1] * 2 + image.mover));
  return table_[hash % kTableSlots];
}

EdgeLink SmallSolver::links(const Stones& stones, game::Seat seat, bool stop_at_near) {
  ++nodes_;
  return connections_->between_edges(stones, seat, stop_at_near);
}

/// Those first that leave the other side least to choose from.
std::vector<SmallSolver::Candidate> SmallSolver::candidates(const Stones& stones, game::Seat mover, CellSet cells) {
  std::vector<Candidate> list;
  const CellSet empty = connections_->all_cells() & ~stones.of[0] & ~stones.of[1];
  for (; cells != 0; cells &= cells - 1) {
    Candidate candidate;
    candidate.cell = std::countr_zero(cells);
    Stones after = stones;
    after.of[mover] |= one_cell(candidate.cell);
    if (connections_->joins_edges(after.of[mover], mover)) {
      candidate.link.joined = {0};
      return {candidate};
    }
    candidate.link = links(after, mover, false);
    if (!candidate.link.joined.empty()) return {candidate};
    candidate.must_play = near_threats(candidate.link.nearly, empty & ~one_cell(candidate.cell)).must_play;
    list.push_back(std::move(candidate));
  }
  const int middle = side_ - 1;
  const auto from_middle = [&](int cell) {
    const int row = cell / side_ * 2 - middle, column = cell % side_ * 2 - middle;
    return std::abs(row) + std::abs(column) + std::abs(row + column);
  };
  std::stable_sort(list.begin(), list.end(), [&](const Candidate& a, const Candidate& b) {
    const int left_a = std::popcount(a.must_play), left_b = std::popcount(b.must_play);
    return left_a != left_b ? left_a < left_b : from_middle(a.cell) < from_middle(b.cell);
  });
  return list;
}

SmallSolver::Win SmallSolver::search(const Stones& stones, game::Seat mover, const EdgeLink& link) {
  if ((*is_enough_)(nodes_)) gave_up_ = true;
  if (gave_up_) return {};
  const game::Seat other = other_of(mover);
  if (!link.joined.empty()) return {other, smallest(link.joined)};
  const Image image = canonical(stones, mover);
  Slot& slot = slot_of(image);
  const auto as_here = [&](CellSet cells) {
    if (image.is_turned) cells = turned(cells);
    return image.is_mirrored ? mirrored(cells) : cells;
  };
  if (slot.is_used && slot.stones == image.stones && slot.mover == image.mover) {
    const game::Seat winner = image.is_mirrored ? other_of(slot.win.winner) : slot.win.winner;
    return {winner, as_here(slot.win.carrier)};
  }
  const CellSet empty = connections_->all_cells() & ~stones.of[0] & ~stones.of[1];
  auto [must_play, lost_carrier] = near_threats(link.nearly, empty);
  Win win{other, lost_carrier};
  const EdgeLink own = must_play == 0 ? EdgeLink{} : links(stones, mover, true);
  if (!own.joined.empty()) {
    win = {mover, smallest(own.joined)};
  } else if (!own.nearly.empty()) {
    win = {mover, smallest(own.nearly)};
  } else if (must_play != 0) {
    for (const Candidate& candidate : candidates(stones, mover, must_play)) {
      if ((must_play & one_cell(candidate.cell)) == 0) continue;
      Stones after = stones;
      after.of[mover] |= one_cell(candidate.cell);
      const Win found = search(after, other, candidate.link);
      if (gave_up_) return {};
      if (found.winner == mover) {
        win = {mover, found.carrier | one_cell(candidate.cell)};
        break;
      }
      must_play &= found.carrier & ~one_cell(candidate.cell);
      win.carrier |= found.carrier;
    }
  }
  // The slot may have been given away below.
  CellSet kept = image.is_mirrored ? mirrored(win.carrier) : win.carrier;
  if (image.is_turned) kept = turned(kept);
  slot = {image.stones, {image.is_mirrored ? other_of(win.winner) : win.winner, kept}, image.mover, true};
  return win;
}

std::optional<SmallSolver::Answer> SmallSolver::solve(const Position& pos, const IsEnough& is_enough) {
  use_board(pos.side());
  nodes_ = 0;
  gave_up_ = false;
  is_enough_ = &is_enough;
  if (pos.rules().swap && pos.ply() <= 1 && !pos.has_swapped()) return solve_with_swap(pos, is_enough);
  const Stones stones = stones_of(pos);
  const game::Seat mover = pos.to_move();
  const EdgeLink link = links(stones, other_of(mover), false);
  const Win win = search(stones, mover, link);
  if (gave_up_) return std::nullopt;
  if (win.winner != mover) return Answer{win.winner, {}};
  const CellSet empty = connections_->all_cells() & ~stones.of[0] & ~stones.of[1];
  for (const Candidate& candidate : candidates(stones, mover, win.carrier & empty)) {
    Stones after = stones;
    after.of[mover] |= one_cell(candidate.cell);
    const Win found = search(after, other_of(mover), candidate.link);
    if (gave_up_) return std::nullopt;
    if (found.winner == mover) return Answer{mover, Move{static_cast<std::uint8_t>(candidate.cell)}};
  }
  return std::nullopt;
}

/// The first two plies as the rules play them: what may be swapped away has two owners.
std::optional<SmallSolver::Answer> SmallSolver::solve_with_swap(const Position& pos, const IsEnough& is_enough) {
  std::uint64_t nodes = 0;
  const IsEnough all_together = [&](std::uint64_t more) { return is_enough(nodes + more); };
  std::optional<Answer> answer = Answer{other_of(pos.to_move()), {}};
  const auto wins_by = [&](Move move) {
    Position after = pos;
    after.play(move);
    const auto found = solve(after, all_together);
    nodes += nodes_;
    if (!found) answer.reset();
    return found && found->winner == pos.to_move();
  };
  for (int cell = pos.can_swap() ? -1 : 0; answer && cell < pos.cell_count(); ++cell) {
    if (cell >= 0 && pos.at(cell) != 0) continue;
    const Move move = cell < 0 ? kSwap : Move{static_cast<std::uint8_t>(cell)};
    if (wins_by(move)) {
      answer = Answer{pos.to_move(), move};
      break;
    }
  }
  nodes_ = nodes;
  return answer;
}

}  // namespace partita::games::hex
