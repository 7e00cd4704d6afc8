#include <algorithm>
#include <cstdio>

#include "base/text.h"
#include "protocol/review_text.h"

namespace partita::protocol {

namespace {

constexpr std::size_t kLinePlies = 6;

std::string first_plies(const std::vector<std::string>& line) {
  const std::vector<std::string> shown(line.begin(),
                                       line.begin() + static_cast<std::ptrdiff_t>(std::min(line.size(), kLinePlies)));
  return base::join(shown, " ");
}

std::string row(const study::GameReview& review, std::size_t index) {
  const study::ReviewedPly& ply = review.plies[index];
  char text[512];
  std::snprintf(text, sizeof text, "%4d  %-10.10s %-14.14s %-2s  %5.1f -> %5.1f  %5.1f  %10s  %5d  %s\n",
                static_cast<int>(index) + 1, review.seats[ply.mover].name.c_str(), ply.move.c_str(),
                study::mark_text(ply.mark), 100 * ply.before[ply.mover], 100 * ply.after[ply.mover], 100 * ply.loss,
                review_score_text(ply.best.score).c_str(), ply.best.depth, first_plies(ply.best.pv).c_str());
  std::string lines = text;
  if (!ply.reason) return lines;
  const std::string reason = study::reason_text(review.start.game(), *ply.reason, study::Language::kEnglish);
  return !has_words(*ply.reason) ? lines : lines + "      " + reason + "\n";
}

}  // namespace

std::string percent_text(double share) {
  char text[16];
  std::snprintf(text, sizeof text, "%.1f", 100 * share);
  return text;
}

std::string percent_or_dash(const std::optional<double>& percent) {
  return percent ? percent_text(*percent / 100) + " %" : "-";
}

std::string review_score_text(const catalog::ScoreReport& score) {
  if (!score.distance) return (score.value > 0 ? "+" : "") + std::to_string(score.value);
  if (*score.distance > 0) return "win " + std::to_string(*score.distance);
  if (*score.distance < 0) return "loss " + std::to_string(-*score.distance);
  return "draw";
}

std::string write_review_table(const study::GameReview& review) {
  char head[256];
  std::snprintf(head, sizeof head, "%4s  %-10s %-14s %-2s  %-14s  %5s  %10s  %5s  %s\n", "ply", "player", "move", "",
                "chance %", "loss", "best", "depth", "best line");
  std::string text = head;
  for (std::size_t i = 0; i < review.plies.size(); ++i) text += row(review, i);
  text += "\n";
  for (const study::SeatReview& seat : review.seats) {
    char line[256];
    std::snprintf(line, sizeof line, "%-12s accuracy %7s   ?? %d   ? %d   ?! %d   (%d plies)", seat.name.c_str(),
                  percent_or_dash(seat.accuracy).c_str(), seat.blunders, seat.mistakes, seat.inaccuracies, seat.plies);
    text += line;
    if (seat.resistance) text += "   resistance " + percent_or_dash(seat.resistance);
    text += "\n";
    std::vector<std::string> missed;
    for (const study::MissedKind& kind : study::missed_kinds(review.start.game(), seat)) missed.push_back(kind.english);
    if (!missed.empty()) text += "             missed: " + base::join(missed, ", ") + "\n";
  }
  for (const std::size_t index : review.turning_points) {
    const study::ReviewedPly& ply = review.plies[index];
    char line[256];
    std::snprintf(line, sizeof line, "turning point: ply %d %s%s, %s fell from %.0f %% to %.0f %%; better was %s\n",
                  static_cast<int>(index) + 1, ply.move.c_str(), study::mark_text(ply.mark),
                  review.seats[ply.mover].name.c_str(), 100 * ply.before[ply.mover], 100 * ply.after[ply.mover],
                  ply.best_move.c_str());
    text += line;
  }
  return text;
}

}  // namespace partita::protocol
