// Positions as text.
#include <algorithm>
#include <utility>
#include <vector>

#include "base/text.h"
#include "game/refusal.h"
#include "games/hex/notation.h"

namespace partita::games::hex {

/// Sets up what play() cannot: stones without the order in which they were played.
struct PositionText {
  static base::Parsed<Position> placed(const Rules& rules, const std::vector<int>& stones, game::Seat mover) {
    int lead = 0;
    for (const int stone : stones) lead += stone == 1 ? 1 : stone == 2 ? -1 : 0;
    // After a swap Blue has had one stone more than turns of placing.
    const bool swapped = lead == (mover == 0 ? -1 : 0);
    if (!swapped && lead != (mover == 0 ? 0 : 1))
      return wrong_numbers(rules, stones, lead, "the mover does not fit the numbers of stones");
    if (swapped && !rules.swap)
      return wrong_numbers(rules, stones, lead, "the numbers of stones need a swap, which these rules do not have");
    Position pos(rules);
    for (std::size_t cell = 0; cell < stones.size(); ++cell) {
      if (stones[cell] != 0) pos.put(static_cast<int>(cell), static_cast<game::Seat>(stones[cell] - 1));
    }
    if (mover == 1) pos.give_over();
    pos.swapped_ = swapped;
    pos.ply_ = static_cast<std::uint16_t>(pos.stones_ + (swapped ? 1 : 0));
    return with_winner(pos);
  }

 private:
  static base::Error wrong_numbers(const Rules& rules, const std::vector<int>& stones, int lead, std::string message) {
    const auto count = [&](int stone) { return std::to_string(std::count(stones.begin(), stones.end(), stone)); };
    const std::string counts = "R=" + count(1) + " U=" + count(2);
    const bool is_reds = lead == 0 || (rules.swap && lead == -1);
    const bool is_blues = lead == 1 || (rules.swap && lead == 0);
    if (!is_reds && !is_blues)
      return game::refused(game::Refusal::kSetUpTurns, std::move(message), {{"counts", counts}});
    return game::refused(game::Refusal::kSetUpMover, std::move(message),
                         {{"counts", counts}, {"seat", is_reds ? "0" : "1"}});
  }
  static base::Parsed<Position> with_winner(Position pos) {
    for (int cell = 0; cell < pos.cell_count(); ++cell) {
      if (pos.at(cell) == 0 || pos.winner_ >= 0 || !pos.joins_both_edges(cell)) continue;
      pos.winner_ = static_cast<std::int8_t>(pos.at(cell) - 1);
    }
    if (pos.winner_ == int{pos.mover_})
      return game::refused(game::Refusal::kSetUpWon, "the mover has joined the edges already",
                           {{"seat", std::to_string(int{pos.mover_})}});
    return pos;
  }
};

std::string Notation::write_position(const Position& pos) {
  std::string text = std::to_string(pos.side()) + " ";
  for (int row = 0; row < pos.side(); ++row) {
    if (row > 0) text += '/';
    int empty = 0;
    for (int column = 0; column < pos.side(); ++column) {
      const int stone = pos.at(row * pos.side() + column);
      if (stone == 0) {
        ++empty;
        continue;
      }
      if (empty > 0) text += std::to_string(std::exchange(empty, 0));
      text += stone == 1 ? 'R' : 'B';
    }
    if (empty > 0) text += std::to_string(empty);
  }
  return text + (pos.to_move() == 0 ? " r" : " b");
}

namespace {

/// The stones of one row appended to `stones`; what is wrong with it otherwise.
std::string read_row(std::string_view row, int side, std::vector<int>& stones) {
  const std::size_t wanted = stones.size() + static_cast<std::size_t>(side);
  for (std::size_t i = 0; i < row.size();) {
    // Blue stones are U to a board that has black ones elsewhere.
    if (row[i] == 'R' || row[i] == 'B' || row[i] == 'U') {
      stones.push_back(row[i++] == 'R' ? 1 : 2);
    } else if (row[i] >= '1' && row[i] <= '9') {
      const std::size_t begin = i;
      while (i < row.size() && i < begin + 2 && row[i] >= '0' && row[i] <= '9') ++i;
      const auto empty = base::read_int(row.substr(begin, i - begin)).value_or(0);
      stones.insert(stones.end(), static_cast<std::size_t>(empty), 0);
    } else {
      return "expected R, B or a number of empty cells, found " + base::quoted(row.substr(i, 1));
    }
    if (stones.size() > wanted) break;
  }
  return stones.size() == wanted ? "" : "a row does not have " + std::to_string(side) + " cells: " + base::quoted(row);
}

}  // namespace

base::Parsed<Position> Notation::read_position(const Rules& rules, std::string_view text) {
  const auto parts = base::words(text);
  if (parts.size() != 3) return base::Error{"expected 'SIDE ROWS MOVER', as in '3 1R1/3/2B r'"};
  const auto side = base::read_int(parts[0]);
  if (!side || *side < kMinSide || *side > kMaxSide)
    return base::Error{base::quoted(parts[0]) + " is not a side from 3 to 14"};
  if (parts[2] != "r" && parts[2] != "b") return base::Error{base::quoted(parts[2]) + " is not a mover: r or b"};
  std::vector<int> stones;
  const auto rows = base::split(parts[1], '/');
  if (static_cast<std::int64_t>(rows.size()) != *side)
    return base::Error{"expected " + std::to_string(*side) + " rows"};
  for (const std::string_view row : rows) {
    const std::string wrong = read_row(row, static_cast<int>(*side), stones);
    if (!wrong.empty()) return base::Error{wrong};
  }
  return PositionText::placed({static_cast<int>(*side), rules.swap}, stones, parts[2] == "r" ? 0 : 1);
}

/// Texts let Blue begin on an empty board, as after a pass; no game does.
std::optional<base::Error> Notation::why_no_set_up(const Position& pos) {
  bool is_empty = true;
  for (int cell = 0; cell < pos.cell_count(); ++cell) is_empty &= pos.at(cell) == 0;
  if (!is_empty || pos.to_move() == 0) return std::nullopt;
  return game::refused(game::Refusal::kSetUpMover, "Red begins", {{"counts", "R=0 U=0"}, {"seat", "0"}});
}

}  // namespace partita::games::hex
