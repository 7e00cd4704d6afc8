#include "study/proof_store.h"

#include <algorithm>
#include <utility>

#include "base/threads.h"
#include "catalog/games.h"
#include "study/atlas.h"
#include "study/image_moves.h"
#include "study/proven_lines.h"
#include "study/reply_book.h"
#include "study/shipped_strategies.h"

namespace partita::study {

namespace {

constexpr const char* kFromAtlas = "atlas";

/// The position before the last ply, where the other side made that.
std::optional<catalog::AnyPosition> before_other_side(const catalog::AnyPosition& position) {
  catalog::AnyPosition before = position;
  if (position.moves().empty() || !before.undo() || before.to_move() == position.to_move()) return std::nullopt;
  return before;
}

/// Whether the atlas or its book of replies has the mover of a won position win by the move that leads `there`, or an
/// image of it.
bool is_known_to_win(const catalog::AnyPosition& position, const std::optional<Proven>& known,
                     const std::string& there) {
  const auto leads_there = [&](const std::string& move) { return canonical_after(position, move) == there; };
  const auto replies = shipped_replies(position.game(), position.rules());
  if (const auto reply = replies ? replies->reply(position) : std::nullopt; reply && leads_there(*reply)) return true;
  return known && std::any_of(known->moves.begin(), known->moves.end(),
                              [&](const ProvenMove& move) { return leads_there(move.move); });
}

/// What the atlas knows without a move that leads from it: where a move of the winner is known to win, the other side
/// has lost. Plies are only known where the atlas counts them.
std::optional<Proven> lost_by_last_move(const catalog::AnyPosition& position) {
  const auto before = before_other_side(position);
  if (!before) return std::nullopt;
  const auto won = atlas_proof(*before);
  if (won && !won->is_win()) return std::nullopt;
  if (!is_known_to_win(*before, won, catalog::canonical_text(position))) return std::nullopt;
  return a_ply_later(won.value_or(Proven{}), before->to_move(), position.to_move());
}

/// A side that is proven lost stays lost whatever it plays, even where no strategy shows the way: the result of the
/// position before its move holds after the move, and after the answer that is known to win. Two plies back are enough:
/// further on the winner's move is in the atlas or its replies, or nothing is known.
std::optional<Proven> proof_a_move_ago(const catalog::AnyPosition& position) {
  if (auto lost = lost_by_last_move(position)) return lost;
  const auto before = before_other_side(position);
  if (!before) return std::nullopt;
  auto lost = atlas_proof(*before);
  if (!lost) lost = lost_by_last_move(*before);
  if (!lost || !lost->is_loss()) return std::nullopt;
  return a_ply_later(*lost, before->to_move(), position.to_move());
}

std::optional<Proven> shipped_proof(const catalog::AnyPosition& position, const base::StopFlag* stop) {
  if (position.is_over() || position.seat_count() != 2) return std::nullopt;
  auto proven = proven_by_strategies(shipped_strategies(position.game(), position.rules(), stop), position, stop);
  if (stop != nullptr && stop->is_raised()) return std::nullopt;
  // The atlas knows results beyond what the strategies pass through: the mistakes of the side that should win.
  if (!proven) proven = atlas_proof(position);
  return proven ? proven : proof_a_move_ago(position);
}

}  // namespace

ProofStore::~ProofStore() {
  closing_.raise();
  if (warming_.joinable()) warming_.join();
}

std::optional<Proven> ProofStore::ask(const catalog::AnyPosition& position, const base::StopFlag* stop) const {
  auto proven = shipped_proof(position, stop);
  auto learnt = learnt_.ask(position);
  if (!proven || !learnt) return proven ? proven : learnt;
  sharpen(*proven, *learnt);
  return proven;
}

void ProofStore::warm_up() {
  if (!base::Threads::are_there()) return;
  std::call_once(warmed_, [this] {
    warming_ = std::thread([this] {
      for (const catalog::GameEntry& game : catalog::all_games()) {
        const auto start = catalog::AnyPosition::initial(game.name, {});
        if (start) count_shipped_strategies(*start, &closing_);
      }
    });
  });
}

const ProofStore& shipped_proofs() {
  static const ProofStore store;
  return store;
}

std::optional<KnownWin> shipped_win(const catalog::AnyPosition& position) {
  for (const auto& strategy : shipped_strategies(position.game(), position.rules())) {
    if (auto reply = strategy->reply(position)) return KnownWin{std::move(*reply), kFromProof};
  }
  const auto replies = shipped_replies(position.game(), position.rules());
  if (auto reply = replies ? replies->reply(position) : std::nullopt) return KnownWin{std::move(*reply), kFromAtlas};
  const auto known = atlas_proof(position);
  if (!known || !known->is_win() || known->moves.empty()) return std::nullopt;
  return KnownWin{known->move, kFromAtlas};
}

void read_shipped_proofs(std::string_view game, const base::OptionValues& rules) {
  static_cast<void>(shipped_strategies(game, rules));
  static_cast<void>(shipped_replies(game, rules));
  static_cast<void>(shipped_atlas(game));
}

void count_shipped_strategies(const catalog::AnyPosition& start, const base::StopFlag* stop) {
  for (const auto& strategy : shipped_strategies(start.game(), start.rules(), stop))
    strategy->longest_line(start, stop);
}

}  // namespace partita::study
