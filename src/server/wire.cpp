#include "server/wire.h"

#include <algorithm>

#include "catalog/set_up.h"
#include "protocol/explore_json.h"
#include "record/json_fields.h"
#include "server/engine_question.h"
#include "store/game_json.h"

namespace partita::server {

namespace json = boost::json;

namespace {

constexpr std::size_t kLongestLine = 40;

const char* kind_name(base::OptionSpec::Kind kind) {
  switch (kind) {
    case base::OptionSpec::Kind::kCheck: return "check";
    case base::OptionSpec::Kind::kSpin: return "spin";
    case base::OptionSpec::Kind::kCombo: return "combo";
    case base::OptionSpec::Kind::kString: return "string";
  }
  return "string";
}

const char* bound_name(catalog::ScoreReport::Bound bound) {
  switch (bound) {
    case catalog::ScoreReport::Bound::kExact: return "exact";
    case catalog::ScoreReport::Bound::kLower: return "lower";
    case catalog::ScoreReport::Bound::kUpper: return "upper";
  }
  return "exact";
}

// Counters of an engine may pass what JSON readers take for exact; nobody reads the digits beyond.
std::int64_t counted(std::uint64_t number) {
  constexpr std::uint64_t kExactInJavaScript = 9'007'199'254'740'991;
  return static_cast<std::int64_t>(std::min(number, kExactInJavaScript));
}

}  // namespace

namespace {

json::array borders_to_json(const std::vector<game::Border>& borders) {
  json::array array;
  for (const game::Border& border : borders) {
    json::array points;
    for (const auto& [x, y] : border.points) points.push_back(json::array{x, y});
    array.push_back(json::object{{"seat", border.seat}, {"points", std::move(points)}});
  }
  return array;
}

std::string_view colour_name(catalog::PieceColour colour) {
  switch (colour) {
    case catalog::PieceColour::kWhite: return "white";
    case catalog::PieceColour::kBlack: return "black";
    case catalog::PieceColour::kRed: return "red";
    case catalog::PieceColour::kBlue: return "blue";
    case catalog::PieceColour::kKing: return "king";
    case catalog::PieceColour::kOther: break;
  }
  return "other";
}

}  // namespace

json::object layout_to_json(const catalog::AnyPosition& position, const catalog::BoardView& view) {
  json::array cells;
  for (const catalog::CellView& cell : view.cells) {
    json::object object{{"name", cell.name}, {"x", cell.x}, {"y", cell.y}};
    if (!cell.ground.empty()) object["ground"] = cell.ground;
    cells.push_back(std::move(object));
  }
  json::array pieces;
  for (const catalog::PieceKind& piece : view.pieces) {
    pieces.push_back(json::object{{"letter", std::string(1, piece.letter)},
                                  {"name", piece.name},
                                  {"seat", piece.seat},
                                  {"colour", colour_name(piece.colour)}});
  }
  json::array seats;
  for (int seat = 0; seat < position.seat_count(); ++seat) {
    seats.emplace_back(position.seat_name(static_cast<catalog::Seat>(seat)));
  }
  json::object layout{{"shape", view.shape == catalog::BoardView::Shape::kHex ? "hex" : "square"},
                      {"cells", std::move(cells)},
                      {"pieces", std::move(pieces)},
                      {"seat_names", std::move(seats)},
                      {"turn_plies", catalog::plies_of_turn(position)}};
  if (!view.borders.empty()) layout["borders"] = borders_to_json(view.borders);
  return layout;
}

bool is_same_layout(const catalog::BoardView& a, const catalog::BoardView& b) {
  return a.shape == b.shape && std::equal(a.cells.begin(), a.cells.end(), b.cells.begin(), b.cells.end(),
                                          [](const catalog::CellView& x, const catalog::CellView& y) {
                                            return x.name == y.name && x.x == y.x && x.y == y.y && x.ground == y.ground;
                                          });
}

json::array paths_to_json(const std::vector<catalog::MovePath>& paths) {
  json::array array;
  array.reserve(paths.size());
  for (const catalog::MovePath& path : paths)
    array.push_back({{"move", path.move}, {"path", json::value_from(path.path)}});
  return array;
}

json::value ending_to_json(const catalog::Ending& ending, int seats) {
  if (!ending.over) return nullptr;
  return store::ending_to_json(store::EndingRow{ending.reason, {ending.payoff.begin(), ending.payoff.begin() + seats}});
}

json::object position_to_json(const catalog::AnyPosition& position, const catalog::BoardView& view, Legal legal) {
  std::string stones;
  stones.reserve(view.cells.size());
  for (const catalog::CellView& cell : view.cells) stones += cell.piece;
  json::array overlays;
  for (const catalog::Overlay& overlay : view.overlays) {
    overlays.push_back({{"name", overlay.name},
                        {"label", overlay.label},
                        {"seat", overlay.seat},
                        {"cells", json::value_from(overlay.cells)}});
  }
  return {{"text", position.text()},
          {"ply", position.ply()},
          {"mover", position.to_move()},
          {"starts_turn", position.starts_turn()},
          {"stones", stones},
          {"overlays", std::move(overlays)},
          {"legal", legal == Legal::kListed ? paths_to_json(position.legal_paths()) : json::array{}},
          {"scores", json::value_from(position.scores())},
          {"ending", ending_to_json(position.ending(), position.seat_count())}};
}

json::object score_to_json(const catalog::ScoreReport& score) {
  json::object object{{"value", score.value}, {"distance", nullptr}, {"bound", bound_name(score.bound)},
                      {"win", score.win},     {"draw", score.draw},  {"by_seat", json::value_from(score.by_seat)}};
  if (score.distance) object["distance"] = *score.distance;
  return object;
}

json::object line_to_json(const catalog::LineReport& line, const catalog::AnyPosition& position) {
  catalog::AnyPosition walked = position;
  json::array pv;
  json::array paths;
  for (const std::string& move : line.pv) {
    if (pv.size() == kLongestLine) break;
    const auto path = walked.read_path(move);
    if (!path || !walked.play(move)) break;
    pv.emplace_back(path->move);
    paths.push_back(json::value_from(path->path));
  }
  return {{"rank", line.rank},
          {"depth", line.depth},
          {"seldepth", line.seldepth},
          {"score", score_to_json(line.score)},
          {"nodes", counted(line.nodes)},
          {"time_ms", line.time_ms},
          {"nps", counted(line.nps)},
          {"hashfull", line.hashfull},
          {"pv", std::move(pv)},
          {"paths", std::move(paths)}};
}

json::value proven_to_json(const std::optional<study::Proven>& known, const catalog::ScoreReport* best,
                           const catalog::AnyPosition& position) {
  auto found = best != nullptr && position.seat_count() == 2 ? study::proven_by(*best) : std::nullopt;
  if (known) {
    const bool says_more = found && found->result == known->result && found->plies > 0 &&
                           (known->plies == 0 || found->plies <= known->plies);
    if (!says_more) found = known;
  }
  return found ? protocol::proven_to_json(*found, position) : json::value(nullptr);
}

json::object thought_to_json(const EngineAnswer& answer, const catalog::AnyPosition& position) {
  const catalog::SearchResult& result = answer.result;
  json::array depths;
  for (const catalog::LineReport& line : answer.depths) {
    json::object row{{"depth", line.depth},
                     {"time_ms", line.time_ms},
                     {"nodes", counted(line.nodes)},
                     {"value", line.score.value},
                     {"distance", nullptr}};
    if (line.score.distance) row["distance"] = *line.score.distance;
    depths.push_back(std::move(row));
  }
  const std::uint64_t per_second =
      result.nodes * 1000 / static_cast<std::uint64_t>(std::max<std::int64_t>(result.time_ms, 1));
  json::object thought{
      {"depth", result.depth},      {"nodes", counted(result.nodes)},         {"time_ms", result.time_ms},
      {"nps", counted(per_second)}, {"legal", position.legal_moves().size()}, {"depths", std::move(depths)}};
  if (const auto left = position.turns_left()) thought["turns_left"] = *left;
  if (answer.turn_ms > 0) thought["turn_ms"] = answer.turn_ms;
  if (!result.note.empty()) thought["note"] = result.note;
  if (result.table) thought["table"] = table_text(*result.table);
  return thought;
}

json::object option_to_json(const base::OptionSpec& option) {
  json::object object{{"name", option.name},
                      {"kind", kind_name(option.kind)},
                      {"default", option.default_value},
                      {"help", option.help}};
  if (option.kind == base::OptionSpec::Kind::kSpin) {
    object["min"] = option.min;
    object["max"] = option.max;
  }
  if (option.kind == base::OptionSpec::Kind::kCombo) object["choices"] = json::value_from(option.choices);
  return object;
}

json::value why_to_json(const base::Error& why) {
  if (why.code.empty() && why.with.empty()) return nullptr;
  return json::object{{"code", why.code}, {"with", json::value_from(why.with)}};
}

json::object verdict_to_json(const Verdict& verdict) {
  json::object object{{"code", verdict.code}, {"message", verdict.message}};
  if (json::value why = why_to_json(verdict.why); !why.is_null()) object["why"] = std::move(why);
  return object;
}

json::object ply_to_json(const PlyView& ply) {
  json::object object{
      {"move", ply.move}, {"seat", ply.seat}, {"path", json::value_from(ply.path)}, {"turn_end", ply.ends_turn}};
  if (ply.clock_ms >= 0) object["clock_ms"] = ply.clock_ms;
  if (!ply.score.empty()) {
    auto stored = record::parse_json(ply.score);
    if (stored && stored->is_object()) {
      json::object& score = stored->get_object();
      if (const auto thought = score.find("thought"); thought != score.end()) {
        object["thought"] = thought->value();
        score.erase(thought);
      }
      if (!score.empty()) object["score"] = std::move(score);
    }
  }
  return object;
}

base::Parsed<PlyView> play_for_view(catalog::AnyPosition& position, std::string_view move) {
  auto path = position.read_path(move);
  if (!path) return path.forward_error();
  PlyView ply;
  ply.seat = position.to_move();
  ply.path = std::move(path->path);
  auto played = position.play(move);
  if (!played) return played.forward_error();
  ply.move = *played;
  ply.ends_turn = position.starts_turn() || position.is_over();
  return ply;
}

}  // namespace partita::server
