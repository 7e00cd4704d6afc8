#include <algorithm>

#include "protocol/reason_json.h"
#include "server/http_api.h"
#include "server/position_request.h"
#include "server/puzzle_book.h"
#include "study/reason.h"

// Why a line is good or bad, and whether a try at a puzzle wins.
namespace partita::server {

namespace json = boost::json;

namespace {

/// Lines longer than this are not told.
constexpr std::size_t kLongestTold = 60;
constexpr std::int64_t kLongestJudgingMs = 10'000;
constexpr int kMostLostJudges = 4;

/// The line as it is played from the position. The error names the move.
base::Parsed<std::vector<std::string>> read_line(catalog::AnyPosition position, const std::vector<std::string>& moves,
                                                 const std::string& field) {
  std::vector<std::string> line;
  for (const std::string& move : moves) {
    auto played = position.play(move);
    if (!played) return played.error_at(field + "[" + std::to_string(line.size()) + "]");
    line.push_back(std::move(*played));
  }
  return line;
}

/// Plies to the proven end behind a line's first move, as its mover counts and sees it.
std::optional<int> end_after(const study::ProofStore& proofs, const catalog::AnyPosition& position,
                             const std::vector<std::string>& line) {
  catalog::AnyPosition after = position;
  if (line.empty() || position.seat_count() != 2 || !after.play(line.front()) || after.is_over()) return std::nullopt;
  const auto known = proofs.ask(after);
  if (!known || known->plies == 0 || known->sign() == 0) return std::nullopt;
  return study::end_before_ply(known->sign() * known->plies, position.to_move(), after.to_move());
}

HttpResponse judged_response(const work::SearchResponse& answer) {
  if (!answer.failure.empty()) return error_response(400, "bad-request", answer.failure);
  HttpResponse response;
  response.body = answer.judgement;
  return response;
}

}  // namespace

void HttpApi::show_reason(const HttpRequest& request, const json::value& body, const Respond& respond) {
  record::JsonFault fault;
  record::JsonFields fields(body, "body", &fault);
  const auto board = read_free_board(fields);
  const auto played = fields.texts_or_none("played", kLongestWord, kLongestTold);
  const auto better = fields.texts_or_none("better", kLongestWord, kLongestTold);
  fields.finish();
  if (!fault.empty()) return respond(error_response(400, "bad-request", fault.text()));
  if (!board) return respond(error_response(400, "bad-request", board.forward_error()));
  if (played.empty()) return respond(error_response(400, "bad-request", "body.played: expected at least one move"));
  auto own = read_line(board->position, played, "played");
  if (!own) return respond(error_response(400, "bad-request", own.error()));
  auto other = read_line(board->position, better, "better");
  if (!other) return respond(error_response(400, "bad-request", other.error()));
  // What is proven may still be on its way from disk: not on the loop.
  in_batch(
      request.client,
      [&proofs = services_.proofs, position = board->position, played = std::move(*own), better = std::move(*other)] {
        const study::ReasonQuestion question{position, played, better, end_after(proofs, position, played),
                                             end_after(proofs, position, better)};
        HttpResponse response;
        response.body = json::serialize(protocol::reason_to_json(position.game(), study::find_reason(question)));
        return response;
      },
      respond);
}

void HttpApi::judge_puzzle(const HttpRequest& request, const json::value& body, const Respond& respond) {
  record::JsonFault fault;
  record::JsonFields fields(body, "body", &fault);
  const std::string game = fields.text("game", kLongestWord);
  const auto number = fields.integer("number", 1, 1'000'000);
  const auto moves = fields.texts_or_none("moves", kLongestWord, kLongestTold);
  fields.finish();
  if (!fault.empty()) return respond(error_response(400, "bad-request", fault.text()));
  services_.puzzles.when_read(services_.loop, [this, client = request.client, game, number, moves, respond] {
    judge_read_puzzle(client, game, static_cast<int>(number), moves, respond);
  });
}

void HttpApi::judge_read_puzzle(const std::string& client, const std::string& game, int number,
                                const std::vector<std::string>& moves, const Respond& respond) {
  const auto& puzzles = services_.puzzles.of(game);
  const auto puzzle =
      std::find_if(puzzles.begin(), puzzles.end(), [&](const ShippedPuzzle& one) { return one.number == number; });
  if (puzzle == puzzles.end()) return respond(error_response(404, "not-found", "body.number: no such puzzle"));
  SearchPool::Task task;
  task.payer = {client, "puzzles"};
  task.urgency = SearchPool::Urgency::kHint;
  task.kind = "puzzle|" + game;
  task.most_ms = kLongestJudgingMs;
  const work::PuzzleTry given{game, puzzle->rules, puzzle->position, puzzle->plies, moves};
  task.run = [&services = services_, given, respond](const SearchPool::Fate& fate) {
    const auto elsewhere = [&](const std::string&) { fate.count_wall_time(); };
    work::SearchResponse answer = services.search.judge(given, {{}, elsewhere}, fate.stop());
    if (fate.is_interrupted()) return;
    if (answer.is_lost && fate.losses() < kMostLostJudges) return fate.put_back();
    if (answer.is_lost) answer.failure = "no worker answered";
    services.loop.post([respond, answer] { respond(judged_response(answer)); });
  };
  if (const auto ticket = services_.pool.submit(std::move(task)); !ticket)
    respond(error_response(503, "busy", ticket.error()));
}

}  // namespace partita::server
