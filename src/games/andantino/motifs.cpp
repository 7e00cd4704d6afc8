#include "games/andantino/andantino.h"

#include "game/forced_wins.h"
#include "game/motif_words.h"

namespace partita::embedded {
const std::vector<base::EmbeddedFile>& andantino_words();
}

/// What can be said of a move in Andantino: fives, rings, what threatens and what stops them, closed areas.
namespace partita::games::andantino {

namespace {

/// Chains are looked for this far: longer ones are no reason that people follow, and take long to find.
constexpr int kMostChainMoves = 6;
constexpr int kMostChainPositions = 1'500;

using Moves = std::vector<Move>;
using Motifs = std::vector<game::Motif>;

bool makes_five(Position pos, Move move) {
  pos.play(move);
  return pos.end_kind() == EndKind::kFive || pos.end_kind() == EndKind::kFiveAndEnclosure;
}

/// Stones of the loser in areas that the winner's stones close.
int prisoners_of(const Position& pos) {
  const Colour winner = pos.winner();
  int prisoners = 0;
  for_each_cell(pos.side(), [&](Cell cell) {
    prisoners += pos.stones(other(winner)).has(cell) && !area_around(cell, pos.terrain(winner)).reaches_edge;
  });
  return prisoners;
}

/// Two cells at the ends of four stones in a row, among cells that make five.
std::vector<Move> ends_of_open_four(const Position& after, Colour mover, const Moves& fives) {
  for (const Move first : fives) {
    for (const int distance : kNeighbours) {
      const auto is_stone = [&](int steps) { return after.stones(mover).has(step(first.cell, steps * distance)); };
      if (!is_stone(1) || !is_stone(2) || !is_stone(3) || !is_stone(4)) continue;
      const Move last{step(first.cell, 5 * distance)};
      if (std::find(fives.begin(), fives.end(), last) != fives.end()) return {first, last};
    }
  }
  return {};
}

/// One threat that cannot be answered: a stone against it loses itself, or makes another cell legal that wins.
void add_only_threat(const Position& pos, Position after, Move threat, Motifs& motifs) {
  after.play(threat);
  const game::Seat side = pos.to_move();
  if (after.is_over()) {
    motifs.push_back({"unstoppable", side, game::move_names<Andantino>(pos, {threat}), {}});
    return;
  }
  const Moves next = game::winning_moves<Andantino>(after);
  if (!next.empty())
    motifs.push_back({"next-threat", side, game::move_names<Andantino>(pos, {threat, next.front()}), {}});
}

void add_unanswered_threats(const Position& pos, const Position& after, const Moves& threats, const Moves& fives,
                            Motifs& motifs) {
  const game::Seat side = pos.to_move();
  const std::vector<std::string> cells = game::move_names<Andantino>(pos, threats);
  if (threats.size() == 1) {
    add_only_threat(pos, after, threats.front(), motifs);
  } else if (fives.size() < threats.size()) {
    motifs.push_back({"double-threat", side, cells, {}});
  } else if (const Moves ends = ends_of_open_four(after, pos.mover(), fives); !ends.empty()) {
    motifs.push_back({"open-four", side, game::move_names<Andantino>(pos, ends), {}});
  } else {
    motifs.push_back({"double-five", side, cells, {static_cast<std::int64_t>(cells.size())}});
  }
}

/// What the mover threatens by a move after which nobody can win at once.
void add_threats(const Position& pos, Move move, const game::WinFacts<Andantino>& facts, Motifs& motifs) {
  Position after = game::position_after(pos, move);
  Position turned = after;
  turned.pass();
  Moves fives = facts.threats;
  std::erase_if(fives, [&](Move threat) { return !makes_five(turned, threat); });
  if (facts.is_unanswered) return add_unanswered_threats(pos, after, facts.threats, fives, motifs);
  if (facts.threats.size() != 1) return;
  const game::Seat side = pos.to_move();
  motifs.push_back(
      {fives.empty() ? "ring-to-close" : "five-to-come", side, game::move_names<Andantino>(pos, facts.threats), {}});
  const Moves chain = game::ForcedChain<Andantino>(kMostChainMoves, kMostChainPositions).from(pos, move);
  if (chain.size() >= 3) game::add_chain<Andantino>(pos, "forced-chain", side, chain, motifs);
}

/// The other side's wins, of which fives are told and rings where there is no five.
void add_wins_of_opponent(const Position& with_turn, const Moves& wins, const char* five, const char* ring,
                          game::Seat side, Motifs& motifs) {
  Moves fives = wins;
  std::erase_if(fives, [&](Move win) { return !makes_five(with_turn, win); });
  const bool has_five = !fives.empty();
  motifs.push_back({has_five ? five : ring, side, game::move_names<Andantino>(with_turn, has_five ? fives : wins), {}});
}

void add_closed_area(const Position& pos, Move move, Motifs& motifs) {
  Position after = game::position_after(pos, move);
  const ClosedAreas& before = pos.closed_areas(pos.mover());
  const ClosedAreas& now = after.closed_areas(pos.mover());
  if (now.count <= before.count) return;
  Moves cells;
  for_each_cell(pos.side(), [&](Cell cell) {
    if (now.has(cell) && !before.has(cell)) cells.push_back({cell});
  });
  if (cells.empty()) return;
  motifs.push_back({"closed-area",
                    pos.to_move(),
                    game::move_names<Andantino>(pos, cells),
                    {static_cast<std::int64_t>(cells.size())}});
}

/// The row of five through a cell in which a colour has most stones and the other none; fewer than three are nothing.
/// The cell itself may hold anything.
Moves best_row(const Position& pos, Colour colour, Cell cell) {
  constexpr std::size_t kFewest = 3;
  const auto at = [&](int direction, int steps) {
    return hex_of(cell) + board::kHexDirections[static_cast<std::size_t>(direction)] * steps;
  };
  Moves best;
  for (int direction = 0; direction < 3; ++direction) {
    for (int first = -4; first <= 0; ++first) {
      Moves stones;
      bool is_open = true;
      for (int i = first; i < first + 5 && is_open; ++i) {
        const board::Hex hex = at(direction, i);
        is_open = board::is_on_hex_board(hex, pos.side()) && (i == 0 || !pos.stones(other(colour)).has(cell_of(hex)));
        if (is_open && pos.stones(colour).has(cell_of(hex))) stones.push_back({cell_of(hex)});
      }
      if (is_open && stones.size() >= kFewest && stones.size() > best.size()) best = stones;
    }
  }
  return best;
}

void add_rows(const Position& pos, Move move, const Position& after, Motifs& motifs) {
  const Moves own = best_row(after, pos.mover(), move.cell);
  const Moves blocked = best_row(after, other(pos.mover()), move.cell);
  const auto add = [&](const char* kind, const Moves& row) {
    if (row.empty()) return;
    motifs.push_back(
        {kind, pos.to_move(), game::move_names<Andantino>(pos, row), {static_cast<std::int64_t>(row.size())}});
  };
  add("row", own);
  add("blocks-row", blocked);
}

void add_end(const Position& pos, Move move, Motifs& motifs) {
  Position after = game::position_after(pos, move);
  const game::Seat mover = pos.to_move();
  switch (after.end_kind()) {
    case EndKind::kFive:
    case EndKind::kFiveAndEnclosure: motifs.push_back({"five", mover, {}, {}}); break;
    case EndKind::kEnclosure: motifs.push_back({"ring", mover, {}, {prisoners_of(after)}}); break;
    case EndKind::kSuicide: motifs.push_back({"suicide", static_cast<game::Seat>(1 - mover), {}, {}}); break;
    default: break;
  }
}

}  // namespace

const std::vector<game::MotifKind>& Andantino::motif_kinds() {
  static const std::vector<game::MotifKind> kinds = game::read_motif_kinds(embedded::andantino_words());
  return kinds;
}

std::vector<game::Motif> Andantino::find_motifs(const Position& pos, Move move) {
  Motifs motifs;
  const auto facts = game::win_facts<Andantino>(pos, move);
  const auto opponent = static_cast<game::Seat>(1 - pos.to_move());
  Position after = game::position_after(pos, move);
  if (after.is_over()) {
    add_end(pos, move, motifs);
    return motifs;
  }
  if (!facts.allowed.empty()) {
    add_wins_of_opponent(after, facts.allowed, "allows-five", "allows-ring", opponent, motifs);
    return motifs;
  }
  if (!facts.threats.empty()) add_threats(pos, move, facts, motifs);
  if (!facts.stopped.empty()) {
    Position turned = pos;
    turned.pass();
    add_wins_of_opponent(turned, facts.stopped, "stops-five", "stops-ring", pos.to_move(), motifs);
  }
  if (!facts.is_unanswered)
    game::add_chains_to_come<Andantino>(pos, move, kMostChainMoves, kMostChainPositions, motifs);
  add_closed_area(pos, move, motifs);
  add_rows(pos, move, after, motifs);
  return motifs;
}

}  // namespace partita::games::andantino
