// Files of `partita selfplay`, for Python.
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "binding.h"
#include "lab/selfplay_file.h"

namespace partita::python {

namespace {

namespace py = pybind11;
using catalog::AnyPosition;
using lab::SelfplayGame;
using Ply = lab::SelfplayGame::Ply;

/// A game with the file's header, by which it is played through.
struct PySelfplayGame {
  std::shared_ptr<const lab::SelfplayHeader> header;
  SelfplayGame game;
};

/// All games of a file.
struct PySelfplayFile {
  std::shared_ptr<const lab::SelfplayHeader> header;
  std::vector<SelfplayGame> games;
};

PySelfplayFile read_file(const py::object& path) {
  const auto text = py::module_::import("os").attr("fspath")(path).cast<std::string>();
  PySelfplayFile file;
  const auto header = [&] {
    const py::gil_scoped_release others_run;
    return lab::read_selfplay(text, [&](const SelfplayGame& game) {
      file.games.push_back(game);
      return true;
    });
  }();
  file.header = std::make_shared<lab::SelfplayHeader>(value_or_raise(header));
  return file;
}

PySelfplayGame game_at(const PySelfplayFile& file, std::int64_t index) {
  const auto count = static_cast<std::int64_t>(file.games.size());
  const std::int64_t place = index < 0 ? index + count : index;
  if (place < 0 || place >= count)
    throw py::index_error("game " + std::to_string(index) + " of " + std::to_string(count));
  return {file.header, file.games[static_cast<std::size_t>(place)]};
}

py::dict header_of(const PySelfplayFile& file) {
  const lab::SelfplayHeader& header = *file.header;
  py::dict found;
  found["game"] = header.game;
  found["rules"] = std::map<std::string, std::string>(header.rules.begin(), header.rules.end());
  found["engine"] = header.engine;
  found["control"] = header.control;
  found["seed"] = header.seed;
  return found;
}

AnyPosition start_of(const PySelfplayGame& self) {
  return value_or_raise(AnyPosition::initial(self.header->game, self.header->rules));
}

/// Each seat's share of the point.
std::vector<double> payoffs_of(const PySelfplayGame& self) {
  std::vector<double> shares;
  for (int seat = 0; seat < start_of(self).seat_count(); ++seat) {
    shares.push_back(static_cast<double>(self.game.payoff[static_cast<std::size_t>(seat)]) / catalog::kPoint);
  }
  return shares;
}

std::vector<std::string> moves_of(const PySelfplayGame& self) {
  std::vector<std::string> moves;
  for (const Ply& ply : self.game.plies) moves.push_back(ply.move);
  return moves;
}

/// The position before each ply, and the last one.
std::vector<AnyPosition> positions_of(const PySelfplayGame& self) {
  std::vector<AnyPosition> all = {start_of(self)};
  for (const Ply& ply : self.game.plies) {
    AnyPosition next = all.back();
    value_or_raise(next.play(ply.move));
    all.push_back(std::move(next));
  }
  return all;
}

}  // namespace

void bind_selfplay(py::module_& module) {
  py::class_<Ply>(module, "SelfplayPly", "A move of a self-play game with what the search thought of it.")
      .def_readonly("move", &Ply::move)
      .def_property_readonly(
          "value", [](const Ply& ply) { return ply.has_value ? std::optional(ply.value) : std::nullopt; },
          "The mover's view, in the engine's units, or plies to a proven end; None where nobody searched.")
      .def_readonly("is_proven", &Ply::is_proven, "Whether the value is a distance to a proven end.")
      .def("__repr__", [](const Ply& ply) { return "<SelfplayPly " + ply.move + ">"; });
  py::class_<PySelfplayGame>(module, "SelfplayGame", "A game of a file of `partita selfplay`.")
      .def_property_readonly("number", [](const PySelfplayGame& self) { return self.game.number; })
      .def_property_readonly(
          "opening", [](const PySelfplayGame& self) { return self.game.opening; },
          "How many plies at its front were random.")
      .def_property_readonly(
          "plies", [](const PySelfplayGame& self) { return self.game.plies; }, "move, value, is_proven")
      .def_property_readonly("moves", moves_of, "The plies' moves alone.")
      .def_property_readonly("payoffs", payoffs_of, "Each seat's share of the point.")
      .def("positions", positions_of, "The position before each ply, and the last one.")
      .def("__repr__", [](const PySelfplayGame& self) {
        return "<SelfplayGame " + std::to_string(self.game.number) + " " + std::to_string(self.game.plies.size()) +
               " plies>";
      });
  py::class_<PySelfplayFile>(module, "SelfplayFile", "The games of a file of `partita selfplay`, in their order.")
      .def(py::init(&read_file), py::arg("path"), "ValueError if the file is damaged, or another kind of file.")
      .def_property_readonly("header", header_of, "game, rules, engine, control, seed")
      .def("__len__", [](const PySelfplayFile& self) { return self.games.size(); })
      .def("__getitem__", game_at, py::arg("index"))
      .def("__repr__", [](const PySelfplayFile& self) {
        return "<SelfplayFile " + self.header->game + " " + std::to_string(self.games.size()) + " games>";
      });
  module.def("read_selfplay", read_file, py::arg("path"), "The games that `partita selfplay` wrote into a file.");
}

}  // namespace partita::python
