#include "catalog/montecarlo_presets.h"

namespace partita::catalog {

namespace {

/// Omega, side 5, 60 games of 3,000 simulations a ply each: amaf_bias 4000 over 1000 33-27, 1000 over 300 23-17 of 40;
/// exploration 0 over 10 38-22; prior_weight 10 and 40 over 0 24-16 of 40 each; playouts that count neighbours beat
/// four tables of ring patterns.
const base::OptionValues kOmegaPlayouts = {{"playout", "biased"},  {"exploration", "0"},   {"amaf_bias", "3000"},
                                           {"margin_weight", "2"}, {"prior_weight", "20"}, {"expand_at", "4"}};
/// Threat tests make playouts sharp, and replies are few: results soon say more than AMAF does.
const base::OptionValues kAndantinoPlayouts = {{"playout", "biased"}, {"exploration", "40"}, {"amaf_bias", "100"}};
/// Random games of tafl wander about: the evaluator cuts them short.
const base::OptionValues kTaflPlayouts = {
    {"playout", "biased"}, {"exploration", "30"}, {"amaf_bias", "50"}, {"playout_plies", "8"}, {"eval_scale", "400"}};
const base::OptionValues kTaflLongPlayouts = {{"playout_plies", "100"}, {"eval_scale", "400"}};

/// Hex, side 11, 30 ms a move: exploration 0 over 10 87-73 and 30 under 10 56-104; expand_at 5 over 2 93-67; the learnt
/// prior 87-41, and with amaf_bias 300 instead of 1000 90-38.
const base::OptionValues kHexPlayouts = {
    {"playout", "biased"}, {"exploration", "0"}, {"amaf_bias", "300"}, {"prior_weight", "40"}, {"expand_at", "5"}};

base::OptionValues changed(base::OptionValues values, const base::OptionValues& changes) {
  for (const auto& [name, value] : changes) values[name] = value;
  return values;
}

}  // namespace

std::vector<Preset> montecarlo_presets(std::string_view game) {
  base::OptionValues uct = {{"search", "montecarlo"},
                            {"selection", "uct"},
                            {"playout", "uniform"},
                            {"exploration", "70"},
                            {"margin_weight", "0"}};
  if (game == "tafl") uct = changed(uct, kTaflLongPlayouts);
  const base::OptionValues amaf = changed(uct, {{"selection", "amaf"}, {"exploration", "10"}});
  base::OptionValues best = changed(amaf, {{"playout", "biased"}});
  if (game == "omega") best = changed(amaf, kOmegaPlayouts);
  if (game == "andantino") best = changed(amaf, kAndantinoPlayouts);
  if (game == "tafl") best = changed(amaf, kTaflPlayouts);
  if (game == "hex") best = changed(amaf, kHexPlayouts);
  return {
      {"uct", "Monte-Carlo tree search by UCT with uniform playouts", uct},
      {"amaf", "the same with all moves as first", amaf},
      {"partita-mcts", "our Monte-Carlo search: biased playouts, all moves as first, proven results", best},
  };
}

}  // namespace partita::catalog
