// Games from files and into files, for Python.
#include "record/game_record.h"

#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <map>
#include <string>
#include <vector>

#include "binding.h"
#include "record/game_files.h"
#include "record/replay.h"

namespace partita::python {

namespace {

namespace py = pybind11;
using catalog::AnyPosition;
using record::GameRecord;
using record::RecordMove;

/// Value, depth and whether it is proven: as [%eval] says it.
py::object eval_of(const RecordMove& move) {
  if (!move.eval) return py::none();
  py::dict eval;
  eval["value"] = move.eval->value;
  eval["depth"] = move.eval->depth;
  eval["is_proven"] = move.eval->is_proven;
  return eval;
}

void bind_record_move(py::module_& module) {
  py::class_<RecordMove>(module, "RecordMove", "A word of a game's moves with what was said about it.")
      .def_readonly("text", &RecordMove::text)
      .def_readonly("glyphs", &RecordMove::glyphs, "1 ! 2 ? 3 !! 4 ?? 5 !? 6 ?!")
      .def_readonly("comment", &RecordMove::comment)
      .def_readonly("clock_ms", &RecordMove::clock_ms)
      .def_readonly("spent_ms", &RecordMove::spent_ms)
      .def_property_readonly("eval", eval_of, "value, depth, is_proven; None where nothing was said.")
      .def_readonly("variations", &RecordMove::variations)
      .def("__str__", [](const RecordMove& move) { return move.text; })
      .def("__repr__", [](const RecordMove& move) { return "<RecordMove " + move.text + ">"; });
}

std::vector<std::string> plies_of(const GameRecord& game) {
  value_or_raise(record::replay(game));
  return record::main_line(game);
}

/// The start and the position after each ply.
std::vector<AnyPosition> positions_of(const GameRecord& game) {
  const auto plies = plies_of(game);
  std::vector<AnyPosition> all = {value_or_raise(record::start_position(game))};
  for (const std::string& ply : plies) {
    AnyPosition next = all.back();
    value_or_raise(next.play(ply));
    all.push_back(std::move(next));
  }
  return all;
}

GameRecord make_record(const AnyPosition& position, const std::string& result, const std::string& reason,
                       const std::map<std::string, std::string>& tags) {
  GameRecord made = record::make_record(position, {result, reason});
  for (const auto& [name, value] : tags) made.set_tag(name, value);
  return made;
}

}  // namespace

void bind_records(py::module_& module) {
  bind_record_move(module);
  py::class_<GameRecord>(module, "Record", "A game as it was written down: tags, moves with comments, the result.")
      .def(py::init(&make_record), py::arg("position"), py::kw_only(), py::arg("result") = "*", py::arg("reason") = "",
           py::arg("tags") = std::map<std::string, std::string>(),
           "The moves played on a position; result and reason matter only where the rules did not end the game.")
      .def_readonly("moves", &GameRecord::moves)
      .def_readonly("comment", &GameRecord::comment, "Before the first move.")
      .def_readonly("result", &GameRecord::result)
      .def_readonly("tags", &GameRecord::tags, "Pairs in their order.")
      .def(
          "tag", [](const GameRecord& self, const std::string& name) { return self.tag(name); }, py::arg("name"),
          "The first value under that name, '' if there is none.")
      .def_property_readonly("game", [](const GameRecord& self) { return self.tag(record::kGameTag); })
      .def(
          "start", [](const GameRecord& self) { return value_or_raise(record::start_position(self)); },
          "The position it begins with.")
      .def(
          "replay", [](const GameRecord& self) { return value_or_raise(record::replay(self)); },
          "Plays it through and returns the last position; ValueError names the move that breaks a rule.")
      .def_property_readonly("plies", plies_of, "The main line stone by stone; ValueError as replay().")
      .def("positions", positions_of, "The start and the position after each ply; ValueError as replay().")
      .def("__str__", [](const GameRecord& self) { return record::write_record(self); })
      .def("__repr__", [](const GameRecord& self) {
        return "<Record " + self.tag(record::kGameTag) + " " + std::to_string(self.moves.size()) + " moves " +
               self.result + ">";
      });
  module.def(
      "parse_records", [](const std::string& text) { return value_or_raise(record::read_games(text)); },
      py::arg("text"),
      "All games of a text, read but not played: records, JSON, OpenTafl's, corpora. ValueError with line and column.");
  module.def(
      "write_records", [](const std::vector<GameRecord>& games) { return record::write_records(games); },
      py::arg("games"), "The text of a file of records.");
}

}  // namespace partita::python
