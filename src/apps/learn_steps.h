#pragma once

namespace partita::apps {

/// The steps of learning that are the engine's work, each alone: self-play for samples, matches between networks,
/// values of networks. Words as main() gets them, the first being the program; returns the exit code. From the engine's
/// rooms alone, so that machines which only learn have them too (partita-learn).
int run_learn_step(int argc, const char* const* argv);

}  // namespace partita::apps
