#pragma once

#include <string>
#include <vector>

#include "catalog/any_engine.h"
#include "catalog/any_position.h"

/// What a terminal game says about an engine's turn, in the manner of the Omega report: turns left, possible moves,
/// time, and for every depth its time, best value and moves investigated.
namespace partita::tui {

/// "#### TURN 7: White (partita) ####" and the line under it. `time_ms`: for this turn, not all that is left of a
/// clock; 0: nobody knows.
std::string turn_heading(const catalog::AnyPosition& position, const std::string& who, std::int64_t time_ms);
/// "White (trebing-full) needed 98.4 s of its given 900.0 s": what is gone of a clock.
std::string needed_line(const std::string& who, std::int64_t spent_ms, std::int64_t given_ms);
/// "Current score: 5 : 6   Current heuristic: +1 : -10" by seat; nothing where neither is known.
std::string standing_line(const catalog::AnyPosition& position, const std::vector<std::int64_t>& values);
/// "Depth 5 took 0.3 s, best value +35 (64% to win), 109,086 moves: E5 A1 ...", one line of the terminal. Time and
/// moves are those of the depth alone: less what the line of the depth before had taken, where there is one.
std::string depth_line(const catalog::LineReport& line, const catalog::LineReport* before = nullptr);
/// How many moves the mover has: where a stone is put, whichever stone it is. The stones of a turn have an order in the
/// rules, not in people's minds.
std::size_t possible_moves(const catalog::AnyPosition& position);
/// "+35 (64% to win)", "+35" where the evaluator has a scale of its own, "wins in 7 plies", "proven draw".
std::string score_text(const catalog::ScoreReport& score);
/// "12.3 s".
std::string seconds_text(std::int64_t ms);
/// A clock's face: "4:58", under ten seconds "0:09.3".
std::string clock_text(std::int64_t ms);

}  // namespace partita::tui
