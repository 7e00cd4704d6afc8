#include "arena/game_job.h"

#include <boost/json.hpp>

#include "record/json_fields.h"

namespace partita::arena {

namespace json = boost::json;

namespace {

json::array texts(const std::vector<std::string>& values) { return json::array(values.begin(), values.end()); }

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

PlayedMove read_move(const record::JsonItem& row) {
  constexpr std::size_t kCells = 9;
  PlayedMove move;
  const auto cells = row.items();
  if (cells.size() != kCells) {
    row.refuse("an array of 9 values");
    return move;
  }
  move.move = cells[0].text();
  move.time_ms = cells[1].integer();
  move.clock_ms = cells[2].integer();
  move.depth = static_cast<int>(cells[3].integer());
  move.nodes = static_cast<std::uint64_t>(cells[4].integer());
  move.has_score = cells[5].boolean();
  move.value = cells[6].integer();
  move.distance = static_cast<int>(cells[7].integer());
  move.win = cells[8].number();
  return move;
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
  return record::read_json_object<GameJob>(text, "job", [](record::JsonFields& fields, GameJob& job) {
    job.id = fields.free_text("id");
    job.game = fields.free_text("game");
    for (const auto& [name, rule] : fields.item("rules").members()) job.rules[name] = rule.text();
    job.start = fields.free_text("start");
    job.opening = fields.free_texts("opening");
    job.seats = fields.free_texts("seats");
    job.controls = fields.free_texts("controls");
    job.referee.margin_ms = fields.item("margin_ms").integer();
    job.referee.longest_plies = static_cast<int>(fields.item("longest_plies").integer());
    job.referee.proof_nodes = static_cast<std::uint64_t>(fields.item("proof_nodes").integer());
    job.trace = fields.free_text("trace");
    job.seed = static_cast<std::uint64_t>(fields.item("seed").integer());
    if (job.seats.size() != job.controls.size()) fields.fail("controls", "not as many as seats");
  });
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
  return record::read_json_object<GameOutcome>(text, "outcome", [](record::JsonFields& fields, GameOutcome& outcome) {
    outcome.id = fields.free_text("id");
    // Earlier versions wrote neither seed nor time nor fault.
    if (const auto seed = fields.find("seed")) outcome.seed = static_cast<std::uint64_t>(seed->integer());
    if (const auto time = fields.find("time_us")) outcome.seconds = static_cast<double>(time->integer()) / 1e6;
    if (const auto fault_text = fields.find("fault")) outcome.game.fault = fault_text->text();
    outcome.game.start = fields.free_text("start");
    outcome.game.opening = static_cast<int>(fields.item("opening").integer());
    outcome.game.reason = fields.free_text("reason");
    outcome.game.at_fault = static_cast<int>(fields.item("at_fault").integer());
    const auto payoff = fields.items("payoff");
    if (payoff.size() != outcome.game.payoff.size()) {
      fields.refuse("payoff", "an array of " + std::to_string(outcome.game.payoff.size()) + " numbers");
    }
    for (std::size_t seat = 0; seat < payoff.size() && fields.ok(); ++seat) {
      outcome.game.payoff[seat] = static_cast<int>(payoff[seat].integer());
    }
    for (const record::JsonItem& row : fields.items("moves")) outcome.game.moves.push_back(read_move(row));
  });
}

}  // namespace partita::arena
