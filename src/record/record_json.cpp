#include "record/record_json.h"

#include <boost/json.hpp>

#include "base/text.h"
#include "record/commands.h"
#include "record/json_fields.h"
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

std::string read_move_text(const JsonItem& item) {
  std::string text = item.text();
  if (!is_word(text)) item.fail(base::quoted(text) + " is no move");
  return text;
}

std::vector<std::pair<std::string, std::string>> read_pairs(const JsonItem& item) {
  std::vector<std::pair<std::string, std::string>> pairs;
  for (const JsonItem& pair : item.items()) {
    const auto parts = pair.items();
    if (parts.size() != 2 || !parts[0].is_text() || !parts[1].is_text() || !is_tag_name(parts[0].text())) {
      pair.refuse("[name, value]");
      return {};
    }
    pairs.emplace_back(parts[0].text(), parts[1].text());
  }
  return pairs;
}

RecordLine read_line(const JsonItem& item, int depth);

std::vector<RecordLine> read_variations(const JsonItem& item, int depth) {
  std::vector<RecordLine> variations;
  if (depth == kDeepestVariation) {
    item.fail("variations are nested too deep");
    return variations;
  }
  for (const JsonItem& line : item.items()) {
    variations.push_back(read_line(line, depth + 1));
    if (variations.back().empty()) line.fail("a variation has no move");
  }
  return variations;
}

RecordMove read_move(JsonFields fields, int depth) {
  constexpr std::int64_t kLongestMs = 1'000'000'000'000;
  RecordMove move;
  move.text = read_move_text(fields.item("move"));
  if (const auto comment = fields.find("comment")) move.comment = tame_comment(comment->text());
  if (const auto clock = fields.find("clock_ms")) move.clock_ms = clock->integer(0, kLongestMs);
  if (const auto spent = fields.find("spent_ms")) move.spent_ms = spent->integer(0, kLongestMs);
  if (const auto eval = fields.find("eval")) {
    move.eval = read_eval(eval->text());
    if (!move.eval) eval->fail(base::quoted(eval->text()) + " is no evaluation");
  }
  if (const auto commands = fields.find("commands")) move.commands = read_pairs(*commands);
  if (const auto glyphs = fields.find("glyphs")) {
    for (const JsonItem& glyph : glyphs->items()) move.glyphs.push_back(static_cast<int>(glyph.integer(0, 255)));
  }
  if (const auto variations = fields.find("variations")) move.variations = read_variations(*variations, depth);
  fields.finish();
  return move;
}

RecordLine read_line(const JsonItem& item, int depth) {
  RecordLine line;
  for (const JsonItem& element : item.items()) {
    if (element.is_text())  // a bare move
      line.emplace_back().text = read_move_text(element);
    else if (element.is_object())
      line.push_back(read_move(element.fields(), depth));
    else
      element.refuse("an object or a string");
  }
  return line;
}

void read_rules(GameRecord& record, const JsonItem& item) {
  std::vector<std::string> parts;
  base::OptionValues values;
  for (const auto& [name, value] : item.members()) {
    values[name] = value.text();
    parts.push_back(name + "=" + values[name]);
  }
  // In the text form commas, spaces and the first '=' part what is said.
  const auto as_text = base::read_values(base::join(parts, ","));
  if (!as_text || *as_text != values) item.fail("a name or value cannot be written as name=value");
  const auto tag = base::read_values(record.tag(kRulesTag));
  if (!values.empty() && (!tag || *tag != values)) record.set_tag(kRulesTag, base::join(parts, ","));
}

/// The tags come first, so that fields that repeat a tag replace it in its place.
GameRecord read_record(JsonFields& fields) {
  GameRecord record;
  if (const auto tags = fields.find("tags")) {
    for (auto& [name, text] : read_pairs(*tags)) record.tags.emplace_back(std::move(name), std::move(text));
  }
  if (const auto game = fields.find("game")) record.set_tag(kGameTag, game->text());
  if (const auto rules = fields.find("rules")) read_rules(record, *rules);
  if (const auto position = fields.find("position")) record.set_tag(kPositionTag, position->text());
  if (const auto comment = fields.find("comment")) record.comment = tame_comment(comment->text());
  if (const auto moves = fields.find("moves")) record.moves = read_line(*moves, 0);
  if (const auto result = fields.find("result")) {
    record.result = result->text();
    if (!read_result(record.result)) result->fail(base::quoted(record.result) + " is no result");
  }
  if (const auto reason = fields.find("reason")) record.set_tag(kReasonTag, reason->text());
  fields.finish();
  if (record.has_tag(kResultTag)) record.set_tag(kResultTag, record.result);
  return record;
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
  JsonFault fault;
  JsonFields fields(value, "", &fault);
  GameRecord record = read_record(fields);
  if (!fault.empty()) return Error{fault.text()};
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
  const auto parsed = parse_json(text);
  if (!parsed) return parsed.forward_error();
  const json::value& value = *parsed;
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
