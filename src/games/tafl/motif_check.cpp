// Motifs checked by the rules: moves are played, endings read, ways walked square by square.
#include <algorithm>
#include <set>

#include "game/forced_wins.h"
#include "games/tafl/tafl.h"

namespace partita::games::tafl {

namespace {

using Names = std::vector<std::string>;
using NameSet = std::set<std::string>;

std::string ending_text(Position pos, Move move) {
  pos.play(move);
  return Notation::ending(pos);
}

NameSet as_set(const Names& names) { return {names.begin(), names.end()}; }

/// Where the side to move wins at once in this way, by the square that the piece goes to; "": in any way.
NameSet winning_squares(const Position& pos, const std::string& by) {
  NameSet squares;
  for (const Move move : game::winning_moves<Tafl>(pos)) {
    if (by.empty() || ending_text(pos, move) == by) squares.insert(write_square(move.to()));
  }
  return squares;
}

/// The same if the other side had the turn.
NameSet threatened_squares(const Position& pos, const std::string& by) {
  if (pos.is_over() || !pos.can_pass()) return {};
  Position turned = pos;
  turned.pass();
  return winning_squares(turned, by);
}

/// Squares of soldiers that some move of the side to move takes, read from boards before and after it.
NameSet takeable_squares(const Position& pos) {
  NameSet squares;
  const Side enemy = other(pos.mover());
  for (const Move move : game::listed_moves<Tafl>(pos)) {
    Position after = game::position_after(pos, move);
    for_each_cell(pos.pieces(enemy), [&](Square square) {
      if (square != pos.king() && !has(after.pieces(enemy), square)) squares.insert(write_square(square));
    });
  }
  return squares;
}

NameSet takeable_by_other(const Position& pos) {
  Position turned = pos;
  turned.pass();
  return takeable_squares(turned);
}

/// Squares where the king wins that he could walk to, step by step, if only attackers were in his way.
NameSet walked_escapes(const Position& pos) {
  const int size = pos.rules().size;
  std::set<Square> seen = {pos.king()};
  std::vector<Square> waiting = {pos.king()};
  NameSet found;
  while (!waiting.empty()) {
    const Square here = waiting.back();
    waiting.pop_back();
    if (has(pos.ground().escapes, here)) found.insert(write_square(here));
    for (const auto& [files, ranks] : {std::pair{1, 0}, {-1, 0}, {0, 1}, {0, -1}}) {
      const int file = file_of(here) + files;
      const int rank = rank_of(here) + ranks;
      if (file < 0 || rank < 0 || file >= size || rank >= size) continue;
      const Square next = square_at(file, rank);
      if (!has(pos.attackers(), next) && seen.insert(next).second) waiting.push_back(next);
    }
  }
  return found;
}

bool is_taking_true(const Position& pos, Move move, const Position& after, const game::Motif& motif) {
  const Side enemy = other(pos.mover());
  NameSet taken;
  bool is_far = false;
  for_each_cell(pos.pieces(enemy), [&](Square square) {
    if (has(after.pieces(enemy), square)) return;
    taken.insert(write_square(square));
    const int files = std::abs(file_of(square) - file_of(move.to()));
    const int ranks = std::abs(rank_of(square) - rank_of(move.to()));
    is_far = is_far || files + ranks > 1;
  });
  if (motif.numbers != std::vector<std::int64_t>{static_cast<std::int64_t>(taken.size())}) return false;
  return taken == as_set(motif.cells) && !taken.empty() && is_far == (motif.kind == "shieldwall") &&
         (!is_far || pos.rules().shieldwall);
}

/// Each of the pieces told can be taken now, and the piece that stands there could not be before.
bool is_letting_true(const Position& pos, Move move, const Position& after, const game::Motif& motif) {
  const NameSet now = takeable_squares(after);
  const NameSet before = takeable_by_other(pos);
  return !motif.cells.empty() && std::all_of(motif.cells.begin(), motif.cells.end(), [&](const std::string& name) {
    const std::string stood = name == write_square(move.to()) ? write_square(move.from()) : name;
    return now.count(name) > 0 && before.count(stood) == 0;
  });
}

bool is_saving_true(const Position& pos, Move move, const Position& after, const game::Motif& motif) {
  const NameSet now = takeable_squares(after);
  const NameSet before = takeable_by_other(pos);
  return !motif.cells.empty() && motif.numbers.at(0) == static_cast<std::int64_t>(motif.cells.size()) &&
         std::all_of(motif.cells.begin(), motif.cells.end(), [&](const std::string& name) {
           const std::string stands = name == write_square(move.from()) ? write_square(move.to()) : name;
           return before.count(name) > 0 && now.count(stands) == 0;
         });
}

bool is_attack_true(const Position& pos, const Position& after, const game::Motif& motif) {
  Position again = after;
  again.pass();
  const NameSet now = takeable_squares(again);
  const NameSet before = takeable_squares(pos);
  return !motif.cells.empty() && std::all_of(motif.cells.begin(), motif.cells.end(), [&](const std::string& name) {
    return now.count(name) > 0 && before.count(name) == 0;
  });
}

bool are_ways_true(const Position& pos, const Position& after, const game::Motif& motif) {
  const NameSet before = walked_escapes(pos);
  const NameSet now = walked_escapes(after);
  if (motif.kind == "break-out") return before.empty() && !now.empty();
  if (pos.mover() != Side::kAttackers) return false;
  if (motif.kind == "shut-in") {
    const std::int64_t corners = pos.rules().escape == Escape::kCorner ? 1 : 0;
    return !before.empty() && now.empty() && motif.numbers == std::vector<std::int64_t>{corners};
  }
  return !motif.cells.empty() && motif.numbers.at(0) == static_cast<std::int64_t>(motif.cells.size()) &&
         std::all_of(motif.cells.begin(), motif.cells.end(),
                     [&](const std::string& name) { return before.count(name) > 0 && now.count(name) == 0; });
}

/// What threatens after the move, or threatened before it.
bool is_threat_true(const Position& pos, const Position& after, const game::Motif& motif) {
  const std::string_view kind = motif.kind;
  const NameSet told = as_set(motif.cells);
  if (kind == "no-answer") return game::does_every_move_lose<Tafl>(after);
  if (!game::winning_moves<Tafl>(after).empty() || told.empty()) return false;
  if (kind == "closes-road") return threatened_squares(pos, "king-escaped") == told;
  if (kind == "saves-king") return threatened_squares(pos, "king-captured") == told;
  const bool is_road = kind == "road" || kind == "double-road" || kind == "open-road";
  if (threatened_squares(after, is_road ? "king-escaped" : "king-captured") != told) return false;
  if (kind == "road" || kind == "siege") return true;
  if (kind == "king-lost") return game::does_every_move_lose<Tafl>(after);
  if ((kind == "double-road") != (told.size() >= 2)) return false;
  return game::is_one_always_left<Tafl>(
      after, [&](Move win) { return win.from() == after.king() && told.count(write_square(win.to())) > 0; });
}

bool is_end_true(const Position& pos, Move move, const Position& after, const game::Motif& motif) {
  const std::string ending = Notation::ending(after);
  if (after.payoff(pos.to_move()) != game::kPoint) return false;
  if (motif.kind == "escape") return ending == "king-escaped" && motif.cells == Names{write_square(move.to())};
  if (motif.kind == "king-taken") return ending == "king-captured" && motif.cells == Names{write_square(pos.king())};
  if (motif.kind == "fort") return ending == "exit-fort";
  if (motif.kind == "encirclement") return ending == "encircled";
  return motif.kind == "stuck" && !after.can_move(after.mover());
}

bool is_allowed_true(const Position& after, const game::Motif& motif) {
  if (motif.kind == "allows-escape") return winning_squares(after, "king-escaped") == as_set(motif.cells);
  if (motif.kind == "allows-king-taken") return winning_squares(after, "king-captured") == as_set(motif.cells);
  return std::all_of(motif.cells.begin(), motif.cells.end(), [&](const std::string& name) {
    const auto move = Notation::read_move(after, name);
    return move.ok() && game::wins_at_once<Tafl>(after, *move);
  });
}

bool starts_with(std::string_view text, std::string_view start) { return text.substr(0, start.size()) == start; }

}  // namespace

bool Tafl::is_motif_true(const Position& pos, Move move, const game::Motif& motif) {
  if (!is_legal(pos, move)) return false;
  Position after = game::position_after(pos, move);
  const std::string_view kind = motif.kind;
  const bool helps_opponent = starts_with(kind, "allows-") || kind == "lets-take";
  if (motif.side != (helps_opponent ? 1 - pos.to_move() : pos.to_move())) return false;
  if (after.is_over()) return is_end_true(pos, move, after, motif);
  if (kind.size() > 6 && kind.substr(kind.size() - 6) == "-chain")
    return game::is_chain_motif_true<Tafl>(pos, move, motif);
  if (starts_with(kind, "allows-")) return !motif.cells.empty() && is_allowed_true(after, motif);
  if (kind == "capture" || kind == "shieldwall") return is_taking_true(pos, move, after, motif);
  if (kind == "lets-take") return is_letting_true(pos, move, after, motif);
  if (kind == "saves") return is_saving_true(pos, move, after, motif);
  if (kind == "attack") return is_attack_true(pos, after, motif);
  if (kind == "shut-in" || kind == "guard" || kind == "break-out") return are_ways_true(pos, after, motif);
  return is_threat_true(pos, after, motif);
}

}  // namespace partita::games::tafl
