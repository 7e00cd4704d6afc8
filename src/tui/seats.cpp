#include "tui/seats.h"

#include "base/text.h"

namespace partita::tui {

namespace {

base::Parsed<SeatChoice> seat_of_letter(char letter) {
  switch (letter) {
    case 'h': return SeatChoice{true, ""};
    case 'a': return SeatChoice{false, "partita"};
    case 'r': return SeatChoice{false, "random"};
    // The dumber AI of the report looks no further than the next move.
    case 'd': return SeatChoice{false, "greedy"};
    default: return base::Error{"unknown seat " + base::quoted(std::string(1, letter)) + ", expected h, a, r or d"};
  }
}

}  // namespace

bool is_seat_letters(std::string_view text) {
  return !text.empty() && text.find_first_not_of("hard") == std::string_view::npos;
}

base::Parsed<std::vector<SeatChoice>> read_seats(std::string_view text, int seat_count) {
  std::vector<SeatChoice> seats;
  if (is_seat_letters(text) && text.size() <= static_cast<std::size_t>(catalog::kMaxSeats)) {
    for (const char letter : text) seats.push_back(*seat_of_letter(letter));
  } else if (!text.empty()) {
    const bool is_by_semicolon = text.find(';') != std::string_view::npos || text.rfind(kProgramPrefix, 0) == 0;
    for (const std::string_view part : base::split(text, is_by_semicolon ? ';' : '/')) {
      const std::string_view name = base::trim(part);
      if (name.empty()) return base::Error{base::quoted(text) + ": a seat is empty"};
      if (name.size() == 1) {
        auto seat = seat_of_letter(name[0]);
        if (!seat) return seat.forward_error();
        seats.push_back(*seat);
      } else {
        seats.push_back(name == "human" ? SeatChoice{true, ""} : SeatChoice{false, std::string(name)});
      }
    }
  } else {
    seats.push_back({true, ""});
  }
  if (static_cast<int>(seats.size()) > seat_count) {
    return base::Error{base::quoted(text) + " names " + std::to_string(seats.size()) + " seats, the game has " +
                       std::to_string(seat_count)};
  }
  while (static_cast<int>(seats.size()) < seat_count) seats.push_back({false, "partita"});
  return seats;
}

}  // namespace partita::tui
