#pragma once

#include <pybind11/pybind11.h>

#include <utility>

#include "base/parsed.h"

/// What the parts of the compiled module share.
namespace partita::python {

/// Bad input is a ValueError with the line that says where and why.
template <class T>
T value_or_raise(base::Parsed<T> parsed) {
  if (!parsed) throw pybind11::value_error(parsed.error());
  return std::move(*parsed);
}

/// Record, RecordMove, parse_records, write_records. REQUIRES: Position is bound.
void bind_records(pybind11::module_& module);
/// SelfplayFile, SelfplayGame, SelfplayPly, read_selfplay. REQUIRES: likewise.
void bind_selfplay(pybind11::module_& module);

}  // namespace partita::python
