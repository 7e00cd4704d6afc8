#include "lab/texel.h"

#include <gtest/gtest.h>

#include <cmath>

#include "base/random.h"
#include "kit/program.h"
#include "lab/texel_weights.h"

namespace partita::lab {
namespace {

TEST(Texel, FindsTheCurveThatMadeTheResults) {
  base::Random random(2);
  std::vector<TexelSample> samples;
  for (std::uint64_t i = 0; i < 20'000; ++i) {
    const double value = 1000 * (random.unit() - 0.5);
    const double chance = 1 / (1 + std::exp(-value / 150));
    samples.push_back({value, random.unit() < chance ? 1.0 : 0.0, i});
  }
  const TexelFit fit = fit_curve(samples, 400);
  EXPECT_NEAR(fit.scale, 150, 8);
  EXPECT_LT(fit.held_out_loss, fit.start_loss);
  EXPECT_NEAR(fit.draw_at_zero, 0, 1e-9);
  EXPECT_NEAR(fit_curve(samples, 20).scale, fit.scale, 3) << "wherever it starts";
  EXPECT_NE(texel_page("curve", samples, fit).find("<svg"), std::string::npos);
}

TEST(TexelWeights, FindsTheWeightsThatMadeTheResults) {
  base::Random random(3);
  WeightSamples samples{{"rows", "noise", "tempo"}, {10, 10, 10}, {}};
  for (std::uint64_t i = 0; i < 20'000; ++i) {
    const double rows = static_cast<double>(random.below(9)) - 4, noise = static_cast<double>(random.below(9)) - 4;
    const double chance = 1 / (1 + std::exp(-(30 * rows + 20) / 50));
    samples.rows.push_back({{rows, noise, 1}, random.unit() < chance ? 1.0 : 0.0, i});
  }
  const WeightFit fit = fit_weights(samples);
  EXPECT_LT(fit.held_out_loss, fit.start_loss);
  EXPECT_NEAR(fit.weights[1] / fit.weights[0], 0, 0.05) << "what bears on nothing is worth nothing";
  EXPECT_NEAR(fit.weights[2] / fit.weights[0], 2.0 / 3, 0.1);
  EXPECT_NE(weights_page("weights", samples, fit).find("<svg"), std::string::npos);
}

/// What `tune weights` prints for games played so.
std::string fitted(const std::string& game, const std::string& how) {
  const std::string path = kit::scratch_path("weights.selfplay");
  EXPECT_EQ(kit::run_program("selfplay --game " + game + " " + how + " --out " + path).exit_code, 0);
  const kit::ProgramRun run = kit::run_program("tune weights " + path + " --game " + game);
  std::filesystem::remove(path);
  EXPECT_EQ(run.exit_code, 0) << game << ": " << run.err;
  return run.out;
}

TEST(TexelWeights, AreFittedToSelfPlay) {
  const std::string andantino = fitted("andantino", "--games 200 --tc nodes=40");
  EXPECT_NE(andantino.find("open row of three"), std::string::npos) << andantino;
  const std::string tafl = fitted("tafl", "--engine partita-classic --games 40 --tc nodes=100");
  EXPECT_NE(tafl.find("escapes in two: 1"), std::string::npos) << tafl;
  const std::string omega = fitted("omega", "--engine partita-ab --games 40 --tc nodes=100");
  EXPECT_NE(omega.find("lone stones: 40% left"), std::string::npos) << omega;
}

TEST(TexelWeights, AGameThatTellsNoTermsIsRefused) {
  const std::string path = kit::scratch_path("weights.selfplay");
  ASSERT_EQ(kit::run_program("selfplay --game hex --side 3 --games 1 --tc nodes=20 --out " + path).exit_code, 0);
  const kit::ProgramRun run = kit::run_program("tune weights " + path + " --game hex");
  EXPECT_EQ(run.exit_code, 2);
  EXPECT_NE(run.err.find("has no terms to fit"), std::string::npos) << run.err;
  std::filesystem::remove(path);
}

}  // namespace
}  // namespace partita::lab
