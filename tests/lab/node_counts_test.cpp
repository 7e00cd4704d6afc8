#include "lab/node_counts.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "lab/ablation.h"
#include "study/engine.h"

namespace partita::lab {
namespace {

struct Case {
  const char* game;
  base::OptionValues rules;
  const char* preset;
};
const std::vector<Case>& cases() {
  static const std::vector<Case> all = {
      {"andantino", {{"side", "5"}}, "partita"},    {"omega", {{"side", "4"}}, "partita-ab"},
      {"omega", {{"side", "3"}}, "partita"},        {"omega", {{"side", "4"}}, "trebing-full"},
      {"tafl", {{"rules", "brandubh"}}, "partita"}, {"tafl", {}, "rudin"},
      {"hex", {{"side", "5"}}, "partita"}};
  return all;
}

CountingTask task_of(const Case& which, double seconds) {
  CountingTask task;
  task.game = which.game;
  task.rules = which.rules;
  task.preset = which.preset;
  task.seconds = 1e9;
  AblationOptions options;
  options.game = which.game;
  options.rules = which.rules;
  options.preset = which.preset;
  const auto ablations = ablations_of(options);
  for (const Ablation& ablation : *ablations) {
    base::OptionValues changes = ablation.with;
    changes[ablation.name] = ablation.off;
    if (ablation.is_counted) task.variants.push_back(changes);
  }
  const auto engine = study::make_engine(which.game, which.rules, {which.preset, {}});
  task.plan = plan_counting(seconds, task.variants.size(), (*engine)->option_values().at("search") == "montecarlo");
  return task;
}

Counts counted(const CountingTask& task) {
  const auto counts = count_nodes(task, sample_positions(task.game, task.rules, 12).positions, {});
  EXPECT_TRUE(counts) << counts.error();
  return *counts;
}

/// Without the command's budget, which a machine that a sanitizer makes slow uses up before the plan.
TEST(NodeCounts, AreTheSameEveryTime) {
  const CountingTask task = task_of({"tafl", {{"rules", "brandubh"}}, "partita"}, 1);
  const auto text_of = [](const Counts& counts) {
    std::string text;
    for (const PositionCounts& at : counts.positions) {
      text += std::to_string(at.depth) + ": " + std::to_string(at.base.nodes);
      for (const SearchCount& variant : at.variants) text += " " + std::to_string(variant.nodes);
      text += "\n";
    }
    return text;
  };
  const std::string first = text_of(counted(task));
  EXPECT_GE(std::count(first.begin(), first.end(), '\n'), 2) << first;
  EXPECT_EQ(first, text_of(counted(task)));
}

/// Whatever the switches cost: the work is what was planned for the time, or less.
TEST(NodeCounts, KeepThePlan) {
  for (const Case& which : cases()) {
    const CountingTask task = task_of(which, 1);
    const Counts counts = counted(task);
    EXPECT_GE(counts.positions.size(), 1u) << which.game << " " << which.preset;
    EXPECT_GT(counts.nodes, 0u);
    EXPECT_LE(counts.nodes, task.plan.most_nodes) << which.game << " " << which.preset;
    for (const PositionCounts& at : counts.positions) {
      for (const SearchCount& search : at.variants) EXPECT_LE(search.nodes, task.plan.cap) << which.preset;
    }
  }
}

TEST(NodeCounts, TwiceTheTimeIsTwiceTheNodes) {
  const CountingPlan one = plan_counting(60, 17, false);
  const CountingPlan two = plan_counting(120, 17, false);
  EXPECT_EQ(two.most_nodes, 2 * one.most_nodes);
  EXPECT_NEAR(static_cast<double>(two.base_nodes), 2.0 * static_cast<double>(one.base_nodes), 2);
  EXPECT_LE(2 * one.dearest_position(17), one.most_nodes);
}

TEST(NodeCounts, AChangeOfNothingIsNotFelt) {
  for (const Case& which : cases()) {
    CountingTask task = task_of(which, 1);
    task.variants = {{}};
    const Counts counts = counted(task);
    ASSERT_FALSE(counts.positions.empty()) << which.game << " " << which.preset;
    for (const PositionCounts& at : counts.positions)
      EXPECT_TRUE(are_alike(at.base, at.variants.front())) << which.game << " " << which.preset;
    EXPECT_EQ(spread_of(counts, 0, Cost::kNodes).mean, 1);
  }
}

Counts counts_of(const std::vector<std::pair<std::uint64_t, std::uint64_t>>& nodes) {
  Counts counts;
  for (const auto& [base, without] : nodes) {
    PositionCounts at;
    at.base.nodes = base;
    at.variants.resize(1);
    at.variants[0].nodes = without;
    counts.positions.push_back(at);
  }
  return counts;
}

TEST(NodeCounts, SpreadIsThatOfTheLogarithms) {
  // Twice and half as many: on the whole neither.
  const Spread even =
      spread_of(counts_of({{100, 200}, {200, 100}, {50, 100}, {100, 50}, {10, 20}, {20, 10}}), 0, Cost::kNodes);
  EXPECT_NEAR(even.mean, 1, 1e-9);
  ASSERT_TRUE(even.has_interval);
  // 2.571 (Student's t, five degrees) times the standard error, log 2 times the root of (6 / 5) / 6.
  EXPECT_NEAR(even.high, std::exp(2.571 * std::log(2.0) * std::sqrt(0.2)), 0.02);
  EXPECT_NEAR(even.low * even.high, 1, 1e-9);
  EXPECT_EQ(spread_text(even).rfind("1.00 (0.4", 0), 0u) << spread_text(even);
  EXPECT_FALSE(spread_of(counts_of({{1, 2}, {1, 2}}), 0, Cost::kNodes).has_interval);
  Counts capped = counts_of({{100, 800}});
  capped.positions[0].variants[0].is_capped = true;
  EXPECT_EQ(spread_text(spread_of(capped, 0, Cost::kNodes)), "at least 8.00");
}

}  // namespace
}  // namespace partita::lab
