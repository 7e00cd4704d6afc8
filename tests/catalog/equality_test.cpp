// The law of sound switches on the real games: whatever is switched, a fixed-depth search has minimax's value.
#include <gtest/gtest.h>

#include "base/random.h"
#include "catalog/any_engine.h"
#include "kit/effort.h"

namespace partita::catalog {
namespace {

struct Ground {
  const char* game;
  const char* rules;
  int least_plies;
  int most_plies;
  int deepest;
  int count;
};

std::vector<AnyPosition> random_positions(const Ground& ground, std::uint64_t seed) {
  base::Random random(seed);
  std::vector<AnyPosition> positions;
  while (static_cast<int>(positions.size()) < ground.count) {
    auto pos = AnyPosition::initial(ground.game, *base::read_values(ground.rules));
    const auto spread = static_cast<std::uint32_t>(ground.most_plies - ground.least_plies + 1);
    const int plies = ground.least_plies + static_cast<int>(random.below(spread));
    for (int i = 0; i < plies && !pos->is_over(); ++i) {
      const auto moves = pos->legal_moves();
      EXPECT_TRUE(pos->play(moves[random.below(static_cast<std::uint32_t>(moves.size()))]).ok());
    }
    // Without its past, so that no repetition reaches into the search.
    if (!pos->is_over()) positions.push_back(*AnyPosition::from_text(ground.game, pos->rules(), pos->text()));
  }
  return positions;
}

base::OptionValues bare() {
  base::OptionValues values = {{"tt_match", "equal"}, {"hash_mb", "1"}, {"win_stop", "off"}};
  for (const char* name : {"quiescence", "forced_reply_extension", "endgame", "null_move", "multi_cut", "lmr", "lmp",
                           "futility", "iir", "own_book"}) {
    values[name] = "off";
  }
  return values;
}

std::int64_t value_at(const AnyPosition& pos, const base::OptionValues& values, int depth) {
  auto engine = make_plain_engine(pos.game(), pos.rules(), {"greedy", values});
  EXPECT_TRUE(engine.ok()) << engine.error();
  SearchRequest request;
  request.limits.depth = depth;
  const auto result = (*engine)->search(pos, request);
  EXPECT_FALSE(result.lines.empty());
  return result.lines.empty() ? 0 : result.lines.front().score.value;
}

/// Each rung switches on one thing more.
std::vector<base::OptionValues> ladder() {
  base::OptionValues rung = bare();
  for (const char* name :
       {"tt", "tt_move", "killers", "history", "continuation_history", "counter_moves", "move_hints", "pvs",
        "aspiration", "static_win_test", "root_ordering", "iterative_deepening", "random_equal"}) {
    rung[name] = "off";
  }
  std::vector<base::OptionValues> rungs;
  for (const char* method : {"minimax", "alphabeta", "negamax"}) {
    rung["search"] = method;
    rungs.push_back(rung);
  }
  using Group = std::vector<const char*>;
  for (const Group& group :
       {Group{"tt"}, Group{"tt_move", "killers", "history", "counter_moves", "move_hints"},
        Group{"iterative_deepening", "root_ordering"}, Group{"pvs", "aspiration"}, Group{"static_win_test"}}) {
    for (const char* name : group) rung[name] = "on";
    rungs.push_back(rung);
  }
  return rungs;
}

void expect_ladder_equal(Ground ground) {
  ground.count = kit::samples(ground.count);
  const auto rungs = ladder();
  for (const AnyPosition& pos : random_positions(ground, 11)) {
    for (int depth = 1; depth <= ground.deepest; ++depth) {
      const std::int64_t expected = value_at(pos, rungs.front(), depth);
      for (std::size_t i = 1; i < rungs.size(); ++i) {
        ASSERT_EQ(value_at(pos, rungs[i], depth), expected)
            << ground.game << " rung " << i << " depth " << depth << " at " << pos.text();
      }
    }
  }
}

/// Random settings of everything that is declared sound.
void expect_combinations_equal(const Ground& ground, int combinations) {
  base::Random random(12);
  const auto positions = random_positions(ground, 13);
  const auto minimax = ladder().front();
  auto engine = make_plain_engine(ground.game, *base::read_values(ground.rules), {"greedy", {}});
  for (int i = 0; i < kit::samples(combinations); ++i) {
    base::OptionValues values = bare();
    values["search"] = "negamax";
    values["random_equal"] = "off";
    for (const base::OptionSpec& spec : (*engine)->options()) {
      if (spec.help.rfind("[sound]", 0) != 0) continue;
      if (spec.kind == base::OptionSpec::Kind::kCheck) values[spec.name] = random.below(2) == 0 ? "off" : "on";
      if (spec.kind == base::OptionSpec::Kind::kSpin) values[spec.name] = std::to_string(spec.min + random.below(4));
      if (spec.kind == base::OptionSpec::Kind::kCombo) {
        values[spec.name] = spec.choices[random.below(static_cast<std::uint32_t>(spec.choices.size()))];
      }
    }
    const AnyPosition& pos = positions[random.below(static_cast<std::uint32_t>(positions.size()))];
    ASSERT_EQ(value_at(pos, values, ground.deepest), value_at(pos, minimax, ground.deepest))
        << base::write_values((*engine)->options(), values) << " at " << pos.text();
  }
}

TEST(Equality, AndantinoOn300Positions) {
  expect_ladder_equal({"andantino", "side=10", 2, 30, 3, 280});
  expect_ladder_equal({"andantino", "side=4", 4, 20, 4, 20});
}
TEST(Equality, OmegaOn300Positions) {
  expect_ladder_equal({"omega", "side=3", 2, 12, 3, 180});
  expect_ladder_equal({"omega", "side=3,players=3", 3, 12, 3, 60});
  expect_ladder_equal({"omega", "side=4,players=4", 18, 26, 3, 60});
}
TEST(Equality, TaflOn300Positions) {
  expect_ladder_equal({"tafl", "rules=mcgill", 2, 60, 2, 180});
  expect_ladder_equal({"tafl", "rules=mcgill", 92, 97, 2, 20});
  expect_ladder_equal({"tafl", "rules=brandubh", 10, 40, 3, 20});
  expect_ladder_equal({"tafl", "rules=ashton", 2, 40, 2, 80});
}
TEST(Equality, TwoHundredCombinationsOfSoundSwitches) {
  expect_combinations_equal({"andantino", "side=10", 4, 20, 4, 60}, 200);
  expect_combinations_equal({"omega", "side=3", 4, 12, 3, 60}, 200);
  expect_combinations_equal({"tafl", "rules=mcgill", 4, 60, 2, 60}, 200);
}

}  // namespace
}  // namespace partita::catalog
