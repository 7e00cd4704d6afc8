#include "work/search_message.h"

#include "record/declared_json.h"

namespace partita::work {

namespace {

namespace json = boost::json;

/// A search order in texts.
struct SearchText {
  EnginePool::Order engine;
  bool is_fresh = false;
  base::OptionValues rules;
  std::string start;
  std::vector<std::string> moves;
  std::string key;
  catalog::Limits limits;
  bool is_analysis = false;
  bool is_long = false;
  std::string trace;

  static void declare(auto& visit, auto& search) {
    EnginePool::Order::declare(visit, search.engine);
    visit("fresh", search.is_fresh);
    visit("position_rules", search.rules);
    visit("start", search.start);
    visit("moves", search.moves);
    visit("key", search.key);
    base::Declaration<catalog::Limits>::declare(visit, search.limits);
    visit("analysis", search.is_analysis);
    visit("long", search.is_long);
    visit("trace", search.trace);
  }
};

SearchText text_of(const SearchOrder& order) {
  const catalog::AnyPosition& position = order.position;
  return {order.engine,     order.tables == SearchOrder::Tables::kFresh,
          position.rules(), position.start_text(),
          position.moves(), std::to_string(position.key()),
          order.limits,     order.is_analysis,
          order.is_long,    order.trace};
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

base::Parsed<SearchOrder> order_of(SearchText text) {
  auto position = position_after(text.engine.game, text.rules, text.start, text.moves);
  if (!position) return position.forward_error();
  // A position in which a turn was skipped has no text that reads back as the same position.
  if (std::to_string(position->key()) != text.key) return base::Error{"the position cannot be told by its text"};
  return SearchOrder{std::move(text.engine),
                     text.is_fresh ? SearchOrder::Tables::kFresh : SearchOrder::Tables::kWarm,
                     std::move(*position),
                     text.limits,
                     text.is_analysis,
                     text.is_long,
                     text.trace};
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
  if (const auto* search = std::get_if<SearchOrder>(&command.question))
    object["search"] = record::to_json(text_of(*search));
  if (const auto* puzzle = std::get_if<PuzzleTry>(&command.question)) object["puzzle"] = record::to_json(*puzzle);
  return json::serialize(object);
}

base::Parsed<SearchCommand> read_search_command(std::string_view text) {
  const auto value = record::parse_json(text);
  if (!value) return value.error_at("question");
  record::JsonFault fault;
  record::JsonFields fields(*value, "question", &fault);
  SearchCommand command{fields.free_text("id"), fields.free_text("server")};
  if (auto search = fields.object_or_none("search")) {
    auto read = record::read_declared<SearchText>(*search);
    if (!fault.empty()) return base::Error{fault.text()};
    auto order = order_of(std::move(read));
    if (!order) return order.forward_error();
    command.question = std::move(*order);
  } else if (auto puzzle = fields.object_or_none("puzzle")) {
    command.question = record::read_declared<PuzzleTry>(*puzzle);
  }
  if (!fault.empty()) return base::Error{fault.text()};
  return command;
}

}  // namespace partita::work
