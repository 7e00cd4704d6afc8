// OpenTafl game records to ours.
#include <algorithm>

#include "base/text.h"
#include "catalog/games.h"
#include "record/commands.h"
#include "record/opentafl.h"
#include "record/opentafl_words.h"
#include "record/replay.h"
#include "record/result_text.h"

namespace partita::record {

namespace {

using base::Done;
using base::Error;
using base::Parsed;
using catalog::AnyPosition;

struct Line {
  int number = 0;
  std::string text;
};

/// Lines without white space around them; a bracket that stays open takes the following lines in.
std::vector<Line> joined_lines(std::string_view text) {
  std::vector<Line> lines;
  int number = 0;
  bool is_open = false;
  for (const std::string_view raw : base::split(text, '\n')) {
    ++number;
    const std::string_view line = base::trim(raw);
    if (is_open)
      lines.back().text += " " + std::string(line);
    else if (!line.empty())
      lines.push_back({number, std::string(line)});
    else
      continue;
    const std::string& whole = lines.back().text;
    is_open = whole[0] == '[' && whole.back() != ']';
  }
  return lines;
}

bool starts_with(std::string_view text, std::string_view head) { return text.substr(0, head.size()) == head; }

class OpenTaflReader {
 public:
  explicit OpenTaflReader(std::string_view text) : lines_(joined_lines(text)) {}

  Parsed<std::vector<GameRecord>> read() {
    std::vector<GameRecord> records;
    while (at_ < lines_.size()) {
      const int first = lines_[at_].number;
      auto record = read_game();
      if (!record)
        return record.error_at(std::to_string(at_ < lines_.size() ? lines_[at_].number : lines_.back().number));
      record->line = first;
      records.push_back(std::move(*record));
    }
    return records;
  }

 private:
  using Tags = std::vector<std::pair<std::string, std::string>>;

  Parsed<GameRecord> read_game() {
    auto tags = read_tags();
    if (!tags) return tags.forward_error();
    auto position = read_start();
    if (!position) return position.forward_error();
    GameRecord record = make_record(*position);
    const std::string outcome = take_over_tags(record, *tags, *position);
    if (auto done = read_turns(record, *position); !done) return done.forward_error();
    return finished(std::move(record), *position, outcome);
  }

  Parsed<Tags> read_tags() {
    Tags tags;
    for (; at_ < lines_.size() && lines_[at_].text[0] == '['; ++at_) {
      const std::string& text = lines_[at_].text;
      const std::size_t colon = text.find(':');
      if (colon == std::string::npos || text.back() != ']') return Error{"expected a tag like [event:name]"};
      const std::string name(base::trim(std::string_view(text).substr(1, colon - 1)));
      const bool is_name = !name.empty() && name.find_first_not_of(
                                                "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                                "0123456789-_") == std::string::npos;
      if (!is_name) return Error{base::quoted(name) + " is no tag name"};
      tags.emplace_back(name, base::trim(std::string_view(text).substr(colon + 1, text.size() - colon - 2)));
    }
    return tags;
  }

  /// The rules string, which may go over several lines up to its "start:", and the position string if there is one.
  Parsed<AnyPosition> read_start() {
    if (at_ == lines_.size() || !starts_with(lines_[at_].text, "dim:"))
      return Error{"expected a rules string: dim:..."};
    std::string rules_text = lines_[at_].text;
    while (rules_text.find("start:") == std::string::npos) {
      if (at_ + 1 == lines_.size()) return Error{"the rules string has no start:"};
      rules_text += " " + lines_[++at_].text;
    }
    const auto speaker = catalog::speaker_of(kOpenTafl);
    if (!speaker) return speaker.forward_error();
    const catalog::GameEntry& game = *speaker->game;
    if (!game.read_rules_text) return Error{"rules strings are not read by this game"};
    const auto rules = game.read_rules_text(rules_text);
    if (!rules) return rules.forward_error();
    ++at_;
    auto start = AnyPosition::initial(game.name, *rules);
    if (!start || at_ == lines_.size() || lines_[at_].text[0] != '/') return start;
    const std::string mover = start->text().substr(start->text().find(' '));
    start = AnyPosition::from_text(game.name, *rules, lines_[at_].text + mover);
    if (start) ++at_;
    return start;
  }

  /// Tags in our names; the result comes back as it is written.
  static std::string take_over_tags(GameRecord& record, const Tags& tags, const AnyPosition& start) {
    std::string outcome;
    for (const auto& [name, value] : tags) {
      if (name == "result")
        outcome = value;
      else
        record.set_tag(tag_from_opentafl(name, start), value);
    }
    return outcome;
  }

  /// Turns and the commentary under them, up to the next game.
  Parsed<Done> read_turns(GameRecord& record, AnyPosition& position) {
    for (std::size_t turn_begin = 0; at_ < lines_.size(); ++at_) {
      const std::string& text = lines_[at_].text;
      if (starts_with(text, "dim:")) return Done{};
      if (text[0] == '[') {
        if (text.find('|') == std::string::npos) return Done{};  // a tag of the next game
        add_commentary(record, turn_begin, text);
        continue;
      }
      turn_begin = record.moves.size();
      if (auto done = read_turn(record, position, text); !done) return done;
    }
    return Done{};
  }

  Parsed<Done> read_turn(GameRecord& record, AnyPosition& position, std::string_view text) {
    const auto words = base::words(text);
    const std::string_view number = words[0].substr(0, words[0].find('.'));
    if (number.size() == words[0].size() || !base::read_int(number)) {
      return Error{"expected a turn like '1. e4-e7 d5-d6', found " + base::quoted(text)};
    }
    for (std::size_t i = 0; i < words.size(); ++i) {
      std::string_view word = words[i];
      if (i == 0) word.remove_prefix(std::min(word.find_last_of('.') + 1, word.size()));
      if (word.empty() || word == "..") continue;
      if (word == "---") {
        resigned_ = true;
        continue;
      }
      const auto plain = plain_move(word);
      if (!plain) return plain.forward_error();
      const auto played = position.play(*plain);
      if (!played) return played.forward_error();
      RecordMove& move = record.moves.emplace_back();
      move.text = *played;
    }
    return Done{};
  }

  static void add_commentary(GameRecord& record, std::size_t turn_begin, std::string_view text) {
    const auto parts = base::split(text.substr(1, text.size() - 2), '|');
    for (std::size_t i = 0; i < parts.size() && turn_begin + i < record.moves.size(); ++i) {
      record.moves[turn_begin + i].comment = tame_comment(parts[i]);
    }
  }

  /// Result and reason: what the rules say, else what the record says.
  Parsed<GameRecord> finished(GameRecord record, const AnyPosition& position, const std::string& outcome) {
    const catalog::Ending ending = position.ending();
    const std::string stated = result_from_opentafl(outcome, position);
    record.result = stated;
    if (ending.over) {
      record.result = write_result(ending, position.seat_count());
      record.set_tag(kReasonTag, ending.reason);
      if (stated != "*" && stated != record.result) {
        return Error{"the moves end the game " + record.result + ", the result tag says " + base::quoted(outcome)};
      }
    } else if (std::exchange(resigned_, false)) {
      record.set_tag(kReasonTag, "resigns");
      if (stated == "*") record.result = position.to_move() == 0 ? "0-1" : "1-0";
    }
    record.set_tag(kResultTag, record.result);
    return record;
  }

  std::vector<Line> lines_;
  std::size_t at_ = 0;
  bool resigned_ = false;
};

}  // namespace

bool is_opentafl(std::string_view text) {
  return starts_with(text, "dim:") || text.find("\ndim:") != std::string_view::npos;
}

Parsed<std::vector<GameRecord>> read_opentafl(std::string_view text) { return OpenTaflReader(text).read(); }

}  // namespace partita::record
