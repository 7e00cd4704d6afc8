// The policy network: planes, priors and chances (game::HasPolicy). learn/hex_batch.py makes the same planes.
#include <algorithm>
#include <string>
#include <vector>

#include "base/text.h"
#include "games/hex/hex.h"

namespace partita::games::hex {

namespace {

/// Names the planes below in a network's header, so that another choice is never fed to it.
constexpr std::string_view kPolicyInputs = "edges4";
constexpr int kLeastPolicySide = 5;  // smaller boards are solved exactly, and no network has learnt them
constexpr int kMostPolicySide = 13;

enum class Plane : std::uint8_t { kOwn, kOther, kFree, kBoard };
constexpr std::size_t kPlanes = 4;
constexpr std::uint8_t kOn = 32;

/// A board as the mover sees it, who always joins top and bottom: Blue's is transposed. Columns are counted from the
/// right, which brings the six neighbours to the taps of a hexagonal convolution. Around it lies a rim that is no part
/// of the board, on which the edges are stones of those who join them.
struct PolicyBoard {
  explicit PolicyBoard(int side) : grid(static_cast<std::size_t>(side), static_cast<std::size_t>(side)) {
    const auto rows = static_cast<std::size_t>(side);
    empty.assign(grid.places * kPlanes, 0);
    const auto set = [&](std::size_t place, Plane plane) {
      empty[place * kPlanes + static_cast<std::size_t>(plane)] = kOn;
    };
    for (std::size_t row = 0; row < rows; ++row) {
      for (std::size_t column = 0; column < rows; ++column) {
        grid.cells.push_back(static_cast<std::uint16_t>(grid.place(row, column)));
        set(grid.cells.back(), Plane::kFree);
        set(grid.cells.back(), Plane::kBoard);
      }
      const std::size_t last = rows + 1;
      for (const std::size_t end : {std::size_t{0}, last}) {
        set(end * grid.width + row + 1, Plane::kOwn);
        set((row + 1) * grid.width + end, Plane::kOther);
      }
    }
  }
  nets::ConvolutionGrid grid;
  std::vector<std::uint8_t> empty;  ///< planes of the board without stones
};

const PolicyBoard& policy_board(int side) {
  static const auto kBoards = [] {
    std::vector<PolicyBoard> boards;
    for (int of = kLeastPolicySide; of <= kMostPolicySide; ++of) boards.emplace_back(of);
    return boards;
  }();
  return kBoards[static_cast<std::size_t>(side - kLeastPolicySide)];
}

/// Where the mover sees a cell: its number among the grid's cells.
std::size_t seen_at(int cell, int side, game::Seat mover) {
  const int row = cell / side;
  const int column = side - 1 - cell % side;
  return static_cast<std::size_t>(mover == 0 ? row * side + column : column * side + row);
}

void fill_planes(const Position& pos, const PolicyBoard& board, std::vector<std::uint8_t>& planes) {
  planes = board.empty;
  const auto mover = static_cast<game::Seat>(pos.to_move());
  for (int cell = 0; cell < pos.cell_count(); ++cell) {
    if (pos.at(cell) == 0) continue;
    std::uint8_t* at = planes.data() + board.grid.cells[seen_at(cell, pos.side(), mover)] * kPlanes;
    at[static_cast<std::size_t>(Plane::kFree)] = 0;
    at[static_cast<std::size_t>(pos.at(cell) == 1 + mover ? Plane::kOwn : Plane::kOther)] = kOn;
  }
}

/// A network knows nothing of the swap: it values the empty board as if the first stone stayed its owner's.
bool may_be_swapped_next(const Position& pos) {
  return pos.rules().swap && pos.ply() == 0 && pos.empty_count() == pos.cell_count();
}

void share_point(const Position& pos, float movers_chance, game::PolicyAnswer& answer) {
  answer.shares = {};
  answer.shares[static_cast<std::size_t>(pos.to_move())] = movers_chance;
  answer.shares[static_cast<std::size_t>(1 - pos.to_move())] = 1 - movers_chance;
}

/// The swap gets the share of the looks that its owner's chance after it is of the point, but neither side of the
/// choice goes without any; whoever chooses has the better of both.
void price_swap(std::size_t swap, float chance_after, float& chance, std::vector<float>& priors) {
  constexpr float kLeastShare = 0.05F;
  const float share = std::clamp(chance_after, kLeastShare, 1 - kLeastShare);
  const float others = 1 - priors[swap];
  for (float& prior : priors) prior *= others > 0 ? (1 - share) / others : 0;
  priors[swap] = priors.size() == 1 ? 1 : share;
  chance = std::max(chance, chance_after);
}

}  // namespace

std::string Hex::policy_inputs(const Rules& rules) {
  const bool has_learnt = rules.side >= kLeastPolicySide && rules.side <= kMostPolicySide;
  return has_learnt ? std::string(kPolicyInputs) : std::string();
}

const nets::ConvolutionGrid& Hex::policy_grid(int side) { return policy_board(side).grid; }

void Hex::policy_planes(const Position& pos, std::vector<std::uint8_t>& planes) {
  fill_planes(pos, policy_board(pos.side()), planes);
}

base::Parsed<base::Done> Evaluator::use_policy(const nets::ConvolutionNetwork& network) {
  if (network.note("game") != Hex::kName || network.note("inputs") != kPolicyInputs ||
      network.shape().planes != kPlanes || network.note("taps") != "hexagonal") {
    return base::Error{"the network is for " + base::quoted(network.note("game")) + " with the inputs " +
                       base::quoted(network.note("inputs")) + ", not for Hex with " + base::quoted(kPolicyInputs)};
  }
  network_ = &network;
  return base::Done{};
}

bool Evaluator::tells_policy(const Position& pos) const {
  return network_ != nullptr && !Hex::policy_inputs(pos.rules()).empty();
}

void Evaluator::ask_network(const Position& pos, nets::PolicyAndValue& said) const {
  thread_local std::vector<std::uint8_t> planes;
  const PolicyBoard& board = policy_board(pos.side());
  fill_planes(pos, board, planes);
  network_->evaluate(board.grid, planes, said);
}

void Evaluator::ask_policy(const Position& pos, const base::FixedVector<Move, kMaxCells + 1>& moves,
                           game::PolicyAnswer& answer) const {
  answer.priors.assign(moves.size(), 1.0F / static_cast<float>(moves.size()));
  // Which first stone is fair is left to the positions after it.
  if (may_be_swapped_next(pos)) return share_point(pos, 0.5F, answer);
  thread_local nets::PolicyAndValue said;
  thread_local std::vector<std::int32_t> logits;
  ask_network(pos, said);
  const auto mover = static_cast<game::Seat>(pos.to_move());
  logits.clear();
  std::size_t swap = moves.size();
  for (std::size_t i = 0; i < moves.size(); ++i) {
    if (moves[i].is_swap()) swap = i;
    logits.push_back(moves[i].is_swap() ? 0 : said.policy[seen_at(moves[i].cell, pos.side(), mover)]);
  }
  nets::softmax_of_logits(logits, answer.priors);
  float chance = nets::chance_of_logit(said.value);
  if (swap < moves.size()) {
    Position after = pos;
    after.play(kSwap);
    ask_network(after, said);
    price_swap(swap, 1 - nets::chance_of_logit(said.value), chance, answer.priors);
  }
  share_point(pos, chance, answer);
}

}  // namespace partita::games::hex
