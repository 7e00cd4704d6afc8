#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/clock.h"
#include "base/option.h"
#include "base/parsed.h"
#include "catalog/any_position.h"
#include "nets/convolution.h"
#include "nets/network.h"
#include "search/limits.h"

namespace partita::catalog {

using search::Limits;

/// A value as people and protocols want it. Exactly one of the two is meaningful: a proven result has `distance` set.
struct ScoreReport {
  enum class Bound { kExact, kLower, kUpper };
  std::int64_t value = 0;       ///< engine units, from the mover's view at the root ("cp")
  std::optional<int> distance;  ///< plies to the end when proven: > 0 the mover wins, < 0 it loses; 0: proven draw
  Bound bound = Bound::kExact;
  double win = 0.5;  ///< estimated chance that the mover wins, and of a draw
  double draw = 0.0;
  bool has_chance = true;       ///< false: the evaluator has a scale of its own, and the chances say nothing
  std::vector<double> by_seat;  ///< expected share of the point by seat; always filled, sums to 1
};

/// The value of a win of unknown length: above every evaluation of a game of two seats, below every counted win.
inline constexpr std::int64_t kWonValue = 1'000'000;

/// One line of analysis: the k-th best move with its principal variation.
struct LineReport {
  int rank = 1;  ///< multipv index from 1
  int depth = 0;
  int seldepth = 0;
  ScoreReport score;
  std::uint64_t nodes = 0;
  std::int64_t time_ms = 0;
  std::uint64_t nps = 0;
  int hashfull = 0;              ///< per mille
  std::uint64_t known_hits = 0;  ///< positions that were looked up and known to be proven, before and in this search
  std::vector<std::string> pv;   ///< moves in notation, the first is the line's move
};

/// How the transposition table fared in a search.
struct TableReport {
  std::uint64_t stores = 0;
  std::uint64_t collisions = 0;   ///< stores that drove another position out
  std::uint64_t shared_keys = 0;  ///< of these, over a position with the same key
  std::uint64_t hits = 0;
  std::uint64_t false_hits = 0;  ///< of these, on a position with the same key
  std::uint64_t killer_cutoffs = 0;
};
/// "20,111 collisions in 812,345 stores (2.5%), 12 with the same key; 3 of 53,000 hits false".
std::string table_text(const TableReport& report);

struct SearchResult {
  std::string best_move;
  std::vector<LineReport> lines;  ///< the last completed line of each rank
  std::uint64_t nodes = 0;
  std::int64_t time_ms = 0;
  int depth = 0;
  std::string note;                  ///< what the engine wants people to know ("book", "certificate"); often empty
  std::optional<TableReport> table;  ///< where the switch count_collisions is on
};

/// What a search is asked to do besides its limits.
struct SearchRequest {
  Limits limits;
  /// "searchmoves": the move is one of these; empty means all. REQUIRES: the position's read_path() accepts each.
  std::vector<std::string> only_moves;
  std::function<void(const LineReport&)> on_line;  ///< called on the thread that called search(); may be empty
  /// Raised by any thread, at any time: the search returns its best move within milliseconds, or a legal one at once if
  /// the flag was raised before it began. Null: nobody stops it. The caller keeps it alive until search() returns.
  const base::StopFlag* stop = nullptr;
  bool is_analysis = false;  ///< asked to know the truth rather than to play: a solver may help
};

/// A player's mind for one game: a preset with its switches, tables and time manager. search() blocks until it has its
/// move or its request's stop flag is raised. Everything belongs to one thread at a time but that flag.
class AnyEngine {
 public:
  virtual ~AnyEngine() = default;
  virtual const std::string& preset() const = 0;
  /// Every switch with its declaration; default_value is the preset's value.
  virtual const std::vector<base::OptionSpec>& options() const = 0;
  virtual base::OptionValues option_values() const = 0;
  /// What the engine's evaluation says of the position without a search, as the seat sees it; nothing where it does not
  /// tell.
  virtual std::optional<std::int64_t> static_value(const AnyPosition&, Seat) const { return std::nullopt; }
  virtual base::Parsed<base::Done> set_option(std::string_view name, std::string_view value) = 0;
  virtual void new_game() = 0;
  /// How long the engine means to take for the mover's whole turn under these limits; 0: as long as it needs.
  virtual std::int64_t turn_ms(const AnyPosition&, const Limits&) const { return 0; }
  /// REQUIRES: the position's game and rules are the engine's, and the game is not over.
  virtual SearchResult search(const AnyPosition& position, const SearchRequest& request) = 0;
};

/// A preset of one game, as listed for people.
struct PresetEntry {
  std::string name;  ///< "partita", "sweere-groups", "rudin"
  std::string help;  ///< one line; names the report it comes from
};

/// "partita" or "partita,killers=off,threads=2": a preset with switches overridden.
struct EngineSpec {
  std::string preset = "partita";
  base::OptionValues overrides;
  /// What evaluators that read a network get; make_plain_engine() takes the shipped one where this is empty. Not part
  /// of the text.
  std::shared_ptr<const nets::Network> network = nullptr;
  std::shared_ptr<const nets::ConvolutionNetwork> policy_network = nullptr;
  bool lacks_policy_network = false;  ///< these rules have one, and it was not found or is damaged
};
base::Parsed<EngineSpec> read_engine_spec(std::string_view text);
std::string write_engine_spec(const EngineSpec& spec);
/// The same with this seed for its random choices, unless it names one itself.
EngineSpec with_seed(EngineSpec spec, std::uint64_t seed);

/// Presets of a game, the default first. REQUIRES: a known game.
std::vector<PresetEntry> presets(std::string_view game);
/// The search of a preset and nothing beside it, for positions of this game and rules; unknown presets and bad switches
/// are errors. What people play against comes from study::make_engine(), which adds levels, solver and strategies.
base::Parsed<std::unique_ptr<AnyEngine>> make_plain_engine(std::string_view game, const base::OptionValues& rules,
                                                           const EngineSpec& spec);

/// Whether flipping the engine's switch of this name may change what a search to a fixed depth does: tables, ordering,
/// pruning and extensions, but not limits, clocks or seeds.
bool is_about_values(std::string_view name);

}  // namespace partita::catalog
