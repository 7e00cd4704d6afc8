#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>

#include "catalog/any_position.h"

namespace partita::record {

/// The seats' shares of the point joined by '-', as in chess: "1-0", "1/2-1/2", "0-1-0", "1/3-1/3-1/3"; "*" while the
/// game goes on.
std::string write_result(const catalog::Ending& ending, int seat_count);

/// The shares of a result text for any number of seats, in catalog::kPoint parts; nothing for "*". Not a result: false.
struct ResultText {
  bool is_finished = false;
  int seat_count = 0;
  std::array<int, catalog::kMaxSeats> payoff{};
};
std::optional<ResultText> read_result(std::string_view text);

}  // namespace partita::record
