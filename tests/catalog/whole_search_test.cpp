// Every line to its end, against proof numbers and against plain search.
#include "solve/whole_search.h"

#include <gtest/gtest.h>

#include <string>
#include <unordered_map>

#include "base/text.h"
#include "games/andantino/andantino.h"
#include "solve/prover.h"

namespace partita::solve {
namespace {

using games::andantino::Andantino;
using Position = Andantino::Position;

Position played(int side, std::string_view moves) {
  Andantino::Rules rules;
  rules.side = side;
  Position pos(rules);
  for (const std::string_view move : base::words(moves)) pos.play(*Andantino::Notation::read_move(pos, move));
  return pos;
}

/// Random moves from the start until so many cells are free; from the beginning again where a game ends before that.
Position random_position(int side, int free_cells, base::Random& random) {
  const int cells = 3 * side * (side - 1) + 1;
  Position pos = played(side, "");
  while (cells - pos.stone_count() > free_cells) {
    game::MoveList<Andantino> moves;
    Andantino::generate_moves(pos, moves);
    pos.play(moves[random.below(static_cast<std::uint32_t>(moves.size()))]);
    if (pos.is_over()) pos = played(side, "");
  }
  return pos;
}

/// By the rules alone.
bool wins_by_rules(Position& pos, game::Seat attacker, std::unordered_map<game::Key, bool>& known) {
  if (pos.is_over()) return pos.payoff(attacker) == game::kPoint;
  const auto found = known.find(pos.key());
  if (found != known.end()) return found->second;
  const bool is_attackers = pos.to_move() == attacker;
  bool wins = !is_attackers;
  game::MoveList<Andantino> moves;
  Andantino::generate_moves(pos, moves);
  for (const auto move : moves) {
    const auto undo = pos.play(move);
    const bool wins_after = wins_by_rules(pos, attacker, known);
    pos.retract(move, undo);
    if (wins_after != is_attackers) continue;
    wins = is_attackers;
    break;
  }
  return known[pos.key()] = wins;
}

TEST(WholeSearch, AgreesWithTheRulesAlone) {
  base::Random random(4);
  int won = 0;
  for (int i = 0; i < 200; ++i) {
    const int side = 3 + i % 2;
    Position pos = random_position(side, 8 + i % 6, random);
    for (const game::Seat attacker : {game::Seat{0}, game::Seat{1}}) {
      std::unordered_map<game::Key, bool> known;
      const bool wins = wins_by_rules(pos, attacker, known);
      ProofTable table(1);
      WholeSearch<Andantino> search(pos, attacker, table, {});
      const auto found = search.run();
      ASSERT_TRUE(found);
      EXPECT_EQ(found->numbers, wins ? kProven : kDisproven) << Andantino::Notation::write_position(pos);
      won += wins ? 1 : 0;
      const bool is_settled_at_once = !(Andantino::immediate_win(pos) == Andantino::Move{});
      if (!wins || pos.to_move() != attacker || is_settled_at_once) continue;
      Position after = pos;
      ASSERT_TRUE(Andantino::is_legal(pos, search.best_root_move()));
      after.play(search.best_root_move());
      EXPECT_TRUE(wins_by_rules(after, attacker, known)) << Andantino::Notation::write_position(pos);
    }
  }
  EXPECT_GT(won, 20);
}

TEST(WholeSearch, EndsWhenItIsToldAndCountsItsNodes) {
  ProofTable table(1);
  base::StopFlag stop;
  std::uint64_t nodes = 0;
  WholeSearch<Andantino>::Settings settings{&stop, {}, 100};
  settings.on_step = [&](std::uint64_t more, int deepest_ply) {
    EXPECT_GT(deepest_ply, 0);
    if ((nodes += more) >= 500) stop.raise();
  };
  EXPECT_FALSE(WholeSearch<Andantino>(played(4, ""), 1, table, settings).run());
  EXPECT_EQ(nodes, 500u);
}

TEST(Prover, SearchesASmallBoardWholeWhereProofNumbersDoNotDecide) {
  ProofTable table(16);
  ProofPlan plan;
  plan.nodes = 3'000'000;
  // Not decided by half a million nodes of proof numbers, and soon after them.
  Prover<Andantino> prover(played(4, "D5 E5 E4 E6 F6 F5 C4 C3 D3 F4 D6 C5"), 1, table, plan);
  EXPECT_EQ(prover.run(), kDisproven);
  EXPECT_GT(prover.progress({}).nodes, 500'000u);
  EXPECT_LT(prover.progress({}).nodes, 800'000u);
}

TEST(Prover, KeepsToItsNodesOnASmallBoard) {
  for (const std::uint64_t nodes : {1'000u, 520'000u}) {
    ProofTable table(16);
    ProofPlan plan;
    plan.nodes = nodes;
    Prover<Andantino> prover(played(4, ""), 1, table, plan);
    EXPECT_FALSE(prover.run().is_decided());
    EXPECT_LT(prover.progress({}).nodes, nodes + 10'000);
  }
}

}  // namespace
}  // namespace partita::solve
