#pragma once

#include <string>
#include <vector>

#include "base/parsed.h"

namespace partita::protocol {

/// How an engine stands to one rule of UGI.
struct RuleVerdict {
  enum class Outcome { kPassed, kFailed, kSkipped };
  std::string rule;  ///< stable short name: "bestmove-two-tokens"
  std::string text;  ///< the rule in words
  Outcome outcome = Outcome::kPassed;
  std::string detail;  ///< what was seen, for failures and skips
};

struct UgiCheckPatience {
  int answer_ms = 5'000;   ///< for ugiok, readyok, responses
  int search_ms = 15'000;  ///< for searches limited by depth, nodes or time
  int ready_ms = 1'000;    ///< readyok while searching: people notice later ones
  int quiet_ms = 100;      ///< how long to listen for words nobody asked for
  int most_plies = 400;    ///< of the game the engine plays against itself
};

/// Talks to an engine of any game and judges each rule by what it says. The engine is started anew for some rules and
/// is always ended. The game is learnt from the engine alone; where its options name one of ours, its moves are checked
/// too.
base::Parsed<std::vector<RuleVerdict>> check_ugi_engine(const std::vector<std::string>& command,
                                                        const UgiCheckPatience& patience = {});

/// A table with a row for each rule, and a line that counts them.
std::string write_verdicts(const std::vector<RuleVerdict>& verdicts);
bool all_passed(const std::vector<RuleVerdict>& verdicts);

}  // namespace partita::protocol
