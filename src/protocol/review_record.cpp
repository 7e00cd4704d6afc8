
#include "catalog/any_position.h"
#include "protocol/review_text.h"

namespace partita::protocol {

namespace {

int glyph_of(study::MoveMark mark) {
  switch (mark) {
    case study::MoveMark::kNone: return 0;
    case study::MoveMark::kGood: return 1;
    case study::MoveMark::kMistake: return 2;
    case study::MoveMark::kBlunder: return 4;
    case study::MoveMark::kInaccuracy: return 6;
  }
  return 0;
}

/// The plies of one word of the record (a turn may be several): the first index, and one past the last.
struct WordPlies {
  std::size_t begin;
  std::size_t end;
};

/// The ply to speak of: the one that lost most, else the worst that is marked.
std::size_t telling_ply(const study::GameReview& review, WordPlies word) {
  std::size_t best = word.begin;
  for (std::size_t i = word.begin; i < word.end; ++i) {
    if (review.plies[i].loss > review.plies[best].loss) best = i;
  }
  if (review.plies[best].loss >= study::kInaccuracyLoss) return best;
  for (std::size_t i = word.begin; i < word.end; ++i) {
    if (review.plies[i].mark > review.plies[best].mark) best = i;
  }
  return best;
}

/// What is said of a marked move, after a full stop; nothing where there are only lines.
std::string reason_comment(const study::GameReview& review, const study::ReviewedPly& ply) {
  if (!ply.reason || !has_words(*ply.reason)) return "";
  return ". " + study::reason_text(review.start.game(), *ply.reason, study::Language::kEnglish);
}

std::string fault_text(const study::ReviewedPly& ply) {
  if (ply.leaves_proof) return "leaves a proven win for one that is not proven; better " + ply.best_move;
  if (!ply.is_lost) return "loses " + percent_text(ply.loss) + " % of the chances; better " + ply.best_move;
  return "lost, holds out " + std::to_string(ply.kept.value_or(0)) + " of " +
         std::to_string(ply.resisting.value_or(0)) + " plies; longer " + ply.best_move;
}

record::RecordLine better_line(const study::GameReview& review, WordPlies word, std::size_t ply) {
  record::RecordLine line;
  const auto add = [&](const std::string& text) { line.emplace_back().text = text; };
  for (std::size_t i = word.begin; i < ply; ++i) add(review.plies[i].move);
  for (const std::string& move : review.plies[ply].best.pv) add(move);
  return line;
}

void set_eval(record::RecordMove& move, const study::GameReview& review, std::size_t last) {
  const study::ReviewedPly& ply = review.plies[last];
  move.commands.emplace_back("win", percent_text(ply.after[ply.mover]));
  // The score after a move is known from the next search; from the mover's view only where there are two sides.
  if (last + 1 >= review.plies.size() || review.seats.size() != 2) return;
  const study::ReviewedPly& next = review.plies[last + 1];
  const std::int64_t sign = next.mover == ply.mover ? 1 : -1;
  record::RecordEval eval;
  eval.is_proven = next.best.score.distance && *next.best.score.distance != 0;
  eval.value = sign * (eval.is_proven ? *next.best.score.distance : next.best.score.value);
  eval.depth = next.best.depth;
  move.eval = eval;
}

void annotate_move(record::RecordMove& move, const study::GameReview& review, WordPlies word) {
  set_eval(move, review, word.end - 1);
  const std::size_t index = telling_ply(review, word);
  const study::ReviewedPly& ply = review.plies[index];
  if (ply.mark == study::MoveMark::kNone) return;
  move.glyphs = {glyph_of(ply.mark)};
  if (ply.mark == study::MoveMark::kGood) return;
  move.comment += (move.comment.empty() ? "" : " ") + fault_text(ply) + reason_comment(review, ply);
  if (!ply.best.pv.empty()) move.variations.push_back(better_line(review, word, index));
}

}  // namespace

record::GameRecord annotate_record(const record::GameRecord& record, const study::GameReview& review) {
  record::GameRecord annotated = record;
  catalog::AnyPosition position = review.start;
  for (record::RecordMove& move : annotated.moves) {
    const std::size_t begin = position.moves().size();
    if (!catalog::play_word(position, move.text)) break;
    annotate_move(move, review, {begin, position.moves().size()});
  }
  for (std::size_t seat = 0; seat < review.seats.size(); ++seat) {
    if (const auto accuracy = review.seats[seat].accuracy) {
      annotated.set_tag("Accuracy" + std::to_string(seat + 1), percent_text(*accuracy / 100));
    }
  }
  return annotated;
}

}  // namespace partita::protocol
