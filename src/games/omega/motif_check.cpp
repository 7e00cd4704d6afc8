// Motifs checked by counting stones on the board as people see it, and by the scores that the rules give.
#include <algorithm>
#include <map>
#include <set>

#include "games/omega/omega.h"

namespace partita::games::omega {

namespace {

using Place = std::pair<int, int>;

/// What stands where, by axial coordinates.
std::map<Place, Colour> stones_by_place(const Position& pos) {
  std::map<Place, Colour> stones;
  for (int cell = 0; cell < pos.cells(); ++cell) {
    const board::Hex hex = pos.board().hex[static_cast<std::size_t>(cell)];
    stones[{hex.q, hex.r}] = pos.stone_at(cell);
  }
  return stones;
}

Place place_of(const Position& pos, Move move) {
  const board::Hex hex = pos.board().hex[static_cast<std::size_t>(move.cell())];
  return {hex.q, hex.r};
}

std::vector<Place> around(Place place) {
  std::vector<Place> places;
  for (const board::Hex step : board::kHexDirections) places.emplace_back(place.first + step.q, place.second + step.r);
  return places;
}

/// The stones joined to the one on a place, its own included.
std::set<Place> group_at(const std::map<Place, Colour>& stones, Place start) {
  std::set<Place> group = {start};
  std::vector<Place> waiting = {start};
  while (!waiting.empty()) {
    const Place here = waiting.back();
    waiting.pop_back();
    for (const Place& next : around(here)) {
      const auto found = stones.find(next);
      if (found == stones.end() || found->second != stones.at(start)) continue;
      if (group.insert(next).second) waiting.push_back(next);
    }
  }
  return group;
}

/// Sizes of a colour's groups that touch a place, the smallest first.
std::vector<std::int64_t> sizes_beside(const std::map<Place, Colour>& stones, Place place, int colour) {
  std::set<std::set<Place>> groups;
  for (const Place& next : around(place)) {
    const auto found = stones.find(next);
    if (found != stones.end() && found->second == colour) groups.insert(group_at(stones, next));
  }
  std::vector<std::int64_t> sizes;
  for (const auto& group : groups) sizes.push_back(static_cast<std::int64_t>(group.size()));
  std::sort(sizes.begin(), sizes.end());
  return sizes;
}

std::int64_t product_of(const std::vector<std::int64_t>& sizes) {
  std::int64_t product = 1;
  for (const std::int64_t size : sizes) product *= size;
  return product;
}

/// The numbers of a join that a stone of the colour makes here.
std::vector<std::int64_t> counted_join(const std::map<Place, Colour>& stones, Place place, int colour) {
  const auto sizes = sizes_beside(stones, place, colour);
  std::int64_t sum = 1;
  for (const std::int64_t size : sizes) sum += size;
  std::vector<std::int64_t> numbers = {colour, product_of(sizes), sum};
  numbers.insert(numbers.end(), sizes.begin(), sizes.end());
  return numbers;
}

/// Whether the stone changed the colour's score as the claim says: by the factor after / before.
bool does_score_change(const Position& pos, Move move, std::int64_t before, std::int64_t now) {
  Position after = game::position_after(pos, move);
  return pos.score(move.colour()) / static_cast<Exact>(before) * static_cast<Exact>(now) == after.score(move.colour());
}

bool is_dead_true(const std::map<Place, Colour>& after, Place place, const game::Motif& motif) {
  std::vector<Place> starts = around(place);
  starts.push_back(place);
  return std::any_of(starts.begin(), starts.end(), [&](Place start) {
    const auto found = after.find(start);
    if (found == after.end() || found->second != motif.numbers.at(0)) return false;
    const std::set<Place> group = group_at(after, start);
    if (static_cast<std::int64_t>(group.size()) != motif.numbers.at(1)) return false;
    return std::none_of(group.begin(), group.end(), [&](Place stone) {
      const auto beside = around(stone);
      return std::any_of(beside.begin(), beside.end(), [&](Place next) {
        const auto cell = after.find(next);
        return cell != after.end() && cell->second == kFree;
      });
    });
  });
}

/// Plays on, anything that is legal, and counts the turns to the end, whose colour had the last and the cells left.
bool is_end_true(Position pos, const game::Motif& motif) {
  std::int64_t turns = 0;
  std::int64_t last = -1;
  while (!pos.is_over()) {
    if (pos.starts_turn()) ++turns;
    last = pos.mover();
    game::MoveList<Omega> moves;
    Omega::generate_moves(pos, moves);
    if (moves.begin() == moves.end()) return false;
    pos.play(*moves.begin());
  }
  return turns > 0 && motif.side == pos.seat_of(static_cast<Colour>(last)) &&
         motif.numbers == std::vector<std::int64_t>{turns, last, pos.free_count()};
}

}  // namespace

bool Omega::is_motif_true(const Position& pos, Move move, const game::Motif& motif) {
  if (move.is_swap() || !pos.is_pending(move.colour()) || !pos.is_free(move.cell()) || motif.numbers.empty()) {
    return false;
  }
  const std::map<Place, Colour> stones = stones_by_place(pos);
  const Place place = place_of(pos, move);
  const std::string_view kind = motif.kind;
  const int colour = static_cast<int>(motif.numbers[0]);
  if (kind == "dead") {
    Position after = game::position_after(pos, move);
    return is_dead_true(stones_by_place(after), place, motif);
  }
  if (kind == "end-parity") {
    Position after = game::position_after(pos, move);
    return after.starts_turn() && is_end_true(after, motif);
  }
  const auto sizes = sizes_beside(stones, place, colour);
  if (kind == "denies") {
    return colour != move.colour() && sizes.size() == 1 &&
           motif.numbers == std::vector<std::int64_t>{colour, sizes[0], sizes[0] + 1};
  }
  if (kind == "split") {
    return colour != move.colour() && sizes.size() >= 2 && motif.numbers == counted_join(stones, place, colour);
  }
  if (colour != move.colour()) return false;
  if (kind == "start") return sizes.empty() && does_score_change(pos, move, 1, 1);
  if (kind == "grow") {
    return sizes.size() == 1 && motif.numbers == std::vector<std::int64_t>{colour, sizes[0], sizes[0] + 1} &&
           does_score_change(pos, move, sizes[0], sizes[0] + 1);
  }
  const bool is_own = pos.seat_of(static_cast<Colour>(colour)) == pos.to_move();
  if (sizes.size() < 2 || motif.numbers != counted_join(stones, place, colour)) return false;
  if (!does_score_change(pos, move, motif.numbers[1], motif.numbers[2])) return false;
  const bool is_loss = motif.numbers[2] < motif.numbers[1];
  return kind == "join" ? !is_loss : is_loss && kind == (is_own ? "self-spoil" : "spoil");
}

}  // namespace partita::games::omega
