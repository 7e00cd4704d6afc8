#include "server/http_api.h"
#include "server/position_request.h"
#include "server/wire.h"

// A proven strategy, to be walked through: what each side may do in a decided position, and the answer.
namespace partita::server {

namespace json = boost::json;

namespace {

/// The winner's answer to a move of the loser; nothing where the game is over then.
std::string answer_to(const study::ProofStore& proofs, catalog::AnyPosition position, const std::string& move) {
  if (!position.play(move) || position.is_over()) return "";
  const auto known = proofs.ask(position);
  return known && !known->moves.empty() ? known->moves.front().move : "";
}

}  // namespace

void HttpApi::show_proof(const HttpRequest& request, const json::value& body, const Respond& respond) {
  const auto board = read_body_board(body);
  if (!board) return respond(error_response(400, "bad-request", board.forward_error()));
  // The strategies may still be on their way from disk: not on the loop.
  in_batch(
      request.client,
      [&proofs = services_.proofs, position = board->position] {
        const auto known = proofs.ask(position);
        json::array moves;
        const bool is_lost = known && known->is_loss();
        for (const study::ProvenMove& move : known ? known->moves : std::vector<study::ProvenMove>{}) {
          json::object row{{"move", move.move}, {"plies", move.plies}};
          const std::string answer = is_lost ? answer_to(proofs, position, move.move) : "";
          if (!answer.empty()) row["answer"] = answer;
          moves.push_back(std::move(row));
        }
        HttpResponse response;
        response.body = json::serialize(
            json::object{{"proven", proven_to_json(known, nullptr, position)}, {"moves", std::move(moves)}});
        return response;
      },
      respond);
}

}  // namespace partita::server
