#include "search/control.h"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <thread>
#include <vector>

#include "search/montecarlo/ending.h"

namespace partita::search {
namespace {

using std::chrono::milliseconds;

void spin_until(const std::atomic<bool>& is_over) {
  while (!is_over.load(std::memory_order_relaxed)) {
  }
}

TEST(Control, AThreadThatGotNothingKnowsIt) {
  Control control;
  EXPECT_EQ(control.processor_share(), 1);
  for (int i = 0; i < 3; ++i) {
    control.begin({}, 0, nullptr);
    std::this_thread::sleep_for(milliseconds(20));
    control.end();
  }
  EXPECT_LT(control.processor_share(), 0.3);
}

TEST(Control, AMomentSaysNothingAboutTheShare) {
  Control control;
  control.begin({}, 0, nullptr);
  control.end();
  EXPECT_EQ(control.processor_share(), 1);
}

// More threads than processors, all of them busy: the search is given a part, and budgets are counted by it.
TEST(Control, OnABusyMachineTheShareIsSmall) {
  std::atomic<bool> is_over{false};
  std::vector<std::thread> others;
  const unsigned count = 4 * std::max(std::thread::hardware_concurrency(), 1u);
  for (unsigned i = 0; i < count; ++i) others.emplace_back([&] { spin_until(is_over); });
  Control control;
  for (int i = 0; i < 4; ++i) {
    control.begin({}, 0, nullptr);
    while (control.elapsed_us() < 100'000) {
    }
    control.end();
  }
  is_over = true;
  for (std::thread& other : others) other.join();
  EXPECT_LT(control.processor_share(), 0.8);
  const auto whole = std::int64_t{50'000};
  const auto got = static_cast<std::int64_t>(static_cast<double>(whole) * control.processor_share());
  EXPECT_LE(montecarlo::solvable_cells(got), montecarlo::solvable_cells(whole));
}

}  // namespace
}  // namespace partita::search
