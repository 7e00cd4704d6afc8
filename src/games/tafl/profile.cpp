#include "games/tafl/tafl.h"

#include <string>

namespace partita::games::tafl {

namespace {

/// Rudin: alpha-beta to depth 4 or 5 (5.1), a win in one returned at once (5.3), less depth when lost (5.4), chance
/// among equals (5.5).
game::ProfilePreset rudin(std::string_view name, std::string_view help, const std::string& evaluator_and_depth) {
  return {name, help, "bare",
          "search=alphabeta,win_score=plain,win_return=on,loss_research=on,random_equal=on,time_manager=rudin,"
          "evaluator=" +
              evaluator_and_depth};
}

std::vector<game::ProfilePreset> presets() {
  return {
      rudin("rudin",
            "Rudin 2-5: alpha-beta to depth 4 or 5, random among equals, plays on when lost; all three features",
            "rudin,depth_policy=rudin"),
      rudin("rudin-pieces", "Rudin 2, 4.2: his first agent, which counts pieces alone",
            "rudin-pieces,depth_policy=rudin"),
      rudin("rudin-escape", "Rudin 2, 4.3: his second, which looks at the king's blocked directions too",
            "rudin-escape,depth_policy=rudin"),
      rudin("rudin-opening", "Rudin 7: the final agent with a score for guarded corners at the beginning",
            "rudin-opening,depth_policy=rudin"),
      rudin("rudin-depth-4", "Rudin 3, 5.1: the final agent at depth 4 always", "rudin,depth_policy=none,max_depth=4"),
  };
}

std::vector<game::CorpusFormat> corpora() {
  using Holds = game::CorpusFormat::Holds;
  using Says = game::CorpusColumn::Says;
  return {{"games",
           Holds::kGames,
           "",
           "",
           {{Says::kRule, "rules", ""},
            {Says::kOutcomeLetter, "", ""},
            {Says::kPlies, "", ""},
            {Says::kReason, "", ""},
            {Says::kMoves, "", ""},
            {Says::kLastPosition, "/", ""}}},
          {"positions", Holds::kPositions, "", "rules", {{Says::kPosition, "/", ""}, {Says::kReplies, "", ""}}}};
}

std::vector<game::Example> examples() {
  return {
      {"go", "partita go --game tafl --rules ashton --depth 5 --lines 3"},
      {"why", "partita why --game tafl --rules brandubh d2-e2 --language it"},
      {"inspect", "partita inspect --game tafl --rules brandubh --unicode"},
      {"lab", "partita lab ablation --game tafl --budget 30m"},
      {"perft", "partita perft --game tafl --rules ashton --depth 3 --divide"},
      {"play", "partita play tafl --rules ashton --seats human/rudin --clock 300 --increment 5"},
      {"solve", "partita solve --game tafl --rules ashton --position '...' --winner defenders --seconds 10"},
      {"help engines",
       "partita arena --game tafl --engines partita \"ugi:./my-engine --fast\" --tc 100ms --openings 20"},
      {"help positions", "partita inspect --game tafl --rules ashton --moves \"e4-f4\" --json"},
      {"help time", "partita go --game tafl --time 2000"},
  };
}

game::Profile make_profile() {
  game::Profile profile;
  profile.curves = {{"", {460.0, 0.39}}};
  // At 40 ms a move: four plies of quiescence 28-4-8 against eight (mcgill); more reductions 13-0-7 and 11-2-7. A table
  // without the last ply before the leaves costs nothing (176-40-184) and makes nodes a twelfth quicker.
  profile.engine =
      "lmr=on,lmr_base=90,lmr_slope=60,lmp=on,null_move=on,quiescence_plies=4,tt_least_depth=2,evaluator=net";
  // Random games wander about: the evaluator cuts them short.
  profile.uct = "playout_plies=100,eval_scale=400";
  profile.montecarlo = "playout=biased,exploration=30,amaf_bias=50,playout_plies=8,eval_scale=400";
  profile.presets = presets();
  // Each row beats the one above it: data/levels has the matches (partita lab levels).
  profile.levels = {{"partita-classic", 0, 1, 12, 0.6},    {"partita-classic", 0, 1, 3, 0.4},
                    {"partita-classic", 0, 1, 1, 0.3},     {"partita-classic", 0, 2, 0.6, 0.2},
                    {"partita-classic", 1'500, 0, 0, 0},   {"partita-classic", 4'000, 0, 0, 0},
                    {"partita-classic", 12'000, 0, 0, 0},  {"partita-classic", 35'000, 0, 0, 0},
                    {"partita-classic", 100'000, 0, 0, 0}, {"partita-classic", 300'000, 0, 0, 0}};
  profile.bench = {{"rules=mcgill", "partita", 5, {0, 4, 10, 20}}, {"rules=ashton", "partita", 5, {0, 4, 10, 20}}};
  profile.speed = {{"rules=mcgill", 4}, {"rules=ashton", 4}};
  profile.rate = {{"rules=mcgill", "partita", 6}};
  profile.clock = {{"rules=mcgill", "partita", 0}};
  profile.puzzles = game::PuzzleKind::kQuickMove;
  // Tablut is what most people call the member of the family they know.
  profile.other_names = {"tablut"};
  profile.tongues = {{"opentafl", ""}, {"unibo", "rules=ashton"}, {"mcgill", "rules=mcgill"}};
  profile.corpora = corpora();
  profile.moves_are = "two squares (e4-e7)";
  profile.reports = {{"rudin", "rules=mcgill"}};
  profile.authors = {
      {"rudin", "rudin", "move 2", "",
       "Nikita Rudin's agent for a course at McGill, 2018: alpha-beta to depth 4 or 5, counting pieces, the king's "
       "blocked directions and the Muscovites beside him. It has two seconds a move, and chooses by lot among moves "
       "that it finds equal."}};
  profile.examples = examples();
  return profile;
}

}  // namespace

const game::Profile& Tafl::profile() {
  static const game::Profile kProfile = make_profile();
  return kProfile;
}

}  // namespace partita::games::tafl
