#include "protocol/ugi_text.h"

#include <algorithm>
#include <array>
#include <optional>

#include "base/text.h"

namespace partita::protocol {

namespace {

using Kind = base::OptionSpec::Kind;

const char* kind_word(Kind kind) {
  switch (kind) {
    case Kind::kCheck: return "check";
    case Kind::kSpin: return "spin";
    case Kind::kCombo: return "combo";
    case Kind::kString: return "string";
  }
  return "string";
}

std::optional<Kind> kind_of(std::string_view word) {
  for (const Kind kind : {Kind::kCheck, Kind::kSpin, Kind::kCombo, Kind::kString}) {
    if (word == kind_word(kind)) return kind;
  }
  return std::nullopt;
}

std::string wire_value(const base::OptionSpec& spec) {
  if (spec.kind == Kind::kCheck) return spec.default_value == "on" ? "true" : "false";
  return spec.default_value.empty() ? "<empty>" : spec.default_value;
}

/// The words between `name` and the next keyword, joined.
std::string phrase(const std::vector<std::string_view>& words, std::size_t& at) {
  static constexpr std::array<std::string_view, 6> kKeywords = {"name", "type", "default", "min", "max", "var"};
  std::string text;
  while (at < words.size()) {
    for (const std::string_view keyword : kKeywords) {
      if (words[at] == keyword) return text;
    }
    text += (text.empty() ? "" : " ") + std::string(words[at++]);
  }
  return text;
}

std::int64_t number_or_zero(std::string_view text) { return base::read_int(text).value_or(0); }

enum class GoKind { kNone, kClock, kMovetime, kDepth, kNodes, kInfinite };

/// Seat and field of "p2inc"; nothing if the word is no clock word for this many seats.
struct ClockWord {
  std::size_t seat;
  bool is_increment;
};
std::optional<ClockWord> clock_word(std::string_view word, int seat_count) {
  if (word.size() < 5 || word[0] != 'p' || word[1] < '1' || word[1] >= '1' + seat_count) return std::nullopt;
  const std::string_view field = word.substr(2);
  if (field != "time" && field != "inc") return std::nullopt;
  return ClockWord{static_cast<std::size_t>(word[1] - '1'), field == "inc"};
}

}  // namespace

std::string write_option(const base::OptionSpec& spec) {
  std::string line = "option name " + spec.name + " type " + kind_word(spec.kind) + " default " + wire_value(spec);
  if (spec.kind == Kind::kSpin) line += " min " + std::to_string(spec.min) + " max " + std::to_string(spec.max);
  for (const std::string& choice : spec.choices) line += " var " + choice;
  return line;
}

std::string plain_option_name(std::string_view name) {
  std::string plain = base::lower(name);
  plain.erase(std::remove(plain.begin(), plain.end(), '_'), plain.end());
  return plain;
}

base::Parsed<base::OptionSpec> read_option(std::string_view line) {
  const auto words = base::words(line);
  base::OptionSpec spec;
  bool has_type = false;
  // A number without a range may be any that a double holds exactly.
  constexpr std::int64_t kMost = std::int64_t{1} << 53;
  spec.min = -kMost;
  spec.max = kMost;
  if (words.empty() || words[0] != "option") return base::Error{"not an option line"};
  for (std::size_t i = 1; i < words.size();) {
    const std::string_view keyword = words[i++];
    const std::string text = phrase(words, i);
    if (keyword == "name") {
      spec.name = text;
    } else if (keyword == "type") {
      const auto kind = kind_of(text);
      if (!kind) return base::Error{"unknown option type " + base::quoted(text)};
      spec.kind = *kind;
      has_type = true;
    } else if (keyword == "default") {
      spec.default_value = text == "<empty>" ? "" : text;
    } else if (keyword == "min") {
      spec.min = number_or_zero(text);
    } else if (keyword == "max") {
      spec.max = number_or_zero(text);
    } else if (keyword == "var") {
      spec.choices.push_back(text);
    }
  }
  if (spec.name.empty() || !has_type) return base::Error{"an option needs a name and a type"};
  return spec;
}

std::string write_info(const catalog::LineReport& line) {
  std::string text = "info depth " + std::to_string(line.depth) + " seldepth " + std::to_string(line.seldepth) +
                     " multipv " + std::to_string(line.rank) + " score ";
  if (line.score.distance && *line.score.distance != 0) {
    text += "mate " + std::to_string(*line.score.distance);
  } else {
    text += "cp " + std::to_string(line.score.value);
  }
  if (line.score.bound == catalog::ScoreReport::Bound::kLower) text += " lowerbound";
  if (line.score.bound == catalog::ScoreReport::Bound::kUpper) text += " upperbound";
  text += " time " + std::to_string(line.time_ms) + " nodes " + std::to_string(line.nodes) + " nps " +
          std::to_string(line.nps) + " hashfull " + std::to_string(line.hashfull);
  if (line.known_hits > 0) text += " tbhits " + std::to_string(line.known_hits);
  if (!line.pv.empty()) text += " pv " + base::join(line.pv, " ");
  return text;
}

std::string write_unsearched(const catalog::SearchResult& result) {
  return "info depth " + std::to_string(result.depth) + " time " + std::to_string(result.time_ms) + " nodes " +
         std::to_string(result.nodes) + " pv " + result.best_move;
}

catalog::LineReport read_info(std::string_view text) {
  catalog::LineReport line;
  const auto words = base::words(text);
  for (std::size_t i = 1; i < words.size(); ++i) {
    const auto next = [&] { return i + 1 < words.size() ? number_or_zero(words[++i]) : 0; };
    if (words[i] == "depth")
      line.depth = static_cast<int>(next());
    else if (words[i] == "seldepth")
      line.seldepth = static_cast<int>(next());
    else if (words[i] == "multipv")
      line.rank = static_cast<int>(next());
    else if (words[i] == "cp")
      line.score.value = next();
    else if (words[i] == "mate")
      line.score.distance = static_cast<int>(next());
    else if (words[i] == "lowerbound")
      line.score.bound = catalog::ScoreReport::Bound::kLower;
    else if (words[i] == "upperbound")
      line.score.bound = catalog::ScoreReport::Bound::kUpper;
    else if (words[i] == "time")
      line.time_ms = next();
    else if (words[i] == "nodes")
      line.nodes = static_cast<std::uint64_t>(next());
    else if (words[i] == "nps")
      line.nps = static_cast<std::uint64_t>(next());
    else if (words[i] == "hashfull")
      line.hashfull = static_cast<int>(next());
    else if (words[i] == "string")
      break;
    else if (words[i] == "pv") {
      for (++i; i < words.size(); ++i) line.pv.emplace_back(words[i]);
    }
  }
  return line;
}

base::Parsed<catalog::Limits> read_go(const std::vector<std::string_view>& words, int seat_count) {
  catalog::Limits limits;
  GoKind kind = GoKind::kNone;
  const auto take = [&](GoKind found) {
    const bool is_new = kind == GoKind::kNone || (kind == found && found == GoKind::kClock);
    kind = found;
    return is_new;
  };
  for (std::size_t i = 1; i < words.size(); ++i) {
    const std::string_view word = words[i];
    if (word == "infinite") {
      if (!take(GoKind::kInfinite)) return base::Error{"go: more than one kind of limit"};
      continue;
    }
    const auto clock = clock_word(word, seat_count);
    GoKind found = GoKind::kNone;
    if (clock) found = GoKind::kClock;
    if (word == "movetime") found = GoKind::kMovetime;
    if (word == "depth") found = GoKind::kDepth;
    if (word == "nodes") found = GoKind::kNodes;
    if (found == GoKind::kNone) return base::Error{"go: unknown word " + base::quoted(word)};
    if (!take(found)) return base::Error{"go: more than one kind of limit"};
    const auto number = i + 1 < words.size() ? base::read_int(words[++i]) : std::nullopt;
    const std::int64_t least = clock ? 0 : 1;
    if (!number || *number < least)
      return base::Error{"go: " + std::string(word) + " needs a number from " + std::to_string(least)};
    if (clock) (clock->is_increment ? limits.increment_ms : limits.clock_ms)[clock->seat] = *number;
    if (found == GoKind::kMovetime) limits.movetime_ms = *number;
    if (found == GoKind::kDepth) limits.depth = static_cast<int>(std::min<std::int64_t>(*number, 1000));
    if (found == GoKind::kNodes) limits.nodes = static_cast<std::uint64_t>(*number);
  }
  if (kind == GoKind::kNone) return base::Error{"go: needs a limit: movetime, depth, nodes, infinite or clocks"};
  // A clock at zero must not read as "no clock".
  if (kind == GoKind::kClock) {
    for (int seat = 0; seat < seat_count; ++seat) {
      auto& left_ms = limits.clock_ms[static_cast<std::size_t>(seat)];
      left_ms = std::max<std::int64_t>(left_ms, 1);
    }
  }
  return limits;
}

std::string write_go(const catalog::Limits& limits, int seat_count) {
  if (limits.movetime_ms > 0) return "go movetime " + std::to_string(limits.movetime_ms);
  if (limits.depth > 0) return "go depth " + std::to_string(limits.depth);
  if (limits.nodes > 0) return "go nodes " + std::to_string(limits.nodes);
  std::string line = "go";
  bool has_clock = false;
  for (int seat = 0; seat < seat_count; ++seat) {
    const auto index = static_cast<std::size_t>(seat);
    const std::string name = " p" + std::to_string(seat + 1);
    has_clock = has_clock || limits.clock_ms[index] > 0;
    line += name + "time " + std::to_string(limits.clock_ms[index]) + name + "inc " +
            std::to_string(limits.increment_ms[index]);
  }
  return has_clock ? line : "go infinite";
}

std::string result_word(const catalog::Ending& ending) {
  if (!ending.over) return "none";
  const int winner = ending.winner();
  return winner < 0 ? "draw" : "p" + std::to_string(winner + 1) + "win";
}

}  // namespace partita::protocol
