// Motifs checked by the rules: moves are played, endings read, areas walked cell by cell.
#include <algorithm>
#include <optional>
#include <set>

#include "game/forced_wins.h"
#include "games/andantino/andantino.h"

namespace partita::games::andantino {

namespace {

using CheckedMoves = std::vector<Move>;

/// The cells of a motif as moves, in their order.
CheckedMoves moves_named(const Position& pos, const std::vector<std::string>& names) {
  CheckedMoves moves;
  for (const std::string& name : names) {
    const auto hex = board::read_hex(name, pos.side());
    moves.push_back({hex ? cell_of(*hex) : Cell{0}});
  }
  return moves;
}

bool is_among(const CheckedMoves& moves, Move move) {
  return std::find(moves.begin(), moves.end(), move) != moves.end();
}

std::string ending_by(Position pos, Move move) {
  if (!is_among(game::listed_moves<Andantino>(pos), move)) return "not legal";
  pos.play(move);
  return Notation::ending(pos);
}

/// Whether the mover of `pos` wins at once on each of the cells, and by what; "" is by anything.
bool wins_on_each(const Position& pos, const CheckedMoves& cells, const std::string& by) {
  return !cells.empty() && std::all_of(cells.begin(), cells.end(), [&](Move move) {
    const std::string ending = ending_by(pos, move);
    return ending != "not legal" && game::wins_at_once<Andantino>(pos, move) && ending.find(by) != std::string::npos;
  });
}

/// The cells that are joined to `start` without crossing a stone of `walls`; nothing if they reach the rim.
std::optional<std::set<Cell>> closed_around(const Position& pos, Cell start, Colour walls) {
  std::set<Cell> seen = {start};
  std::vector<Cell> waiting = {start};
  while (!waiting.empty()) {
    const board::Hex here = hex_of(waiting.back());
    waiting.pop_back();
    for (const board::Hex direction : board::kHexDirections) {
      if (!board::is_on_hex_board(here + direction, pos.side())) return std::nullopt;
      const Cell next = cell_of(here + direction);
      if (!pos.stones(walls).has(next) && seen.insert(next).second) waiting.push_back(next);
    }
  }
  return seen;
}

/// Stones of the loser that the winner's stones shut off from the rim.
std::int64_t walked_prisoners(const Position& pos, Colour winner) {
  std::int64_t prisoners = 0;
  for_each_cell(pos.side(), [&](Cell cell) {
    if (pos.stones(other(winner)).has(cell) && closed_around(pos, cell, winner)) ++prisoners;
  });
  return prisoners;
}

bool is_area_closed(const Position& after, Colour closer, const game::Motif& motif) {
  const CheckedMoves cells = moves_named(after, motif.cells);
  if (motif.numbers != std::vector<std::int64_t>{static_cast<std::int64_t>(cells.size())}) return false;
  return std::all_of(cells.begin(), cells.end(), [&](Move move) {
    const auto area = closed_around(after, move.cell, closer);
    const bool is_empty = area && std::none_of(area->begin(), area->end(), [&](Cell cell) {
                            return after.stones(Colour::kWhite).has(cell) || after.stones(Colour::kBlack).has(cell);
                          });
    const std::string ending = ending_by(after, move);
    return is_empty && (ending == "not legal" || ending == "suicide");
  });
}

bool is_four_between(const Position& after, Colour colour, const CheckedMoves& ends) {
  if (ends.size() != 2) return false;
  const board::Hex way = hex_of(ends[1].cell) - hex_of(ends[0].cell);
  if (board::hex_distance(way) != 5 || way.q % 5 != 0 || way.r % 5 != 0) return false;
  for (int i = 1; i <= 4; ++i) {
    const board::Hex between = hex_of(ends[0].cell) + board::Hex{way.q / 5, way.r / 5} * i;
    if (!after.stones(colour).has(cell_of(between))) return false;
  }
  return true;
}

/// After every reply but that on the first cell it wins there, and after that one on the second.
bool is_next_threat_true(const Position& after, const CheckedMoves& cells) {
  if (cells.size() != 2 || !game::does_every_move_lose<Andantino>(after, {cells[0]})) return false;
  Position turned = after;
  turned.pass();
  if (!wins_on_each(turned, {cells[0]}, "") || !ending_by(after, cells[0]).empty()) return false;
  Position stopped = after;
  stopped.play(cells[0]);
  return wins_on_each(stopped, {cells[1]}, "");
}

/// What the mover threatens, with the turn given back to it.
bool is_threat_true(const Position& pos, const Position& after, const game::Motif& motif) {
  const CheckedMoves cells = moves_named(pos, motif.cells);
  if (motif.kind == "next-threat") {
    return game::winning_moves<Andantino>(after).empty() && is_next_threat_true(after, cells);
  }
  Position turned = after;
  turned.pass();
  const std::string_view kind = motif.kind;
  const bool are_fives = kind == "open-four" || kind == "double-five" || kind == "five-to-come";
  const bool are_rings = kind == "ring-to-close";
  if (!wins_on_each(turned, cells, are_fives ? "five" : are_rings ? "enclosure" : "")) return false;
  if (!game::winning_moves<Andantino>(after).empty()) return false;
  if (kind == "five-to-come" || are_rings) {
    return cells.size() == 1 && game::does_every_move_lose<Andantino>(after, cells);
  }
  if (!game::is_one_always_left<Andantino>(after, [&](Move win) { return is_among(cells, win); })) return false;
  if (kind == "unstoppable") return cells.size() == 1 && ending_by(after, cells[0]) == "suicide";
  if (kind == "open-four") return is_four_between(after, pos.mover(), cells);
  if (kind == "double-five") {
    return motif.numbers == std::vector<std::int64_t>{static_cast<std::int64_t>(cells.size())} && cells.size() >= 2;
  }
  return kind == "double-threat" && cells.size() >= 2;
}

bool is_stop_true(const Position& pos, const Position& after, const game::Motif& motif) {
  Position turned = pos;
  turned.pass();
  return wins_on_each(turned, moves_named(pos, motif.cells), motif.kind == "stops-five" ? "five" : "enclosure") &&
         !after.is_over() && game::winning_moves<Andantino>(after).empty();
}

/// Whether the stones told stand in one line of five cells through the move's cell, with the other colour nowhere on it
/// but perhaps on that cell.
bool is_row_true(const Position& pos, Move move, const Position& after, const game::Motif& motif) {
  const Colour builder = motif.kind == "row" ? pos.mover() : other(pos.mover());
  const CheckedMoves told = moves_named(pos, motif.cells);
  if (told.size() < 3 || motif.numbers != std::vector<std::int64_t>{static_cast<std::int64_t>(told.size())})
    return false;
  for (const board::Hex way : board::kHexDirections) {
    for (int first = -4; first <= 0; ++first) {
      std::size_t found = 0;
      bool is_free = true;
      for (int i = first; i <= first + 4; ++i) {
        const board::Hex here = hex_of(move.cell) + way * i;
        if (!board::is_on_hex_board(here, pos.side())) {
          is_free = false;
          break;
        }
        const Move place{cell_of(here)};
        if (after.stones(builder).has(place.cell) && is_among(told, place)) ++found;
        if (i != 0 && after.stones(other(builder)).has(place.cell)) is_free = false;
      }
      if (is_free && found == told.size()) return true;
    }
  }
  return false;
}

}  // namespace

bool Andantino::is_motif_true(const Position& pos, Move move, const game::Motif& motif) {
  const std::string ending = ending_by(pos, move);
  if (ending == "not legal") return false;
  Position after = game::position_after(pos, move);
  const std::string_view kind = motif.kind;
  const game::Seat mover = pos.to_move();
  const bool helps_opponent = kind == "suicide" || kind.substr(0, 7) == "allows-";
  if (motif.side != (helps_opponent ? 1 - mover : mover)) return false;
  if (kind == "five") return ending.find("five") != std::string::npos && after.payoff(mover) == game::kPoint;
  if (kind == "ring") {
    return ending == "enclosure" && after.payoff(mover) == game::kPoint &&
           motif.numbers == std::vector<std::int64_t>{walked_prisoners(after, pos.mover())};
  }
  if (kind == "suicide") return ending == "suicide" && after.payoff(mover) == 0;
  if (!ending.empty()) return false;
  if (kind == "allows-five") return wins_on_each(after, moves_named(pos, motif.cells), "five");
  if (kind == "allows-ring") return wins_on_each(after, moves_named(pos, motif.cells), "enclosure");
  if (kind == "stops-five" || kind == "stops-ring") return is_stop_true(pos, after, motif);
  if (kind == "closed-area") return is_area_closed(after, pos.mover(), motif);
  if (kind == "row" || kind == "blocks-row") return is_row_true(pos, move, after, motif);
  const bool is_chain = kind.size() > 6 && kind.substr(kind.size() - 6) == "-chain";
  return is_chain ? game::is_chain_motif_true<Andantino>(pos, move, motif) : is_threat_true(pos, after, motif);
}

}  // namespace partita::games::andantino
