#include "protocol/explore_json.h"
#include "server/http_api.h"
#include "server/position_request.h"
#include "study/explore.h"

// What is known of a position and of each move before anybody searches: what is proven, and what was played here.
namespace partita::server {

void HttpApi::explore(const HttpRequest& request, const boost::json::value& body, const Respond& respond) {
  const auto board = read_body_board(body);
  if (!board) return respond(error_response(400, "bad-request", board.forward_error()));
  // Games are read from the store, and strategies may still be on their way from disk: not on the loop.
  in_batch(
      request.client,
      [this, position = board->position] {
        const study::PlayedMoves& played = played_.of(
            std::string(position.game()), [this](store::StoreThread::Task task) { with_store(std::move(task)); },
            [this] { return !batch_.is_closing(); });
        const auto ask = [this](const catalog::AnyPosition& asked) { return services_.proofs.ask(asked); };
        HttpResponse response;
        response.body = boost::json::serialize(protocol::explored_to_json(
            position, ask(position), study::explore(position, ask, &played), played.games()));
        return response;
      },
      respond);
}

}  // namespace partita::server
