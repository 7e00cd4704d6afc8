#include <algorithm>
#include <array>
#include <memory>
#include <string>

#include "base/text.h"
#include "games/omega/grid.h"
#include "games/omega/omega.h"

namespace partita::games::omega {

namespace {

/// Names the planes below in a network's header, so that another choice is never fed to it.
constexpr std::string_view kPolicyInputs = "stones7";
constexpr int kLeastSide = 4;  // smaller boards are solved exactly, and no network has learnt them
constexpr std::uint8_t kOn = 32;

enum class Plane : std::uint8_t { kOwn, kOther, kFree, kBoard, kOwnIsNext, kMoverIsWhite, kPlayed };
constexpr std::size_t kPlanes = 7;
constexpr std::size_t kStride = 8;

/// A board's grid, and the output of the policy for each cell.
struct PolicyGrid {
  explicit PolicyGrid(int side) : grid(static_cast<std::size_t>(2 * side - 1), static_cast<std::size_t>(2 * side - 1)) {
    const Geometry& board = geometry(side);
    const unsigned width = grid_cells(side).width;
    for (std::size_t cell = 0; cell < static_cast<std::size_t>(board.cells); ++cell) {
      const unsigned bit = board.grid_bit[cell];
      grid.cells.push_back(static_cast<std::uint16_t>(grid.place(bit / width, bit % width)));
    }
  }
  nets::ConvolutionGrid grid;  ///< its cells are in the order of the board's
};

const nets::ConvolutionGrid& policy_grid(int side) {
  static const auto kGrids = [] {
    std::vector<PolicyGrid> grids;
    for (int of = kMinSide; of <= kMaxSide; ++of) grids.emplace_back(of);
    return grids;
  }();
  return kGrids[static_cast<std::size_t>(side - kMinSide)].grid;
}

void fill_planes(const Position& pos, const nets::ConvolutionGrid& grid, std::vector<std::uint8_t>& planes) {
  planes.assign(grid.places * kStride, 0);
  const Colour own = pos.mover();
  // A round has two stones of each of two players, and is begun only if it fits.
  const int plies = 4 * (pos.cells() / 4);
  const auto played = static_cast<std::uint8_t>(32 * (pos.cells() - pos.free_count()) / plies);
  const auto flag = [](bool is_on) { return is_on ? kOn : std::uint8_t{0}; };
  for (int cell = 0; cell < pos.cells(); ++cell) {
    std::uint8_t* at = planes.data() + grid.cells[static_cast<std::size_t>(cell)] * kStride;
    const Colour stone = pos.stone_at(cell);
    const auto set = [&](Plane plane, std::uint8_t value) { at[static_cast<std::size_t>(plane)] = value; };
    set(Plane::kOwn, flag(stone == own));
    set(Plane::kOther, flag(stone != own && stone != kFree));
    set(Plane::kFree, flag(stone == kFree));
    set(Plane::kBoard, kOn);
    set(Plane::kOwnIsNext, flag(pos.is_pending(own)));
    set(Plane::kMoverIsWhite, flag(own == kWhite));
    set(Plane::kPlayed, played);
  }
}

/// Half of the looks go to the swap, which no cell stands for; whoever may swap has the better of both sides.
void price_swap(std::size_t swap, float& chance, std::vector<float>& priors) {
  for (float& prior : priors) prior /= 2;
  priors[swap] = 0.5F;
  chance = std::max(chance, 1 - chance);
}

}  // namespace

std::string Omega::policy_inputs(const Rules& rules) {
  return rules.players == 2 && rules.side >= kLeastSide ? std::string(kPolicyInputs) : std::string();
}

const nets::ConvolutionGrid& Omega::policy_grid(int side) { return omega::policy_grid(side); }

void Omega::policy_planes(const Position& pos, std::vector<std::uint8_t>& planes) {
  fill_planes(pos, policy_grid(pos.side()), planes);
}

base::Parsed<base::Done> Evaluator::use_policy(const nets::ConvolutionNetwork& network) {
  if (network.note("game") != Omega::kName || network.note("inputs") != kPolicyInputs ||
      network.shape().planes != kPlanes || network.note("taps") != "hexagonal") {
    return base::Error{"the network is for " + base::quoted(network.note("game")) + " with the inputs " +
                       base::quoted(network.note("inputs")) + ", not for Omega with " + base::quoted(kPolicyInputs)};
  }
  network_ = &network;
  return base::Done{};
}

void Evaluator::ask_policy(const Position& pos, const base::FixedVector<Move, kMaxCells + 1>& moves,
                           game::PolicyAnswer& answer) const {
  thread_local std::vector<std::uint8_t> planes;
  thread_local nets::PolicyAndValue said;
  thread_local std::vector<std::int32_t> logits;
  const nets::ConvolutionGrid& grid = policy_grid(pos.side());
  fill_planes(pos, grid, planes);
  network_->evaluate(grid, planes, said);
  logits.clear();
  std::size_t swap = moves.size();
  for (std::size_t i = 0; i < moves.size(); ++i) {
    if (moves[i].is_swap()) swap = i;
    logits.push_back(moves[i].is_swap() ? said.policy[0] : said.policy[static_cast<std::size_t>(moves[i].cell())]);
  }
  answer.priors.resize(moves.size());
  nets::softmax_of_logits(logits, answer.priors);
  float chance = nets::chance_of_logit(said.value);
  if (swap < moves.size()) price_swap(swap, chance, answer.priors);
  answer.shares = {};
  answer.shares[static_cast<std::size_t>(pos.to_move())] = chance;
  answer.shares[static_cast<std::size_t>(1 - pos.to_move())] = 1 - chance;
}

}  // namespace partita::games::omega
