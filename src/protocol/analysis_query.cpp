#include "protocol/analysis_query.h"

#include <algorithm>
#include <boost/json.hpp>
#include <limits>
#include <map>
#include <optional>
#include <utility>

#include "base/text.h"
#include "catalog/turn_text.h"
#include "study/engine.h"

namespace partita::protocol {

namespace {

namespace json = boost::json;

constexpr std::size_t kLongestId = 256;
constexpr std::int64_t kMostLines = 64;
/// Longer than any game of the house; keeps a query's positions, which carry their pasts, within some megabytes.
constexpr std::size_t kMostPlies = 1000;

/// Thrown inside this file only, to leave a reader from any depth; read_analysis_line() catches it.
struct Refusal {
  std::string field;
  std::string message;
};

[[noreturn]] void refuse(const std::string& field, const std::string& message) { throw Refusal{field, message}; }

std::string text_of(const json::value& value, const std::string& field) {
  if (!value.is_string()) refuse(field, "expected a string");
  return std::string(value.get_string());
}

std::int64_t whole_number(const json::value& value, const std::string& field, std::int64_t least, std::int64_t most) {
  std::optional<std::int64_t> number;
  if (value.is_int64()) number = value.get_int64();
  if (value.is_uint64()) number = std::numeric_limits<std::int64_t>::max();
  if (!number || *number < least || *number > most) {
    refuse(field, "expected a whole number from " + std::to_string(least) + " to " + std::to_string(most));
  }
  return *number;
}

/// Rule and switch values may come as what they are in JSON.
std::string option_text(const json::value& value, const std::string& field) {
  if (value.is_string()) return std::string(value.get_string());
  if (value.is_int64()) return std::to_string(value.get_int64());
  if (value.is_bool()) return value.get_bool() ? "on" : "off";
  refuse(field, "expected a string, a whole number, true or false");
}

AnalysisQuery::Action action_of(const std::string& word) {
  using Action = AnalysisQuery::Action;
  if (word == "analyze") return Action::kAnalyze;
  if (word == "terminate") return Action::kTerminate;
  if (word == "terminate_all") return Action::kTerminateAll;
  if (word == "query_version") return Action::kQueryVersion;
  if (word == "clear_cache") return Action::kClearCache;
  refuse("action",
         "expected analyze, terminate, terminate_all, query_version or clear_cache, found " + base::quoted(word));
}

/// Takes fields out of an object one by one; what is left at the end was not understood.
class QueryReader {
 public:
  QueryReader(const json::object& object, AnalysisLine& line) : object_(object), line_(line), query_(line.query) {}

  void read() {
    read_id();
    if (const json::value* action = take("action")) query_.action = action_of(text_of(*action, "action"));
    if (query_.action == AnalysisQuery::Action::kTerminate) {
      const json::value* which = take("terminate_id");
      if (which == nullptr) refuse("terminate_id", "is missing");
      query_.terminate_id = text_of(*which, "terminate_id");
    }
    if (query_.action == AnalysisQuery::Action::kAnalyze) read_question();
    for (const auto& field : object_) {
      const std::string name(field.key());
      if (std::find(taken_.begin(), taken_.end(), name) == taken_.end()) {
        line_.faults.push_back({query_.id, base::quoted(name), "unknown field, not heeded"});
      }
    }
  }

 private:
  const json::value* take(const char* name) {
    taken_.emplace_back(name);
    return object_.if_contains(name);
  }
  std::int64_t number_or(const char* name, std::int64_t otherwise, std::int64_t least, std::int64_t most) {
    const json::value* value = take(name);
    return value == nullptr ? otherwise : whole_number(*value, name, least, most);
  }

  void read_id() {
    const json::value* id = take("id");
    if (id == nullptr) refuse("id", "is missing");
    const std::string text = text_of(*id, "id");
    if (text.size() > kLongestId) refuse("id", "is longer than " + std::to_string(kLongestId) + " bytes");
    query_.id = text;
  }

  void read_question() {
    const json::value* name = take("game");
    if (name == nullptr) refuse("game", "is missing");
    const std::string game = text_of(*name, "game");
    const base::OptionValues rules = values_of("rules");
    auto position = start_of(game, rules);
    read_positions(position);
    read_engine(game, position);
    read_limits();
    query_.limits.lines = static_cast<int>(number_or("multipv", query_.limits.lines, 1, kMostLines));
    query_.report_every_ms = static_cast<int>(number_or("report_every_ms", 0, 0, 3'600'000));
    query_.priority = static_cast<int>(number_or("priority", 0, -1'000'000'000, 1'000'000'000));
  }

  base::OptionValues values_of(const char* name) {
    base::OptionValues values;
    const json::value* value = take(name);
    if (value == nullptr) return values;
    if (!value->is_object()) refuse(name, "expected an object of option values");
    for (const auto& field : value->get_object()) {
      const std::string key(field.key());
      values[key] = option_text(field.value(), std::string(name) + "." + base::quoted(key));
    }
    return values;
  }

  catalog::AnyPosition start_of(const std::string& game, const base::OptionValues& rules) {
    if (auto empty = catalog::AnyPosition::initial(game); !empty) refuse("game", empty.error());
    if (auto plain = catalog::AnyPosition::initial(game, rules); !plain) refuse("rules", plain.error());
    const json::value* initial = take("initial");
    auto position =
        catalog::AnyPosition::from_text(game, rules, initial == nullptr ? "" : text_of(*initial, "initial"));
    if (!position) refuse("initial", position.error());
    return *position;
  }

  /// Only the positions asked for are kept: a game's positions carry their pasts.
  void read_positions(catalog::AnyPosition& position) {
    const std::vector<int> plies = asked_plies();
    std::map<int, catalog::AnyPosition> kept;
    const auto keep = [&] {
      const int ply = static_cast<int>(position.moves().size());
      if (std::find(plies.begin(), plies.end(), ply) != plies.end()) kept.emplace(ply, position);
    };
    keep();
    if (const json::value* moves = take("moves")) {
      if (!moves->is_array()) refuse("moves", "expected an array of moves");
      for (std::size_t i = 0; i < moves->get_array().size(); ++i) {
        play(position, text_of(moves->get_array()[i], place("moves", i)), place("moves", i), keep);
      }
    }
    if (plies.empty()) query_.positions.push_back({static_cast<int>(position.moves().size()), position});
    for (std::size_t i = 0; i < plies.size(); ++i) {
      const auto found = kept.find(plies[i]);
      if (found == kept.end()) {
        refuse(place("analyze_plies", i), "expected a ply from 0 to " + std::to_string(position.moves().size()));
      }
      query_.positions.push_back({found->first, found->second});
    }
  }

  /// Empty: the last position alone.
  std::vector<int> asked_plies() {
    std::vector<int> plies;
    const json::value* given = take("analyze_plies");
    if (given == nullptr) return plies;
    if (!given->is_array()) refuse("analyze_plies", "expected an array of whole numbers");
    for (std::size_t i = 0; i < given->get_array().size() && i <= kMostPlies; ++i) {
      plies.push_back(static_cast<int>(whole_number(given->get_array()[i], place("analyze_plies", i), 0, kMostPlies)));
    }
    if (plies.empty()) refuse("analyze_plies", "is empty");
    if (plies.size() > kMostPlies) refuse("analyze_plies", "more than " + std::to_string(kMostPlies) + " plies");
    return plies;
  }

  /// A word may be a whole turn: each of its plies is a position of its own.
  template <class Keep>
  static void play(catalog::AnyPosition& position, const std::string& word, const std::string& field,
                   const Keep& keep) {
    catalog::AnyPosition ahead = position;
    const auto played = catalog::play_word(ahead, word);
    if (!played) refuse(field, played.error());
    for (const std::string& ply : *played) {
      if (const auto done = position.play(ply); !done) refuse(field, done.error());
      if (position.moves().size() > kMostPlies) refuse(field, "more than " + std::to_string(kMostPlies) + " plies");
      keep();
    }
  }

  void read_engine(const std::string& game, const catalog::AnyPosition& position) {
    if (const json::value* preset = take("preset")) {
      auto spec = catalog::read_engine_spec(text_of(*preset, "preset"));
      if (!spec) refuse("preset", spec.error());
      query_.engine = *spec;
    }
    for (const auto& [name, value] : values_of("switches")) query_.engine.overrides[name] = value;
    // Made once to be checked; tables are only allocated by a first search.
    const auto engine = study::make_engine(game, position.rules(), query_.engine);
    if (!engine) refuse(object_.contains("switches") ? "switches" : "preset", engine.error());
  }

  void read_limits() {
    const json::value* limits = take("limits");
    if (limits == nullptr) return;
    if (!limits->is_object()) refuse("limits", "expected an object");
    catalog::Limits given;
    for (const auto& field : limits->get_object()) {
      const std::string name(field.key());
      const std::string full = "limits." + base::quoted(name);
      if (name == "depth")
        given.depth = static_cast<int>(whole_number(field.value(), full, 1, 1000));
      else if (name == "nodes")
        given.nodes = static_cast<std::uint64_t>(whole_number(field.value(), full, 1, 1LL << 60));
      else if (name == "time_ms")
        given.movetime_ms = whole_number(field.value(), full, 1, 86'400'000);
      else
        refuse(full, "unknown limit: expected depth, nodes or time_ms");
    }
    given.lines = query_.limits.lines;
    query_.limits = given;
  }

  static std::string place(const char* name, std::size_t index) {
    return std::string(name) + "[" + std::to_string(index) + "]";
  }

  const json::object& object_;
  AnalysisLine& line_;
  AnalysisQuery& query_;
  std::vector<std::string> taken_;
};

}  // namespace

AnalysisLine read_analysis_line(std::string_view text, const AnalysisQuery& defaults) {
  AnalysisLine line;
  line.query = defaults;
  try {
    boost::system::error_code broken;
    const json::value value = json::parse(json::string_view(text.data(), text.size()), broken);
    if (broken) refuse("", "not JSON: " + broken.message());
    if (!value.is_object()) refuse("", "expected a JSON object");
    QueryReader(value.get_object(), line).read();
  } catch (const Refusal& refusal) {
    line.is_refused = true;
    line.faults = {{line.query.id, refusal.field, refusal.message}};
  }
  return line;
}

}  // namespace partita::protocol
