#pragma once

#include <string>
#include <string_view>

#include "base/parsed.h"
#include "protocol/foreign_game.h"

/// The messages of the Tablut Challenge's server without the wire: JSON both ways.
namespace partita::protocol {

/// A message longer than this is none of this protocol's: a state takes about a kilobyte.
inline constexpr std::size_t kLongestUniboMessage = 1 << 16;

struct UniboState {
  std::string board;  ///< as in tafl position texts: "/3ttt3/.../"
  std::string turn;   ///< WHITE, BLACK, WHITEWIN, BLACKWIN or DRAW
};
base::Parsed<UniboState> read_unibo_state(std::string_view json);

std::string write_unibo_name(const std::string& name);
std::string write_unibo_move(const FromTo& move, UniboRole role);

/// The four bytes before a message, and what they say.
std::string unibo_length(std::size_t length);
std::uint32_t read_unibo_length(std::string_view four_bytes);

}  // namespace partita::protocol
