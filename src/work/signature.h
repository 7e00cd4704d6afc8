#pragma once

#include <string>

namespace partita::work {

/// Eight hexadecimal digits over what the engines and provers of this build do in a few fixed positions of every game
/// (nodes, moves, scores, proof numbers) and over the form of jobs. Dispatcher and workers with the same signature give
/// the same answers; jobs only reach workers with the dispatcher's. Takes a moment to work out, once a process.
const std::string& signature();
/// What the digits are made of.
std::string signed_text();

}  // namespace partita::work
