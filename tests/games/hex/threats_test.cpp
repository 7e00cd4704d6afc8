// Who wins at once, by whatever short cut it is found, is who wins when every cell is tried.
#include <gtest/gtest.h>

#include <vector>

#include "base/random.h"
#include "games/hex/distance.h"
#include "games/hex/hex.h"
#include "kit/effort.h"

namespace partita::games::hex {
namespace {

/// The cells on which `seat` wins at once, tried one by one; the other seat passes where it is its turn.
std::vector<int> winning_by_trial(Position pos, game::Seat seat) {
  std::vector<int> cells;
  if (pos.to_move() != seat) pos.pass();
  for (int cell = 0; cell < pos.cell_count(); ++cell) {
    if (pos.at(cell) != 0) continue;
    const Move move{static_cast<std::uint8_t>(cell)};
    const Undo undo = pos.play(move);
    if (pos.winner() == seat) cells.push_back(cell);
    pos.retract(move, undo);
  }
  return cells;
}

void expect_threats(const Position& pos) {
  const auto mover = pos.to_move();
  const auto other = static_cast<game::Seat>(mover ^ 1);
  for (const game::Seat seat : {mover, other}) {
    std::vector<int> found;
    for_each_winning_cell(pos, seat, [&](int cell) { found.push_back(cell); });
    EXPECT_EQ(found, winning_by_trial(pos, seat)) << Notation::write_position(pos);
  }
}

/// REQUIRES: before `last` nobody could win at once otherwise than by it.
void expect_threat_after(const Position& pos, Move last) {
  const auto other = static_cast<game::Seat>(pos.to_move() ^ 1);
  const std::vector<int> cells = winning_by_trial(pos, other);
  ASSERT_TRUE(winning_by_trial(pos, pos.to_move()).empty());
  Move forced{};
  const game::Threat threat = Hex::threat_after(pos, last, {}, forced);
  const game::Threat expected = cells.empty()       ? game::Threat::kNone
                                : cells.size() == 1 ? game::Threat::kForced
                                                    : game::Threat::kLost;
  EXPECT_EQ(static_cast<int>(threat), static_cast<int>(expected)) << Notation::write_position(pos);
  if (cells.size() == 1) {
    EXPECT_EQ(forced.cell, cells[0]) << Notation::write_position(pos);
  }
}

/// One random game; counts the threats that were met.
int check_game(const Rules& rules, base::Random& random) {
  Position pos(rules);
  int threats = 0;
  while (!pos.is_over()) {
    expect_threats(pos);
    game::MoveList<Hex> moves;
    Hex::generate_moves(pos, moves);
    EXPECT_EQ(Hex::move_count(pos), static_cast<int>(moves.size()));
    // A threat is answered, so that the next position keeps what is required; a win ends what can be asked.
    if (!winning_by_trial(pos, pos.to_move()).empty()) return threats;
    const std::vector<int> others = winning_by_trial(pos, static_cast<game::Seat>(pos.to_move() ^ 1));
    if (others.size() > 1) return threats + 1;
    threats += static_cast<int>(others.size());
    const Move move = others.empty() ? moves[random.below(static_cast<std::uint32_t>(moves.size()))]
                                     : Move{static_cast<std::uint8_t>(others[0])};
    pos.play(move);
    if (!pos.is_over()) expect_threat_after(pos, move);
  }
  return threats;
}

TEST(HexThreats, AreWhatTryingEveryCellFinds) {
  base::Random random(11);
  int threats = 0;
  for (int side = kMinSide; side <= 7; ++side) {
    for (int game = 0; game < kit::samples(24); ++game) threats += check_game({side, game % 2 == 0}, random);
  }
  for (int game = 0; game < kit::samples(8); ++game) threats += check_game({kMaxSide, true}, random);
  EXPECT_GT(threats, 15);
}

}  // namespace
}  // namespace partita::games::hex
