#include "tui/turn_report.h"

#include <cstdio>
#include <cstdlib>

#include "base/text.h"

namespace partita::tui {

namespace {

constexpr std::size_t kShownMoves = 6;

int turns_played(catalog::AnyPosition position) {
  int turns = 0;
  while (position.undo()) turns += position.starts_turn() ? 1 : 0;
  return turns;
}

}  // namespace

std::string seconds_text(std::int64_t ms) {
  char text[32];
  std::snprintf(text, sizeof text, "%.1f s", static_cast<double>(ms) / 1000.0);
  return text;
}

std::string score_text(const catalog::ScoreReport& score) {
  if (score.distance) {
    if (*score.distance == 0) return "proven draw";
    const int plies = std::abs(*score.distance);
    return std::string(*score.distance > 0 ? "wins" : "loses") + " in " + std::to_string(plies) +
           (plies == 1 ? " ply" : " plies");
  }
  char text[64];
  std::snprintf(text, sizeof text, "%+lld (%.0f%% to win)", static_cast<long long>(score.value), 100 * score.win);
  return text;
}

std::string turn_heading(const catalog::AnyPosition& position, const std::string& who, std::int64_t time_ms) {
  std::string text = "\n#### TURN " + std::to_string(turns_played(position) + 1) + ": " + who + " ####\n";
  text += "Possible moves: " + std::to_string(position.legal_moves().size());
  if (time_ms > 0) text += "   Time for this turn: " + seconds_text(time_ms);
  const auto scores = position.scores();
  if (!scores.empty()) text += "   Score: " + base::join(scores, " : ");
  return text + "\n";
}

std::string depth_line(const catalog::LineReport& line) {
  std::string pv;
  for (std::size_t i = 0; i < line.pv.size() && i < kShownMoves; ++i) pv += " " + line.pv[i];
  if (line.pv.size() > kShownMoves) pv += " ...";
  return "Depth " + std::to_string(line.depth) + " took " + seconds_text(line.time_ms) + ", best value " +
         score_text(line.score) + ", moves investigated " + base::with_thousands(static_cast<std::int64_t>(line.nodes)) +
         "," + pv + "\n";
}

}  // namespace partita::tui
