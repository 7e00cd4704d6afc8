#pragma once

#include <optional>
#include <string>
#include <vector>

#include "arena/standings.h"
#include "base/clock.h"
#include "base/parsed.h"
#include "base/sprt.h"
#include "work/job.h"

namespace partita::lab {

/// "Which of two players is the stronger, and by how much?", asked by a match from random openings with seats swapped.
struct Question {
  std::string game;
  base::OptionValues rules;
  std::string first;
  std::string second;
  std::string first_control = "20ms";
  std::string second_control;  ///< the first's if empty
  int opening_plies = 6;
  std::uint64_t seed = 1;
  int most_openings = 500;
  double seconds = 10;                   ///< no game begins after that; at least one pair is played
  std::optional<base::SprtBounds> sprt;  ///< ends the match when the test does
};

struct Answer {
  Question question;
  arena::PairScore score;  ///< from the first player's view
  base::EloReport elo;
  int games = 0;
  double seconds = 0;
};

/// Plays the match on the queue. Raising `stop` ends it after the games under way.
base::Parsed<Answer> ask(const Question& question, work::Queue& queue, const base::StopFlag& stop);

/// "62.5 % ± 8.1" and "+89 ± 62 Elo": figures of a match for tables.
std::string score_text(const Answer& answer);
std::string elo_text(const Answer& answer);

}  // namespace partita::lab
