#pragma once

#include <array>
#include <string>
#include <vector>

#include "base/parsed.h"

/// What rounds of learning gave, from the log that they keep (LOG.jsonl, a line for every step).
namespace partita::lab {

/// A match of one round's network against the hand-written evaluation.
struct LearningGate {
  std::string rules;
  int round = 0;
  int milliseconds = 0;      ///< a move
  std::array<int, 2> won{};  ///< by the network, on the first seat and on the second
  std::array<int, 2> drawn{};
  std::array<int, 2> lost{};
  double elo = 0;
  double error = 0;         ///< half of the 95% interval
  long long positions = 0;  ///< that the network has learnt from
};

/// The gates of several logs, in their order. An error names the file and the line.
base::Parsed<std::vector<LearningGate>> read_learning_logs(const std::vector<std::string>& files);
/// Elo by round, a line for each rule set, with its interval.
std::string learning_plot(const std::vector<LearningGate>& gates);
/// The same figures as a table in Markdown.
std::string learning_table(const std::vector<LearningGate>& gates);

}  // namespace partita::lab
