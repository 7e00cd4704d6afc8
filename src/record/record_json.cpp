#include "record/record_json.h"

#include <boost/json.hpp>

#include "base/text.h"
#include "record/commands.h"
#include "record/result_text.h"

namespace partita::record {

namespace {

namespace json = boost::json;
using base::Done;
using base::Error;
using base::Parsed;

json::array line_to_json(const RecordLine& line);

json::object move_to_json(const RecordMove& move) {
  json::object object;
  object["move"] = move.text;
  if (!move.glyphs.empty()) object["glyphs"] = json::array(move.glyphs.begin(), move.glyphs.end());
  if (!move.comment.empty()) object["comment"] = move.comment;
  if (move.clock_ms) object["clock_ms"] = *move.clock_ms;
  if (move.spent_ms) object["spent_ms"] = *move.spent_ms;
  if (move.eval) object["eval"] = write_eval(*move.eval);
  if (!move.commands.empty()) {
    json::array& commands = object["commands"].emplace_array();
    for (const auto& [name, value] : move.commands) commands.push_back(json::array{name, value});
  }
  if (!move.variations.empty()) {
    json::array& variations = object["variations"].emplace_array();
    for (const RecordLine& variation : move.variations) variations.push_back(line_to_json(variation));
  }
  return object;
}

json::array line_to_json(const RecordLine& line) {
  json::array moves;
  for (const RecordMove& move : line) moves.push_back(move_to_json(move));
  return moves;
}

/// Words of the move text: what the text form could not hold is refused here too.
bool is_word(std::string_view text) {
  if (text.empty() || read_result(text)) return false;
  for (const char c : text) {
    if (c < 33 || c > 126 || std::string_view("{}()[];$!?").find(c) != std::string_view::npos) return false;
  }
  return true;
}
bool is_tag_name(std::string_view text) {
  for (const char c : text) {
    if (!((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_')) return false;
  }
  return !text.empty();
}

Parsed<std::string> read_string(const json::value& value, const std::string& field) {
  if (!value.is_string()) return Error{field + ": expected a string"};
  return std::string(value.as_string());
}
Parsed<std::int64_t> read_number(const json::value& value, const std::string& field, std::int64_t max) {
  if (!value.is_int64() || value.as_int64() < 0 || value.as_int64() > max) {
    return Error{field + ": expected a number from 0 to " + std::to_string(max)};
  }
  return value.as_int64();
}
Parsed<std::vector<std::pair<std::string, std::string>>> read_pairs(const json::value& value,
                                                                    const std::string& field) {
  std::vector<std::pair<std::string, std::string>> pairs;
  if (!value.is_array()) return Error{field + ": expected an array of [name, value]"};
  for (const json::value& pair : value.as_array()) {
    if (!pair.is_array() || pair.as_array().size() != 2 || !pair.as_array()[0].is_string() ||
        !pair.as_array()[1].is_string() || !is_tag_name(pair.as_array()[0].as_string())) {
      return Error{field + ": expected an array of [name, value]"};
    }
    pairs.emplace_back(pair.as_array()[0].as_string(), pair.as_array()[1].as_string());
  }
  return pairs;
}

Parsed<RecordLine> line_from_json(const json::value& value, const std::string& field, int depth);

Parsed<Done> read_glyphs(RecordMove& move, const json::value& value, const std::string& field) {
  if (!value.is_array()) return Error{field + ": expected an array of numbers"};
  for (const json::value& glyph : value.as_array()) {
    auto number = read_number(glyph, field, 255);
    if (!number) return number.forward_error();
    move.glyphs.push_back(static_cast<int>(*number));
  }
  return Done{};
}

Parsed<Done> read_variations(RecordMove& move, const json::value& value, const std::string& field, int depth) {
  if (!value.is_array()) return Error{field + ": expected an array of lines"};
  if (depth == kDeepestVariation) return Error{field + ": variations are nested too deep"};
  for (const json::value& line : value.as_array()) {
    auto variation = line_from_json(line, field, depth + 1);
    if (!variation) return variation.forward_error();
    if (variation->empty()) return Error{field + ": a variation has no move"};
    move.variations.push_back(std::move(*variation));
  }
  return Done{};
}

Parsed<Done> read_move_text(RecordMove& move, const json::value& value, const std::string& field) {
  auto text = read_string(value, field);
  if (!text) return text.forward_error();
  if (!is_word(*text)) return Error{field + ": " + base::quoted(*text) + " is no move"};
  move.text = std::move(*text);
  return Done{};
}
Parsed<Done> read_move_field(RecordMove& move, const json::key_value_pair& pair, const std::string& field, int depth) {
  constexpr std::int64_t kLongestMs = 1'000'000'000'000;
  const auto key = pair.key();
  const json::value& value = pair.value();
  if (key == "move") return read_move_text(move, value, field);
  if (key == "comment") {
    auto text = read_string(value, field);
    if (!text) return text.forward_error();
    move.comment = tame_comment(*text);
  } else if (key == "clock_ms" || key == "spent_ms") {
    auto number = read_number(value, field, kLongestMs);
    if (!number) return number.forward_error();
    (key == "clock_ms" ? move.clock_ms : move.spent_ms) = *number;
  } else if (key == "eval") {
    auto text = read_string(value, field);
    if (!text) return text.forward_error();
    move.eval = read_eval(*text);
    if (!move.eval) return Error{field + ": " + base::quoted(*text) + " is no evaluation"};
  } else if (key == "commands") {
    auto pairs = read_pairs(value, field);
    if (!pairs) return pairs.forward_error();
    move.commands = std::move(*pairs);
  } else if (key == "glyphs") {
    return read_glyphs(move, value, field);
  } else if (key == "variations") {
    return read_variations(move, value, field, depth);
  } else {
    return Error{field + ": unknown field"};
  }
  return Done{};
}

Parsed<RecordLine> line_from_json(const json::value& value, const std::string& field, int depth) {
  if (!value.is_array()) return Error{field + ": expected an array of moves"};
  RecordLine line;
  for (const json::value& element : value.as_array()) {
    const std::string place = field + "[" + std::to_string(line.size()) + "]";
    RecordMove& move = line.emplace_back();
    if (element.is_string()) {  // a bare move
      if (auto done = read_move_text(move, element, place); !done) return done.forward_error();
      continue;
    }
    if (!element.is_object()) return Error{place + ": expected an object or a string"};
    for (const auto& pair : element.as_object()) {
      auto done = read_move_field(move, pair, place + "." + base::quoted(pair.key(), 30), depth);
      if (!done) return done.forward_error();
    }
    if (move.text.empty()) return Error{place + ": has no move"};
  }
  return line;
}

Parsed<Done> read_rules(GameRecord& record, const json::value& value) {
  if (!value.is_object()) return Error{"rules: expected an object"};
  std::vector<std::string> parts;
  base::OptionValues values;
  for (const auto& pair : value.as_object()) {
    if (!pair.value().is_string()) return Error{"rules: expected strings as values"};
    const std::string name(pair.key());
    const std::string text(pair.value().as_string());
    parts.push_back(name + "=" + text);
    values[name] = text;
  }
  // In the text form commas, spaces and the first '=' part what is said.
  const auto as_text = base::read_values(base::join(parts, ","));
  if (!as_text || *as_text != values) return Error{"rules: a name or value cannot be written as name=value"};
  const auto tag = base::read_values(record.tag(kRulesTag));
  if (!values.empty() && (!tag || *tag != values)) record.set_tag(kRulesTag, base::join(parts, ","));
  return Done{};
}

Parsed<Done> read_record_field(GameRecord& record, const json::key_value_pair& pair) {
  const auto key = pair.key();
  const json::value& value = pair.value();
  const std::string field = base::quoted(key, 30);
  if (key == "moves") {
    auto line = line_from_json(value, "moves", 0);
    if (!line) return line.forward_error();
    record.moves = std::move(*line);
    return Done{};
  }
  if (key == "rules") return read_rules(record, value);
  if (key == "tags") {
    auto pairs = read_pairs(value, "tags");
    if (!pairs) return pairs.forward_error();
    for (auto& [name, text] : *pairs) record.tags.emplace_back(std::move(name), std::move(text));
    return Done{};
  }
  static constexpr std::pair<std::string_view, std::string_view> kTagFields[] = {
      {"game", kGameTag}, {"position", kPositionTag}, {"reason", kReasonTag}};
  auto text = read_string(value, field);
  if (!text) return text.forward_error();
  for (const auto& [name, tag] : kTagFields) {
    if (key != name) continue;
    record.set_tag(tag, std::move(*text));
    return Done{};
  }
  if (key == "comment") {
    record.comment = tame_comment(*text);
  } else if (key == "result") {
    if (!read_result(*text)) return Error{"result: " + base::quoted(*text) + " is no result"};
    record.result = std::move(*text);
  } else {
    return Error{field + ": unknown field"};
  }
  return Done{};
}

}  // namespace

json::object to_json(const GameRecord& record) {
  json::object object;
  json::array tags;
  for (const auto& [name, value] : record.tags) tags.push_back(json::array{name, value});
  object["tags"] = std::move(tags);
  if (record.has_tag(kGameTag)) object["game"] = record.tag(kGameTag);
  if (const auto rules = base::read_values(record.tag(kRulesTag)); rules && !rules->empty()) {
    json::object& values = object["rules"].emplace_object();
    for (const auto& [name, value] : *rules) values[name] = value;
  }
  if (record.has_tag(kPositionTag)) object["position"] = record.tag(kPositionTag);
  if (!record.comment.empty()) object["comment"] = record.comment;
  object["moves"] = line_to_json(record.moves);
  object["result"] = record.result;
  if (record.has_tag(kReasonTag)) object["reason"] = record.tag(kReasonTag);
  return object;
}

Parsed<GameRecord> from_json(const json::value& value) {
  if (!value.is_object()) return Error{"expected an object"};
  GameRecord record;
  // The tags come first, wherever they stand, so that fields that repeat a tag replace it in its place.
  if (const json::value* tags = value.as_object().if_contains("tags")) {
    json::object only;
    only["tags"] = *tags;
    if (auto done = read_record_field(record, *only.begin()); !done) return done.forward_error();
  }
  for (const auto& pair : value.as_object()) {
    if (pair.key() == "tags") continue;
    if (auto done = read_record_field(record, pair); !done) return done.forward_error();
  }
  if (record.has_tag(kResultTag)) record.set_tag(kResultTag, record.result);
  return record;
}

std::string write_json(const std::vector<GameRecord>& records) {
  std::string text = "[";
  for (std::size_t i = 0; i < records.size(); ++i) {
    text += (i == 0 ? "\n" : ",\n") + json::serialize(to_json(records[i]));
  }
  return text + "\n]\n";
}

Parsed<std::vector<GameRecord>> read_json(std::string_view text) {
  json::error_code code;
  json::stream_parser parser;
  parser.write(text.data(), text.size(), code);
  if (!code) parser.finish(code);
  if (code) return Error{"JSON: " + code.message()};
  const json::value value = parser.release();
  std::vector<GameRecord> records;
  const auto add = [&](const json::value& element, const std::string& place) -> Parsed<Done> {
    auto record = from_json(element);
    if (!record) return record.error_at(place);
    records.push_back(std::move(*record));
    return Done{};
  };
  if (!value.is_array()) {
    if (auto done = add(value, "record"); !done) return done.forward_error();
    return records;
  }
  for (const json::value& element : value.as_array()) {
    auto done = add(element, "record " + std::to_string(records.size() + 1));
    if (!done) return done.forward_error();
  }
  return records;
}

}  // namespace partita::record
