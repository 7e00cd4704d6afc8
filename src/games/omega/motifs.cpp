#include "games/omega/omega.h"

#include <algorithm>
#include <set>

#include "game/motif_words.h"

namespace partita::embedded {
const std::vector<base::EmbeddedFile>& omega_words();
}

/// What can be said of a stone in Omega: which groups it starts, enlarges, joins, keeps apart or shuts in, and what
/// that does to the product of their sizes.
namespace partita::games::omega {

namespace {

using Motifs = std::vector<game::Motif>;
using Numbers = std::vector<std::int64_t>;

/// Roots of the groups of a colour that touch a cell.
std::set<int> groups_beside(const Position& pos, int cell, int colour) {
  std::set<int> roots;
  for (const int next : pos.board().neighbours[static_cast<std::size_t>(cell)]) {
    if (next < pos.cells() && pos.stone_at(next) == colour) roots.insert(pos.group_of(next));
  }
  return roots;
}

/// Colour, product before, size after, then the sizes, the smallest first.
Numbers join_numbers(const Position& pos, int colour, const std::set<int>& roots) {
  Numbers sizes;
  for (const int root : roots) sizes.push_back(pos.group_size(root));
  std::sort(sizes.begin(), sizes.end());
  Numbers numbers = {colour, 1, 1};
  for (const std::int64_t size : sizes) {
    numbers[1] *= size;
    numbers[2] += size;
    numbers.push_back(size);
  }
  return numbers;
}

/// Groups of 2 and 3 are worth as much as the one of 6 that they become: nothing is to be told of it.
bool is_product_changed(const Numbers& numbers) { return numbers[1] != numbers[2]; }

/// Somebody else than the owner of a colour: the mover, or whoever comes next where the mover owns it.
game::Seat other_than(const Position& pos, int colour) {
  const game::Seat owner = pos.seat_of(static_cast<Colour>(colour));
  const game::Seat mover = pos.to_move();
  return owner != mover ? mover : static_cast<game::Seat>((mover + 1) % pos.seat_count());
}

void add_own_groups(const Position& pos, Move move, Motifs& motifs) {
  const auto roots = groups_beside(pos, move.cell(), move.colour());
  const game::Seat owner = pos.seat_of(static_cast<Colour>(move.colour()));
  if (roots.empty()) {
    motifs.push_back({"start", owner, {}, {move.colour()}});
  } else if (roots.size() == 1) {
    const std::int64_t size = pos.group_size(*roots.begin());
    motifs.push_back({"grow", owner, {}, {move.colour(), size, size + 1}});
  } else {
    Numbers numbers = join_numbers(pos, move.colour(), roots);
    if (!is_product_changed(numbers)) return;
    const bool is_loss = numbers[2] < numbers[1];
    const bool is_own = owner == pos.to_move();
    const game::Seat side = is_loss ? other_than(pos, move.colour()) : owner;
    motifs.push_back({!is_loss ? "join" : is_own ? "self-spoil" : "spoil", side, {}, std::move(numbers)});
  }
}

void add_splits(const Position& pos, Move move, Motifs& motifs) {
  for (int colour = 0; colour < pos.players(); ++colour) {
    if (colour == move.colour()) continue;
    const auto roots = groups_beside(pos, move.cell(), colour);
    if (roots.size() < 2) continue;
    Numbers numbers = join_numbers(pos, colour, roots);
    if (!is_product_changed(numbers)) continue;
    const game::Seat owner = pos.seat_of(static_cast<Colour>(colour));
    const game::Seat side = numbers[2] < numbers[1] ? owner : other_than(pos, colour);
    motifs.push_back({"split", side, {}, std::move(numbers)});
  }
}

/// Cells that would have helped another colour: one group of it stands beside, which a stone there would have enlarged.
void add_denied(const Position& pos, Move move, Motifs& motifs) {
  for (int colour = 0; colour < pos.players(); ++colour) {
    const auto roots = groups_beside(pos, move.cell(), colour);
    if (colour == move.colour() || roots.size() != 1) continue;
    const std::int64_t size = pos.group_size(*roots.begin());
    motifs.push_back({"denies", other_than(pos, colour), {}, {colour, size, size + 1}});
  }
}

/// In the last round: how many turns are left, who has the last one, and how many cells no stone comes to.
void add_end(const Position& pos, Move move, Motifs& motifs) {
  Position after = game::position_after(pos, move);
  if (after.is_over() || !after.starts_turn() || after.turns_left() > pos.players()) return;
  const int last = pos.players() - 1;
  motifs.push_back({"end-parity",
                    pos.seat_of(static_cast<Colour>(last)),
                    {},
                    {after.turns_left(), last, after.free_count() - after.plies_left()}});
}

bool has_free_neighbour(const Position& pos, int root) {
  const Colour colour = pos.stone_at(root);
  for (int cell = 0; cell < pos.cells(); ++cell) {
    if (pos.stone_at(cell) != colour || pos.group_of(cell) != root) continue;
    for (const int next : pos.board().neighbours[static_cast<std::size_t>(cell)]) {
      if (next < pos.cells() && pos.is_free(next)) return true;
    }
  }
  return false;
}

/// Groups beside the new stone, its own included, that have no free cell beside them any more.
void add_dead_groups(const Position& pos, Move move, Motifs& motifs) {
  Position after = game::position_after(pos, move);
  for (int colour = 0; colour < pos.players(); ++colour) {
    std::set<int> roots = groups_beside(after, move.cell(), colour);
    if (colour == move.colour()) roots.insert(after.group_of(move.cell()));
    for (const int root : roots) {
      if (has_free_neighbour(after, root)) continue;
      motifs.push_back({"dead", other_than(pos, colour), {}, {colour, after.group_size(root)}});
    }
  }
}

}  // namespace

const std::vector<game::MotifKind>& Omega::motif_kinds() {
  static const std::vector<game::MotifKind> kinds = game::read_motif_kinds(embedded::omega_words());
  return kinds;
}

std::vector<game::Motif> Omega::find_motifs(const Position& pos, Move move) {
  Motifs motifs;
  if (move.is_swap()) return motifs;
  add_own_groups(pos, move, motifs);
  add_splits(pos, move, motifs);
  add_denied(pos, move, motifs);
  add_dead_groups(pos, move, motifs);
  add_end(pos, move, motifs);
  return motifs;
}

}  // namespace partita::games::omega
