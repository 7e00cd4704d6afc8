#include "games/hex/motifs.h"

#include <algorithm>
#include <set>

#include "game/forced_wins.h"
#include "game/motif_words.h"
#include "games/hex/bridges.h"
#include "games/hex/distance.h"
#include "games/hex/edge_shapes.h"
#include "games/hex/hex.h"

namespace partita::embedded {
const std::vector<base::EmbeddedFile>& hex_words();
}

namespace partita::games::hex {

namespace {

using Motifs = std::vector<game::Motif>;
/// More cells than this to play on are no help to anybody.
constexpr std::size_t kMostMustPlay = 8;

std::vector<std::string> cell_names(const Position& pos, const std::vector<int>& cells) {
  std::vector<std::string> names;
  for (const int cell : cells) names.push_back(Notation::cell_name(pos, cell));
  return names;
}

std::vector<int> winning_cells(const Position& pos, game::Seat seat) {
  std::vector<int> cells;
  for_each_winning_cell(pos, seat, [&](int cell) { cells.push_back(cell); });
  return cells;
}

/// A cell on which a seat completes a chain, and every cell that the chain needs.
struct ChainThreat {
  int cell;
  std::set<int> needs;
};

std::vector<ChainThreat> chain_threats(const Position& pos, game::Seat seat) {
  Position turned = pos;
  if (turned.to_move() != seat) turned.pass();
  std::vector<ChainThreat> threats;
  for (int cell = 0; cell < pos.cell_count(); ++cell) {
    if (pos.at(cell) != 0) continue;
    Position after = turned;
    after.play(Move{static_cast<std::uint8_t>(cell)});
    const auto chain = find_chain(after, seat);
    if (!chain) continue;
    ChainThreat threat{cell, {cell}};
    for (const auto& [first, second] : *chain) threat.needs.insert({first, second});
    threats.push_back(std::move(threat));
  }
  return threats;
}

std::set<int> needed_by_all(const std::vector<ChainThreat>& threats) {
  std::set<int> needed = threats.front().needs;
  for (const ChainThreat& threat : threats) {
    std::erase_if(needed, [&](int cell) { return threat.needs.count(cell) == 0; });
  }
  return needed;
}

void add_chain(const Position& pos, const BridgeChain& chain, game::Seat side, Motifs& motifs) {
  std::vector<int> cells;
  for (const auto& [first, second] : chain) cells.insert(cells.end(), {first, second});
  const bool is_one = chain.size() == 1;
  motifs.push_back({is_one ? "chain-of-one" : "chain", side, cell_names(pos, cells), {}});
  if (!is_one) motifs.back().numbers = {static_cast<std::int64_t>(chain.size())};
}

/// The fewest threats that no cell stops together, in their order: what is told need not be all of them.
std::vector<int> told_threats(const std::vector<ChainThreat>& threats) {
  std::vector<int> cells;
  std::set<int> needed;
  for (const ChainThreat& threat : threats) {
    std::set<int> left = threat.needs;
    if (!cells.empty()) std::erase_if(left, [&](int cell) { return needed.count(cell) == 0; });
    if (!cells.empty() && left.size() == needed.size()) continue;
    cells.push_back(threat.cell);
    needed = left;
    if (needed.empty()) break;
  }
  return cells;
}

/// What the mover threatens with chains of bridges. REQUIRES: neither side has joined its edges or can at once.
void add_chain_threats(const Position& after, game::Seat mover, Motifs& motifs) {
  const auto threats = chain_threats(after, mover);
  if (threats.empty()) return;
  const std::set<int> needed = needed_by_all(threats);
  if (needed.empty()) {
    motifs.push_back({"no-stop", mover, cell_names(after, told_threats(threats)), {}});
  } else if (needed.size() <= kMostMustPlay) {
    motifs.push_back({"must-play",
                      mover,
                      cell_names(after, {needed.begin(), needed.end()}),
                      {static_cast<std::int64_t>(needed.size())}});
  }
}

void add_ladder(const Position& after, const Ladder& ladder, game::Seat mover, Motifs& motifs) {
  const auto stones = static_cast<std::int64_t>((ladder.line.size() + 1) / 2);
  motifs.push_back({ladder.is_escaped ? "ladder-escape" : "ladder", mover, cell_names(after, ladder.line), {stones}});
}

void add_shapes(const Position& after, int cell, game::Seat mover, Motifs& motifs) {
  for (const bool last_edge : {false, true}) {
    const auto pair = bridge_to_edge(after, cell, last_edge);
    if (pair) motifs.push_back({"edge-bridge", mover, cell_names(after, {pair->first, pair->second}), {}});
    if (const auto cells = edge_template(after, cell, last_edge))
      motifs.push_back({"edge-template", mover, cell_names(after, *cells), {}});
    if (const auto ladder = ladder_from(after, cell, last_edge)) add_ladder(after, *ladder, mover, motifs);
  }
  for (const auto& [stone, pair] : bridges_from(after, cell)) {
    motifs.push_back({"bridge", mover, cell_names(after, {stone, pair.first, pair.second}), {}});
  }
}

/// Empty cells that each side still needs at least.
void add_distances(const Position& pos, const Position& after, Motifs& motifs) {
  const game::Seat mover = pos.to_move();
  const auto add = [&](const char* kind, game::Seat seat, bool is_longer) {
    const int before = distance_to_win(pos, seat);
    const int now = distance_to_win(after, seat);
    // A side that is cut off for good has lost, and chains say so better.
    if (now >= Distances::kFar || before == now || (now > before) != is_longer) return;
    motifs.push_back({kind, mover, {}, {before, now}});
  };
  add("longer", after.to_move(), true);
  add("shorter", mover, false);
}

/// The other side's chance to complete a chain: left to it, or cut.
void add_chains_of_opponent(const Position& pos, Move move, const Position& after, Motifs& motifs) {
  const game::Seat opponent = after.to_move();
  const auto left = chain_threats(after, opponent);
  if (!left.empty()) {
    motifs.push_back({"allows-chain", opponent, cell_names(after, {left.front().cell}), {}});
    return;
  }
  if (find_chain(pos, opponent)) return;
  const auto before = chain_threats(pos, opponent);
  const auto cut = std::find_if(before.begin(), before.end(),
                                [&](const ChainThreat& threat) { return threat.needs.count(move.cell) > 0; });
  if (cut == before.end()) return;
  const std::int64_t is_there = cut->cell == move.cell ? 1 : 0;
  motifs.push_back({"cuts-chain", pos.to_move(), cell_names(pos, {cut->cell}), {is_there}});
}

}  // namespace

const std::vector<game::MotifKind>& motif_kinds() {
  static const std::vector<game::MotifKind> kinds = game::read_motif_kinds(embedded::hex_words());
  return kinds;
}

std::vector<game::Motif> find_motifs(const Position& pos, Move move) {
  Motifs motifs;
  Position after = pos;
  after.play(move);
  const game::Seat mover = pos.to_move();
  const game::Seat opponent = after.to_move();
  // A stone that may be taken over is nobody's yet.
  if (move.is_swap() || after.can_swap()) return motifs;
  if (after.is_over()) return {{"joined", mover, {}, {}}};
  if (const auto wins = winning_cells(after, opponent); !wins.empty()) {
    return {{"allows-joined", opponent, cell_names(after, wins), {}}};
  }
  if (const auto stopped = winning_cells(pos, opponent); !stopped.empty()) {
    motifs.push_back({"stops-joined", mover, cell_names(pos, stopped), {}});
  }
  if (const auto chain = find_chain(after, mover)) {
    add_chain(after, *chain, mover, motifs);
  } else {
    add_chain_threats(after, mover, motifs);
    // Two chains of bridges cannot cross: who is about to have one has nothing to fear from the other side's.
    add_chains_of_opponent(pos, move, after, motifs);
  }
  add_shapes(after, move.cell, mover, motifs);
  add_distances(pos, after, motifs);
  return motifs;
}

}  // namespace partita::games::hex
