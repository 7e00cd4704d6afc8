#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/option.h"
#include "search/declared_switches.h"
#include "search/montecarlo/montecarlo_switches.h"

namespace partita::search {

enum class Method { kRandom, kGreedy, kMinimax, kAlphaBeta, kNegamax, kMonteCarlo };
enum class Replacement { kAlways, kDepth, kBuckets };
enum class TableMatch { kEqual, kAtLeast };
enum class Hashing { kCells, kRowsAndColumns };
enum class TableLife { kSearch, kTurn, kGame };
enum class WinScore { kPlain, kByDistance, kFiveHundred, kFiveHundredRaw };
enum class Form { kText, kProgram };
enum class KillerExchange { kNewest, kRandom };
enum class Objective { kOutcome, kMargin, kScore };
enum class DepthPolicy { kNone, kByBranching };
enum class MultiPlayer { kParanoid, kMaxN, kBestReply };
enum class TimeRule { kFixed, kComfortThenPanic, kEvenTurns, kThreeSeconds, kCourse, kShareOfClock };

/// Every switch of the search as plain values with their defaults, read once from option values before a search. Name,
/// range, soundness and help stand beside the member in the tables of switches.cpp, from which command line, protocol,
/// page and lab are derived. A value: any thread may hold its own.
struct Switches {
  Method method = Method::kNegamax;
  bool iterative_deepening = true;
  bool root_ordering = true;
  bool keep_partial = true;

  bool tt = true;
  Replacement tt_replacement = Replacement::kBuckets;
  TableMatch tt_match = TableMatch::kAtLeast;
  TableLife tt_life = TableLife::kGame;
  Hashing hashing = Hashing::kCells;
  bool count_collisions = false;
  bool tt_move = true;
  int tt_least_depth = 1;
  int hash_mb = 64;

  bool killers = true;
  bool history = true;
  bool continuation_history = false;
  bool counter_moves = true;
  bool move_hints = true;

  bool null_move = false;
  int null_reduction = 2;
  bool multi_cut = false;
  int multi_cut_cuts = 3;
  int multi_cut_moves = 10;
  int multi_cut_reduction = 2;
  bool pvs = true;
  bool aspiration = true;
  int aspiration_window = 50;
  bool lmr = false;
  int lmr_base = 60;
  int lmr_slope = 45;
  bool lmp = false;
  int lmp_depth = 3;
  int lmp_slope = 300;
  bool futility = false;
  int futility_margin = 80;
  bool iir = false;

  bool static_win_test = true;
  bool forced_reply_extension = true;
  bool quiescence = true;
  int quiescence_plies = 8;
  bool endgame = true;
  int endgame_cells = 16;

  WinScore win_score = WinScore::kByDistance;
  Objective objective = Objective::kOutcome;
  bool win_stop = true;
  bool loss_fallback = false;
  bool win_return = false;
  bool loss_research = false;
  bool precheck_loss_in_two = false;
  bool cycle_draw = true;
  bool random_equal = false;
  std::uint64_t seed = 1;

  DepthPolicy depth_policy = DepthPolicy::kNone;
  int max_depth = 100;
  MultiPlayer multi_player = MultiPlayer::kParanoid;
  std::string evaluator;
  int threads = 1;
  TimeRule time_manager = TimeRule::kShareOfClock;
  bool own_book = false;
  bool random_first = false;

  Form form = Form::kText;
  bool window_slip = false;
  int tt_key_bits = 64;
  KillerExchange killer_exchange = KillerExchange::kNewest;
  bool turn_search = false;

  montecarlo::MonteCarloSwitches montecarlo;
};

/// The declarations. `evaluators` are a game's evaluator names, the default first.
std::vector<base::OptionSpec> switch_options(const std::vector<std::string>& evaluators);

/// kNotAboutValues for names that are no switches of the search.
Soundness soundness_of(std::string_view name);

/// REQUIRES: `values` were checked against `specs`, which came from switch_options (with other defaults, perhaps).
Switches read_switches(const std::vector<base::OptionSpec>& specs, const base::OptionValues& values);

}  // namespace partita::search
