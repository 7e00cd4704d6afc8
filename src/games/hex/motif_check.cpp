// Motifs checked by the rules: moves are played, and of every bridge both ways are tried.
#include <algorithm>
#include <set>

#include "game/forced_wins.h"
#include "games/hex/bridges.h"
#include "games/hex/hex.h"
#include "games/hex/motifs.h"
#include "games/hex/neighbours.h"

namespace partita::games::hex {

namespace {

using Cells = std::vector<int>;

/// Cells by name, as they are played; none if one of them is not free.
Cells free_cells_named(const Position& pos, const std::vector<std::string>& names) {
  Cells cells;
  for (int cell = 0; cell < pos.cell_count(); ++cell) {
    if (pos.at(cell) != 0) continue;
    if (std::find(names.begin(), names.end(), Notation::cell_name(pos, cell)) != names.end()) cells.push_back(cell);
  }
  return cells.size() == names.size() ? cells : Cells{};
}

int cell_named(const Position& pos, const std::string& name) {
  for (int cell = 0; cell < pos.cell_count(); ++cell) {
    if (Notation::cell_name(pos, cell) == name) return cell;
  }
  return -1;
}

Move move_to(int cell) { return Move{static_cast<std::uint8_t>(cell)}; }

/// The position with the turn given to a seat.
Position with_turn(Position pos, game::Seat seat) {
  if (pos.to_move() != seat) pos.pass();
  return pos;
}

Cells cells_that_win(const Position& pos, game::Seat seat) {
  Cells cells;
  for (const Move move : game::winning_moves<Hex>(with_turn(pos, seat))) cells.push_back(move.cell);
  return cells;
}

/// Whether all stones on the way of `seat` stand whatever half of each pair it gets: every choice is put on the board.
bool joins_with_any_half(const Position& pos, game::Seat seat, const std::vector<CellPair>& pairs) {
  std::set<int> cells;
  for (const auto& [first, second] : pairs) {
    if (pos.at(first) != 0 || pos.at(second) != 0 || !cells.insert(first).second || !cells.insert(second).second) {
      return false;
    }
  }
  for (unsigned choice = 0; choice < 1U << pairs.size(); ++choice) {
    Position filled = pos;
    for (std::size_t i = 0; i < pairs.size() && !filled.is_over(); ++i) {
      filled = with_turn(filled, seat);
      filled.play(move_to((choice >> i & 1) != 0 ? pairs[i].first : pairs[i].second));
    }
    if (filled.winner() != seat) return false;
  }
  return !pairs.empty();
}

/// Whether the seat completes a chain on the cell; that chain's cells, the cell itself among them.
std::set<int> chain_completed_on(const Position& pos, game::Seat seat, int cell) {
  Position after = with_turn(pos, seat);
  after.play(move_to(cell));
  std::set<int> needs = {cell};
  if (after.winner() == seat) return needs;
  const auto chain = find_chain(after, seat);
  if (!chain || !joins_with_any_half(after, seat, *chain)) return {};
  for (const auto& [first, second] : *chain) needs.insert({first, second});
  return needs;
}

/// Whether after this reply the seat completes a chain somewhere, on one of `tried` if any are told.
bool completes_after(const Position& after, int reply, game::Seat seat, const Cells& tried) {
  Position answered = after;
  answered.play(move_to(reply));
  if (answered.is_over()) return answered.winner() == seat;
  for (int cell = 0; cell < after.cell_count(); ++cell) {
    if (answered.at(cell) != 0) continue;
    if (!tried.empty() && std::find(tried.begin(), tried.end(), cell) == tried.end()) continue;
    if (!chain_completed_on(answered, seat, cell).empty()) return true;
  }
  return false;
}

bool completes_after_all_but(const Position& after, game::Seat seat, const Cells& left_out, const Cells& tried) {
  for (int reply = 0; reply < after.cell_count(); ++reply) {
    if (after.at(reply) != 0 || std::find(left_out.begin(), left_out.end(), reply) != left_out.end()) continue;
    if (!completes_after(after, reply, seat, tried)) return false;
  }
  return true;
}

/// Whether two stones of one colour are of one group.
bool are_one_group(const Position& pos, int start, int end) {
  std::set<int> seen = {start};
  Cells waiting = {start};
  while (!waiting.empty()) {
    const int cell = waiting.back();
    waiting.pop_back();
    for_each_neighbour(cell, pos.side(), [&](int next) {
      if (pos.at(next) == pos.at(start) && seen.insert(next).second) waiting.push_back(next);
    });
  }
  return seen.count(end) > 0;
}

/// The other side takes the first cell, the seat the second.
Position after_half(const Position& after, game::Seat seat, int taken, int answer) {
  Position played = with_turn(after, static_cast<game::Seat>(1 - seat));
  played.play(move_to(taken));
  if (!played.is_over()) played.play(move_to(answer));
  return played;
}

bool is_bridge_true(const Position& after, int cell, game::Seat seat, const game::Motif& motif) {
  if (motif.cells.size() != 3) return false;
  const int stone = cell_named(after, motif.cells[0]);
  const Cells pair = free_cells_named(after, {motif.cells[1], motif.cells[2]});
  if (stone < 0 || after.at(stone) != 1 + seat || pair.size() != 2) return false;
  return are_one_group(after_half(after, seat, pair[0], pair[1]), cell, stone) &&
         are_one_group(after_half(after, seat, pair[1], pair[0]), cell, stone);
}

bool is_on_own_edge(const Position& pos, int cell, game::Seat seat) {
  const int line = seat == 0 ? cell / pos.side() : cell % pos.side();
  return line == 0 || line == pos.side() - 1;
}

bool is_edge_bridge_true(const Position& after, int cell, game::Seat seat, const game::Motif& motif) {
  const Cells pair = free_cells_named(after, motif.cells);
  if (pair.size() != 2) return false;
  for (const int half : pair) {
    const int other = pair[0] + pair[1] - half;
    if (!is_on_own_edge(after, half, seat)) return false;
    if (!are_one_group(after_half(after, seat, other, half), cell, half)) return false;
  }
  return true;
}

/// Whether the group of a stone touches one edge of its colour.
bool touches_edge(const Position& pos, int stone, game::Seat seat, bool last_edge) {
  for (int cell = 0; cell < pos.cell_count(); ++cell) {
    if (is_on_edge(cell, pos.side(), seat, last_edge) && pos.at(cell) == 1 + seat && are_one_group(pos, stone, cell))
      return true;
  }
  return false;
}

/// Whether the stone comes to the edge inside these free cells although the other side moves first there: everything is
/// played. Who joins both edges on the way has come to this one as well.
bool comes_to_edge(const Position& pos, int stone, game::Seat seat, bool last_edge, const Cells& free) {
  if (touches_edge(pos, stone, seat, last_edge)) return true;
  bool has_move = false;
  for (const int taken : free) {
    if (pos.at(taken) != 0) continue;
    has_move = true;
    Position attacked = with_turn(pos, static_cast<game::Seat>(1 - seat));
    attacked.play(move_to(taken));
    if (attacked.is_over()) return false;
    const bool is_answered = std::any_of(free.begin(), free.end(), [&](int answer) {
      if (attacked.at(answer) != 0) return false;
      Position answered = with_turn(attacked, seat);
      answered.play(move_to(answer));
      return answered.is_over() || comes_to_edge(answered, stone, seat, last_edge, free);
    });
    if (!is_answered) return false;
  }
  return has_move;
}

/// All cells on which one more stone brings the group to the edge, each of them tried.
Cells cells_to_edge(const Position& pos, int stone, game::Seat seat, bool last_edge) {
  Cells cells;
  for (int cell = 0; cell < pos.cell_count(); ++cell) {
    if (pos.at(cell) != 0) continue;
    Position played = with_turn(pos, seat);
    played.play(move_to(cell));
    if (touches_edge(played, stone, seat, last_edge)) cells.push_back(cell);
  }
  return cells;
}

/// Plays the ladder: after each of its stones the edge is one cell away, and that is the answer. After the last of one
/// that escapes there are two such cells at least, or the edge is reached.
bool is_ladder_to(const Position& after, game::Seat seat, bool last_edge, const Cells& line, bool is_escape) {
  Position now = after;
  const int stone = line.front();
  for (std::size_t i = 0; i < line.size(); i += 2) {
    if (i > 0) {
      if (now.is_over() || now.at(line[i]) != 0) return false;
      now = with_turn(now, seat);
      now.play(move_to(line[i]));
    }
    if (!are_one_group(now, stone, line[i])) return false;
    const bool has_reached = touches_edge(now, stone, seat, last_edge);
    const Cells ways = has_reached ? Cells{} : cells_to_edge(now, stone, seat, last_edge);
    if (i + 1 == line.size()) return is_escape && i > 0 && (has_reached || ways.size() >= 2);
    if (has_reached || ways != Cells{line[i + 1]}) return false;
    now = with_turn(now, static_cast<game::Seat>(1 - seat));
    now.play(move_to(line[i + 1]));
  }
  return !is_escape && line.size() >= 4;
}

bool is_edge_shape_true(const Position& after, int cell, game::Seat seat, const game::Motif& motif) {
  Cells cells;
  for (const std::string& name : motif.cells) cells.push_back(cell_named(after, name));
  if (cells.empty() || std::find(cells.begin(), cells.end(), -1) != cells.end()) return false;
  for (const bool last_edge : {false, true}) {
    if (motif.kind == "edge-template") {
      const bool are_free = std::all_of(cells.begin(), cells.end(), [&](int one) { return after.at(one) == 0; });
      if (are_free && !touches_edge(after, cell, seat, last_edge) && comes_to_edge(after, cell, seat, last_edge, cells))
        return true;
    } else if (cells.front() == cell &&
               motif.numbers == std::vector<std::int64_t>{static_cast<std::int64_t>((cells.size() + 1) / 2)} &&
               is_ladder_to(after, seat, last_edge, cells, motif.kind == "ladder-escape")) {
      return true;
    }
  }
  return false;
}

/// The fewest empty cells that a seat must fill to join its edges, by letting ever dearer cells be reached.
std::int64_t walked_distance(const Position& pos, game::Seat seat) {
  std::vector<int> cost(static_cast<std::size_t>(pos.cell_count()), -1);
  const auto line_of = [&](int cell) { return seat == 0 ? cell / pos.side() : cell % pos.side(); };
  const auto price = [&](int cell) { return pos.at(cell) == 0 ? 1 : 0; };
  for (int limit = 0; limit <= pos.cell_count(); ++limit) {
    for (bool has_grown = true; has_grown;) {
      has_grown = false;
      for (int cell = 0; cell < pos.cell_count(); ++cell) {
        const auto at = static_cast<std::size_t>(cell);
        if (cost[at] >= 0 || pos.at(cell) == 2 - seat) continue;
        int from = line_of(cell) == 0 ? 0 : -1;
        for_each_neighbour(cell, pos.side(), [&](int next) {
          const int other = cost[static_cast<std::size_t>(next)];
          if (other >= 0 && (from < 0 || other < from)) from = other;
        });
        if (from < 0 || from + price(cell) > limit) continue;
        cost[at] = from + price(cell);
        has_grown = true;
        if (line_of(cell) == pos.side() - 1) return cost[at];
      }
    }
  }
  return -1;
}

bool is_distance_true(const Position& pos, const Position& after, const game::Motif& motif) {
  const bool is_longer = motif.kind == "longer";
  const game::Seat seat = is_longer ? after.to_move() : pos.to_move();
  const std::int64_t before = walked_distance(pos, seat);
  const std::int64_t now = walked_distance(after, seat);
  return motif.numbers == std::vector<std::int64_t>{before, now} && now >= 0 &&
         (is_longer ? now > before : now < before);
}

bool is_chain_true(const Position& after, game::Seat seat, const game::Motif& motif) {
  std::vector<CellPair> pairs;
  for (std::size_t i = 0; i + 1 < motif.cells.size(); i += 2) {
    pairs.emplace_back(cell_named(after, motif.cells[i]), cell_named(after, motif.cells[i + 1]));
    if (pairs.back().first < 0 || pairs.back().second < 0) return false;
  }
  const bool is_counted = motif.kind == "chain-of-one"
                              ? pairs.size() == 1
                              : motif.numbers == std::vector<std::int64_t>{static_cast<std::int64_t>(pairs.size())};
  return is_counted && joins_with_any_half(after, seat, pairs);
}

}  // namespace

bool is_motif_true(const Position& pos, Move move, const game::Motif& motif) {
  const auto moves = game::listed_moves<Hex>(pos);
  if (move.is_swap() || std::find(moves.begin(), moves.end(), move) == moves.end()) return false;
  Position after = pos;
  after.play(move);
  const game::Seat mover = pos.to_move();
  const game::Seat opponent = after.to_move();
  const std::string_view kind = motif.kind;
  const bool helps_opponent = kind == "allows-joined" || kind == "allows-chain";
  if (motif.side != (helps_opponent ? opponent : mover) || after.can_swap()) return false;
  if (kind == "joined") return after.winner() == mover;
  if (after.is_over()) return false;
  if (kind == "chain" || kind == "chain-of-one") return is_chain_true(after, mover, motif);
  if (kind == "longer" || kind == "shorter") return is_distance_true(pos, after, motif);
  if (kind == "bridge") return is_bridge_true(after, move.cell, mover, motif);
  if (kind == "edge-bridge") return is_edge_bridge_true(after, move.cell, mover, motif);
  if (kind == "edge-template" || kind == "ladder" || kind == "ladder-escape")
    return is_edge_shape_true(after, move.cell, mover, motif);
  if (kind == "cuts-chain") {
    const Cells cells = free_cells_named(pos, motif.cells);
    return cells.size() == 1 && motif.numbers == std::vector<std::int64_t>{cells[0] == move.cell ? 1 : 0} &&
           chain_completed_on(pos, opponent, cells[0]).count(move.cell) > 0;
  }
  if (kind == "stops-joined") {
    return free_cells_named(pos, motif.cells) == cells_that_win(pos, opponent) &&
           cells_that_win(after, opponent).empty();
  }
  const Cells cells = free_cells_named(after, motif.cells);
  if (cells.empty()) return false;
  if (kind == "allows-joined") return cells == cells_that_win(after, opponent);
  if (kind == "allows-chain") return !chain_completed_on(after, opponent, cells[0]).empty();
  if (kind == "no-stop") return completes_after_all_but(after, mover, {}, cells);
  return kind == "must-play" && motif.numbers.at(0) == static_cast<std::int64_t>(cells.size()) &&
         completes_after_all_but(after, mover, cells, {});
}

}  // namespace partita::games::hex
