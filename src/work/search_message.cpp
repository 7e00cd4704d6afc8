#include "work/search_message.h"

#include <algorithm>
#include <boost/json.hpp>

#include "record/json_fields.h"

namespace partita::work {

namespace {

namespace json = boost::json;

json::array texts_json(const std::vector<std::string>& texts) { return json::array(texts.begin(), texts.end()); }

json::object options_json(const base::OptionValues& values) {
  json::object object;
  for (const auto& [name, value] : values) object[name] = value;
  return object;
}

base::OptionValues read_options(record::JsonFields& fields, std::string_view name) {
  base::OptionValues values;
  for (const auto& [key, item] : fields.item(name).members()) values[key] = item.text();
  return values;
}

json::array clocks_json(const std::array<std::int64_t, game::kMaxSeats>& clocks) {
  return json::array(clocks.begin(), clocks.end());
}

void read_clocks(record::JsonFields& fields, std::string_view name, std::array<std::int64_t, game::kMaxSeats>& clocks) {
  const auto items = fields.items(name, clocks.size());
  for (std::size_t i = 0; i < items.size(); ++i) clocks[i] = items[i].integer();
}

json::object search_json(const SearchOrder& order) {
  const catalog::Limits& limits = order.limits;
  return {{"owner", order.engine.owner},
          {"game", order.engine.game},
          {"rules", options_json(order.engine.rules)},
          {"spec", order.engine.spec},
          {"fresh", order.tables == SearchOrder::Tables::kFresh},
          {"position_rules", options_json(order.position.rules())},
          {"start", order.position.start_text()},
          {"moves", texts_json(order.position.moves())},
          {"key", std::to_string(order.position.key())},
          {"depth", limits.depth},
          {"nodes", static_cast<std::int64_t>(limits.nodes)},
          {"movetime_ms", limits.movetime_ms},
          {"clock_ms", clocks_json(limits.clock_ms)},
          {"increment_ms", clocks_json(limits.increment_ms)},
          {"lines", limits.lines},
          {"analysis", order.is_analysis},
          {"long", order.is_long},
          {"trace", order.trace}};
}

base::Parsed<catalog::AnyPosition> position_after(const std::string& game, const base::OptionValues& rules,
                                                  const std::string& start, const std::vector<std::string>& moves) {
  auto position = catalog::AnyPosition::from_text(game, rules, start);
  if (!position) return position;
  for (const std::string& move : moves) {
    if (const auto played = position->play(move); !played) return played.forward_error();
  }
  return position;
}

base::Parsed<SearchOrder> read_search(record::JsonFields fields, const record::JsonFault& fault) {
  EnginePool::Order engine{fields.free_text("owner"), fields.free_text("game"), read_options(fields, "rules"),
                           fields.free_text("spec")};
  const bool is_fresh = fields.boolean("fresh");
  const base::OptionValues rules = read_options(fields, "position_rules");
  const std::string start = fields.free_text("start");
  const auto moves = fields.free_texts("moves");
  const std::string key = fields.free_text("key");
  catalog::Limits limits;
  limits.depth = static_cast<int>(fields.integer("depth", 0, 1'000'000));
  limits.nodes = static_cast<std::uint64_t>(fields.item("nodes").integer(0));
  limits.movetime_ms = fields.item("movetime_ms").integer(0);
  read_clocks(fields, "clock_ms", limits.clock_ms);
  read_clocks(fields, "increment_ms", limits.increment_ms);
  limits.lines = static_cast<int>(fields.integer("lines", 1, 1'000));
  const bool is_analysis = fields.boolean("analysis");
  const bool is_long = fields.boolean("long");
  const std::string trace = fields.free_text("trace");
  if (!fault.empty()) return base::Error{fault.text()};
  auto position = position_after(engine.game, rules, start, moves);
  if (!position) return position.forward_error();
  // A position in which a turn was skipped has no text that reads back as the same position.
  if (std::to_string(position->key()) != key) return base::Error{"the position cannot be told by its text"};
  return SearchOrder{std::move(engine),
                     is_fresh ? SearchOrder::Tables::kFresh : SearchOrder::Tables::kWarm,
                     std::move(*position),
                     limits,
                     is_analysis,
                     is_long,
                     trace};
}

json::object puzzle_json(const PuzzleTry& puzzle) {
  return {{"game", puzzle.game},   {"rules", options_json(puzzle.rules)}, {"start", puzzle.start},
          {"plies", puzzle.plies}, {"moves", texts_json(puzzle.moves)},   {"trace", puzzle.trace}};
}

PuzzleTry read_puzzle(record::JsonFields fields) {
  PuzzleTry puzzle;
  puzzle.game = fields.free_text("game");
  puzzle.rules = read_options(fields, "rules");
  puzzle.start = fields.free_text("start");
  puzzle.plies = static_cast<int>(fields.integer("plies", 0, 1'000'000));
  puzzle.moves = fields.free_texts("moves");
  puzzle.trace = fields.free_text("trace");
  return puzzle;
}

json::object line_json(const catalog::LineReport& line) {
  const catalog::ScoreReport& score = line.score;
  return {{"rank", line.rank},
          {"depth", line.depth},
          {"seldepth", line.seldepth},
          {"value", score.value},
          {"distance", score.distance ? json::value(*score.distance) : json::value(nullptr)},
          {"bound", static_cast<int>(score.bound)},
          {"win", score.win},
          {"draw", score.draw},
          {"by_seat", json::array(score.by_seat.begin(), score.by_seat.end())},
          {"nodes", static_cast<std::int64_t>(line.nodes)},
          {"time_ms", line.time_ms},
          {"nps", static_cast<std::int64_t>(line.nps)},
          {"hashfull", line.hashfull},
          {"pv", texts_json(line.pv)}};
}

catalog::LineReport read_line_report(record::JsonFields fields) {
  catalog::LineReport line;
  line.rank = static_cast<int>(fields.integer("rank", 1, 100'000));
  line.depth = static_cast<int>(fields.item("depth").integer());
  line.seldepth = static_cast<int>(fields.item("seldepth").integer());
  line.score.value = fields.item("value").integer();
  if (const auto distance = fields.find("distance"); distance && distance->is_number())
    line.score.distance = static_cast<int>(distance->integer());
  line.score.bound = static_cast<catalog::ScoreReport::Bound>(fields.integer("bound", 0, 2));
  line.score.win = fields.number("win");
  line.score.draw = fields.number("draw");
  for (const record::JsonItem& share : fields.items("by_seat", game::kMaxSeats))
    line.score.by_seat.push_back(share.number());
  line.nodes = static_cast<std::uint64_t>(fields.item("nodes").integer(0));
  line.time_ms = fields.item("time_ms").integer();
  line.nps = static_cast<std::uint64_t>(fields.item("nps").integer(0));
  line.hashfull = static_cast<int>(fields.item("hashfull").integer());
  line.pv = fields.free_texts("pv");
  return line;
}

json::array lines_json(const std::vector<catalog::LineReport>& lines) {
  json::array array;
  for (const catalog::LineReport& line : lines) array.push_back(line_json(line));
  return array;
}

std::vector<catalog::LineReport> read_lines(record::JsonFields& fields, std::string_view name) {
  std::vector<catalog::LineReport> lines;
  for (record::JsonFields& one : fields.objects(name)) lines.push_back(read_line_report(std::move(one)));
  return lines;
}

json::object response_json(const SearchResponse& response) {
  if (response.is_lost) return {{"returned", true}};
  if (!response.failure.empty()) return {{"failure", response.failure}};
  if (!response.judgement.empty()) return {{"judgement", response.judgement}};
  const catalog::SearchResult& result = response.result;
  return {{"best_move", result.best_move},
          {"lines", lines_json(result.lines)},
          {"nodes", static_cast<std::int64_t>(result.nodes)},
          {"time_ms", result.time_ms},
          {"depth", result.depth},
          {"note", result.note},
          {"turn_ms", response.turn_ms}};
}

SearchResponse read_response(record::JsonFields fields) {
  SearchResponse response;
  response.is_lost = fields.boolean_or("returned", false);
  if (response.is_lost) return response;
  if (fields.has("failure")) {
    response.failure = fields.free_text("failure");
    return response;
  }
  if (fields.has("judgement")) {
    response.judgement = fields.free_text("judgement");
    return response;
  }
  response.result.best_move = fields.free_text("best_move");
  response.result.lines = read_lines(fields, "lines");
  response.result.nodes = static_cast<std::uint64_t>(fields.item("nodes").integer(0));
  response.result.time_ms = fields.item("time_ms").integer();
  response.result.depth = static_cast<int>(fields.item("depth").integer());
  response.result.note = fields.free_text("note");
  response.turn_ms = fields.item("turn_ms").integer();
  return response;
}

}  // namespace

std::string worker_subject(const std::string& signature, const std::string& worker) {
  return "partita.search." + signature + ".worker." + worker;
}
std::string server_subject(const std::string& signature, const std::string& server) {
  return "partita.search." + signature + ".server." + server;
}
std::string worker_heartbeats_subject(const std::string& signature) {
  return "partita.search." + signature + ".workers";
}
std::string server_heartbeats_subject(const std::string& signature) {
  return "partita.search." + signature + ".servers";
}

std::string write_search_command(const SearchCommand& command) {
  json::object object{{"id", command.id}, {"server", command.server}};
  if (const auto* search = std::get_if<SearchOrder>(&command.question)) object["search"] = search_json(*search);
  if (const auto* puzzle = std::get_if<PuzzleTry>(&command.question)) object["puzzle"] = puzzle_json(*puzzle);
  return json::serialize(object);
}

base::Parsed<SearchCommand> read_search_command(std::string_view text) {
  const auto value = record::parse_json(text);
  if (!value) return value.error_at("question");
  record::JsonFault fault;
  record::JsonFields fields(*value, "question", &fault);
  SearchCommand command{fields.free_text("id"), fields.free_text("server")};
  if (auto search = fields.object_or_none("search")) {
    auto order = read_search(std::move(*search), fault);
    if (!order) return order.forward_error();
    command.question = std::move(*order);
  } else if (auto puzzle = fields.object_or_none("puzzle")) {
    command.question = read_puzzle(std::move(*puzzle));
  }
  if (!fault.empty()) return base::Error{fault.text()};
  return command;
}

std::string write_search_update(const SearchUpdate& update) {
  json::object object{{"id", update.id}, {"lines", lines_json(update.lines)}};
  if (update.response) object["response"] = response_json(*update.response);
  return json::serialize(object);
}

base::Parsed<SearchUpdate> read_search_update(std::string_view text) {
  return record::read_json_object<SearchUpdate>(text, "update", [](record::JsonFields& fields, SearchUpdate& update) {
    update.id = fields.free_text("id");
    update.lines = read_lines(fields, "lines");
    if (auto response = fields.object_or_none("response")) update.response = read_response(std::move(*response));
  });
}

std::string write_heartbeat(const Heartbeat& beat) {
  return json::serialize(json::object{{"sender", beat.sender},
                                      {"questions", texts_json(beat.questions)},
                                      {"name", beat.name},
                                      {"threads", beat.threads},
                                      {"servers", beat.servers}});
}

base::Parsed<Heartbeat> read_heartbeat(std::string_view text) {
  return record::read_json_object<Heartbeat>(text, "heartbeat", [](record::JsonFields& fields, Heartbeat& beat) {
    beat.sender = fields.free_text("sender");
    beat.questions = fields.free_texts("questions");
    beat.name = fields.free_text("name");
    beat.threads = static_cast<int>(fields.integer("threads", 0, 4'096));
    beat.servers = static_cast<int>(fields.integer("servers", 0, 1'000'000));
  });
}

}  // namespace partita::work
