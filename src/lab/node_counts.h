#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "base/clock.h"
#include "base/option.h"
#include "base/parsed.h"
#include "catalog/any_position.h"

/// What searches to a fixed depth cost with and without a switch, counted in nodes. No search looks at a clock, so that
/// the same plan counts the same nodes on every machine.
namespace partita::lab {

/// What one search cost and found.
struct SearchCount {
  std::uint64_t nodes = 0;
  double seconds = 0;
  bool is_capped = false;  ///< broken off at the plan's cap: it would have needed more
  std::string best_move;
  std::int64_t score = 0;
};
/// Whether both did the same, as far as a stranger can tell.
bool are_alike(const SearchCount& a, const SearchCount& b);

/// How many nodes a comparison may spend. Positions are taken one after the other as long as the dearest possible one
/// still fits, so that `most_nodes` is kept whatever the switches cost.
struct CountingPlan {
  std::uint64_t most_nodes = 0;  ///< all searches together
  std::uint64_t base_nodes = 0;  ///< the base goes as deep in a position as so many reach
  std::uint64_t cap = 0;         ///< a variant is broken off there
  bool has_depth = true;         ///< false: playouts, where every search gets base_nodes
  std::uint64_t dearest_position(std::size_t variants) const;
};
/// For so many seconds on a machine of the slow kind.
CountingPlan plan_counting(double seconds, std::size_t variants, bool is_montecarlo);

/// One position: the base to the depth that its nodes reach, and each variant to the same depth.
struct PositionCounts {
  int depth = 0;
  SearchCount base;
  std::vector<SearchCount> variants;
};

struct CountingTask {
  std::string game;
  base::OptionValues rules;
  std::string preset;
  std::vector<base::OptionValues> variants;  ///< what each changes in the preset
  CountingPlan plan;
  double seconds = 0;  ///< after that none is begun but the first: it is seldom reached, and told
  std::function<void(int positions)> on_position;
};
struct Counts {
  std::vector<PositionCounts> positions;
  std::uint64_t nodes = 0;  ///< spent in all, on looking for the depth too
  bool ran_out_of_time = false;
};
base::Parsed<Counts> count_nodes(const CountingTask& task, const std::vector<catalog::AnyPosition>& positions,
                                 const base::StopFlag& stop);

/// Positions from random games, anywhere between the fourth ply and the end, the same ones every time.
struct SamplePositions {
  std::vector<catalog::AnyPosition> positions;
  double plies_of_game = 0;  ///< the mean of these games
};
SamplePositions sample_positions(const std::string& game, const base::OptionValues& rules, int count);

/// Ratios over positions: their geometric mean with its 95% interval (Student's t of the logarithms).
struct Spread {
  double mean = 1;
  double low = 1;
  double high = 1;
  int positions = 0;
  bool has_interval = false;  ///< from kLeastForInterval positions on
  bool is_bound = false;      ///< some were capped: at least that much
  static constexpr int kLeastForInterval = 5;
};
enum class Cost : std::uint8_t { kNodes, kSeconds };
Spread spread_of(const Counts& counts, std::size_t variant, Cost cost);
/// "1.27 (1.05 to 1.53)", with "at least" where it is a bound.
std::string spread_text(const Spread& spread);

}  // namespace partita::lab
