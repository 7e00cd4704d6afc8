#include "games/tafl/tafl.h"

#include "game/forced_wins.h"
#include "game/motif_words.h"

namespace partita::embedded {
const std::vector<base::EmbeddedFile>& tafl_words();
}

/// What can be said of a move in tafl: the king's ways out, his capture, what is taken, where he is shut in.
namespace partita::games::tafl {

namespace {

/// Chains are looked for this far: longer ones are no reason that people follow, and take long to find.
constexpr int kMostChainMoves = 4;
constexpr int kMostChainPositions = 1'500;

using MoveRow = std::vector<Move>;
using Motifs = std::vector<game::Motif>;

std::vector<std::string> square_names(Cells cells) {
  std::vector<std::string> names;
  for_each_cell(cells, [&](Square square) { names.push_back(write_square(square)); });
  return names;
}

Ending ending_by(Position pos, Move move) {
  pos.play(move);
  return pos.end_kind();
}

/// Where moves that end the game in this way lead to.
Cells targets_of(const Position& pos, const MoveRow& moves, Ending ending) {
  Cells cells = 0;
  for (const Move move : moves) {
    if (ending_by(pos, move) == ending) cells |= cell_of(move.to());
  }
  return cells;
}

void add_ending(const Position& pos, Move move, const Position& after, Motifs& motifs) {
  const game::Seat mover = pos.to_move();
  if (after.payoff(mover) != game::kPoint) return;
  switch (after.end_kind()) {
    case Ending::kKingEscaped: motifs.push_back({"escape", mover, {write_square(move.to())}, {}}); break;
    case Ending::kKingCaptured: motifs.push_back({"king-taken", mover, {write_square(pos.king())}, {}}); break;
    case Ending::kExitFort: motifs.push_back({"fort", mover, {}, {}}); break;
    case Ending::kEncircled: motifs.push_back({"encirclement", mover, {}, {}}); break;
    case Ending::kAttackersStuck:
    case Ending::kDefendersStuck: motifs.push_back({"stuck", mover, {}, {}}); break;
    default: break;
  }
}

/// Wins that the other side has at once after the move.
void add_allowed(const Position& after, const MoveRow& wins, Motifs& motifs) {
  const game::Seat side = after.to_move();
  if (const Cells escapes = targets_of(after, wins, Ending::kKingEscaped); escapes != 0) {
    motifs.push_back({"allows-escape", side, square_names(escapes), {}});
  } else if (const Cells takers = targets_of(after, wins, Ending::kKingCaptured); takers != 0) {
    motifs.push_back({"allows-king-taken", side, square_names(takers), {}});
  } else {
    motifs.push_back({"allows-win", side, game::move_names<Tafl>(after, {wins.front()}), {}});
  }
}

void add_stopped(const Position& pos, const MoveRow& wins, Motifs& motifs) {
  Position turned = pos;
  turned.pass();
  if (const Cells escapes = targets_of(turned, wins, Ending::kKingEscaped); escapes != 0) {
    motifs.push_back({"closes-road", pos.to_move(), square_names(escapes), {}});
  } else if (const Cells takers = targets_of(turned, wins, Ending::kKingCaptured); takers != 0) {
    motifs.push_back({"saves-king", pos.to_move(), square_names(takers), {}});
  }
}

void add_threats(const Position& pos, Move move, const game::WinFacts<Tafl>& facts, Motifs& motifs) {
  const game::Seat side = pos.to_move();
  Position turned = game::position_after(pos, move);
  if (turned.can_pass()) turned.pass();
  const Cells escapes = targets_of(turned, facts.threats, Ending::kKingEscaped);
  const Cells takers = targets_of(turned, facts.threats, Ending::kKingCaptured);
  if (facts.is_unanswered) {
    Position after = game::position_after(pos, move);
    const auto is_road = [&](Move win) { return has(escapes, win.to()) && win.from() == after.king(); };
    if (escapes != 0 && !game::is_one_always_left<Tafl>(after, is_road))
      motifs.push_back({"no-answer", side, {}, {}});
    else if (count(escapes) >= 2)
      motifs.push_back({"double-road", side, square_names(escapes), {}});
    else if (escapes != 0)
      motifs.push_back({"open-road", side, square_names(escapes), {}});
    else if (takers != 0)
      motifs.push_back({"king-lost", side, square_names(takers), {}});
    else
      motifs.push_back({"no-answer", side, {}, {}});
    return;
  }
  if (escapes == 0 && takers == 0) return;
  motifs.push_back({escapes != 0 ? "road" : "siege", side, square_names(escapes != 0 ? escapes : takers), {}});
  const MoveRow chain = game::ForcedChain<Tafl>(kMostChainMoves, kMostChainPositions).from(pos, move);
  if (chain.size() >= 3) game::add_chain<Tafl>(pos, "forced-chain", side, chain, motifs);
}

/// What the side to move can take, one piece or another; the king is not counted.
Cells takeable(const Position& pos) {
  Cells cells = 0;
  for (const Move move : game::listed_moves<Tafl>(pos)) cells |= pos.captures(move);
  return cells & ~cell_of(pos.king());
}

void add_captures(const Position& pos, Move move, const Position& after, Motifs& motifs) {
  const Side enemy = other(pos.mover());
  const Cells taken = pos.pieces(enemy) & ~after.pieces(enemy);
  if (taken == 0) return;
  // Only a shieldwall takes what does not stand beside the piece that moved.
  const bool is_shieldwall = (taken & ~beside_square(move.to())) != 0;
  motifs.push_back({is_shieldwall ? "shieldwall" : "capture", pos.to_move(), square_names(taken), {count(taken)}});
}

/// Pieces that can be taken now and could not before, and the other way round; what the mover attacks anew.
void add_attacks(const Position& pos, Move move, const Position& after, Motifs& motifs) {
  if (!pos.can_pass() || !after.can_pass()) return;
  Position turned = pos;
  turned.pass();
  const Cells before = takeable(turned);
  const Cells now = takeable(after);
  const Cells lets = now & ~(before & pos.pieces(pos.mover())) & ~(has(before, move.from()) ? cell_of(move.to()) : 0);
  if (lets != 0) motifs.push_back({"lets-take", after.to_move(), square_names(lets), {}});
  Cells saved = before & ~now;
  if (has(saved, move.from()) && has(now, move.to())) saved &= ~cell_of(move.from());
  if (saved != 0) motifs.push_back({"saves", pos.to_move(), square_names(saved), {count(saved)}});
  Position again = after;
  again.pass();
  const Cells attacked = takeable(again) & ~takeable(pos);
  if (attacked != 0) motifs.push_back({"attack", pos.to_move(), square_names(attacked), {}});
}

/// The squares that the king could come to if nobody but the attackers were in his way and they never moved.
Cells king_region(const Position& pos) {
  const Cells open = pos.ground().board & ~pos.attackers();
  Cells reached = cell_of(pos.king());
  while (true) {
    const Cells grown = reached | (beside(reached) & open);
    if (grown == reached) return reached;
    reached = grown;
  }
}

void add_ways_out(const Position& pos, const Position& after, Motifs& motifs) {
  const Cells escapes = pos.ground().escapes;
  const Cells before = king_region(pos) & escapes;
  const Cells now = king_region(after) & escapes;
  const bool is_attacker = pos.mover() == Side::kAttackers;
  const bool to_corners = pos.rules().escape == Escape::kCorner;
  if (is_attacker && before != 0 && now == 0) {
    motifs.push_back({"shut-in", pos.to_move(), {}, {to_corners ? 1 : 0}});
  } else if (is_attacker && to_corners && (before & ~now) != 0) {
    motifs.push_back({"guard", pos.to_move(), square_names(before & ~now), {count(before & ~now)}});
  } else if (!is_attacker && before == 0 && now != 0) {
    motifs.push_back({"break-out", pos.to_move(), {}, {}});
  }
}

}  // namespace

const std::vector<game::MotifKind>& Tafl::motif_kinds() {
  static const std::vector<game::MotifKind> kinds = game::read_motif_kinds(embedded::tafl_words());
  return kinds;
}

std::vector<game::Motif> Tafl::find_motifs(const Position& pos, Move move) {
  Motifs motifs;
  Position after = game::position_after(pos, move);
  if (after.is_over()) {
    add_ending(pos, move, after, motifs);
    return motifs;
  }
  const auto facts = game::win_facts<Tafl>(pos, move);
  if (!facts.allowed.empty()) {
    add_allowed(after, facts.allowed, motifs);
  } else {
    if (!facts.threats.empty() || facts.is_unanswered) add_threats(pos, move, facts, motifs);
    if (!facts.stopped.empty()) add_stopped(pos, facts.stopped, motifs);
    if (!facts.is_unanswered && pos.can_pass())
      game::add_chains_to_come<Tafl>(pos, move, kMostChainMoves, kMostChainPositions, motifs);
  }
  add_captures(pos, move, after, motifs);
  add_attacks(pos, move, after, motifs);
  add_ways_out(pos, after, motifs);
  return motifs;
}

}  // namespace partita::games::tafl
