#pragma once

#include <string>

namespace partita::work {

/// Eight hexadecimal digits over what the engines of this build do in a few fixed positions of every game (nodes,
/// moves, scores) and over the form of jobs. Dispatcher and workers with the same signature give the same answers; jobs
/// only reach workers with the dispatcher's. Takes a moment to work out, once a process.
const std::string& signature();

}  // namespace partita::work
