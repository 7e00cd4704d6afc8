#pragma once

#include <functional>
#include <string>
#include <vector>

#include "base/sprt.h"
#include "lab/question.h"

namespace partita::lab {

/// An integer switch that is tuned. `reach` is how far the two sides of the last game stand from the value in the
/// middle: about the change that is just worth noticing.
struct SpsaParameter {
  std::string name;
  double value = 0;
  double low = 0;
  double high = 0;
  double reach = 1;
};

/// Simultaneous perturbation stochastic approximation (Spall 1992), with the usual exponents.
struct SpsaOptions {
  std::string game;
  base::OptionValues rules;
  std::string preset = "partita";
  std::vector<SpsaParameter> parameters;
  int rounds = 100;  ///< of `pairs` pairs of games each
  int pairs = 2;
  std::string control = "nodes=2000";
  double alpha = 0.602;
  double gamma = 0.101;
  double rate = 0.05;  ///< how much of the reach a clean sweep moves a value in the last round
  std::uint64_t seed = 1;
  std::function<void(int round, const std::vector<SpsaParameter>&)> on_round;
};

struct SpsaResult {
  std::vector<SpsaParameter> parameters;
  std::vector<std::vector<double>> course;  ///< values after each round
  int games = 0;
};

/// The parameters of "lmr_base,lmr_slope=40:120:8": ranges default to the switch's own, the reach to a tenth of the
/// value. A name that is no integer switch is an error.
base::Parsed<std::vector<SpsaParameter>> read_parameters(const SpsaOptions& options,
                                                         const std::vector<std::string>& words);
/// A player with these values.
std::string spec_with(const std::string& preset, const std::vector<SpsaParameter>& parameters);

base::Parsed<SpsaResult> run_spsa(const SpsaOptions& options, work::Queue& queue, const base::StopFlag& stop);

/// The course of all values (each relative to its start) and, if there was one, the match that decides on adoption.
std::string spsa_page(const SpsaOptions& options, const SpsaResult& result, const Answer* match,
                      const base::SprtBounds& bounds);

}  // namespace partita::lab
