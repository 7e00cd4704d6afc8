#include <algorithm>
#include <cmath>
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

/// What is proven or over is said in a word: no estimate is quite 0 or 1.
std::string chance_text(double share) {
  if (share <= 0.0) return "lost";
  return share >= 1.0 ? "won" : percent_text(share);
}

/// The same in a sentence, without decimals.
std::string place_text(double share) {
  return share <= 0.0 || share >= 1.0 ? chance_text(share) : std::to_string(std::lround(100 * share)) + " %";
}

std::string row(const study::GameReview& review, std::size_t index) {
  const study::ReviewedPly& ply = review.plies[index];
  const std::string loss = ply.leaves_proof ? "open" : percent_text(ply.loss);
  char text[512];
  std::snprintf(text, sizeof text, "%4d  %-10.10s %-14.14s %-2s  %5s -> %5s  %5s  %10s  %5d  %s\n",
                static_cast<int>(index) + 1, review.seats[ply.mover].name.c_str(), ply.move.c_str(),
                study::mark_text(ply.mark), chance_text(ply.before[ply.mover]).c_str(),
                chance_text(ply.after[ply.mover]).c_str(), loss.c_str(), review_score_text(ply.best.score).c_str(),
                ply.best.depth, first_plies(ply.best.pv).c_str());
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
  const bool was_lost = std::any_of(review.seats.begin(), review.seats.end(),
                                    [](const study::SeatReview& seat) { return seat.resistance.has_value(); });
  if (was_lost) text += "resistance: of the longest defence, where the game was lost whatever was played\n";
  for (const std::size_t index : review.turning_points) {
    const study::ReviewedPly& ply = review.plies[index];
    char line[256];
    std::snprintf(line, sizeof line, "turning point: ply %d %s%s, %s fell from %s to %s; better was %s\n",
                  static_cast<int>(index) + 1, ply.move.c_str(), study::mark_text(ply.mark),
                  review.seats[ply.mover].name.c_str(), place_text(ply.before[ply.mover]).c_str(),
                  place_text(ply.after[ply.mover]).c_str(), ply.best_move.c_str());
    text += line;
  }
  return text;
}

}  // namespace partita::protocol
