// Our records to OpenTafl's.
#include "catalog/games.h"
#include "record/commands.h"
#include "record/opentafl.h"
#include "record/opentafl_words.h"
#include "record/replay.h"

namespace partita::record {

namespace {

using base::Error;
using base::Parsed;
using catalog::AnyPosition;

/// Brackets, bars and line ends have a meaning of their own there.
std::string tame_value(const std::string& text) {
  std::string result = tame_comment(text);
  for (char& c : result) {
    if (c == '[') c = '(';
    if (c == ']') c = ')';
    if (c == '|') c = '/';
  }
  return result;
}

std::string tag_lines(const GameRecord& record, const AnyPosition& start) {
  std::string text;
  for (const auto& [name, value] : record.tags) {
    if (name == kGameTag || name == kRulesTag || name == kPositionTag || name == kResultTag || name == kReasonTag)
      continue;
    if (value != "?" && !value.empty()) text += "[" + tag_to_opentafl(name, start) + ":" + tame_value(value) + "]\n";
  }
  text += "[result:" + result_to_opentafl(record.result, start) + "]\n";
  if (record.has_tag(kReasonTag) && !record.has_tag("Termination")) {
    text += "[termination:" + tame_value(record.tag(kReasonTag)) + "]\n";
  }
  return text;
}

/// A start of its own must have the first side to move: the format says nothing about the mover.
Parsed<std::string> position_line(const GameRecord& record, const AnyPosition& start) {
  if (!record.has_tag(kPositionTag)) return std::string();
  if (start.to_move() != 0 || start.ply() != 0) {
    return Error{"OpenTafl cannot say that a game starts at ply " + std::to_string(start.ply()) + " with " +
                 start.seat_name(start.to_move()) + " to move"};
  }
  return start.text().substr(0, start.text().find(' ')) + "\n";
}

std::string turn_lines(const GameRecord& record, AnyPosition position) {
  std::string text;
  for (std::size_t i = 0; i < record.moves.size(); i += 2) {
    std::string turn = std::to_string(i / 2 + 1) + ".";
    std::string commentary[2];
    for (std::size_t half = 0; half < 2 && i + half < record.moves.size(); ++half) {
      const AnyPosition before = position;
      const auto played = position.play(record.moves[i + half].text);
      if (!played) return text;  // cannot be: the record was replayed
      turn += " " + opentafl_move(before, *played, position.ending().reason);
      commentary[half] = tame_value(record.moves[i + half].comment);
    }
    const bool resigns_now = i + 2 > record.moves.size() && record.tag(kReasonTag) == "resigns";
    text += turn + (resigns_now ? " ---" : "") + "\n";
    if (!commentary[0].empty() || !commentary[1].empty()) text += "[" + commentary[0] + "|" + commentary[1] + "]\n";
  }
  if (record.moves.size() % 2 == 0 && record.tag(kReasonTag) == "resigns") {
    text += std::to_string(record.moves.size() / 2 + 1) + ". ---\n";
  }
  return text;
}

Parsed<std::string> write_game(const GameRecord& record) {
  const auto speaker = catalog::speaker_of(kOpenTafl);
  if (!speaker) return speaker.forward_error();
  const catalog::GameEntry& game = *speaker->game;
  if (record.tag(kGameTag) != game.name)
    return Error{"only " + game.name + " games can be written as OpenTafl records"};
  const auto start = start_position(record);
  if (!start) return start.forward_error();
  const auto last = replay(record);
  if (!last) return last.forward_error();
  if (!game.write_rules_text) return Error{"rules strings are not written by this game"};
  const auto rules = game.write_rules_text(start->rules());
  if (!rules) return rules.forward_error();
  const auto position = position_line(record, *start);
  if (!position) return position.forward_error();
  return tag_lines(record, *start) + *rules + "\n" + *position + "\n" + turn_lines(record, *start) + "\n";
}

}  // namespace

Parsed<std::string> write_opentafl(const std::vector<GameRecord>& records) {
  std::string text;
  for (std::size_t i = 0; i < records.size(); ++i) {
    const auto game = write_game(records[i]);
    if (!game) return game.error_at("game " + std::to_string(i + 1));
    text += *game;
  }
  return text;
}

}  // namespace partita::record
