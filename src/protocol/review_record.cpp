#include <algorithm>
#include <cstdio>

#include "catalog/turn_text.h"
#include "protocol/review_text.h"

namespace partita::protocol {

namespace {

int glyph_of(MoveMark mark) {
  switch (mark) {
    case MoveMark::kNone: return 0;
    case MoveMark::kGood: return 1;
    case MoveMark::kMistake: return 2;
    case MoveMark::kBlunder: return 4;
    case MoveMark::kInaccuracy: return 6;
  }
  return 0;
}

/// The plies of one word of the record (a turn may be several): the first index, and one past the last.
struct WordPlies {
  std::size_t begin;
  std::size_t end;
};

/// The ply to speak of: the one that lost most, or the first good one.
std::size_t telling_ply(const GameReview& review, WordPlies word) {
  std::size_t best = word.begin;
  for (std::size_t i = word.begin; i < word.end; ++i) {
    if (review.plies[i].loss > review.plies[best].loss) best = i;
  }
  if (review.plies[best].loss < study::kInaccuracyLoss) {
    for (std::size_t i = word.begin; i < word.end; ++i) {
      if (review.plies[i].mark == MoveMark::kGood) return i;
    }
  }
  return best;
}

record::RecordLine better_line(const GameReview& review, WordPlies word, std::size_t ply) {
  record::RecordLine line;
  const auto add = [&](const std::string& text) { line.emplace_back().text = text; };
  for (std::size_t i = word.begin; i < ply; ++i) add(review.plies[i].move);
  for (const std::string& move : review.plies[ply].best_line) add(move);
  return line;
}

void set_eval(record::RecordMove& move, const GameReview& review, std::size_t last) {
  const ReviewedPly& ply = review.plies[last];
  move.commands.emplace_back("win", percent_text(ply.after[ply.mover]));
  // The score after a move is known from the next search; from the mover's view only where there are two sides.
  if (last + 1 >= review.plies.size() || review.seats.size() != 2) return;
  const ReviewedPly& next = review.plies[last + 1];
  const std::int64_t sign = next.mover == ply.mover ? 1 : -1;
  record::RecordEval eval;
  eval.is_proven = next.best_score.distance && *next.best_score.distance != 0;
  eval.value = sign * (eval.is_proven ? *next.best_score.distance : next.best_score.value);
  eval.depth = next.depth;
  move.eval = eval;
}

void annotate_move(record::RecordMove& move, const GameReview& review, WordPlies word) {
  set_eval(move, review, word.end - 1);
  const std::size_t index = telling_ply(review, word);
  const ReviewedPly& ply = review.plies[index];
  if (ply.mark == MoveMark::kNone) return;
  move.glyphs = {glyph_of(ply.mark)};
  if (ply.mark == MoveMark::kGood) return;
  const std::string said = "loses " + percent_text(ply.loss) + " % of the chances; better " + ply.best_move;
  move.comment += (move.comment.empty() ? "" : " ") + said;
  if (!ply.best_line.empty()) move.variations.push_back(better_line(review, word, index));
}

}  // namespace

record::GameRecord annotate_record(const record::GameRecord& record, const GameReview& review) {
  record::GameRecord annotated = record;
  catalog::AnyPosition position = review.start;
  for (record::RecordMove& move : annotated.moves) {
    const std::size_t begin = position.moves().size();
    if (!catalog::play_word(position, move.text)) break;
    annotate_move(move, review, {begin, position.moves().size()});
  }
  for (std::size_t seat = 0; seat < review.seats.size(); ++seat) {
    char text[16];
    std::snprintf(text, sizeof text, "%.1f", review.seats[seat].accuracy);
    annotated.set_tag("Accuracy" + std::to_string(seat + 1), text);
  }
  return annotated;
}

}  // namespace partita::protocol
