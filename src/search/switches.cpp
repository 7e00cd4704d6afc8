#include "search/switches.h"

namespace partita::search {

namespace {

using enum Soundness;

const Names kMethods = {"random", "greedy", "minimax", "alphabeta", "negamax", "montecarlo"};
const Names kReplacements = {"always", "depth", "buckets"};
const Names kMatches = {"equal", "at_least"};
const Names kHashings = {"cells", "rows_and_columns"};
const Names kLives = {"search", "turn", "game"};
const Names kWinScores = {"plain", "by_distance", "aboukhadra", "aboukhadra_raw"};
const Names kForms = {"text", "program"};
const Names kExchanges = {"newest", "random"};
const Names kObjectives = {"outcome", "margin", "score"};
const Names kDepthPolicies = {"none", "rudin"};
const Names kMultiPlayers = {"paranoid", "maxn", "brs"};
const Names kTimeRules = {"fixed", "sweere", "trebing", "aboukhadra", "rudin", "partita"};

/// The frame around the searches.
void each_frame_switch(auto& visit, auto& switches) {
  visit("search", switches.method, kMethods, kNotAboutValues,
        "what looks for the move: a random or greedy choice, minimax, alpha-beta with a maximising and a minimising "
        "side, negamax with every switch below, or Monte-Carlo tree search");
  visit("iterative_deepening", switches.iterative_deepening, kSound, "search depth 1, 2, 3 ... instead of one depth");
  visit("root_ordering", switches.root_ordering, kSound, "order root moves by the last iteration's values");
  visit("keep_partial", switches.keep_partial, kNotAboutValues, "an interrupted iteration's finished moves count");
  visit("max_depth", switches.max_depth, Range{1, 200}, kNotAboutValues, "deepest iteration, in plies");
  visit("depth_policy", switches.depth_policy, kDepthPolicies, kNotAboutValues,
        "rudin: depth 5 if there are fewer than 25 moves, else 4; always 4 after a time-out");
  visit("threads", switches.threads, Range{1, 64}, kNotAboutValues, "searching threads over one shared table");
  visit("time_manager", switches.time_manager, kTimeRules, kNotAboutValues, "how the time for a move is chosen");
}

/// The transposition table.
void each_table_switch(auto& visit, auto& switches) {
  visit("tt", switches.tt, kSound, "transposition table (exact with tt_match=equal and no repetitions)");
  visit("tt_replacement", switches.tt_replacement, kReplacements, kSound,
        "always new, depth preferred, or buckets of four with ageing");
  visit("tt_match", switches.tt_match, kMatches, kExtends,
        "use entries of exactly the depth wanted, or of at least that depth");
  visit("tt_life", switches.tt_life, kLives, kNotAboutValues,
        "forget the table before every search, every turn, or every game");
  visit("hash_mb", switches.hash_mb, Range{1, 16384}, kNotAboutValues, "size of the table in mebibytes");
  visit("tt_least_depth", switches.tt_least_depth, Range{1, 20}, kSound,
        "plies of depth below which the table is not asked: memory is slower than the search");
  visit("hashing", switches.hashing, kHashings, kUnsound,
        "a random number for every cell and state, or for every row, column and state, as Sweere's first hashing had "
        "it (4.2.1), where the game offers both");
  visit("count_collisions", switches.count_collisions, kNotAboutValues,
        "tell at the end of a search how often a position drove another out of the table (Sweere 4.2)");
  visit("tt_move", switches.tt_move, kSound, "try the table's move first");
}

/// The order of moves.
void each_ordering_switch(auto& visit, auto& switches) {
  visit("killers", switches.killers, kSound, "try moves that cut off at this ply before");
  visit("history", switches.history, kSound, "order moves by how often they cut off");
  visit("continuation_history", switches.continuation_history, kSound, "history by pairs of consecutive moves");
  visit("counter_moves", switches.counter_moves, kSound, "try the move that refuted the last move before");
  visit("move_hints", switches.move_hints, kSound, "order untried moves by the game's own first guess");
}

/// Windows, reductions and pruning.
void each_pruning_switch(auto& visit, auto& switches) {
  visit("pvs", switches.pvs, kSound, "principal variation search: null windows after the first move");
  visit("aspiration", switches.aspiration, kSound, "start with a window around the last iteration's value");
  visit("aspiration_window", switches.aspiration_window, Range{1, 1000000}, kNotAboutValues,
        "half width of that window, in hundredths of the unit of the game's evaluation");
  visit("null_move", switches.null_move, kUnsound,
        "cut off if passing is good enough; at turn boundaries, never twice");
  visit("null_reduction", switches.null_reduction, Range{1, 6}, kNotAboutValues,
        "plies (turns count by their plies) a null move saves");
  visit("multi_cut", switches.multi_cut, kUnsound, "cut off if several moves cut off in a shallower search");
  visit("multi_cut_cuts", switches.multi_cut_cuts, Range{1, 20}, kNotAboutValues, "M: so many cut-offs suffice");
  visit("multi_cut_moves", switches.multi_cut_moves, Range{1, 60}, kNotAboutValues, "C: among the first so many moves");
  visit("multi_cut_reduction", switches.multi_cut_reduction, Range{1, 6}, kNotAboutValues, "how much shallower");
  visit("lmr", switches.lmr, kUnsound, "search late moves less deeply first");
  visit("lmr_base", switches.lmr_base, Range{0, 300}, kNotAboutValues,
        "hundredths of a ply that every late move loses");
  visit("lmr_slope", switches.lmr_slope, Range{0, 300}, kNotAboutValues,
        "hundredths of a ply more per log(depth) * log(place)");
  visit("lmp", switches.lmp, kUnsound, "leave out late moves near the leaves");
  visit("lmp_depth", switches.lmp_depth, Range{1, 20}, kNotAboutValues, "how near: plies of depth left at most");
  visit("lmp_slope", switches.lmp_slope, Range{0, 1000}, kNotAboutValues,
        "four moves are tried, and hundredths of one more per depth squared");
  visit("futility", switches.futility, kUnsound,
        "near the leaves, cut off where the evaluation is far above the window");
  visit("futility_margin", switches.futility_margin, Range{1, 1000000}, kNotAboutValues,
        "how far, for each ply of depth, in hundredths of the unit of the game's evaluation");
  visit("iir", switches.iir, kUnsound, "one ply less where the table knows no move");
}

/// What the game itself knows.
void each_game_step_switch(auto& visit, auto& switches) {
  visit("static_win_test", switches.static_win_test, kSound, "see wins in one and forced replies without search");
  visit("forced_reply_extension", switches.forced_reply_extension, kExtends, "a forced reply costs no depth");
  visit("quiescence", switches.quiescence, kExtends, "follow forcing moves beyond the depth");
  visit("quiescence_plies", switches.quiescence_plies, Range{0, 64}, kNotAboutValues, "how far beyond");
  visit("endgame", switches.endgame, kExtends, "the game's exact endgame search near the end");
  visit("endgame_cells", switches.endgame_cells, Range{0, 20}, kNotAboutValues, "how near: free cells");
}

/// What results are worth, and choices between them.
void each_value_switch(auto& visit, auto& switches) {
  visit(
      "win_score", switches.win_score, kWinScores, kNotAboutValues,
      "all wins alike, nearer wins higher, or Aboukhadra's 500 - depth, above every evaluation or, as in his program, "
      "wherever that lies");
  visit("objective", switches.objective, kObjectives, kNotAboutValues,
        "play for the result, for the margin where a game has one, or for that margin on the scale of the evaluation "
        "(Trebing 5.3)");
  visit("win_stop", switches.win_stop, kNotAboutValues, "stop deepening at a proven win");
  visit("loss_fallback", switches.loss_fallback, kNotAboutValues,
        "on a proven loss play the move of the depth that did not see it");
  visit("win_return", switches.win_return, kNotAboutValues,
        "return a winning root move as soon as it is found, one that wins at once before any other");
  visit("loss_research", switches.loss_research, kNotAboutValues, "search again less deeply when every move loses");
  visit("precheck_loss_in_two", switches.precheck_loss_in_two, kNotAboutValues,
        "before searching, answer an immediate threat if there is one answer");
  visit("cycle_draw", switches.cycle_draw, kUnsound,
        "where the rules say nothing of it, a position that occurs again counts as a draw");
  visit("random_equal", switches.random_equal, kNotAboutValues, "choose at random between equally good root moves");
  visit("seed", switches.seed, Range{0, 1000000000000}, kNotAboutValues, "for every random choice");
  visit("multi_player", switches.multi_player, kMultiPlayers, kNotAboutValues,
        "three and four players: all against the root, each for itself, or best reply");
  visit(
      "own_book", switches.own_book, kNotAboutValues,
      "the game's own opening, where it has one (Trebing 5.4: own stone to a free corner, the others' to the middle)");
}

/// What the reports' engines do that a better one would not: each a slip or a habit of an author's program.
void each_author_switch(auto& visit, auto& switches) {
  visit("as", switches.form, kForms, kNotAboutValues,
        "a report's preset: as the text says, or as its author's program does, slips included");
  visit("window_slip", switches.window_slip, kUnsound,
        "children are searched with the window (-alpha, -beta), as Rao's program does, instead of (-beta, -alpha)");
  visit("tt_key_bits", switches.tt_key_bits, Range{8, 64}, kUnsound,
        "so many bits of a position's key tell it from others in the table (Rao 3.4.1: 16)");
  visit("killer_exchange", switches.killer_exchange, kExchanges, kSound,
        "which of two killers a new one drives out: the older, or either by chance (Trebing 7)");
  visit("turn_search", switches.turn_search, kNotAboutValues,
        "one search for a whole turn, whose later stones come from its line (Trebing 5.7)");
  visit("random_first", switches.random_first, kNotAboutValues,
        "the game's first move is any legal one (Aboukhadra 2.1)");
}

/// Every switch but Monte-Carlo's, in the order in which people see them.
void each_switch(auto& visit, auto&& switches, const Names& evaluators) {
  each_frame_switch(visit, switches);
  visit("evaluator", switches.evaluator, evaluators, kNotAboutValues,
        "what a position that is not searched further is worth");
  each_table_switch(visit, switches);
  each_ordering_switch(visit, switches);
  each_pruning_switch(visit, switches);
  each_game_step_switch(visit, switches);
  each_value_switch(visit, switches);
  each_author_switch(visit, switches);
}

}  // namespace

std::vector<base::OptionSpec> switch_options(const std::vector<std::string>& evaluators) {
  std::vector<base::OptionSpec> specs;
  DeclareSwitches declare(specs);
  each_switch(declare, Switches{}, evaluators);
  montecarlo::add_montecarlo_options(specs);
  return specs;
}

Switches read_switches(const std::vector<base::OptionSpec>& specs, const base::OptionValues& values) {
  Switches switches;
  ReadSwitches read(specs, values);
  each_switch(read, switches, {});
  switches.montecarlo = montecarlo::read_montecarlo_switches(specs, values);
  switches.montecarlo.endgame = switches.endgame;
  switches.montecarlo.hash_mb = switches.hash_mb;
  switches.montecarlo.threads = switches.threads;
  switches.montecarlo.seed = switches.seed;
  return switches;
}

Soundness soundness_of(std::string_view name) {
  FindSoundness find{name};
  each_switch(find, Switches{}, {});
  return find.found;
}

std::string mark_of(Soundness soundness) {
  switch (soundness) {
    case kSound: return "[sound] ";
    case kExtends: return "[extends] ";
    case kUnsound: return "[unsound] ";
    case kNotAboutValues: break;
  }
  return "";
}

}  // namespace partita::search
