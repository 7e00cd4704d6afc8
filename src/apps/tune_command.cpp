#include <cstdio>
#include <memory>

#include "apps/command.h"
#include "apps/live_table.h"
#include "apps/position_options.h"
#include "apps/work_options.h"
#include "arena/time_control.h"
#include "catalog/games.h"
#include "lab/spsa.h"
#include "lab/texel.h"
#include "lab/texel_weights.h"

namespace partita::apps {

namespace {

struct TuneOptions {
  std::string action;
  PositionOptions position;
  WorkOptions work;
  lab::SpsaOptions spsa;
  std::vector<std::string> words;
  std::string match_budget = "2m";
  std::string out;
};

/// Tuned against old, until the sequential test is decided or the time is over.
base::Parsed<lab::Answer> decide(const TuneOptions& options, const lab::SpsaOptions& how, const lab::SpsaResult& result,
                                 double seconds, const base::StopFlag& stop) {
  lab::Question question;
  question.game = how.game;
  question.rules = how.rules;
  question.first = lab::spec_with(how.preset, result.parameters);
  question.second = how.preset;
  question.first_control = how.control;
  question.seed = how.seed + 77;
  question.most_openings = 2000;
  question.seconds = seconds;
  question.sprt = base::SprtBounds{};
  question.sprt->elo1 = 20;
  const auto queue = make_queue(options.work, "tunematch" + how.game, false);
  return ask(question, *queue, stop);
}

int run_tune(const TuneOptions& options) {
  const auto position = given_position(options.position);
  if (!position) return refuse(position.error());
  lab::SpsaOptions how = options.spsa;
  how.game = std::string(position->game());
  how.rules = position->rules();
  auto parameters = lab::read_parameters(how, options.words);
  if (!parameters) return refuse(parameters.error());
  how.parameters = std::move(*parameters);
  const auto budget = arena::read_duration_ms(options.match_budget);
  if (!budget) return refuse(budget.error());
  std::fprintf(stderr, "partita: %d rounds of %d games, then a match of at most %s\n", how.rounds, 2 * how.pairs,
               options.match_budget.c_str());
  LiveTable live;
  how.on_round = [&](int round, const std::vector<lab::SpsaParameter>& now) {
    if (live.is_due())
      live.show("round " + std::to_string(round) + " of " + std::to_string(how.rounds) + ": " +
                lab::spec_with(how.preset, now));
  };
  const TwoInterrupts interrupts;
  const auto queue = make_queue(options.work, "tune" + how.game, false);
  const auto result = run_spsa(how, *queue, interrupts.flag());
  live.clear();
  if (!result) return refuse(result.error());
  std::printf("%s\n", lab::spec_with(how.preset, result->parameters).c_str());
  const auto match = decide(options, how, *result, static_cast<double>(*budget) / 1000, interrupts.flag());
  if (!match) return refuse(match.error());
  const double llr = base::log_likelihood_ratio(match->score.pairs, *match->question.sprt);
  std::printf("against the old values: %d games, %s, Elo %s, LLR %.2f of [%.2f, %.2f]\n", match->games,
              score_text(*match).c_str(), elo_text(*match).c_str(), llr, match->question.sprt->lower(),
              match->question.sprt->upper());
  if (options.out.empty()) return kExitFine;
  const auto written = write_document(options.out, lab::spsa_page(how, *result, &*match, *match->question.sprt));
  return written ? kExitFine : refuse(written.error());
}

int run_texel(const TuneOptions& options) {
  if (options.words.size() != 1) return refuse("tune texel needs one self-play file");
  const auto samples = lab::read_samples(options.words.front());
  if (!samples) return refuse(samples.error());
  if (samples->size() < 1000)
    return refuse(options.words.front() + ": too few positions with a value, a thousand at least");
  const lab::TexelFit fit = lab::fit_curve(*samples, 400);
  std::printf("%zu positions: scale %.1f, draws when even %.3f, held-out loss %.5f (%.5f with scale 400)\n",
              fit.samples, fit.scale, fit.draw_at_zero, fit.held_out_loss, fit.start_loss);
  if (options.out.empty()) return kExitFine;
  const auto written =
      write_document(options.out, lab::texel_page("Texel fit: " + options.words.front(), *samples, fit));
  return written ? kExitFine : refuse(written.error());
}

int run_weights(const TuneOptions& options) {
  if (options.words.size() != 1) return refuse("tune weights needs one self-play file");
  const auto samples = lab::read_weight_samples(options.words.front());
  if (!samples) return refuse(samples.error());
  if (samples->rows.size() < 1000)
    return refuse(options.words.front() + ": too few positions with a value, a thousand at least");
  const lab::WeightFit fit = lab::fit_weights(*samples);
  for (std::size_t i = 0; i < samples->names.size(); ++i)
    std::printf("%-32s %6.0f -> %6.1f\n", samples->names[i].c_str(), samples->weights[i], fit.weights[i]);
  std::printf("%zu positions, scale %.1f, held-out loss %.5f -> %.5f\n", samples->rows.size(), fit.scale,
              fit.start_loss, fit.held_out_loss);
  if (options.out.empty()) return kExitFine;
  const auto written =
      write_document(options.out, lab::weights_page("Weights: " + options.words.front(), *samples, fit));
  return written ? kExitFine : refuse(written.error());
}

}  // namespace

Action add_tune_command(Arguments& app) {
  auto options = std::make_shared<TuneOptions>();
  app.add_option(
      "action", options->action, kRequired, OneOf{{"spsa", "texel", "weights"}},
      "spsa: tune switches with numbers by playing; texel: fit the curve from values to chances to self-play; "
      "weights: fit the evaluator's weights to self-play");
  app.add_option(
      "switches", options->words, kRequired,
      "spsa: what to tune, lmr_base or lmr_base=20:200:15 with range and reach; texel, weights: the self-play file");
  add_game_options(app, options->position);
  app.add_option("--preset", options->spsa.preset, "the engine that is tuned");
  app.add_option("--rounds", options->spsa.rounds, Range{1, 1e6}, "steps");
  app.add_option("--pairs", options->spsa.pairs, Range{1, 1000}, "pairs of games a step");
  app.add_option("--tc", options->spsa.control, "time control");
  app.add_option("--rate", options->spsa.rate, Range{0.0001, 10.0},
                 "how much of its reach a clean sweep moves a value in the end");
  app.add_option("--seed", options->spsa.seed, "seed of directions and openings");
  app.add_option("--match", options->match_budget, "time for the match against the old values, an SPRT of [0, 20]");
  app.add_output("--out", options->out, "write a page with the course and the match");
  add_work_options(app, options->work);
  app.footer("Example:\n" + catalog::examples_of("tune"));
  return [options] {
    return options->action == "texel"     ? run_texel(*options)
           : options->action == "weights" ? run_weights(*options)
                                          : run_tune(*options);
  };
}

}  // namespace partita::apps
