#pragma once

#include <algorithm>
#include <string_view>
#include <utility>
#include <vector>

#include "catalog/erased_position.h"
#include "catalog/games.h"
#include "game/refinements.h"

namespace partita::catalog {

/// Whether a reply after some of these moves ends the game because a position occurs again. Motifs look at a position
/// without its past: what they say of every reply may then be wrong.
template <game::HasRepetition G>
bool can_be_repeated(typename G::Position pos, std::vector<Key> keys, const std::vector<typename G::Move>& moves) {
  const int limit = pos.repetition_limit();
  if (limit == 0) return false;
  for (const auto move : moves) {
    keys.push_back(pos.key());
    pos.play(move);
    if (pos.is_over()) return false;
    game::MoveList<G> replies;
    G::generate_moves(pos, replies);
    for (const auto reply : replies) {
      typename G::Position after = game::position_after(pos, reply);
      const Key key = after.key();
      const auto earlier = std::count(keys.begin(), keys.end(), key) + (key == pos.key() ? 1 : 0);
      if (!after.is_over() && earlier + 1 >= limit) return true;
    }
  }
  return false;
}

/// The moves whose replies a motif speaks of: the move, and where the motif's cells are a line that goes on from it or
/// begins with it, that line.
template <game::Game G>
std::vector<typename G::Move> told_moves(typename G::Position pos, typename G::Move move, const game::Motif& motif) {
  std::vector<typename G::Move> line = {move};
  bool is_first = true;
  const std::string written = G::Notation::write_move(pos, move);
  pos.play(move);
  for (const std::string& word : motif.cells) {
    if (std::exchange(is_first, false) && word == written) continue;
    if (pos.is_over()) return line;
    const auto next = G::Notation::read_move(pos, word);
    if (!next) return {move};
    line.push_back(*next);
    pos.play(*next);
  }
  return line;
}

template <game::HasMotifs G>
std::vector<game::Motif> motifs_with_past(const ErasedPosition<G>& model, typename G::Move move) {
  const auto& pos = model.position();
  std::vector<game::Motif> motifs = G::find_motifs(pos, move);
  if constexpr (game::HasRepetition<G>) {
    const auto& kinds = G::motif_kinds();
    std::erase_if(motifs, [&](const game::Motif& motif) {
      const auto kind =
          std::find_if(kinds.begin(), kinds.end(), [&](const game::MotifKind& one) { return one.name == motif.kind; });
      return kind != kinds.end() && kind->force == game::MotifForce::kDecides &&
             can_be_repeated<G>(pos, model.earlier_keys(), told_moves<G>(pos, move, motif));
    });
  }
  return motifs;
}

template <game::HasMotifs G>
MotifHooks make_motif_hooks() {
  MotifHooks hooks;
  hooks.kinds = &G::motif_kinds();
  hooks.find = [](const PositionModel& model, std::string_view text) -> std::vector<game::Motif> {
    const auto& typed = static_cast<const ErasedPosition<G>&>(model);
    if (typed.ending().over) return {};
    const auto move = G::Notation::read_move(typed.position(), text);
    return move.ok() ? motifs_with_past<G>(typed, *move) : std::vector<game::Motif>();
  };
  hooks.is_true = [](const PositionModel& model, std::string_view text, const game::Motif& motif) {
    const auto& typed = static_cast<const ErasedPosition<G>&>(model);
    if (typed.ending().over) return false;
    const auto move = G::Notation::read_move(typed.position(), text);
    return move.ok() && G::is_motif_true(typed.position(), *move, motif);
  };
  return hooks;
}

}  // namespace partita::catalog
