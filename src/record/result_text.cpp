#include "record/result_text.h"

#include <numeric>

#include "base/text.h"

namespace partita::record {

namespace {

std::string share_text(int payoff) {
  if (payoff == 0) return "0";
  if (payoff == catalog::kPoint) return "1";
  const int common = std::gcd(payoff, catalog::kPoint);
  return std::to_string(payoff / common) + "/" + std::to_string(catalog::kPoint / common);
}

std::optional<int> read_share(std::string_view text) {
  for (int payoff = 0; payoff <= catalog::kPoint; ++payoff) {
    if (share_text(payoff) == text) return payoff;
  }
  return std::nullopt;
}

}  // namespace

std::string write_result(const catalog::Ending& ending, int seat_count) {
  if (!ending.over) return "*";
  std::string text;
  for (int seat = 0; seat < seat_count; ++seat) {
    if (seat > 0) text += '-';
    text += share_text(ending.payoff[static_cast<std::size_t>(seat)]);
  }
  return text;
}

std::optional<ResultText> read_result(std::string_view text) {
  ResultText result;
  if (text == "*") return result;
  int sum = 0;
  for (const std::string_view part : base::split(text, '-')) {
    const auto share = read_share(part);
    if (!share || result.seat_count == catalog::kMaxSeats) return std::nullopt;
    result.payoff[static_cast<std::size_t>(result.seat_count++)] = *share;
    sum += *share;
  }
  if (result.seat_count < 2 || sum != catalog::kPoint) return std::nullopt;
  result.is_finished = true;
  return result;
}

}  // namespace partita::record
