#include "arena/job.h"

#include <boost/json.hpp>

namespace partita::arena {

namespace json = boost::json;

namespace {

json::array texts(const std::vector<std::string>& values) { return json::array(values.begin(), values.end()); }

/// Reads fields of one JSON object and remembers the first that is missing or of the wrong kind.
class Fields {
 public:
  explicit Fields(const json::value& value) : object_(value.if_object()) {
    if (object_ == nullptr) wrong_ = "(not an object)";
  }
  std::string text(const char* name) { return string_of(find(name), name); }
  std::int64_t number(const char* name) {
    const json::value* value = find(name);
    if (value != nullptr && value->is_int64()) return value->get_int64();
    note(name);
    return 0;
  }
  /// Of fields that earlier versions did not write.
  std::int64_t number_or(const char* name, std::int64_t otherwise) {
    return find(name) == nullptr ? otherwise : number(name);
  }
  std::string text_or(const char* name, const char* otherwise) {
    return find(name) == nullptr ? otherwise : text(name);
  }
  double real(const char* name) {
    const json::value* value = find(name);
    if (value != nullptr && value->is_number()) return value->to_number<double>();
    note(name);
    return 0;
  }
  std::vector<std::string> texts(const char* name) {
    std::vector<std::string> result;
    for (const json::value& value : array(name)) result.push_back(string_of(&value, name));
    return result;
  }
  json::array array(const char* name) {
    const json::value* value = find(name);
    if (value != nullptr && value->is_array()) return value->get_array();
    note(name);
    return {};
  }
  base::OptionValues options(const char* name) {
    base::OptionValues result;
    const json::value* value = find(name);
    if (value == nullptr || !value->is_object()) {
      note(name);
      return result;
    }
    for (const auto& member : value->get_object()) result[std::string(member.key())] = string_of(&member.value(), name);
    return result;
  }
  const std::string& wrong() const { return wrong_; }

 private:
  const json::value* find(const char* name) { return object_ == nullptr ? nullptr : object_->if_contains(name); }
  std::string string_of(const json::value* value, const char* name) {
    if (value != nullptr && value->is_string()) return std::string(value->get_string());
    note(name);
    return {};
  }
  void note(const char* name) {
    if (wrong_.empty()) wrong_ = name;
  }
  const json::object* object_;
  std::string wrong_;
};

base::Parsed<json::value> parse(std::string_view text, const char* what) {
  json::error_code error;
  json::value value = json::parse(json::string_view(text.data(), text.size()), error);
  if (error) return base::Error{std::string(what) + ": not JSON: " + error.message()};
  return value;
}

json::array write_moves(const std::vector<PlayedMove>& moves) {
  json::array result;
  for (const PlayedMove& move : moves) {
    // An array rather than an object: a long match has millions of these.
    result.push_back(json::array{move.move, move.time_ms, move.clock_ms, move.depth,
                                 static_cast<std::int64_t>(move.nodes), move.has_score, move.value, move.distance,
                                 move.win});
  }
  return result;
}

bool read_move(const json::value& value, PlayedMove& move) {
  constexpr std::size_t kFields = 9;
  const json::array* row = value.if_array();
  if (row == nullptr || row->size() != kFields || !(*row)[0].is_string() || !(*row)[5].is_bool()) return false;
  for (const std::size_t i : {1u, 2u, 3u, 4u, 6u, 7u}) {
    if (!(*row)[i].is_int64()) return false;
  }
  if (!(*row)[8].is_number()) return false;
  move.move = std::string((*row)[0].get_string());
  move.time_ms = (*row)[1].get_int64();
  move.clock_ms = (*row)[2].get_int64();
  move.depth = static_cast<int>((*row)[3].get_int64());
  move.nodes = static_cast<std::uint64_t>((*row)[4].get_int64());
  move.has_score = (*row)[5].get_bool();
  move.value = (*row)[6].get_int64();
  move.distance = static_cast<int>((*row)[7].get_int64());
  move.win = (*row)[8].to_number<double>();
  return true;
}

}  // namespace

std::string write_job(const GameJob& job) {
  json::object rules;
  for (const auto& [name, value] : job.rules) rules[name] = value;
  return json::serialize(json::object{{"id", job.id},
                                      {"game", job.game},
                                      {"rules", rules},
                                      {"start", job.start},
                                      {"opening", texts(job.opening)},
                                      {"seats", texts(job.seats)},
                                      {"controls", texts(job.controls)},
                                      {"margin_ms", job.referee.margin_ms},
                                      {"longest_plies", job.referee.longest_plies},
                                      {"proof_nodes", static_cast<std::int64_t>(job.referee.proof_nodes)},
                                      {"trace", job.trace},
                                      {"seed", static_cast<std::int64_t>(job.seed)}});
}

base::Parsed<GameJob> read_job(std::string_view text) {
  const auto value = parse(text, "job");
  if (!value) return value.forward_error();
  Fields fields(*value);
  GameJob job;
  job.id = fields.text("id");
  job.game = fields.text("game");
  job.rules = fields.options("rules");
  job.start = fields.text("start");
  job.opening = fields.texts("opening");
  job.seats = fields.texts("seats");
  job.controls = fields.texts("controls");
  job.referee.margin_ms = fields.number("margin_ms");
  job.referee.longest_plies = static_cast<int>(fields.number("longest_plies"));
  job.referee.proof_nodes = static_cast<std::uint64_t>(fields.number("proof_nodes"));
  job.trace = fields.text("trace");
  job.seed = static_cast<std::uint64_t>(fields.number("seed"));
  if (!fields.wrong().empty()) return base::Error{"job: missing or bad field " + fields.wrong()};
  if (job.seats.size() != job.controls.size()) return base::Error{"job: seats and controls differ in number"};
  return job;
}

std::string write_outcome(const GameOutcome& outcome) {
  const PlayedGame& game = outcome.game;
  return json::serialize(json::object{{"id", outcome.id},
                                      {"seed", static_cast<std::int64_t>(outcome.seed)},
                                      {"time_us", static_cast<std::int64_t>(1e6 * outcome.seconds)},
                                      {"start", game.start},
                                      {"opening", game.opening},
                                      {"payoff", json::array(game.payoff.begin(), game.payoff.end())},
                                      {"reason", game.reason},
                                      {"at_fault", game.at_fault},
                                      {"fault", game.fault},
                                      {"moves", write_moves(game.moves)}});
}

base::Parsed<GameOutcome> read_outcome(std::string_view text) {
  const auto value = parse(text, "outcome");
  if (!value) return value.forward_error();
  Fields fields(*value);
  GameOutcome outcome;
  outcome.id = fields.text("id");
  outcome.seed = static_cast<std::uint64_t>(fields.number_or("seed", 0));
  outcome.seconds = static_cast<double>(fields.number_or("time_us", 0)) / 1e6;
  outcome.game.start = fields.text("start");
  outcome.game.opening = static_cast<int>(fields.number("opening"));
  outcome.game.reason = fields.text("reason");
  outcome.game.at_fault = static_cast<int>(fields.number("at_fault"));
  outcome.game.fault = fields.text_or("fault", "");
  const json::array payoff = fields.array("payoff");
  const json::array moves = fields.array("moves");
  if (!fields.wrong().empty()) return base::Error{"outcome: missing or bad field " + fields.wrong()};
  if (payoff.size() != outcome.game.payoff.size()) return base::Error{"outcome: bad field payoff"};
  for (std::size_t seat = 0; seat < payoff.size(); ++seat) {
    if (!payoff[seat].is_int64()) return base::Error{"outcome: bad field payoff"};
    outcome.game.payoff[seat] = static_cast<int>(payoff[seat].get_int64());
  }
  for (const json::value& row : moves) {
    PlayedMove move;
    if (!read_move(row, move)) return base::Error{"outcome: bad field moves"};
    outcome.game.moves.push_back(move);
  }
  return outcome;
}

}  // namespace partita::arena
