#include "record/commands.h"

#include <cmath>
#include <cstdio>

#include "base/text.h"

namespace partita::record {

namespace {

constexpr std::int64_t kLongestSeconds = 1'000'000'000;

std::string with_words(std::string text, std::string_view more) {
  more = base::trim(more);
  if (more.empty()) return text;
  if (!text.empty()) text += ' ';
  return text.append(more);
}

/// More words of a move's comment.
void add_words(RecordMove& move, std::string_view words) {
  words = base::trim(words);
  if (!words.empty()) move.comment = with_words(without_openings(move.comment), words);
}

void add_command(RecordMove& move, std::string_view name, std::string_view value) {
  if (name == "clk" && !move.clock_ms)
    move.clock_ms = read_clock(value);
  else if (name == "emt" && !move.spent_ms)
    move.spent_ms = read_clock(value);
  else if (name == "eval" && !move.eval)
    move.eval = read_eval(value);
  else {
    move.commands.emplace_back(name, value);
    return;
  }
  // A value we cannot read is not ours to throw away.
  const bool was_read = name == "clk"   ? move.clock_ms.has_value()
                        : name == "emt" ? move.spent_ms.has_value()
                                        : move.eval.has_value();
  if (!was_read) move.commands.emplace_back(name, value);
}

}  // namespace

std::optional<std::int64_t> read_clock(std::string_view text) {
  const auto parts = base::split(text, ':');
  if (parts.empty() || parts.size() > 3) return std::nullopt;
  double seconds = 0;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const auto number = base::read_double(parts[i]);
    if (!number || *number < 0 || *number > static_cast<double>(kLongestSeconds)) return std::nullopt;
    seconds = seconds * 60 + *number;
  }
  if (seconds > static_cast<double>(kLongestSeconds)) return std::nullopt;
  return std::llround(seconds * 1000);
}

std::string write_clock(std::int64_t milliseconds) {
  const std::int64_t seconds = milliseconds / 1000;
  char text[64];
  std::snprintf(text, sizeof text, "%lld:%02lld:%02lld", static_cast<long long>(seconds / 3600),
                static_cast<long long>(seconds / 60 % 60), static_cast<long long>(seconds % 60));
  std::string result = text;
  if (milliseconds % 1000 != 0) {
    std::snprintf(text, sizeof text, ".%03lld", static_cast<long long>(milliseconds % 1000));
    result += text;
  }
  return result;
}

std::optional<RecordEval> read_eval(std::string_view text) {
  RecordEval eval;
  const auto parts = base::split(text, ',');
  if (parts.size() > 2 || parts[0].empty()) return std::nullopt;
  std::string_view value = parts[0];
  if (value[0] == '#') {
    eval.is_proven = true;
    value.remove_prefix(1);
  }
  const auto number = base::read_int(value);
  if (!number) return std::nullopt;
  eval.value = *number;
  if (parts.size() == 2) {
    const auto depth = base::read_int(parts[1]);
    if (!depth || *depth < 1 || *depth > 1'000'000) return std::nullopt;
    eval.depth = static_cast<int>(*depth);
  }
  return eval;
}

std::string write_eval(const RecordEval& eval) {
  return (eval.is_proven ? "#" : "") + std::to_string(eval.value) +
         (eval.depth > 0 ? "," + std::to_string(eval.depth) : "");
}

void add_comment(RecordMove& move, std::string_view comment) {
  const std::string tame = tame_comment(comment);
  std::string_view rest = tame;
  while (true) {
    const std::size_t open = rest.find("[%");
    const std::size_t close = open == std::string_view::npos ? open : rest.find(']', open);
    if (close == std::string_view::npos) break;
    add_words(move, rest.substr(0, open));
    const std::string_view inside = rest.substr(open + 2, close - open - 2);
    const std::size_t space = std::min(inside.find(' '), inside.size());
    add_command(move, inside.substr(0, space), base::trim(inside.substr(space)));
    rest.remove_prefix(close + 1);
  }
  add_words(move, rest);
}

std::string comment_text(const RecordMove& move) {
  std::string text;
  if (move.clock_ms) text = with_words(text, "[%clk " + write_clock(*move.clock_ms) + "]");
  if (move.spent_ms) text = with_words(text, "[%emt " + write_clock(*move.spent_ms) + "]");
  if (move.eval) text = with_words(text, "[%eval " + write_eval(*move.eval) + "]");
  for (const auto& [name, value] : move.commands) {
    text = with_words(text, "[%" + name + (value.empty() ? "" : " " + value) + "]");
  }
  return with_words(text, tame_comment(move.comment));
}

std::string without_openings(std::string text) {
  for (std::size_t at = text.find("[%"); at != std::string::npos; at = text.find("[%", at)) text[at] = '(';
  return text;
}

std::string tame_comment(std::string_view text) {
  std::string result;
  for (const std::string_view word : base::words(text)) {
    if (!result.empty()) result += ' ';
    result += word;
  }
  for (char& c : result) {
    if (c == '}') c = ')';
    if (static_cast<unsigned char>(c) < 32) c = '?';
  }
  return result;
}

}  // namespace partita::record
