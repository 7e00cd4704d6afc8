#include "protocol/explore_json.h"

#include <boost/json.hpp>

namespace partita::protocol {

namespace json = boost::json;

namespace {

json::object explored_move_to_json(const study::ExploredMove& move) {
  json::object row{{"move", move.move},          {"images", json::value_from(move.images)},
                   {"proven", nullptr},          {"games", move.played.games},
                   {"drawn", move.played.drawn}, {"won", json::value_from(move.played.won)}};
  if (move.proven) row["proven"] = proven_to_json(*move.proven, move.after);
  if (move.after.is_over()) {
    row["ends"] = json::object{{"winner", move.after.ending().winner()}, {"reason", move.after.ending().reason}};
  }
  if (move.nodes_in_vain > 0) row["nodes_in_vain"] = static_cast<std::int64_t>(move.nodes_in_vain);
  if (move.no_win_within > 0) row["no_win_within"] = move.no_win_within;
  return row;
}

}  // namespace

json::value proven_to_json(const study::Proven& proven, const catalog::AnyPosition& position) {
  return json::object{{"winner", proven.winner(position.to_move())},
                      {"plies", proven.plies > 0 ? json::value(proven.plies) : json::value(nullptr)},
                      {"exact", proven.is_shortest}};
}

json::object explored_to_json(const catalog::AnyPosition& position, const std::optional<study::Proven>& known,
                              const std::vector<study::ExploredMove>& moves, std::size_t games) {
  json::array rows;
  for (const study::ExploredMove& move : moves) rows.push_back(explored_move_to_json(move));
  return {{"proven", known ? proven_to_json(*known, position) : json::value(nullptr)},
          {"games", games},
          {"moves", std::move(rows)}};
}

}  // namespace partita::protocol
