#pragma once

#include <boost/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "catalog/any_engine.h"
#include "catalog/any_position.h"
#include "server/verdict.h"
#include "study/proven.h"

/// The house's values as the JSON of web/schema/wire.schema.json.
namespace partita::server {

struct EngineAnswer;

enum class Legal { kListed, kLeftOut };

boost::json::object layout_to_json(const catalog::AnyPosition& position, const catalog::BoardView& view);
/// Whether two views have the same cells, so that the same layout serves both.
bool is_same_layout(const catalog::BoardView& a, const catalog::BoardView& b);
boost::json::object position_to_json(const catalog::AnyPosition& position, const catalog::BoardView& view, Legal legal);
boost::json::array paths_to_json(const std::vector<catalog::MovePath>& paths);
boost::json::value ending_to_json(const catalog::Ending& ending, int seats);
boost::json::object score_to_json(const catalog::ScoreReport& score);
/// A Proven: what is known of the position itself or what its best line has come to, whichever says more; null if
/// nothing is proven. Either may be missing.
boost::json::value proven_to_json(const std::optional<study::Proven>& known, const catalog::ScoreReport* best,
                                  const catalog::AnyPosition& position);
/// `position` is where the line begins; moves that cannot be played there end it.
boost::json::object line_to_json(const catalog::LineReport& line, const catalog::AnyPosition& position);
/// A Thought: what an engine's search at `position` came to, and how.
boost::json::object thought_to_json(const EngineAnswer& answer, const catalog::AnyPosition& position);
boost::json::object option_to_json(const base::OptionSpec& option);
/// Code and parameters of a refusal that the page has words for; null where it has none.
boost::json::value why_to_json(const base::Error& why);
boost::json::object verdict_to_json(const Verdict& verdict);

/// A ply with what a page needs to show it.
struct PlyView {
  std::string move;
  int seat = 0;
  std::vector<std::string> path;
  bool ends_turn = true;
  std::int64_t clock_ms = -1;
  std::string score;  ///< JSON text, often empty: a Score, with the Thought behind it as a member of its own
};
boost::json::object ply_to_json(const PlyView& ply);
/// Plays the move on `position` and tells how it looks. On error nothing changes.
base::Parsed<PlyView> play_for_view(catalog::AnyPosition& position, std::string_view move);

}  // namespace partita::server
