// A search may call a position won or lost only if the rules do, with the past that this game has: a table that has
// seen the same board with another past must not speak for it.
#include <gtest/gtest.h>

#include "catalog/any_engine.h"
#include "catalog/tafl_endings.h"
#include "kit/effort.h"

namespace partita::catalog {
namespace {

AnyPosition from_text(const AnyPosition& like, const std::string& text) {
  return *AnyPosition::from_text(like.game(), like.rules(), text);
}
AnyPosition without_past(const AnyPosition& position) { return from_text(position, position.text()); }

std::unique_ptr<AnyEngine> engine_for(const AnyPosition& position, const std::string& spec) {
  auto engine = make_plain_engine(position.game(), position.rules(), *read_engine_spec(spec));
  EXPECT_TRUE(engine.ok()) << engine.error();
  return std::move(*engine);
}

SearchResult searched(AnyEngine& engine, const AnyPosition& position, int depth, std::vector<std::string> only = {}) {
  SearchRequest request;
  request.limits.depth = depth;
  request.only_moves = std::move(only);
  return engine.search(position, request);
}

/// Plies to the end that the best line claims to be proven; 0 if it claims nothing.
int claim_of(const SearchResult& result) {
  return result.lines.empty() ? 0 : result.lines.front().score.distance.value_or(0);
}

/// Whether a claim is true by the rules, with the past of `position`: the solver of shortest wins looks at every line
/// anew.
bool holds(AnyPosition position, const std::string& move, int claim) {
  const Seat mover = position.to_move();
  const Seat winner = claim > 0 ? mover : static_cast<Seat>(1 - mover);
  EXPECT_TRUE(position.play(move).ok()) << move;
  if (position.is_over()) return position.ending().winner() == static_cast<int>(winner);
  auto solver = make_solver(position.game(), 4);
  return (*solver)->distance(position, winner, std::abs(claim) - 1, {}).at_most != 0;
}

/// A game that began after the winning move of some board: the loser went away, the winner took the move back. When the
/// loser comes back, the board stands as before, but the winning move would now repeat a position.
struct Shuffled {
  AnyPosition game;
  std::string comes_back;
};
std::optional<Shuffled> shuffled(const AnyPosition& won, const std::string& winning) {
  AnyPosition after = won;
  (void)after.play(winning);
  for (const std::string& away : after.legal_moves()) {
    const auto back = way_back(away);
    AnyPosition game = without_past(after);
    if (!back || !play_all(game, {away, *way_back(winning)})) continue;
    AnyPosition again = game;
    if (again.play(*back).ok() && again.key() == won.key()) return Shuffled{game, *back};
  }
  return std::nullopt;
}

TEST(ProofHistory, AshtonAWinThatWouldRepeatIsNotProven) {
  base::Random random(31);
  auto solver = make_solver("tafl", 16);
  const int wanted = kit::samples(16);
  int checked = 0;
  for (int attempt = 0; attempt < 4000 && checked < wanted; ++attempt) {
    const AnyPosition won = tafl_near_the_end("ashton", random, 3);
    const auto winning = only_winning_move(**solver, won);
    if (!winning) continue;
    const auto shuffle = shuffled(won, *winning);
    if (!shuffle) continue;
    ++checked;
    for (const char* spec : {"partita,hash_mb=4", "partita,hash_mb=4,pvs=off", "partita,hash_mb=4,threads=2"}) {
      SCOPED_TRACE(std::string(spec) + " " + shuffle->game.text() + " after " + base::join(shuffle->game.moves(), " "));
      const auto engine = engine_for(won, spec);
      EXPECT_GT(claim_of(searched(*engine, won, 4)), 0) << "without a past it is won";
      searched(*engine, without_past(shuffle->game), 5, {shuffle->comes_back});
      // Now the same boards, but the position after the winning move has been there.
      const auto back = searched(*engine, shuffle->game, 5, {shuffle->comes_back});
      if (claim_of(back) != 0) {
        EXPECT_TRUE(holds(shuffle->game, shuffle->comes_back, claim_of(back))) << claim_of(back);
      }
      const auto any = searched(*engine, shuffle->game, 5);
      if (claim_of(any) != 0) {
        EXPECT_TRUE(holds(shuffle->game, any.best_move, claim_of(any))) << any.best_move << " " << claim_of(any);
      }
    }
  }
  EXPECT_EQ(checked, wanted);
}

/// The defenders must step into a position in which the attackers can repeat for the third time, which wins.
struct ForcedRepetition {
  AnyPosition game;
  std::string steps_in;
};
std::optional<ForcedRepetition> forced_repetition(base::Random& random) {
  AnyPosition start = *AnyPosition::initial("tafl", {{"rules", "copenhagen"}});
  const auto any_of = [&](const AnyPosition& position) {
    const auto moves = position.legal_moves();
    return moves[random.below(static_cast<std::uint32_t>(moves.size()))];
  };
  const std::string attack = any_of(start);
  AnyPosition second = start;
  (void)second.play(attack);
  const std::string defence = any_of(second);
  const auto attack_back = way_back(attack);
  const auto defence_back = way_back(defence);
  if (!attack_back || !defence_back || !play_all(second, {defence, *attack_back})) return std::nullopt;
  AnyPosition game = without_past(second);
  if (!play_all(game, {*defence_back, attack, defence, *attack_back, *defence_back, attack})) return std::nullopt;
  return ForcedRepetition{game, defence};
}

TEST(ProofHistory, CopenhagenAWinByRepetitionStaysWithItsPast) {
  base::Random random(32);
  int checked = 0;
  while (checked < 6) {
    const auto forced = forced_repetition(random);
    if (!forced) continue;
    ++checked;
    // To the depth asked for, so that the position before the repetition comes into the table, and with cuts on the
    // principal variation, where a line alone shows them.
    for (const char* spec : {"partita,hash_mb=4", "partita,hash_mb=4,win_stop=off,pvs=off"}) {
      SCOPED_TRACE(std::string(spec) + " " + forced->game.text() + " " + forced->steps_in);
      const auto engine = engine_for(forced->game, spec);
      EXPECT_EQ(claim_of(searched(*engine, forced->game, 4, {forced->steps_in})), -2) << "the rules prove this one";
      const AnyPosition fresh = without_past(forced->game);
      EXPECT_EQ(claim_of(searched(*engine, fresh, 4, {forced->steps_in})), 0) << "and not this one";
    }
  }
}

/// Games that go to and fro, searched ply by ply with one engine, as in play: every claim is checked.
void expect_true_claims_in_play(const char* rules, int games, std::uint64_t seed) {
  base::Random random(seed);
  int claims = 0;
  for (int i = 0; i < games; ++i) {
    AnyPosition game = tafl_near_the_end(rules, random, 8);
    const auto engine = engine_for(game, "partita,hash_mb=4");
    std::optional<std::string> undoing[2];
    for (int ply = 0; ply < 8 && !game.is_over(); ++ply) {
      const auto result = searched(*engine, game, 4);
      const int claim = claim_of(result);
      if (claim != 0 && std::abs(claim) <= 5) {
        ++claims;
        EXPECT_TRUE(holds(game, result.best_move, claim))
            << rules << " " << game.start_text() << " after " << base::join(game.moves(), " ") << ": "
            << result.best_move << " " << claim;
      }
      auto& back = undoing[static_cast<std::size_t>(ply % 2)];
      AnyPosition tried = game;
      if (back && tried.play(*back).ok()) {
        game = tried;
        back.reset();
        continue;
      }
      const auto moves = game.legal_moves();
      const std::string& move = moves[random.below(static_cast<std::uint32_t>(moves.size()))];
      back = way_back(move);
      (void)game.play(move);
    }
  }
  EXPECT_GT(claims, 0);
}

TEST(ProofHistory, ClaimsInPlayAreTrueByAshtonsRules) { expect_true_claims_in_play("ashton", kit::samples(40), 33); }
TEST(ProofHistory, ClaimsInPlayAreTrueByBrandubhsRules) {
  expect_true_claims_in_play("brandubh", kit::samples(40), 34);
}

}  // namespace
}  // namespace partita::catalog
