#include "games/omega/score.h"

#include <algorithm>
#include <cmath>

namespace partita::games::omega {

std::string write_exact(Exact value) {
  std::string digits;
  do {
    digits.push_back(static_cast<char>('0' + static_cast<int>(value % 10)));
    value /= 10;
  } while (value != 0);
  std::reverse(digits.begin(), digits.end());
  return digits;
}

std::string write_signed(SignedExact value) {
  return value < 0 ? "-" + write_exact(Exact{0} - static_cast<Exact>(value)) : write_exact(static_cast<Exact>(value));
}

const std::array<std::int32_t, kMaxCells + 1> kLogOfSize = [] {
  std::array<std::int32_t, kMaxCells + 1> table{};
  for (std::size_t size = 1; size < table.size(); ++size) {
    table[size] = static_cast<std::int32_t>(std::lround(std::log2(static_cast<double>(size)) * kLogUnit));
  }
  return table;
}();

}  // namespace partita::games::omega
