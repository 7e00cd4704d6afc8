#include "tui/turn_report.h"

#include <cstdio>
#include <cstdlib>
#include <set>

#include "base/text.h"
#include "tui/side_panel.h"

namespace partita::tui {

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
  const auto value = static_cast<long long>(score.value);
  if (score.has_chance)
    std::snprintf(text, sizeof text, "%+lld (%.0f%% to win)", value, 100 * score.win);
  else
    std::snprintf(text, sizeof text, "%+lld", value);
  return text;
}

std::string clock_text(std::int64_t ms) {
  char text[32];
  if (ms < 10'000) {
    std::snprintf(text, sizeof text, "0:%04.1f", static_cast<double>(ms) / 1000.0);
  } else {
    std::snprintf(text, sizeof text, "%lld:%02lld", static_cast<long long>(ms / 60'000),
                  static_cast<long long>(ms / 1000 % 60));
  }
  return text;
}

std::size_t possible_moves(const catalog::AnyPosition& position) {
  std::set<std::string> moves;
  for (const catalog::MovePath& path : position.legal_paths()) {
    const bool is_from_hand = path.path.size() == 2 && path.path.front().front() == '@';
    moves.insert(is_from_hand ? path.path.back() : path.move);
  }
  return moves.size();
}

std::string turn_heading(const catalog::AnyPosition& position, const std::string& who, std::int64_t time_ms) {
  std::string text = "\n#### TURN " + std::to_string(turn_number(position)) + ": " + who + " ####\n";
  if (const auto left = position.turns_left()) text += "Turns left: " + std::to_string(*left) + "   ";
  text += "Possible moves: " + std::to_string(possible_moves(position));
  if (time_ms > 0) text += "   Time for this turn: " + seconds_text(time_ms);
  return text + "\n";
}

std::string needed_line(const std::string& who, std::int64_t spent_ms, std::int64_t given_ms) {
  return who + " needed " + seconds_text(spent_ms) + " of its given " + seconds_text(given_ms) + "\n";
}

std::string standing_line(const catalog::AnyPosition& position, const std::vector<std::int64_t>& values) {
  std::vector<std::string> parts;
  if (const auto scores = position.scores(); !scores.empty())
    parts.push_back("Current score: " + base::join(scores, " : "));
  std::vector<std::string> merits;
  for (const std::int64_t value : values) merits.push_back((value > 0 ? "+" : "") + std::to_string(value));
  if (!merits.empty()) parts.push_back("Current heuristic: " + base::join(merits, " : "));
  return parts.empty() ? "" : base::join(parts, "   ") + "\n";
}

std::string depth_line(const catalog::LineReport& line, const catalog::LineReport* before) {
  const std::int64_t time_ms = line.time_ms - (before != nullptr ? before->time_ms : 0);
  const std::uint64_t nodes = line.nodes - (before != nullptr ? before->nodes : 0);
  std::string text = "Depth " + std::to_string(line.depth) + " took " + seconds_text(time_ms) + ", best value " +
                     score_text(line.score) + ", " + base::with_thousands(nodes) + " moves";
  constexpr std::size_t kRoom = kTerminalColumns - 5;
  for (std::size_t i = 0; i < line.pv.size(); ++i) {
    if (text.size() + 2 + line.pv[i].size() > kRoom) return text + (i == 0 ? "\n" : " ...\n");
    text += (i == 0 ? ": " : " ") + line.pv[i];
  }
  return text + "\n";
}

}  // namespace partita::tui
