#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/parsed.h"

namespace partita::lab {

/// A self-play position as its evaluator sees it: how much of each term, and what the mover got in the end (0 to 1).
struct WeightSample {
  std::vector<double> amounts;
  double result = 0;
  std::uint64_t game = 0;
};

struct WeightSamples {
  std::vector<std::string> names;
  std::vector<double> weights;  ///< as they are now
  std::vector<WeightSample> rows;
};

/// Weights fitted to results in Texel's way: gradient descent on the squared error of 1 / (1 + exp(-sum / scale)), the
/// scale being the best for the weights as they were; every fifth game is held out.
struct WeightFit {
  double scale = 0;
  std::vector<double> weights;  ///< of the step with the least held-out loss
  double start_loss = 0;        ///< of the held-out games, with the old weights
  double held_out_loss = 0;
  std::vector<double> course;  ///< held-out loss step by step
};

/// The positions of a self-play file that the engine gave a value and no proof, by the terms of game/terms.h. A game
/// that does not tell its terms is an error.
base::Parsed<WeightSamples> read_weight_samples(const std::string& path);
/// REQUIRES: samples of at least five games.
WeightFit fit_weights(const WeightSamples& samples);
/// Old and new weights, and the loss by step.
std::string weights_page(const std::string& title, const WeightSamples& samples, const WeightFit& fit);

}  // namespace partita::lab
