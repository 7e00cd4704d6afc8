#include "protocol/analysis_query.h"

#include <algorithm>
#include <boost/json.hpp>
#include <map>
#include <utility>

#include "base/text.h"
#include "catalog/any_position.h"
#include "record/json_fields.h"
#include "study/engine.h"

namespace partita::protocol {

namespace {

namespace json = boost::json;

constexpr std::size_t kLongestId = 256;
constexpr std::int64_t kMostLines = 64;
/// Longer than any game of the house; keeps a query's positions, which carry their pasts, within some megabytes.
constexpr std::size_t kMostPlies = 1000;

using record::JsonFault;
using record::JsonFields;
using record::JsonItem;

/// Thrown inside this file only, to leave a reader from any depth; read_analysis_line() catches it.
using Refusal = JsonFault;

[[noreturn]] void refuse(const std::string& field, const std::string& message) { throw Refusal{field, message}; }

/// Rule and switch values may come as what they are in JSON.
std::string option_text(const JsonItem& item) {
  if (item.is_number()) return std::to_string(item.integer());
  if (item.is_boolean()) return item.boolean() ? "on" : "off";
  if (!item.is_text()) item.refuse("a string, a whole number, true or false");
  return item.text();
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

/// Reads the fields one by one; what nobody asked for at the end was not understood.
class QueryReader {
 public:
  QueryReader(const json::value& value, AnalysisLine& line)
      : fields_(value, "", &fault_), line_(line), query_(line.query) {}

  void read() {
    read_id();
    if (const auto action = fields_.find("action")) query_.action = action_of(settled(action->text()));
    if (query_.action == AnalysisQuery::Action::kTerminate) {
      query_.terminate_id = settled(fields_.free_text("terminate_id"));
    }
    if (query_.action == AnalysisQuery::Action::kAnalyze) read_question();
    for (const std::string& name : fields_.unasked()) {
      line_.faults.push_back({query_.id, base::quoted(name), "unknown field, not heeded"});
    }
  }

 private:
  /// What was read, unless something is wrong with it.
  template <class Value>
  Value settled(Value value) const {
    if (!fault_.empty()) throw Refusal(fault_);
    return value;
  }
  std::int64_t number_or(const char* name, std::int64_t otherwise, std::int64_t least, std::int64_t most) {
    return settled(fields_.integer_or(name, otherwise, least, most));
  }

  void read_id() {
    const std::string text = settled(fields_.free_text("id"));
    if (text.size() > kLongestId) refuse("id", "is longer than " + std::to_string(kLongestId) + " bytes");
    query_.id = text;
  }

  void read_question() {
    const std::string game = settled(fields_.free_text("game"));
    const base::OptionValues rules = values_of("rules");
    auto position = start_of(game, rules);
    read_positions(position);
    read_engine(game, position);
    read_limits();
    query_.limits.lines = static_cast<int>(number_or("multipv", query_.limits.lines, 1, kMostLines));
    query_.report_every_ms = static_cast<int>(number_or("report_every_ms", 0, 0, 3'600'000));
    if (const auto why = fields_.find("why")) query_.wants_reasons = settled(why->boolean());
    query_.priority = static_cast<int>(number_or("priority", 0, -1'000'000'000, 1'000'000'000));
  }

  base::OptionValues values_of(const char* name) {
    base::OptionValues values;
    if (const auto given = fields_.find(name)) {
      for (const auto& [key, item] : given->members()) values[key] = option_text(item);
    }
    return settled(values);
  }

  catalog::AnyPosition start_of(const std::string& game, const base::OptionValues& rules) {
    if (auto empty = catalog::AnyPosition::initial(game); !empty) refuse("game", empty.error());
    if (auto plain = catalog::AnyPosition::initial(game, rules); !plain) refuse("rules", plain.error());
    const auto initial = fields_.find("initial");
    auto position = catalog::AnyPosition::from_text(game, rules, initial ? settled(initial->text()) : "");
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
    if (const auto moves = fields_.find("moves")) {
      for (const JsonItem& move : settled(moves->items())) play(position, settled(move.text()), move.place(), keep);
    }
    if (plies.empty()) query_.positions.push_back({static_cast<int>(position.moves().size()), position});
    for (std::size_t i = 0; i < plies.size(); ++i) {
      const auto found = kept.find(plies[i]);
      if (found == kept.end()) {
        refuse("analyze_plies[" + std::to_string(i) + "]",
               "expected a ply from 0 to " + std::to_string(position.moves().size()));
      }
      query_.positions.push_back({found->first, found->second});
    }
  }

  /// Empty: the last position alone.
  std::vector<int> asked_plies() {
    std::vector<int> plies;
    const auto given = fields_.find("analyze_plies");
    if (!given) return plies;
    for (const JsonItem& ply : given->items(kMostPlies)) plies.push_back(static_cast<int>(ply.integer(0, kMostPlies)));
    if (settled(plies).empty()) refuse("analyze_plies", "is empty");
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
    if (const auto preset = fields_.find("preset")) {
      auto spec = catalog::read_engine_spec(settled(preset->text()));
      if (!spec) refuse("preset", spec.error());
      query_.engine = *spec;
    }
    for (const auto& [name, value] : values_of("switches")) query_.engine.overrides[name] = value;
    query_.engine = study::with_known_proofs(game, std::move(query_.engine));
    // Made once to be checked; tables are only allocated by a first search.
    const auto engine = study::make_engine(game, position.rules(), query_.engine);
    if (!engine) refuse(fields_.has("switches") ? "switches" : "preset", engine.error());
  }

  void read_limits() {
    const auto limits = fields_.find("limits");
    if (!limits) return;
    catalog::Limits given;
    for (const auto& [name, item] : limits->members()) {
      if (name == "depth")
        given.depth = static_cast<int>(item.integer(1, 1000));
      else if (name == "nodes")
        given.nodes = static_cast<std::uint64_t>(item.integer(1, 1LL << 60));
      else if (name == "time_ms")
        given.movetime_ms = item.integer(1, 86'400'000);
      else
        item.fail("unknown limit: expected depth, nodes or time_ms");
    }
    given.lines = query_.limits.lines;
    query_.limits = settled(given);
  }

  JsonFault fault_;
  JsonFields fields_;
  AnalysisLine& line_;
  AnalysisQuery& query_;
};

}  // namespace

AnalysisLine read_analysis_line(std::string_view text, const AnalysisQuery& defaults) {
  AnalysisLine line;
  line.query = defaults;
  try {
    const auto value = record::parse_json(text);
    if (!value) refuse("", value.error());
    if (!value->is_object()) refuse("", "expected a JSON object");
    QueryReader(*value, line).read();
  } catch (const Refusal& refusal) {
    line.is_refused = true;
    line.faults = {{line.query.id, refusal.place, refusal.message}};
  }
  return line;
}

}  // namespace partita::protocol
