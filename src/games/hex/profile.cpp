#include "games/hex/hex.h"

namespace partita::games::hex {

namespace {

std::vector<game::Example> examples() {
  return {
      {"go", "partita go --game hex --side 7 --time 1000"},
      {"play", "partita play hex --side 5"},
      {"solve", "partita solve --game hex --side 4 --swap off"},
      {"help positions", "partita inspect --game hex --side 5 --moves \"c3 d2\""},
  };
}

game::Profile make_profile() {
  game::Profile profile;
  // 381 games of partita-ab against itself at 1,000 nodes a move, side 11: held-out loss 0.2552, 0.2652 with 400. The
  // distance alone says little: an even guess would lose 0.25.
  profile.curves = {{"", {681.0, 0.0}}};
  profile.engine_from = "partita-mcts";
  // Side 11, 30 ms a move: exploration 0 over 10 87-73 and 30 under 10 56-104; expand_at 5 over 2 93-67; the learnt
  // prior 87-41, and with amaf_bias 300 instead of 1000 90-38.
  profile.montecarlo = "playout=biased,exploration=0,amaf_bias=300,prior_weight=40,expand_at=5";
  profile.presets = {{"partita-ab", "our alpha-beta for Hex, by the cells still needed to join", "", "search=negamax"},
                     {"partita-net", "a learnt policy and value, searched by PUCT: the strongest at equal time",
                      "partita-mcts", "evaluator=net,selection=puct"}};
  // Each row beats the one above it: data/levels has the matches (partita lab levels).
  profile.levels = {{"partita-ab", 0, 1, 12, 0.6},  {"partita-ab", 0, 1, 3, 0.4}, {"partita-ab", 0, 1, 1, 0.3},
                    {"partita-ab", 0, 2, 0.4, 0.2}, {"partita", 100, 0, 0, 0},    {"partita", 400, 0, 0, 0},
                    {"partita", 1'500, 0, 0, 0},    {"partita", 5'000, 0, 0, 0},  {"partita", 15'000, 0, 0, 0},
                    {"partita", 50'000, 0, 0, 0}};
  profile.bench = {{"side=7", "partita-ab", 4, {0, 4, 10, 16}}, {"side=11", "partita-ab", 3, {0, 6, 20, 40}}};
  profile.speed = {{"side=11", 4}};
  profile.rate = {{"side=11", "partita-ab", 6}};
  profile.clock = {{"side=11", "partita", 0}};
  profile.moves_are = "cells by a letter and a number (c3)";
  profile.examples = examples();
  return profile;
}

}  // namespace

const game::Profile& Hex::profile() {
  static const game::Profile kProfile = make_profile();
  return kProfile;
}

}  // namespace partita::games::hex
