#include "search/switches.h"

#include <algorithm>

namespace partita::search {

namespace {

using base::check_option;
using base::combo_option;
using base::OptionSpec;
using base::spin_option;

/// Names in the order of the enumerators, so that a choice's index is the enumerator.
const std::vector<std::string> kMethods = {"random", "greedy", "minimax", "alphabeta", "negamax", "montecarlo"};
const std::vector<std::string> kReplacements = {"always", "depth", "buckets"};
const std::vector<std::string> kMatches = {"equal", "at_least"};
const std::vector<std::string> kHashings = {"cells", "rows_and_columns"};
const std::vector<std::string> kLives = {"search", "turn", "game"};
const std::vector<std::string> kWinScores = {"plain", "by_distance", "aboukhadra"};
const std::vector<std::string> kObjectives = {"outcome", "margin", "score"};
const std::vector<std::string> kDepthPolicies = {"none", "rudin"};
const std::vector<std::string> kMultiPlayers = {"paranoid", "maxn", "brs"};
const std::vector<std::string> kTimeRules = {"fixed", "sweere", "trebing", "aboukhadra", "rudin", "partita"};

void add_frame_options(std::vector<OptionSpec>& specs) {
  specs.push_back(
      combo_option("search", "negamax", kMethods,
                   "what looks for the move: a random or greedy choice, minimax, alpha-beta with a maximising "
                   "and a minimising side, negamax with every switch below, or Monte-Carlo tree search"));
  specs.push_back(check_option("iterative_deepening", true, "[sound] search depth 1, 2, 3 ... instead of one depth"));
  specs.push_back(check_option("root_ordering", true, "[sound] order root moves by the last iteration's values"));
  specs.push_back(check_option("keep_partial", true, "an interrupted iteration's finished moves count"));
  specs.push_back(spin_option("max_depth", 100, 1, 200, "deepest iteration, in plies"));
  specs.push_back(combo_option("depth_policy", "none", kDepthPolicies,
                               "rudin: depth 5 if there are fewer than 25 moves, else 4; always 4 after a time-out"));
  specs.push_back(spin_option("threads", 1, 1, 64, "searching threads over one shared table"));
  specs.push_back(combo_option("time_manager", "partita", kTimeRules, "how the time for a move is chosen"));
}

void add_table_options(std::vector<OptionSpec>& specs) {
  specs.push_back(
      check_option("tt", true, "[sound] transposition table (exact with tt_match=equal and no repetitions)"));
  specs.push_back(combo_option("tt_replacement", "buckets", kReplacements,
                               "[sound] always new, depth preferred, or buckets of four with ageing"));
  specs.push_back(combo_option("tt_match", "at_least", kMatches,
                               "[extends] use entries of exactly the depth wanted, or of at least that depth"));
  specs.push_back(
      combo_option("tt_life", "game", kLives, "forget the table before every search, every turn, or every game"));
  specs.push_back(spin_option("hash_mb", 64, 1, 16384, "size of the table in mebibytes"));
  specs.push_back(
      spin_option("tt_least_depth", 1, 1, 20,
                  "[sound] plies of depth below which the table is not asked: memory is slower than the search"));
  specs.push_back(
      combo_option("hashing", "cells", kHashings,
                   "[unsound] a random number for every cell and state, or for every row, column and state, as "
                   "Sweere's first hashing had it (4.2.1; Andantino)"));
  specs.push_back(check_option("count_collisions", false,
                               "tell at the end of a search how often a position drove another "
                               "out of the table (Sweere 4.2)"));
  specs.push_back(check_option("tt_move", true, "[sound] try the table's move first"));
}

void add_ordering_options(std::vector<OptionSpec>& specs) {
  specs.push_back(check_option("killers", true, "[sound] try moves that cut off at this ply before"));
  specs.push_back(check_option("history", true, "[sound] order moves by how often they cut off"));
  specs.push_back(check_option("continuation_history", false, "[sound] history by pairs of consecutive moves"));
  specs.push_back(check_option("counter_moves", true, "[sound] try the move that refuted the last move before"));
  specs.push_back(check_option("move_hints", true, "[sound] order untried moves by the game's own first guess"));
}

void add_pruning_options(std::vector<OptionSpec>& specs) {
  specs.push_back(check_option("pvs", true, "[sound] principal variation search: null windows after the first move"));
  specs.push_back(check_option("aspiration", true, "[sound] start with a window around the last iteration's value"));
  specs.push_back(spin_option("aspiration_window", 50, 1, 1000000, "half width of that window"));
  specs.push_back(check_option("null_move", false,
                               "[unsound] cut off if passing is good enough; at turn boundaries, "
                               "never twice"));
  specs.push_back(spin_option("null_reduction", 2, 1, 6, "plies (turns count by their plies) a null move saves"));
  specs.push_back(check_option("multi_cut", false, "[unsound] cut off if several moves cut off in a shallower search"));
  specs.push_back(spin_option("multi_cut_cuts", 3, 1, 20, "M: so many cut-offs suffice"));
  specs.push_back(spin_option("multi_cut_moves", 10, 1, 60, "C: among the first so many moves"));
  specs.push_back(spin_option("multi_cut_reduction", 2, 1, 6, "how much shallower"));
  specs.push_back(check_option("lmr", false, "[unsound] search late moves less deeply first"));
  specs.push_back(spin_option("lmr_base", 60, 0, 300, "hundredths of a ply that every late move loses"));
  specs.push_back(spin_option("lmr_slope", 45, 0, 300, "hundredths of a ply more per log(depth) * log(place)"));
  specs.push_back(check_option("lmp", false, "[unsound] leave out late moves near the leaves"));
  specs.push_back(spin_option("lmp_depth", 3, 1, 20, "how near: plies of depth left at most"));
  specs.push_back(
      spin_option("lmp_slope", 300, 0, 1000, "four moves are tried, and hundredths of one more per depth squared"));
  specs.push_back(check_option("futility", false,
                               "[unsound] near the leaves, cut off where the evaluation is far above "
                               "the window"));
  specs.push_back(spin_option("futility_margin", 80, 1, 1000000, "how far, for each ply of depth"));
  specs.push_back(check_option("iir", false, "[unsound] one ply less where the table knows no move"));
}

void add_game_step_options(std::vector<OptionSpec>& specs) {
  specs.push_back(check_option("static_win_test", true, "[sound] see wins in one and forced replies without search"));
  specs.push_back(check_option("forced_reply_extension", true, "[extends] a forced reply costs no depth"));
  specs.push_back(check_option("quiescence", true, "[extends] follow forcing moves beyond the depth"));
  specs.push_back(spin_option("quiescence_plies", 8, 0, 64, "how far beyond"));
  specs.push_back(check_option("endgame", true, "[extends] the game's exact endgame search near the end"));
  specs.push_back(spin_option("endgame_cells", 16, 0, 20, "how near: free cells"));
}

void add_value_options(std::vector<OptionSpec>& specs) {
  specs.push_back(combo_option("win_score", "by_distance", kWinScores,
                               "all wins alike, nearer wins higher, or Aboukhadra's 500 - depth"));
  specs.push_back(
      combo_option("objective", "outcome", kObjectives,
                   "play for the result, for the margin where a game has one, or for that margin on the scale\n"
                   "of the evaluation (Trebing 5.3)"));
  specs.push_back(check_option("win_stop", true, "stop deepening at a proven win"));
  specs.push_back(
      check_option("loss_fallback", false, "on a proven loss play the move of the depth that did not see it"));
  specs.push_back(
      check_option("win_return", false,
                   "return a winning root move as soon as it is found, one that wins at once before any other"));
  specs.push_back(check_option("loss_research", false, "search again less deeply when every move loses"));
  specs.push_back(check_option("precheck_loss_in_two", false,
                               "before searching, answer an immediate threat if there is one answer"));
  specs.push_back(check_option("cycle_draw", true,
                               "[unsound] where the rules say nothing of it, a position that occurs again "
                               "counts as a draw"));
  specs.push_back(check_option("random_equal", false, "choose at random between equally good root moves"));
  specs.push_back(spin_option("seed", 1, 0, 1000000000000, "for every random choice"));
  specs.push_back(combo_option("multi_player", "paranoid", kMultiPlayers,
                               "three and four players: all against the root, each for itself, or best reply"));
  specs.push_back(check_option("own_book", false,
                               "the Omega report's opening (Trebing 5.4): own stone to a free corner, the "
                               "others' to the middle"));
}

template <class Enum>
Enum choice(const std::vector<std::string>& names, const std::string& name) {
  return static_cast<Enum>(std::find(names.begin(), names.end(), name) - names.begin());
}

/// Reads values with little noise: reader("tt") for checks, number("hash_mb"), text("search").
struct Reader {
  const std::vector<OptionSpec>& specs;
  const base::OptionValues& values;
  bool operator()(const char* name) const { return base::is_on(specs, values, name); }
  int number(const char* name) const { return static_cast<int>(base::int_value_of(specs, values, name)); }
  std::string text(const char* name) const { return base::value_of(specs, values, name); }
};

void read_table(const Reader& read, Switches& s) {
  s.tt = read("tt");
  s.tt_replacement = choice<Replacement>(kReplacements, read.text("tt_replacement"));
  s.tt_match = choice<TableMatch>(kMatches, read.text("tt_match"));
  s.tt_life = choice<TableLife>(kLives, read.text("tt_life"));
  s.hashing = choice<Hashing>(kHashings, read.text("hashing"));
  s.count_collisions = read("count_collisions");
  s.tt_move = read("tt_move");
  s.tt_least_depth = read.number("tt_least_depth");
  s.hash_mb = read.number("hash_mb");
}

void read_pruning(const Reader& read, Switches& s) {
  s.pvs = read("pvs");
  s.aspiration = read("aspiration");
  s.aspiration_window = read.number("aspiration_window");
  s.null_move = read("null_move");
  s.null_reduction = read.number("null_reduction");
  s.multi_cut = read("multi_cut");
  s.multi_cut_cuts = read.number("multi_cut_cuts");
  s.multi_cut_moves = read.number("multi_cut_moves");
  s.multi_cut_reduction = read.number("multi_cut_reduction");
  s.lmr = read("lmr");
  s.lmr_base = read.number("lmr_base");
  s.lmr_slope = read.number("lmr_slope");
  s.lmp = read("lmp");
  s.lmp_depth = read.number("lmp_depth");
  s.lmp_slope = read.number("lmp_slope");
  s.futility = read("futility");
  s.futility_margin = read.number("futility_margin");
  s.iir = read("iir");
}

void read_values_and_rest(const Reader& read, Switches& s) {
  s.win_score = choice<WinScore>(kWinScores, read.text("win_score"));
  s.objective = choice<Objective>(kObjectives, read.text("objective"));
  s.win_stop = read("win_stop");
  s.loss_fallback = read("loss_fallback");
  s.win_return = read("win_return");
  s.loss_research = read("loss_research");
  s.cycle_draw = read("cycle_draw");
  s.precheck_loss_in_two = read("precheck_loss_in_two");
  s.random_equal = read("random_equal");
  s.seed = static_cast<std::uint64_t>(base::int_value_of(read.specs, read.values, "seed"));
  s.depth_policy = choice<DepthPolicy>(kDepthPolicies, read.text("depth_policy"));
  s.max_depth = read.number("max_depth");
  s.multi_player = choice<MultiPlayer>(kMultiPlayers, read.text("multi_player"));
  s.evaluator = read.text("evaluator");
  s.threads = read.number("threads");
  s.time_manager = choice<TimeRule>(kTimeRules, read.text("time_manager"));
  s.own_book = read("own_book");
}

}  // namespace

std::vector<OptionSpec> switch_options(const std::vector<std::string>& evaluators) {
  std::vector<OptionSpec> specs;
  add_frame_options(specs);
  specs.push_back(combo_option("evaluator", evaluators.empty() ? "" : evaluators.front(), evaluators,
                               "what a position that is not searched further is worth"));
  add_table_options(specs);
  add_ordering_options(specs);
  add_pruning_options(specs);
  add_game_step_options(specs);
  add_value_options(specs);
  montecarlo::add_montecarlo_options(specs);
  return specs;
}

Switches read_switches(const std::vector<OptionSpec>& specs, const base::OptionValues& values) {
  const Reader read{specs, values};
  Switches s;
  s.method = choice<Method>(kMethods, read.text("search"));
  s.iterative_deepening = read("iterative_deepening");
  s.root_ordering = read("root_ordering");
  s.keep_partial = read("keep_partial");
  s.killers = read("killers");
  s.history = read("history");
  s.continuation_history = read("continuation_history");
  s.counter_moves = read("counter_moves");
  s.move_hints = read("move_hints");
  s.static_win_test = read("static_win_test");
  s.forced_reply_extension = read("forced_reply_extension");
  s.quiescence = read("quiescence");
  s.quiescence_plies = read.number("quiescence_plies");
  s.endgame = read("endgame");
  s.endgame_cells = read.number("endgame_cells");
  read_table(read, s);
  read_pruning(read, s);
  read_values_and_rest(read, s);
  s.montecarlo = montecarlo::read_montecarlo_switches(specs, values);
  return s;
}

Soundness soundness_of(const OptionSpec& spec) {
  if (spec.help.rfind("[sound]", 0) == 0) return Soundness::kSound;
  if (spec.help.rfind("[extends]", 0) == 0) return Soundness::kExtends;
  if (spec.help.rfind("[unsound]", 0) == 0) return Soundness::kUnsound;
  return Soundness::kNotAboutValues;
}

}  // namespace partita::search
