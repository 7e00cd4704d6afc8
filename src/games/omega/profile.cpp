#include "games/omega/omega.h"

#include <string>

#include "games/omega/score.h"

namespace partita::games::omega {

namespace {

/// Trebing: negamax with one stone a ply, iterative deepening, a table that is emptied every turn, the opening book,
/// ends worth their complete score (5.3), and an even share of the clock; the enhancements are what the presets differ
/// in.
game::ProfilePreset trebing(std::string_view name, std::string_view help, const std::string& enhancements) {
  return {name, help, "bare",
          "search=negamax,evaluator=trebing,iterative_deepening=on,tt=on,tt_move=on,tt_replacement=always,"
          "tt_life=turn,own_book=on,objective=score,time_manager=trebing" +
              enhancements,
          "as=program,turn_search=on,killer_exchange=random"};
}

std::vector<game::ProfilePreset> presets() {
  const std::string null_move = ",null_move=on";
  const std::string killers = ",killers=on";
  const std::string multi_cut = ",multi_cut=on,multi_cut_cuts=3,multi_cut_moves=10";
  return {
      trebing("trebing-tt", "Trebing 5.1, 7: his engine with the transposition table alone", ""),
      trebing("trebing-nm", "Trebing 5.5: the table and null moves", null_move),
      trebing("trebing-km", "Trebing 5.2: the table and killer moves", killers),
      trebing("trebing-nm-mc", "Trebing 5.5, 5.6: null moves and multi-cut", null_move + multi_cut),
      trebing("trebing-mc-km", "Trebing 5.2, 5.6: multi-cut and killer moves", multi_cut + killers),
      trebing("trebing-nm-km", "Trebing 5.2, 5.5: null moves and killer moves", null_move + killers),
      trebing("trebing-full", "Trebing 5, 8: his tournament engine, all of it", null_move + multi_cut + killers),
      {"partita-ab", "our alpha-beta for Omega", "", "search=negamax"},
  };
}

std::vector<game::CorpusFormat> corpora() {
  using Holds = game::CorpusFormat::Holds;
  using Says = game::CorpusColumn::Says;
  const game::CorpusColumn side = {Says::kNumberRule, "side", ""};
  const game::CorpusColumn players = {Says::kNumberRule, "players", ""};
  const game::CorpusColumn moves = {Says::kMoves, "", ""};
  const game::CorpusColumn scores = {Says::kScores, "", ""};
  return {{"games",
           Holds::kGames,
           "tie=last",
           "",
           {side,
            players,
            {Says::kNote, "", ""},
            moves,
            scores,
            {Says::kWinnerNumber, "tie=draw", "the winner"},
            {Says::kWinnerNumber, "", "the winner by the original rule"}}},
          {"trace", Holds::kPositions, "tie=last", "", {side, players, moves, {Says::kScoresAlong, "", ""}}},
          {"positions",
           Holds::kPositions,
           "",
           "",
           {{Says::kWholePosition, "", ""}, {Says::kOver, "", ""}, scores, {Says::kGroupSizes, "", ""}}}};
}

std::vector<game::Example> examples() {
  return {
      {"arena",
       "partita arena --game omega --side 5 --engines partita trebing-full --tc 100ms --openings 10 --concurrency 2"},
      {"endgame", "partita endgame --game omega --side 3"},
      {"endgame", "partita endgame --game omega --position \"3 2 B1W/B1W1/W1BWW/1BBW/WBB 2 WB\" --goal turns"},
      {"engine", "printf 'ugi\\nposition startpos\\ngo depth 6\\n' | partita engine --game omega --side 5"},
      {"engine", "partita engine --check ./partita engine --game omega"},
      {"games", "partita games omega"},
      {"go", "partita go --game omega --side 5 --preset partita-ab,killers=off --depth 6"},
      {"inspect", "partita inspect --game omega --side 5 --players 3 --json"},
      {"lab", "partita lab levels --game omega --budget 5m --out data/levels/omega.json"},
      {"perft", "partita perft --game omega --side 3 --depth 2 --unit turn"},
      {"play", "partita play omega --side 5 --players ah"},
      {"help engines", "partita play omega --seats human/level-3"},
      {"help positions", "partita inspect --game omega --side 3 --moves \"C3/A1 B2/E5\""},
      {"help time", "partita arena --game omega --engines partita greedy --tc 60s+0.5s 10s+0.1s --openings 5"},
  };
}

game::Profile make_profile() {
  game::Profile profile;
  profile.unit = kLogUnit;  // a factor of e in the score
  profile.curves = {{"", {58'000.0, 0.0}}};
  profile.engine_from = "partita-mcts";
  // Side 5, 60 games of 3,000 simulations a ply each: amaf_bias 4000 over 1000 33-27, 1000 over 300 23-17 of 40;
  // exploration 0 over 10 38-22; prior_weight 10 and 40 over 0 24-16 of 40 each; playouts that count neighbours beat
  // four tables of ring patterns.
  // Four players on side 5 against three greedy ones, 100 ms a ply, first seat: many_exploration 20 and many_margin 50
  // with the prior for two players won 85 of 160; exploration 50 without a prior 94 of 160, with a margin of 80 100 of
  // 160; neither of them 17 of 60 (10,000 simulations).
  profile.montecarlo =
      "selection=puct,playout=biased,exploration=0,amaf_bias=3000,margin_weight=2,prior_weight=20,expand_at=4,many_"
      "exploration=50,"
      "many_margin=80";
  profile.engine = "evaluator=net";
  profile.presets = presets();
  // Each row beats the one above it: data/levels has the matches (partita lab levels).
  profile.levels = {{"partita-ab", 0, 1, 12, 0.6},       {"partita-ab", 0, 1, 3, 0.4},
                    {"partita-ab", 0, 1, 1, 0.3},        {"partita-ab", 0, 1, 0.3, 0.2},
                    {"partita-ab", 0, 3, 0.2, 0.1},      {"partita-classic", 150, 0, 0, 0},
                    {"partita-classic", 500, 0, 0, 0},   {"partita-classic", 2'000, 0, 0, 0},
                    {"partita-classic", 6'000, 0, 0, 0}, {"partita-classic", 40'000, 0, 0, 0}};
  profile.bench = {{"side=5", "partita-ab", 4, {0, 8, 20, 40}}, {"side=5,players=3", "partita-ab", 4, {0, 18, 36}}};
  profile.speed = {{"side=5", 4}};
  profile.rate = {{"side=5", "partita-ab", 8}};
  profile.clock = {{"side=5", "partita", 0}};
  profile.opening_imbalance = 1;
  profile.solver = game::Solver::kScores;
  profile.puzzles = game::PuzzleKind::kOnlyTurn;
  profile.corpora = corpora();
  profile.moves_are = "cells by a letter and a number, the stones of a turn behind each other (C3/A1)";
  profile.reports = {{"trebing", "side=5"}};
  profile.authors = {
      {"trebing", "trebing-full", "game 900", "",
       "Kevin Trebing's engine won its tournament at Maastricht in 2018: negamax with killer moves, null moves and "
       "multi-cut, and an opening book that takes the corners. It has fifteen minutes for a game and shares them "
       "evenly "
       "over its turns."}};
  profile.examples = examples();
  return profile;
}

}  // namespace

const game::Profile& Omega::profile() {
  static const game::Profile kProfile = make_profile();
  return kProfile;
}

}  // namespace partita::games::omega
