#pragma once

#include <optional>
#include <string>

#include "record/game_record.h"
#include "study/review.h"

/// A reviewed game for people: as a table, as a record, as a page.
namespace partita::protocol {

/// A row for each ply, accuracies and turning points below; plain text of at most about 100 columns.
std::string write_review_table(const study::GameReview& review);

/// The record with marks, evaluations and, at marked moves, the better line as a variation. Comments that are there
/// stay. REQUIRES: the record's main line is the reviewed game.
record::GameRecord annotate_record(const record::GameRecord& record, const study::GameReview& review);

/// A page of its own without scripts or anything from elsewhere: the graph of the chances, the moves, and pictures of
/// the marked positions. Text from outside is escaped.
std::string write_review_html(const study::GameReview& review, const record::GameRecord& record);

/// "+120", "win 5", "loss 4", "draw": a score from the mover's view.
std::string review_score_text(const catalog::ScoreReport& score);

/// A share of the winning chances in hundredths with one decimal: "12.5".
std::string percent_text(double share);
/// "87.5 %", or a dash where nothing was counted.
std::string percent_or_dash(const std::optional<double>& percent);

}  // namespace partita::protocol
