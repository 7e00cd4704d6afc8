#include "lab/texel.h"

#include <gtest/gtest.h>

#include <cmath>

#include "base/random.h"

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

}  // namespace
}  // namespace partita::lab
