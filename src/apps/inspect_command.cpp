#include <unistd.h>

#include <algorithm>
#include <boost/json.hpp>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <set>

#include "apps/command.h"
#include "apps/position_options.h"
#include "base/text.h"
#include "catalog/games.h"
#include "draw/board_svg.h"
#include "draw/board_text.h"
#include "record/result_text.h"

namespace partita::apps {

namespace {

struct InspectOptions {
  PositionOptions where;
  bool as_json = false;
  bool as_svg = false;
  bool unicode = false;
  bool terms = false;
  std::string overlay;
  std::string colour = "auto";
};

/// The cells of the last move. It is looked up in the position before it, where it was legal.
std::vector<std::string> last_cells(const catalog::AnyPosition& position) {
  std::vector<std::string> cells;
  if (position.moves().empty()) return cells;
  catalog::AnyPosition before = position;
  before.undo();
  for (const catalog::MovePath& path : before.legal_paths()) {
    if (path.move != position.moves().back()) continue;
    for (const std::string& step : path.path) {
      if (step[0] != '@') cells.push_back(step);
    }
  }
  return cells;
}

std::string json_text(const catalog::AnyPosition& position) {
  const catalog::Ending ending = position.ending();
  boost::json::object object;
  object["game"] = position.game();
  object["rules"] = boost::json::value_from(position.rules());
  object["position"] = position.text();
  object["ply"] = position.ply();
  object["seats"] = position.seat_count();
  object["mover"] =
      ending.over ? boost::json::value() : boost::json::value(position.to_move() + 1);  // from 1, as in Seat1
  object["mover_name"] = ending.over ? "" : position.seat_name(position.to_move());
  object["legal_moves"] = boost::json::value_from(position.legal_moves());
  object["over"] = ending.over;
  object["result"] = record::write_result(ending, position.seat_count());
  object["reason"] = ending.reason;
  object["scores"] = boost::json::value_from(position.scores());
  object["moves"] = boost::json::value_from(position.moves());
  return boost::json::serialize(object);
}

std::vector<std::string> overlay_cells(const catalog::BoardView& view, const std::string& name) {
  std::vector<std::string> cells;
  for (const catalog::Overlay& overlay : view.overlays) {
    if (overlay.name == name) cells.insert(cells.end(), overlay.cells.begin(), overlay.cells.end());
  }
  return cells;
}

/// Cells where something can be put or begun: the first cell of every legal path.
std::vector<std::string> legal_cells(const catalog::AnyPosition& position) {
  std::vector<std::string> cells;
  for (const catalog::MovePath& path : position.legal_paths()) {
    // Where every cell can take a stone from the hand, marking them all says nothing.
    if (path.path.size() == 1) cells.push_back(path.path[0]);
  }
  return cells;
}

std::string status_text(const catalog::AnyPosition& position) {
  const catalog::Ending ending = position.ending();
  std::string text = "position: " + position.text() + "\n";
  if (!position.scores().empty()) text += "scores: " + base::join(position.scores(), " ") + "\n";
  if (ending.over) {
    return text + "over: " + record::write_result(ending, position.seat_count()) + " (" + ending.reason + ")\n";
  }
  return text + "ply " + std::to_string(position.ply()) + ", " + position.seat_name(position.to_move()) + " to move, " +
         std::to_string(position.legal_moves().size()) + " legal moves\n";
}

/// What the default evaluator adds up for the mover, the largest parts first.
std::string terms_text(const catalog::AnyPosition& position) {
  const auto entry = catalog::find_game(position.game());
  if (!entry || !(*entry)->evaluation_terms)
    return "the evaluator of " + std::string(position.game()) + " tells no terms\n";
  if (position.is_over()) return "";
  auto terms = (*entry)->evaluation_terms(position.model());
  if (terms.empty()) return "no terms: a win at hand decides\n";
  const auto worth = [](const game::EvaluationTerm& term) { return term.weight * term.amount; };
  std::stable_sort(terms.begin(), terms.end(),
                   [&](const auto& a, const auto& b) { return std::abs(worth(a)) > std::abs(worth(b)); });
  std::string text;
  double sum = 0;
  for (const game::EvaluationTerm& term : terms) {
    sum += worth(term);
    if (worth(term) == 0) continue;
    char line[128];
    std::snprintf(line, sizeof line, "%-32s %6d x %10.3f = %10.1f\n", std::string(term.name).c_str(), term.weight,
                  term.amount, worth(term));
    text += line;
  }
  char line[128];
  std::snprintf(line, sizeof line, "%-32s %31.1f\n", "sum for the mover", sum);
  return text + line;
}

int show(const InspectOptions& options) {
  const auto position = given_position(options.where);
  if (!position) return refuse(position.error());
  const catalog::BoardView view = position->view();
  std::set<std::string> names;
  for (const catalog::Overlay& overlay : view.overlays) names.insert(overlay.name);
  if (!options.overlay.empty() && names.count(options.overlay) == 0) {
    const std::vector<std::string> known(names.begin(), names.end());
    return refuse("--overlay: nothing named " + base::quoted(options.overlay) +
                  " here, there is: " + (known.empty() ? "nothing to mark" : base::join(known, ", ")));
  }
  if (options.as_json) {
    std::printf("%s\n", json_text(*position).c_str());
    return kExitFine;
  }
  if (options.as_svg) {
    draw::SvgOptions svg;
    svg.last = last_cells(*position);
    svg.marked = overlay_cells(view, options.overlay);
    std::fputs(draw::board_svg(view, svg).c_str(), stdout);
    return kExitFine;
  }
  draw::DrawMarks marks;
  marks.last = last_cells(*position);
  marks.legal = legal_cells(*position);
  marks.overlay = overlay_cells(view, options.overlay);
  draw::DrawStyle style;
  if (wants_colour(options.colour)) style.colour = draw::DrawStyle::Colour::kAnsi;
  if (options.unicode) style.symbols = draw::DrawStyle::Symbols::kUnicode;
  std::printf("%s%s\n%s", draw::board_text(view, marks, style).c_str(), draw::board_legend(view, style).c_str(),
              status_text(*position).c_str());
  if (options.terms) std::fputs(terms_text(*position).c_str(), stdout);
  return kExitFine;
}

}  // namespace

Action add_inspect_command(Arguments& app) {
  auto options = std::make_shared<InspectOptions>();
  add_position_options(app, options->where);
  app.add_flag("--json", options->as_json, "one JSON object instead of a picture");
  app.add_flag("--svg", options->as_svg, "an SVG picture");
  app.add_flag("--terms", options->terms, "also what the default evaluator adds up");
  app.add_flag("--unicode", options->unicode, "discs instead of letters");
  app.add_option("--overlay", options->overlay, "also mark the cells of this overlay, as the game names it");
  app.add_option("--colour", options->colour, OneOf{{"auto", "always", "never"}}, "auto, always or never");
  app.footer("Examples:\n" + catalog::examples_of("inspect"));
  return [options] { return show(*options); };
}

}  // namespace partita::apps
