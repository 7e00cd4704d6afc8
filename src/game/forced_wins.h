#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "game/concept.h"
#include "game/motif.h"
#include "game/refinements.h"

/// What can be said of wins that are a move or a chain of threats away, by the rules alone: moves are played and the
/// endings looked at. For finding and for checking motifs of games that end at once when somebody has won; a search
/// needs HasThreats instead, which is quicker by far.
namespace partita::game {

template <class G>
std::vector<typename G::Move> listed_moves(const typename G::Position& pos) {
  MoveList<G> list;
  if (!pos.is_over()) G::generate_moves(pos, list);
  return {list.begin(), list.end()};
}

/// Whether the mover wins the game by this move at once.
template <class G>
bool wins_at_once(const typename G::Position& pos, typename G::Move move) {
  typename G::Position after = game::position_after(pos, move);
  return after.is_over() && after.payoff(pos.to_move()) == kPoint;
}

template <class G>
std::vector<typename G::Move> winning_moves(const typename G::Position& pos) {
  std::vector<typename G::Move> moves = listed_moves<G>(pos);
  std::erase_if(moves, [&](typename G::Move move) { return !wins_at_once<G>(pos, move); });
  return moves;
}

/// The winning moves that the other side would have if it were its turn; none where a turn cannot be skipped.
template <HasPass G>
std::vector<typename G::Move> threats_against_mover(const typename G::Position& pos) {
  if (pos.is_over() || !pos.can_pass()) return {};
  typename G::Position turned = pos;
  turned.pass();
  return winning_moves<G>(turned);
}

/// Whether after every move of the mover but `allowed` the other side has won or can win at once.
template <class G>
bool does_every_move_lose(const typename G::Position& pos, const std::vector<typename G::Move>& allowed = {}) {
  if (pos.is_over()) return false;
  const Seat mover = pos.to_move();
  for (const auto move : listed_moves<G>(pos)) {
    if (std::find(allowed.begin(), allowed.end(), move) != allowed.end()) continue;
    typename G::Position after = game::position_after(pos, move);
    if (after.is_over() ? after.payoff(mover) != 0 : winning_moves<G>(after).empty()) return false;
  }
  return true;
}

/// Whether after every move of the mover the other side has won or wins at once by a move that `is_told` accepts.
template <class G, class IsTold>
bool is_one_always_left(const typename G::Position& pos, IsTold&& is_told) {
  if (pos.is_over()) return false;
  const Seat mover = pos.to_move();
  for (const auto move : listed_moves<G>(pos)) {
    typename G::Position after = game::position_after(pos, move);
    if (after.is_over() && after.payoff(mover) == 0) continue;
    const auto wins = winning_moves<G>(after);
    if (std::none_of(wins.begin(), wins.end(), is_told)) return false;
  }
  return true;
}

/// What a move does to wins at once.
template <class G>
struct WinFacts {
  using Moves = std::vector<typename G::Move>;

  bool wins = false;
  bool loses = false;          ///< the game ends by it, for the other side
  Moves allowed = {};          ///< wins that the other side has after it
  Moves stopped = {};          ///< wins that the other side would have had at its next turn, and has no more
  Moves threats = {};          ///< wins of the mover at its next turn, if nothing stops them
  bool is_unanswered = false;  ///< after every reply the mover wins at once
};

/// REQUIRES: the move is legal.
template <HasPass G>
WinFacts<G> win_facts(const typename G::Position& pos, typename G::Move move) {
  WinFacts<G> facts;
  const Seat mover = pos.to_move();
  typename G::Position after = game::position_after(pos, move);
  if (after.is_over()) {
    facts.wins = after.payoff(mover) == kPoint;
    facts.loses = after.payoff(mover) == 0;
    return facts;
  }
  facts.allowed = winning_moves<G>(after);
  if (!facts.allowed.empty()) return facts;
  facts.stopped = threats_against_mover<G>(pos);
  facts.threats = threats_against_mover<G>(after);
  facts.is_unanswered = does_every_move_lose<G>(after);
  return facts;
}

/// A chain of threats, each with one answer only, of which the last cannot be answered: the mover's first move, the
/// answer, the mover's second move and so on. Found where it takes no more than so many moves of the mover.
template <class G>
class ForcedChain {
 public:
  using Move = typename G::Move;
  using Position = typename G::Position;

  /// `most_positions` is for all that one object is asked.
  ForcedChain(int most_moves, int most_positions) : most_moves_(most_moves), positions_left_(most_positions) {}

  /// The shortest chain that begins with this move; empty if none was found.
  std::vector<Move> from(const Position& pos, Move move) {
    std::vector<Move> chain;
    for (int moves = 1; moves <= most_moves_ && positions_left_ > 0; ++moves) {
      if (extend(pos, move, moves, chain)) return chain;
    }
    return {};
  }

  /// A chain of the mover's, the shortest first; empty if none was found.
  std::vector<Move> any(const Position& pos) {
    std::vector<Move> chain;
    for (int moves = 1; moves <= most_moves_ && positions_left_ > 0; ++moves) {
      if (goes_on(pos, moves, chain)) return chain;
    }
    return {};
  }

 private:
  bool extend(const Position& pos, Move move, int moves_left, std::vector<Move>& chain) {
    if (--positions_left_ < 0) return false;
    Position after = game::position_after(pos, move);
    if (after.is_over() || !(G::immediate_win(after) == Move{})) return false;
    MoveList<G> replies;
    const Threat threat = G::forced_replies(after, replies);
    const std::size_t length = chain.size();
    chain.push_back(move);
    if (threat == Threat::kLost) return true;
    if (threat == Threat::kForced && replies.size() == 1 && moves_left > 1) {
      chain.push_back(replies[0]);
      after.play(replies[0]);
      if (goes_on(after, moves_left - 1, chain)) return true;
    }
    chain.resize(length);
    return false;
  }

  bool goes_on(const Position& pos, int moves_left, std::vector<Move>& chain) {
    if (pos.is_over()) return false;
    for (const Move move : listed_moves<G>(pos)) {
      if (positions_left_ <= 0) return false;
      if (extend(pos, move, moves_left, chain)) return true;
    }
    return false;
  }

  int most_moves_;
  int positions_left_;
};

/// Whether the moves are such a chain: no threat but the last has another answer than the one that is told.
template <class G>
bool is_forced_chain(typename G::Position pos, const std::vector<typename G::Move>& chain) {
  if (chain.size() % 2 == 0) return false;
  for (std::size_t i = 0; i < chain.size(); ++i) {
    const auto moves = listed_moves<G>(pos);
    if (std::find(moves.begin(), moves.end(), chain[i]) == moves.end()) return false;
    pos.play(chain[i]);
    if (pos.is_over()) return false;
    const bool is_told = i + 1 < chain.size();
    using Moves = std::vector<typename G::Move>;
    if (i % 2 == 0 && !does_every_move_lose<G>(pos, is_told ? Moves{chain[i + 1]} : Moves{})) return false;
  }
  return true;
}

/// What a move does to chains of threats.
template <class G>
struct ChainFacts {
  std::vector<typename G::Move> allowed = {};     ///< a chain that the other side has after it
  std::vector<typename G::Move> threatened = {};  ///< one that the mover has at its next turn if nothing is done
  std::vector<typename G::Move> broken = {};      ///< one that the other side would have had, and that wins no more
};

/// REQUIRES: after the move nobody can win at once, and it can be answered.
template <HasPass G>
ChainFacts<G> chain_facts(const typename G::Position& pos, typename G::Move move, int most_moves, int most_positions) {
  const auto chain_of = [&](const typename G::Position& start) {
    return ForcedChain<G>(most_moves, most_positions).any(start);
  };
  ChainFacts<G> facts;
  typename G::Position after = game::position_after(pos, move);
  facts.allowed = chain_of(after);
  if (!facts.allowed.empty()) return facts;
  if (after.can_pass()) {
    typename G::Position turned = after;
    turned.pass();
    if (!turned.is_over() && G::immediate_win(turned) == typename G::Move{}) facts.threatened = chain_of(turned);
  }
  if (pos.can_pass()) {
    typename G::Position turned = pos;
    turned.pass();
    if (turned.is_over() || !(G::immediate_win(turned) == typename G::Move{})) return facts;
    facts.broken = chain_of(turned);
    if (!facts.broken.empty() && is_forced_chain<G>(after, facts.broken)) facts.broken.clear();
  }
  return facts;
}

/// The names of moves that can be made in a position.
template <class G>
std::vector<std::string> move_names(const typename G::Position& pos, const std::vector<typename G::Move>& moves) {
  std::vector<std::string> names;
  for (const auto move : moves) names.push_back(G::Notation::write_move(pos, move));
  return names;
}

/// A line as it is played from a position, move by move.
template <class G>
std::vector<std::string> line_names(typename G::Position pos, const std::vector<typename G::Move>& line) {
  std::vector<std::string> names;
  for (const auto move : line) {
    names.push_back(G::Notation::write_move(pos, move));
    pos.play(move);
  }
  return names;
}

/// The line that a motif tells, read from where it begins; empty if it cannot be played there.
template <class G>
std::vector<typename G::Move> line_named(typename G::Position pos, const std::vector<std::string>& names) {
  std::vector<typename G::Move> line;
  for (const std::string& name : names) {
    const auto next = G::Notation::read_move(pos, name);
    if (!next) return {};
    line.push_back(*next);
    pos.play(*next);
  }
  return line;
}

/// A motif of a chain that begins in `start`, where there is one; its number is that of the threats.
template <class G>
void add_chain(const typename G::Position& start, const char* kind, Seat side,
               const std::vector<typename G::Move>& chain, std::vector<Motif>& motifs) {
  if (chain.empty()) return;
  motifs.push_back({kind, side, line_names<G>(start, chain), {static_cast<std::int64_t>((chain.size() + 1) / 2)}});
}

/// The motifs of chains that are not begun yet: the kinds of chain_kinds.txt but "forced-chain", which begins with the
/// move itself. REQUIRES: as with chain_facts().
template <HasPass G>
void add_chains_to_come(const typename G::Position& pos, typename G::Move move, int most_moves, int most_positions,
                        std::vector<Motif>& motifs) {
  const auto facts = chain_facts<G>(pos, move, most_moves, most_positions);
  typename G::Position after = game::position_after(pos, move);
  typename G::Position turned = pos;
  if (turned.can_pass()) turned.pass();
  add_chain<G>(after, "allows-chain", after.to_move(), facts.allowed, motifs);
  add_chain<G>(turned, "breaks-chain", pos.to_move(), facts.broken, motifs);
  if (after.can_pass()) after.pass();
  add_chain<G>(after, "threatens-chain", pos.to_move(), facts.threatened, motifs);
}

/// Whether such a motif, or a "forced-chain", is true of the move.
template <HasPass G>
bool is_chain_motif_true(const typename G::Position& pos, typename G::Move move, const Motif& motif) {
  const auto length = static_cast<std::int64_t>(motif.cells.size());
  if (motif.numbers != std::vector<std::int64_t>{(length + 1) / 2}) return false;
  const auto works_in = [&](const typename G::Position& start) {
    const auto line = line_named<G>(start, motif.cells);
    return !line.empty() && is_forced_chain<G>(start, line);
  };
  const auto passed = [](typename G::Position turned) {
    turned.pass();
    return turned;
  };
  typename G::Position after = game::position_after(pos, move);
  if (motif.kind == "forced-chain") return works_in(pos) && line_named<G>(pos, motif.cells).front() == move;
  if (motif.kind == "allows-chain") return works_in(after);
  if (motif.kind == "threatens-chain") return works_in(passed(after));
  return motif.kind == "breaks-chain" && works_in(passed(pos)) && !works_in(after);
}

}  // namespace partita::game
