// The compiled part of `import partita`: positions, engines and searches of every game of the house.
#include <pybind11/functional.h>
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "base/data_files.h"
#include "base/text.h"
#include "base/version.h"
#include "binding.h"
#include "catalog/games.h"
#include "draw/board_svg.h"
#include "draw/board_text.h"
#include "interruptible.h"
#include "study/engine.h"
#include "study/why.h"

namespace py = pybind11;
using partita::base::OptionValues;
using partita::catalog::AnyEngine;
using partita::catalog::AnyPosition;
using partita::catalog::LineReport;
using partita::catalog::SearchResult;
using partita::python::value_or_raise;

namespace {

/// side=5, pie=True: option values as Python has them.
OptionValues values_of(const py::kwargs& options) {
  OptionValues values;
  for (const auto& [name, value] : options) {
    const bool is_flag = py::isinstance<py::bool_>(value);
    values[py::str(name)] = is_flag ? (value.cast<bool>() ? "on" : "off") : std::string(py::str(value));
  }
  return values;
}

/// An engine with the game it is for.
struct PyEngine {
  std::string game;
  OptionValues rules;
  std::unique_ptr<AnyEngine> engine;
  /// Raised by stop(), lowered by the search that it has ended. Apart, so that the rest can be moved.
  std::unique_ptr<partita::base::StopFlag> stop = std::make_unique<partita::base::StopFlag>();
};

PyEngine make_engine(const std::string& game, const std::string& preset, const py::dict& switches,
                     const py::kwargs& rules) {
  const AnyPosition start = value_or_raise(AnyPosition::initial(game, values_of(rules)));
  auto spec = value_or_raise(partita::catalog::read_engine_spec(preset));
  for (const auto& [name, value] : values_of(py::kwargs(switches))) spec.overrides[name] = value;
  spec = partita::study::with_known_proofs(game, std::move(spec));
  return {game, start.rules(), value_or_raise(partita::study::make_engine(game, start.rules(), spec)),
          std::make_unique<partita::base::StopFlag>()};
}

partita::catalog::Limits limits_of(const std::optional<double>& time, const std::optional<int>& depth,
                                   const std::optional<std::uint64_t>& nodes, int lines) {
  partita::catalog::Limits limits;
  if (time) limits.movetime_ms = static_cast<std::int64_t>(*time * 1000 + 0.5);
  if (depth) limits.depth = *depth;
  if (nodes) limits.nodes = *nodes;
  limits.lines = lines;
  const bool is_limited = limits.movetime_ms > 0 || limits.depth > 0 || limits.nodes > 0;
  if (!is_limited || lines < 1) throw py::value_error("a search needs a positive time (in seconds), depth or nodes");
  return limits;
}

using OnLine = std::function<void(const LineReport&)>;

/// A flag that ended this search does not end the next one.
class Lowered {
 public:
  explicit Lowered(partita::base::StopFlag& flag) : flag_(flag) {}
  ~Lowered() { flag_.lower(); }
  Lowered(const Lowered&) = delete;
  Lowered& operator=(const Lowered&) = delete;

 private:
  partita::base::StopFlag& flag_;
};

SearchResult search(PyEngine& self, const AnyPosition& position, const std::optional<double>& time,
                    const std::optional<int>& depth, const std::optional<std::uint64_t>& nodes, int lines,
                    const std::vector<std::string>& only, const OnLine& on_line) {
  if (position.game() != self.game || position.rules() != self.rules) {
    throw py::value_error("the position's game or rules are not the engine's");
  }
  if (position.is_over()) throw py::value_error("the game is over");
  partita::catalog::SearchRequest request;
  request.limits = limits_of(time, depth, nodes, lines);
  for (const std::string& move : only) {
    auto path = position.read_path(move);
    if (!path) throw py::value_error("only: " + path.error());
    request.only_moves.push_back(path->move);
  }
  partita::python::Interruptible calls;
  if (on_line) {
    // What the callback raises must not pass through the search: it ends it and is raised again behind it.
    request.on_line = [&](const LineReport& line) { calls.tell([&on_line, line] { on_line(line); }); };
  }
  request.stop = self.stop.get();
  SearchResult result;
  const Lowered lowered(*self.stop);
  calls.run([&] { result = self.engine->search(position, request); }, *self.stop);
  return result;
}

std::vector<double> payoffs(const AnyPosition& position) {
  std::vector<double> shares;
  const auto ending = position.ending();
  for (int seat = 0; ending.over && seat < position.seat_count(); ++seat) {
    shares.push_back(static_cast<double>(ending.payoff[static_cast<std::size_t>(seat)]) / partita::catalog::kPoint);
  }
  return shares;
}

/// Omega's scores outgrow 64 bits; Python's integers do not.
std::vector<py::int_> scores(const AnyPosition& position) {
  std::vector<py::int_> numbers;
  for (const std::string& text : position.scores()) numbers.emplace_back(py::int_(py::str(text)));
  return numbers;
}

/// Moves are a class of the package's own, since they are texts as well.
py::list legal_moves(const AnyPosition& position) {
  const py::object make = py::module_::import("partita._moves").attr("Move");
  py::list moves;
  for (const auto& legal : position.legal_paths()) {
    moves.append(make(legal.move, py::tuple(py::cast(legal.path)), static_cast<int>(position.to_move())));
  }
  return moves;
}

/// Boards as arrays need NumPy, which is asked for only here.
py::object array_of(const py::object& position, const char* kind) {
  return py::module_::import("partita.arrays").attr(kind)(position);
}

void bind_board(py::module_& module) {
  using partita::game::CellView;
  using partita::game::PieceKind;
  py::class_<CellView>(module, "Cell", "A cell as it is drawn: coordinates in cell widths, y downwards.")
      .def_readonly("name", &CellView::name)
      .def_readonly("x", &CellView::x)
      .def_readonly("y", &CellView::y)
      .def_readonly("piece", &CellView::piece, "The letter of the piece on it, or a space.")
      .def_readonly("ground", &CellView::ground, "What the cell is: '', 'throne', 'corner', ...")
      .def("__repr__", [](const CellView& cell) { return "<Cell " + cell.name + " '" + cell.piece + "'>"; });
  py::class_<PieceKind>(module, "Piece", "A kind of piece.")
      .def_readonly("letter", &PieceKind::letter)
      .def_readonly("name", &PieceKind::name)
      .def_readonly("seat", &PieceKind::seat, "Whose it is; -1 for nobody's.")
      .def("__repr__", [](const PieceKind& piece) { return "<Piece " + piece.name + ">"; });
}

/// Evaluates to an equal position: side=5, pie=True, rules='ashton'.
std::string repr_of(const AnyPosition& position) {
  std::string text =
      "partita.Position('" + std::string(position.game()) + "', " + std::string(py::repr(py::str(position.text())));
  for (const auto& [name, value] : position.rules()) {
    const bool is_number = partita::base::read_int(value).has_value();
    text += ", " + name + "=";
    text += value == "on"    ? "True"
            : value == "off" ? "False"
            : is_number      ? value
                             : std::string(py::repr(py::str(value)));
  }
  return text + ")";
}

/// For pickle: the start and the moves, so that the history comes along.
py::tuple state_of(const AnyPosition& position) {
  const OptionValues rules = position.rules();
  return py::make_tuple(std::string(position.game()), std::map<std::string, std::string>(rules.begin(), rules.end()),
                        position.start_text(), position.moves());
}

AnyPosition position_of(const py::tuple& state) {
  if (state.size() != 4) throw py::value_error("no state of a position");
  OptionValues rules;
  for (const auto& [name, value] : state[1].cast<std::map<std::string, std::string>>()) rules[name] = value;
  AnyPosition position =
      value_or_raise(AnyPosition::from_text(state[0].cast<std::string>(), rules, state[2].cast<std::string>()));
  for (const auto& move : state[3].cast<std::vector<std::string>>()) value_or_raise(position.play(move));
  return position;
}

void bind_position(py::module_& module) {
  py::class_<AnyPosition>(module, "Position",
                          "A position of any game with the moves that led to it. Mutable; copy() it.")
      .def(py::init([](const std::string& game, const std::string& text, const py::kwargs& rules) {
             return value_or_raise(AnyPosition::from_text(game, values_of(rules), text));
           }),
           py::arg("game"), py::arg("text") = "",
           "The start of a game, or the position of a text. Rules are keywords: Position('omega', side=5, players=3).")
      .def(
          "play", [](AnyPosition& self, const std::string& move) { return value_or_raise(self.play(move)); },
          py::arg("move"), "Plays a move and returns its canonical text; ValueError if it is not legal.")
      .def(
          "play_turn", [](AnyPosition& self, const std::string& turn) { return value_or_raise(self.play_turn(turn)); },
          py::arg("turn"),
          "Plays the rest of the mover's turn ('E5/A1') and returns its moves; ValueError if it is not legal.")
      .def(
          "is_legal", [](const AnyPosition& self, const std::string& move) { return self.read_path(move).ok(); },
          py::arg("move"), "Whether the move can be played here.")
      .def("undo", &AnyPosition::undo, "Takes the last move back; False if there is none.")
      .def(
          "copy", [](const AnyPosition& self) { return self; }, "An independent copy.")
      .def("__copy__", [](const AnyPosition& self) { return self; })
      .def(
          "__deepcopy__", [](const AnyPosition& self, const py::dict&) { return self; }, py::arg("memo"))
      .def("__eq__",
           [](const AnyPosition& a, const AnyPosition& b) {
             return a.game() == b.game() && a.rules() == b.rules() && a.text() == b.text();
           })
      .def("__hash__", [](const AnyPosition& self) { return self.key(); })
      .def("__str__", [](const AnyPosition& self) { return partita::draw::board_text(self.view()); })
      .def("__repr__", repr_of)
      .def(py::pickle([](const AnyPosition& self) { return state_of(self); },
                      [](const py::tuple& state) { return position_of(state); }))
      .def(
          "svg", [](const AnyPosition& self) { return partita::draw::board_svg(self.view()); },
          "The board as an <svg> element.")
      .def("_repr_svg_", [](const AnyPosition& self) { return partita::draw::board_svg(self.view()); })
      .def_property_readonly("game", [](const AnyPosition& self) { return std::string(self.game()); })
      .def_property_readonly("rules",
                             [](const AnyPosition& self) {
                               const OptionValues rules = self.rules();
                               return std::map<std::string, std::string>(rules.begin(), rules.end());
                             })
      .def_property_readonly("text", &AnyPosition::text, "The position in its game's notation.")
      .def_property_readonly("moves", &AnyPosition::moves, "The moves played on this object.")
      .def_property_readonly("legal_moves", legal_moves, "Move objects; empty when the game is over.")
      .def_property_readonly(
          "cells", [](const AnyPosition& self) { return self.view().cells; }, "Row by row from the top.")
      .def_property_readonly(
          "pieces", [](const AnyPosition& self) { return self.view().pieces; }, "The kinds of pieces there are.")
      .def_property_readonly(
          "is_hex", [](const AnyPosition& self) { return self.view().shape == partita::game::BoardView::Shape::kHex; },
          "Whether the cells are hexagons.")
      .def(
          "board", [](const py::object& self) { return array_of(self, "board"); },
          "A NumPy array, rows by columns: -1 outside, 0 empty, 1 + the piece's index in `pieces`.")
      .def(
          "planes", [](const py::object& self) { return array_of(self, "planes"); },
          "A NumPy array, pieces by rows by columns: 1 where that piece stands.")
      .def(
          "names", [](const py::object& self) { return array_of(self, "names"); },
          "A NumPy array, rows by columns: the cells' names, '' outside.")
      .def_property_readonly(
          "to_move", [](const AnyPosition& self) { return static_cast<int>(self.to_move()); },
          "The seat to move, from 0.")
      .def_property_readonly("seat_count", &AnyPosition::seat_count)
      .def_property_readonly("ply", &AnyPosition::ply)
      .def_property_readonly("is_over", &AnyPosition::is_over)
      .def_property_readonly(
          "winner",
          [](const AnyPosition& self) {
            const int winner = self.ending().winner();
            return winner < 0 ? std::optional<int>() : std::optional<int>(winner);
          },
          "The winning seat; None for a draw or a game that goes on.")
      .def_property_readonly(
          "reason", [](const AnyPosition& self) { return self.ending().reason; }, "How the game ended.")
      .def_property_readonly("starts_turn", &AnyPosition::starts_turn,
                             "Whether the mover begins a turn; always true where a turn is one move.")
      .def_property_readonly("scores", scores, "Exact scores by seat; empty where the game has none.")
      .def_property_readonly("payoffs", payoffs, "Each seat's share of the point; empty while the game goes on.")
      .def(
          "seat_name",
          [](const AnyPosition& self, int seat) {
            if (seat < 0 || seat >= self.seat_count()) throw py::index_error("no such seat");
            return self.seat_name(static_cast<partita::catalog::Seat>(seat));
          },
          py::arg("seat"));
}

void bind_results(py::module_& module) {
  py::class_<LineReport>(module, "Line", "One line of a search, from the view of the seat to move.")
      .def_readonly("rank", &LineReport::rank)
      .def_readonly("depth", &LineReport::depth)
      .def_readonly("nodes", &LineReport::nodes)
      .def_readonly("time_ms", &LineReport::time_ms)
      .def_readonly("moves", &LineReport::pv, "The first is the line's move.")
      .def_property_readonly(
          "score", [](const LineReport& line) { return line.score.value; }, "In the engine's units.")
      .def_property_readonly(
          "distance", [](const LineReport& line) { return line.score.distance; },
          "Plies to a proven end: > 0 a win, < 0 a loss, 0 a draw; None if nothing is proven.")
      .def_property_readonly(
          "win", [](const LineReport& line) { return line.score.win; }, "The chance to win, 0 to 1.")
      .def_property_readonly("draw", [](const LineReport& line) { return line.score.draw; })
      .def_property_readonly(
          "by_seat", [](const LineReport& line) { return line.score.by_seat; },
          "Every seat's expected share of the point.")
      .def("__repr__", [](const LineReport& line) {
        return "<Line " + std::to_string(line.rank) + " depth " + std::to_string(line.depth) + " " +
               partita::base::join(line.pv, " ") + ">";
      });
  py::class_<SearchResult>(module, "Result", "What a search found.")
      .def_readonly("move", &SearchResult::best_move)
      .def_readonly("lines", &SearchResult::lines, "Best first; empty where the move came from a book.")
      .def_readonly("nodes", &SearchResult::nodes)
      .def_readonly("time_ms", &SearchResult::time_ms)
      .def_readonly("depth", &SearchResult::depth)
      .def_readonly("note", &SearchResult::note)
      .def("__repr__", [](const SearchResult& result) { return "<Result " + result.best_move + ">"; });
}

void bind_engine(py::module_& module) {
  py::class_<PyEngine>(module, "Engine",
                       "A player's mind for one game and its rules. Keeps what it learns between searches.")
      .def(py::init(&make_engine), py::arg("game"), py::arg("preset") = "partita", py::arg("switches") = py::dict(),
           "Rules are keywords as for Position: Engine('omega', preset='uct', switches={'hash_mb': 64}, side=5).")
      .def("search", search, py::arg("position"), py::kw_only(), py::arg("time") = py::none(),
           py::arg("depth") = py::none(), py::arg("nodes") = py::none(), py::arg("lines") = 1,
           py::arg("only") = std::vector<std::string>(), py::arg("on_line") = OnLine(),
           "Searches within the limits (time in seconds), all moves or `only` these. Other Python threads run "
           "meanwhile; on_line hears every new line.")
      .def(
          "stop", [](PyEngine& self) { self.stop->raise(); },
          "Ends the search that runs in another thread, or the next one if none runs.")
      .def(
          "new_game", [](PyEngine& self) { self.engine->new_game(); }, "Forgets everything.")
      .def(
          "set",
          [](PyEngine& self, const std::string& name, const std::string& value) {
            value_or_raise(self.engine->set_option(name, value));
          },
          py::arg("name"), py::arg("value"))
      .def_property_readonly("game", [](const PyEngine& self) { return self.game; })
      .def_property_readonly("preset", [](const PyEngine& self) { return self.engine->preset(); })
      .def_property_readonly("switches", [](const PyEngine& self) {
        const OptionValues values = self.engine->option_values();
        return std::map<std::string, std::string>(values.begin(), values.end());
      });
}

/// Why a move is worse than the engine's, or good where it is the engine's.
std::string why(const AnyPosition& position, const std::string& move, std::uint64_t nodes,
                const std::string& language) {
  const auto words = value_or_raise(partita::study::read_language(language));
  if (position.is_over()) throw py::value_error("the game is over: " + position.ending().reason);
  partita::base::StopFlag stop;
  std::string text;
  std::string refused;
  partita::python::Interruptible calls;
  calls.run(
      [&] {
        const auto answer = partita::study::explain_move(position, move, {{}, nodes, &stop});
        if (answer)
          text = partita::study::reason_text(position.game(), answer->reason, words);
        else
          refused = answer.error();
      },
      stop);
  if (!refused.empty()) throw py::value_error(refused);
  return text;
}

/// What a move does, by the rules: a dictionary for each motif.
py::list motifs(const AnyPosition& position, const std::string& move, const std::string& language) {
  const auto words = value_or_raise(partita::study::read_language(language));
  const auto path = value_or_raise(position.read_path(move));
  py::list found;
  const auto& hooks = value_or_raise(partita::catalog::find_game(position.game()))->motifs;
  if (!hooks) return found;
  for (const auto& motif : hooks->find(position.model(), path.move)) {
    py::dict fact;
    fact["kind"] = std::string(motif.kind);
    fact["side"] = static_cast<int>(motif.side);
    fact["cells"] = motif.cells;
    fact["numbers"] = motif.numbers;
    fact["text"] = partita::study::claim_text(position.game(), {{}, path.move, motif, false}, words);
    found.append(fact);
  }
  return found;
}

void bind_reasons(py::module_& module) {
  module.def("why", why, py::arg("position"), py::arg("move") = "", py::kw_only(),
             py::arg("nodes") = partita::study::kWhyNodes, py::arg("language") = "en",
             "What the engine's line does that the move does not, in sentences that the rules verify; without a move, "
             "what the engine's move does. Languages: en, it.");
  module.def("motifs", motifs, py::arg("position"), py::arg("move"), py::kw_only(), py::arg("language") = "en",
             "What a move does, by the rules: for each motif its kind, the seat it helps, cells, numbers and words.");
}

}  // namespace

PYBIND11_MODULE(_core, module) {
  module.doc() = "Partita: " + partita::catalog::program_summary() + ".";
  module.attr("__version__") = partita::base::version();
  bind_board(module);
  bind_position(module);
  bind_results(module);
  bind_engine(module);
  bind_reasons(module);
  partita::python::bind_records(module);
  partita::python::bind_selfplay(module);
  module.def("add_data_folder", [](const std::string& folder) { partita::base::add_data_folder(folder); });
  module.def(
      "games",
      [] {
        std::vector<std::string> names;
        for (const auto& game : partita::catalog::all_games()) names.push_back(game.name);
        return names;
      },
      "The names of the games.");
  module.def(
      "presets",
      [](const std::string& game) {
        value_or_raise(partita::catalog::find_game(game));
        std::map<std::string, std::string> presets;
        for (const auto& preset : partita::catalog::presets(game)) presets[preset.name] = preset.help;
        return presets;
      },
      py::arg("game"), "The engine presets of a game with a line about each.");
}
