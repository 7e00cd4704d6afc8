#pragma once

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "base/random.h"
#include "search/engine.h"

/// The law of sound switches: whatever is switched, a fixed-depth search has minimax's value.
namespace partita::search::equality {

/// Positions reached by random play from `start`, between `least` and `most` plies, none of them over.
template <game::Game G>
std::vector<typename G::Position> random_positions(const typename G::Position& start, int count, int least, int most,
                                                   std::uint64_t seed) {
  base::Random random(seed);
  std::vector<typename G::Position> positions;
  while (static_cast<int>(positions.size()) < count) {
    auto pos = start;
    const int plies = least + static_cast<int>(random.below(static_cast<std::uint32_t>(most - least + 1)));
    for (int i = 0; i < plies && !pos.is_over(); ++i) {
      game::MoveList<G> moves;
      G::generate_moves(pos, moves);
      pos.play(moves[random.below(static_cast<std::uint32_t>(moves.size()))]);
    }
    if (!pos.is_over()) positions.push_back(pos);
  }
  return positions;
}

/// Nothing but depth-limited search: no extension, nothing unsound.
inline base::OptionValues bare_values() {
  return {{"tt_match", "equal"},
          {"quiescence", "off"},
          {"forced_reply_extension", "off"},
          {"endgame", "off"},
          {"hash_mb", "1"}};
}

/// Every sound switch at random.
inline base::OptionValues random_sound_values(const std::vector<base::OptionSpec>& specs, base::Random& random) {
  base::OptionValues values = bare_values();
  for (const base::OptionSpec& spec : specs) {
    if (soundness_of(spec.name) != Soundness::kSound) continue;
    if (spec.kind == base::OptionSpec::Kind::kCheck) values[spec.name] = random.below(2) == 0 ? "off" : "on";
    if (spec.kind == base::OptionSpec::Kind::kSpin) values[spec.name] = std::to_string(spec.min + random.below(4));
    if (spec.kind == base::OptionSpec::Kind::kCombo) {
      values[spec.name] = spec.choices[random.below(static_cast<std::uint32_t>(spec.choices.size()))];
    }
  }
  return values;
}

template <game::Game G>
Score value_at(const typename G::Position& pos, const std::vector<base::OptionSpec>& specs,
               const base::OptionValues& values, int depth) {
  const Switches switches = read_switches(specs, values);
  Engine<G> engine(switches, *G::Evaluator::named(switches.evaluator));
  Task<G> task{pos, {}, {}, {}, {}, nullptr};
  task.limits.depth = depth;
  const auto outcome = engine.search(task);
  EXPECT_FALSE(outcome.lines.empty());
  return outcome.lines.empty() ? 0 : outcome.lines.front().score;
}

template <game::Game G>
std::vector<base::OptionSpec> specs_of(const std::string& evaluator) {
  std::vector<std::string> names;
  for (const game::Named& named : G::Evaluator::names()) names.emplace_back(named.name);
  auto specs = switch_options(names);
  for (auto& spec : specs) {
    if (spec.name == "evaluator") spec.default_value = evaluator;
    if (spec.name == "win_stop") spec.default_value = "off";
  }
  return specs;
}

/// Minimax = alpha-beta = negamax = + table = + ordering = + PVS, for depths 1 to `deepest`.
template <game::Game G>
void expect_ladder_equal(const std::vector<typename G::Position>& positions, const std::string& evaluator,
                         int deepest) {
  const auto specs = specs_of<G>(evaluator);
  const base::OptionValues off = {{"tt", "off"},
                                  {"tt_move", "off"},
                                  {"killers", "off"},
                                  {"history", "off"},
                                  {"pvs", "off"},
                                  {"counter_moves", "off"},
                                  {"move_hints", "off"},
                                  {"aspiration", "off"},
                                  {"static_win_test", "off"},
                                  {"root_ordering", "off"},
                                  {"iterative_deepening", "off"}};
  std::vector<base::OptionValues> ladder;
  base::OptionValues rung = bare_values();
  rung.insert(off.begin(), off.end());
  rung["search"] = "alphabeta";
  ladder.push_back(rung);
  rung["search"] = "negamax";
  ladder.push_back(rung);
  for (const std::vector<std::string>& group : {std::vector<std::string>{"tt"},
                                                {"tt_move", "killers", "history", "counter_moves", "move_hints"},
                                                {"iterative_deepening", "root_ordering"},
                                                {"pvs", "aspiration"},
                                                {"static_win_test"}}) {
    for (const std::string& name : group) rung[name] = "on";
    ladder.push_back(rung);
  }
  base::OptionValues minimax = ladder.front();
  minimax["search"] = "minimax";
  for (const auto& pos : positions) {
    for (int depth = 1; depth <= deepest; ++depth) {
      const Score expected = value_at<G>(pos, specs, minimax, depth);
      for (std::size_t i = 0; i < ladder.size(); ++i) {
        ASSERT_EQ(value_at<G>(pos, specs, ladder[i], depth), expected)
            << "rung " << i << " depth " << depth << " at " << G::Notation::write_position(pos);
      }
    }
  }
}

/// `combinations` random settings of the sound switches, each on one of the positions in turn.
template <game::Game G>
void expect_combinations_equal(const std::vector<typename G::Position>& positions, const std::string& evaluator,
                               int depth, int combinations, std::uint64_t seed) {
  const auto specs = specs_of<G>(evaluator);
  base::Random random(seed);
  base::OptionValues minimax = bare_values();
  minimax["search"] = "minimax";
  for (int i = 0; i < combinations; ++i) {
    const auto values = random_sound_values(specs, random);
    for (int j = 0; j < 3; ++j) {
      const auto& pos = positions[random.below(static_cast<std::uint32_t>(positions.size()))];
      ASSERT_EQ(value_at<G>(pos, specs, values, depth), value_at<G>(pos, specs, minimax, depth))
          << base::write_values(specs, values) << " at " << G::Notation::write_position(pos);
    }
  }
}

}  // namespace partita::search::equality
