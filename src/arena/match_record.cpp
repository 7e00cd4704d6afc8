#include "arena/match_record.h"

#include <algorithm>

#include "record/openings.h"
#include "record/replay.h"
#include "record/result_text.h"

namespace partita::arena {

namespace {

/// Plies of each word of the record: those of a complete turn are one word, what is left of a broken turn is one each.
std::vector<int> plies_by_word(catalog::AnyPosition position, const std::vector<PlayedMove>& moves, std::size_t words) {
  std::vector<int> plies;
  int open = 0;
  for (const PlayedMove& move : moves) {
    if (!position.play(move.move)) break;
    ++open;
    if (position.starts_turn() || position.is_over()) {
      plies.push_back(open);
      open = 0;
    }
  }
  while (plies.size() < words) plies.push_back(1);
  return plies;
}

void annotate(record::RecordMove& word, const PlayedMove* first, const PlayedMove* last) {
  std::int64_t spent_ms = 0;
  std::uint64_t nodes = 0;
  for (const PlayedMove* move = first; move != last; ++move) {
    spent_ms += move->time_ms;
    nodes += move->nodes;
  }
  const PlayedMove& end = *(last - 1);
  word.spent_ms = spent_ms;
  if (end.clock_ms > 0) word.clock_ms = end.clock_ms;
  if (end.has_score)
    word.eval = record::RecordEval{end.distance != 0, end.distance != 0 ? end.distance : end.value, end.depth};
  word.commands.emplace_back("nodes", std::to_string(nodes));
}

}  // namespace

base::Parsed<record::GameRecord> make_match_record(const GameJob& job, const GameOutcome& outcome) {
  auto start = catalog::AnyPosition::from_text(job.game, job.rules, job.start);
  if (!start) return start.error_at(job.id);
  catalog::AnyPosition position = *start;
  for (const PlayedMove& move : outcome.game.moves) {
    const auto played = position.play(move.move);
    if (!played) return played.error_at(job.id);
  }
  catalog::Ending ending{true, outcome.game.payoff, outcome.game.reason};
  record::GameRecord record =
      record::make_record(position, {record::write_result(ending, position.seat_count()), outcome.game.reason});
  record.set_tag("Event", "partita arena");
  record.set_tag("Id", job.id);
  if (!outcome.game.fault.empty()) record.set_tag("Fault", outcome.game.fault);
  if (outcome.seed != 0) record.set_tag("Seed", std::to_string(outcome.seed));
  for (std::size_t seat = 0; seat < job.seats.size(); ++seat) {
    record.set_tag(record::seat_tag(static_cast<int>(seat)), job.seats[seat]);
    record.set_tag("Control" + std::to_string(seat + 1), job.controls[seat]);
  }
  const auto plies = plies_by_word(*start, outcome.game.moves, record.moves.size());
  std::size_t ply = 0;
  for (std::size_t i = 0; i < record.moves.size() && ply < outcome.game.moves.size(); ++i) {
    const std::size_t end = std::min(ply + static_cast<std::size_t>(plies[i]), outcome.game.moves.size());
    const bool is_given = static_cast<int>(ply) < outcome.game.opening;
    if (!is_given) annotate(record.moves[i], outcome.game.moves.data() + ply, outcome.game.moves.data() + end);
    ply = end;
  }
  return record;
}

}  // namespace partita::arena
