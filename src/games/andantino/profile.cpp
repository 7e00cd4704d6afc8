#include "games/andantino/andantino.h"

#include <string>

#include "games/andantino/author_tables.h"

namespace partita::games::andantino {

namespace {

using game::ProfilePreset;
using Holds = game::CorpusFormat::Holds;
using Says = game::CorpusColumn::Says;

/// Sweere: negamax with a table of 2^24 entries (always new), iterative deepening, plain win scores; stops at a win,
/// falls back on a loss, and answers a loss in two before searching.
ProfilePreset sweere(std::string_view name, std::string_view help, const std::string& evaluator) {
  return {name, help, "bare",
          "search=negamax,iterative_deepening=on,keep_partial=off,tt=on,tt_move=on,tt_replacement=always,hash_mb=256,"
          "count_collisions=on,win_score=plain,win_stop=on,loss_fallback=on,precheck_loss_in_two=on,"
          "time_manager=sweere,evaluator=" +
              evaluator,
          "as=program"};
}

/// Aboukhadra: wins of 500 - depth, three seconds a move; the depths without iterative deepening are table 1's. A depth
/// that was not finished counts for nothing: without ordering at the root its first moves are no better than any.
ProfilePreset aboukhadra(std::string_view name, std::string_view help, const std::string& changes) {
  return {name, help, "bare",
          "evaluator=aboukhadra,win_score=aboukhadra,keep_partial=off,tt_replacement=always,tt_life=search,"
          "count_collisions=on,random_first=on,time_manager=aboukhadra," +
              changes,
          "as=program,win_score=aboukhadra_raw"};
}

/// Rao: depth 3, evaluation Fn2, wins of 10^5 whatever their distance, one table for a whole game (3.4.1). His program
/// turns the window of negamax wrongly and draws its random numbers below 10,000, so that 14 bits of a key count.
ProfilePreset rao(std::string_view name, std::string_view help, const std::string& changes) {
  const bool is_negamax = changes.find("search=negamax") != std::string::npos;
  return {name, help, "bare",
          "evaluator=rao-fn2,win_score=plain,max_depth=3,tt_replacement=always,tt_life=game,random_first=on,"
          "time_manager=fixed," +
              changes,
          is_negamax ? "as=program,window_slip=on,tt_key_bits=14" : "as=program"};
}

std::vector<ProfilePreset> presets() {
  return {
      {"perfect", "plays what is proven, as either colour, and holds out longest where it is lost (side 10)", "partita",
       ""},
      sweere("sweere-none", "Sweere 3-5, 6.3.1: his engine without evaluation", "none"),
      sweere("sweere-groups", "Sweere 6.1: evaluation by group size", "sweere-groups"),
      sweere("sweere-neighbours", "Sweere 6.2: evaluation by neighbours of the same colour", "sweere-neighbours"),
      aboukhadra("aboukhadra-minimax", "Aboukhadra 3.1: minimax, depth 4", "search=minimax,max_depth=4"),
      aboukhadra("aboukhadra-alphabeta", "Aboukhadra 3.2: alpha-beta, depth 5", "search=alphabeta,max_depth=5"),
      aboukhadra("aboukhadra-negamax", "Aboukhadra 3.2: negamax, depth 5", "search=negamax,max_depth=5"),
      aboukhadra("aboukhadra-id", "Aboukhadra 3.3: iterative deepening with root move ordering",
                 "iterative_deepening=on,max_depth=11,search=alphabeta,root_ordering=on"),
      aboukhadra("aboukhadra-tt", "Aboukhadra 3.4: transposition table, depth 6", "search=negamax,tt=on,max_depth=6"),
      aboukhadra("aboukhadra-tt-id", "Aboukhadra 3.3, 3.4: transposition table and iterative deepening",
                 "search=negamax,tt=on,iterative_deepening=on,max_depth=11"),
      aboukhadra("aboukhadra-tt-killers", "Aboukhadra 3.5: transposition table and two killers a ply, depth 7",
                 "search=negamax,tt=on,killers=on,max_depth=7"),
      aboukhadra("aboukhadra-tt-killers-id", "Aboukhadra 3.5, 6: all of it, to depth 11; his tournament engine",
                 "search=negamax,tt=on,killers=on,iterative_deepening=on,max_depth=11"),
      rao("rao-ab-minimax", "Rao 3.4: alpha-beta, depth 3", "search=alphabeta"),
      rao("rao-ab-negamax-tt", "Rao 3.4.1: negamax with a transposition table, depth 3", "search=negamax,tt=on"),
      rao("rao-ab-negamax-tt-id", "Rao 3.4.2: and iterative deepening with root move ordering",
          "search=negamax,tt=on,iterative_deepening=on,root_ordering=on"),
  };
}

std::vector<game::AuthorEngine> authors() {
  return {
      {"sweere", "sweere-neighbours", "game 600", "",
       "Sam Sweere's engine for a course at Maastricht, 2019: alpha-beta with a transposition table, and an evaluation "
       "that counts neighbours of the same colour. It has ten minutes for a game, of which it spends 19 seconds on "
       "each "
       "of the first 25 moves."},
      {"aboukhadra", "aboukhadra-tt-killers-id", "move 3", "",
       "A. Aboukhadra's engine came 4th of 32 in the same course's tournament of 2019: transposition table and killer "
       "moves, and an evaluation that looks at nothing but the last stone. It thinks three seconds a move."},
      {"rao", "rao-ab-negamax-tt-id", "depth", "",
       "Chinmay Rao's engine of 2019 looks three plies ahead and counts the cells where either side would win at once. "
       "In Python that took it 18 seconds a move; here it answers in a moment."},
  };
}

std::vector<game::Example> examples() {
  return {
      {"analyze",
       "echo '{\"id\":\"a\",\"game\":\"andantino\",\"limits\":{\"depth\":6},\"multipv\":3}' | partita analyze"},
      {"bench", "partita bench --rate --game andantino --positions 10"},
      {"go", "partita go --game andantino --time 1000"},
      {"inspect", "partita inspect --game andantino --moves \"K10 K11 J11\""},
      {"perft", "partita perft --game andantino --side 10 --depth 8"},
      {"play", "partita play andantino"},
      {"puzzles", "partita puzzles --game andantino --side 10 --count 100 --output puzzles.txt"},
      {"selfplay", "partita selfplay --game andantino --games 10000 --out andantino.selfplay --concurrency 2"},
      {"solve", "partita solve --game andantino --side 10 --certificate andantino-side10.tsv.zst"},
      {"solve", "partita solve --game andantino --side 13 --winner black --checkpoint side13.work"},
      {"solve", "partita solve --game andantino --side 3"},
      {"tune",
       "partita tune spsa lmr_base=20:200:15 lmr_slope=10:120:10 --game andantino --rounds 500 --concurrency 2 --out "
       "tune.html"},
      {"verify", "partita verify data/certificates/andantino-side10.tsv.zst"},
      {"verify", "partita verify --unbounded data/certificates/andantino-side13.tsv.zst"},
      {"atlas", "partita atlas --game andantino --side 10 --moves 'K10 K11'"},
      {"explore", "partita explore --game andantino --moves 'K10 K11'"},
      {"starts", "partita starts --game andantino"},
      {"starts", "partita starts --game andantino --side 8 --survey side8.tsv --games 40"},
      {"atlas", "partita atlas --game andantino --side 6 --survey side6.tsv --plies 3 --nodes 100000"},
      {"whowins", "partita whowins --game andantino --sides 3-6 --seconds 60"},
      {"whowins", "partita whowins --game andantino --side 10 --plies 4 --nodes 2000000"},
      {"why", "partita why --game andantino --moves \"K10 K11 J11\" I10"},
      {"lab", "partita lab motifs --game andantino --motif-games 1000"},
      {"lab", "partita lab authors tests/golden/authors/ata_terms.tsv"},
      {"help engines", "partita go --game andantino --preset partita,killers=off --depth 8"},
      {"help positions", "partita inspect --game andantino --moves \"K10 K11 J11\""},
      {"help files", "partita verify data/certificates/andantino-side10.tsv.zst"},
  };
}

game::Profile make_profile() {
  game::Profile profile;
  profile.curves = {{"", {173.0, 0.0}}};
  // iir, futility and these reductions scored 148-122 against reductions 90/60 alone (40 ms a move, every opening of
  // data/openings twice); a pass often hides the threat that decides the game.
  profile.engine = "lmr=on,lmr_base=120,lmr_slope=80,lmp=on,iir=on,futility=on,tt_least_depth=2";
  // Threat tests make playouts sharp, and replies are few: results soon say more than AMAF does.
  profile.montecarlo = "playout=biased,exploration=40,amaf_bias=100";
  profile.presets = presets();
  // Each row beats the one above it: data/levels has the matches (partita lab levels).
  profile.levels = {{"partita", 0, 1, 10, 0.6},   {"partita", 0, 1, 3, 0.4},    {"partita", 0, 1, 1.2, 0.3},
                    {"partita", 0, 2, 0.7, 0.2},  {"partita", 0, 3, 0.4, 0.1},  {"partita", 1'500, 0, 0, 0},
                    {"partita", 5'000, 0, 0, 0},  {"partita", 15'000, 0, 0, 0}, {"partita", 60'000, 0, 0, 0},
                    {"partita", 300'000, 0, 0, 0}};
  profile.bench = {{"side=10", "partita", 12, {2, 6, 8, 10, 14, 20}}};
  profile.speed = {{"side=10", 11}};
  profile.rate = {{"side=10", "partita", 8}};
  profile.clock = {{"side=10", "partita", 2}};
  profile.corpora = {{"games",
                      Holds::kGames,
                      "",
                      "",
                      {{Says::kNumberRule, "side", ""},
                       {Says::kAxialMoves, "", ""},
                       {Says::kWinnerLetter, "", ""},
                       {Says::kReason, "", ""},
                       {Says::kPlies, "", ""}}}};
  profile.moves_are = "cells by a letter and a number (K10)";
  profile.reports = {{"sweere", "side=10"}, {"aboukhadra", "side=10"}, {"rao", "side=10"}};
  profile.authors = authors();
  profile.author_tables = author_tables();
  profile.examples = examples();
  return profile;
}

}  // namespace

const game::Profile& Andantino::profile() {
  static const game::Profile kProfile = make_profile();
  return kProfile;
}

}  // namespace partita::games::andantino
