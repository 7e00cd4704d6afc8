#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/parsed.h"
#include "catalog/any_engine.h"
#include "catalog/any_position.h"

namespace partita::tui {

/// Before the command line of a program that speaks UGI.
inline constexpr std::string_view kProgramPrefix = "ugi:";

/// Who sits where: a person, or an engine by its specification.
struct SeatChoice {
  bool is_human = true;
  std::string engine;  ///< "partita", "partita,threads=2", "ugi:PROGRAM ARGS"; empty for people
};

/// Letters as in the Omega report, one a seat: h human, a AI, r random, d dumber AI; or names joined by '/':
/// "human/partita/sweere-groups", by ';' where a name holds a '/': "human;ugi:./engine". Seats left out are the default
/// engine's.
base::Parsed<std::vector<SeatChoice>> read_seats(std::string_view text, int seat_count);
/// Whether the text can only be letters of seats ("ah"), not a number of players.
bool is_seat_letters(std::string_view text);

}  // namespace partita::tui
