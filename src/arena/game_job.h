#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "arena/referee.h"
#include "base/declared.h"
#include "base/option.h"
#include "base/parsed.h"

namespace partita::arena {

/// One game to be played, complete in itself: it can be done by any thread of any machine with the same version. Text
/// forms throughout, so that it travels as one line of JSON.
struct GameJob {
  std::string id;  ///< the same plan gives the same ids: resuming and de-duplication rest on it
  std::string game;
  base::OptionValues rules;
  std::string start;                  ///< position text, empty for the initial position
  std::vector<std::string> opening;   ///< moves played before the players take over
  std::vector<std::string> seats;     ///< player specifications by seat
  std::vector<std::string> controls;  ///< time controls by seat
  RefereeRules referee;
  std::string trace;       ///< folder for the dialogues with the players; empty: they are not kept
  std::uint64_t seed = 1;  ///< of the first seat's random choices; the next seat counts on

  static constexpr const char* kPlace = "job";
  static void declare(auto& visit, auto& job) {
    visit("id", job.id);
    visit("game", job.game);
    visit("rules", job.rules);
    visit("start", job.start);
    visit("opening", job.opening);
    visit("seats", job.seats);
    visit("controls", job.controls);
    visit("margin_ms", job.referee.margin_ms);
    visit("longest_plies", job.referee.longest_plies);
    visit("proof_nodes", job.referee.proof_nodes);
    visit("trace", job.trace);
    visit("seed", job.seed);
    visit.require("controls", job.seats.size() == job.controls.size(), "not as many as seats");
  }
};

/// A job's answer.
struct GameOutcome {
  std::string id;
  PlayedGame game;
  std::uint64_t seed = 0;  ///< the job's; 0 in logs of versions that knew none
  double seconds = 0;      ///< from the first question to the end; 0 in logs of versions that did not tell

  static constexpr const char* kPlace = "outcome";
  static void declare(auto& visit, auto& outcome) {
    visit("id", outcome.id);
    visit("seed", outcome.seed, base::kMayBeMissing);
    visit("time_us", outcome.seconds, base::Parts{1e6}, base::kMayBeMissing);
    visit("start", outcome.game.start);
    visit("opening", outcome.game.opening);
    visit("payoff", outcome.game.payoff);
    visit("reason", outcome.game.reason);
    visit("at_fault", outcome.game.at_fault);
    visit("fault", outcome.game.fault, base::kMayBeMissing);
    visit("moves", outcome.game.moves);
  }
};

}  // namespace partita::arena
