#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/parsed.h"

namespace partita::lab {

/// One self-play position: what the engine said, and what the mover got in the end (0 to 1).
struct TexelSample {
  double value = 0;
  double result = 0;
  std::uint64_t game = 0;
};

/// The curve from values to expected results, 1 / (1 + exp(-value / scale)), fitted to games in Texel's way: by
/// gradient descent on the squared error, with every fifth game held out.
struct TexelFit {
  double scale = 400;
  double draw_at_zero = 0;  ///< share of draws in even positions
  double start_loss = 0;    ///< of the held-out games with the scale it began with
  double train_loss = 0;
  double held_out_loss = 0;
  std::size_t samples = 0;
  std::vector<double> course;  ///< held-out loss step by step
};

/// Positions of a self-play file that the engine gave a value and no proof.
base::Parsed<std::vector<TexelSample>> read_samples(const std::string& path);
/// REQUIRES: samples of at least five games.
TexelFit fit_curve(const std::vector<TexelSample>& samples, double start_scale);
/// Loss by step, and results against values in bins beside the curve.
std::string texel_page(const std::string& title, const std::vector<TexelSample>& samples, const TexelFit& fit);

}  // namespace partita::lab
