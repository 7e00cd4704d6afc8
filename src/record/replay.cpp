#include "record/replay.h"

#include "base/text.h"
#include "catalog/any_position.h"
#include "catalog/games.h"
#include "record/result_text.h"
#include "record/scanner.h"

namespace partita::record {

namespace {

using base::Parsed;
using catalog::AnyPosition;

base::Error at_move(const RecordMove& move, std::size_t number, const std::string& reason) {
  const std::string what = "move " + std::to_string(number + 1) + " " + base::quoted(move.text) + ": " + reason;
  return move.line > 0 ? Scanner::error_at(move.line, move.column, what) : base::Error{what};
}

/// Plays a line from `position` on, each move's variations first. Numbers count words from the start of the game.
Parsed<base::Done> play_line(AnyPosition& position, const RecordLine& line, std::size_t first) {
  for (std::size_t i = 0; i < line.size(); ++i) {
    for (const RecordLine& variation : line[i].variations) {
      AnyPosition aside = position;
      if (auto done = play_line(aside, variation, first + i); !done) return done;
    }
    const auto played = catalog::play_word(position, line[i].text);
    if (!played) return at_move(line[i], first + i, played.error());
  }
  return base::Done{};
}

base::Error at_game(const GameRecord& record, const std::string& reason) {
  return record.line > 0 ? Scanner::error_at(record.line, 1, reason) : base::Error{reason};
}

/// What the record says of the end against what the rules say.
Parsed<base::Done> check_end(const GameRecord& record, const AnyPosition& position) {
  const catalog::Ending ending = position.ending();
  const auto stated = read_result(record.result);
  if (!stated) return at_game(record, base::quoted(record.result) + " is no result");
  if (stated->is_finished && stated->seat_count != position.seat_count()) {
    return at_game(record,
                   "result " + record.result + " is not for " + std::to_string(position.seat_count()) + " seats");
  }
  if (!ending.over) return base::Done{};
  const std::string result = write_result(ending, position.seat_count());
  const std::string& reason = record.tag(kReasonTag);
  if (result != record.result || (!reason.empty() && reason != ending.reason)) {
    return at_game(record, "the moves end the game " + result + " by " + ending.reason + ", the record says " +
                               record.result + (reason.empty() ? "" : " by " + base::quoted(reason)));
  }
  return base::Done{};
}

}  // namespace

Parsed<AnyPosition> start_position(const GameRecord& record) {
  const auto game = catalog::find_game(record.tag(kGameTag));
  if (!game) return at_game(record, "tag Game: " + (record.has_tag(kGameTag) ? game.error() : "is missing"));
  const auto rules = base::read_values(record.tag(kRulesTag));
  if (!rules) return at_game(record, "tag Rules: " + rules.error());
  const auto checked = base::checked_values((*game)->rule_options, *rules);
  if (!checked) return at_game(record, "tag Rules: " + checked.error());
  auto position = AnyPosition::from_text(record.tag(kGameTag), *checked, record.tag(kPositionTag));
  if (!position) {
    return at_game(record, (record.has_tag(kPositionTag) ? "tag Position: " : "tag Rules: ") + position.error());
  }
  return position;
}

Parsed<AnyPosition> replay(const GameRecord& record) {
  auto position = start_position(record);
  if (!position) return position;
  if (auto done = play_line(*position, record.moves, 0); !done) return done.forward_error();
  if (auto done = check_end(record, *position); !done) return done.forward_error();
  return position;
}

GameRecord make_record(const AnyPosition& position, const Adjudication& adjudication) {
  GameRecord record;
  record.set_tag(kGameTag, std::string(position.game()));
  const auto game = catalog::find_game(position.game());
  const std::string rules = base::write_values((*game)->rule_options, position.rules());
  if (!rules.empty()) record.set_tag(kRulesTag, rules);
  AnyPosition start = position;
  while (start.undo()) {
  }
  const auto initial = AnyPosition::initial(position.game(), position.rules());
  if (!initial || initial->text() != start.text()) record.set_tag(kPositionTag, start.text());
  for (int seat = 0; seat < position.seat_count(); ++seat) {
    record.set_tag(seat_tag(seat), "?");
  }
  const catalog::Ending ending = position.ending();
  record.result = ending.over ? write_result(ending, position.seat_count()) : adjudication.result;
  record.set_tag(kResultTag, record.result);
  const std::string& reason = ending.over ? ending.reason : adjudication.reason;
  if (!reason.empty()) record.set_tag(kReasonTag, reason);
  for (std::string& word : catalog::join_turns(start, position.moves())) {
    record.moves.emplace_back().text = std::move(word);
  }
  return record;
}

std::vector<std::string> main_line(const GameRecord& record) {
  auto position = start_position(record);
  for (const RecordMove& move : record.moves) {
    if (position) (void)catalog::play_word(*position, move.text);
  }
  return position ? position->moves() : std::vector<std::string>{};
}

}  // namespace partita::record
