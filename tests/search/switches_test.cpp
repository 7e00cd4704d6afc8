#include "search/switches.h"

#include <gtest/gtest.h>

#include <set>

namespace partita::search {
namespace {

TEST(Switches, DeclarationsHaveUniqueNamesHelpAndValidDefaults) {
  const auto specs = switch_options({"lines", "none"});
  std::set<std::string> names;
  for (const auto& spec : specs) {
    EXPECT_TRUE(names.insert(spec.name).second) << spec.name;
    EXPECT_FALSE(spec.help.empty()) << spec.name;
    EXPECT_TRUE(base::checked_value(spec, spec.default_value).ok()) << spec.name;
  }
}

TEST(Switches, ReadsEveryKindOfValue) {
  const auto specs = switch_options({"lines", "none"});
  const Switches s = read_switches(specs, {{"search", "minimax"},
                                           {"tt", "off"},
                                           {"tt_replacement", "depth"},
                                           {"hash_mb", "3"},
                                           {"win_score", "plain"},
                                           {"multi_player", "brs"},
                                           {"time_manager", "sweere"},
                                           {"evaluator", "none"}});
  EXPECT_EQ(s.method, Method::kMinimax);
  EXPECT_FALSE(s.tt);
  EXPECT_EQ(s.tt_replacement, Replacement::kDepth);
  EXPECT_EQ(s.hash_mb, 3);
  EXPECT_EQ(s.win_score, WinScore::kPlain);
  EXPECT_EQ(s.multi_player, MultiPlayer::kBestReply);
  EXPECT_EQ(s.time_manager, TimeRule::kComfortThenPanic);
  EXPECT_EQ(s.evaluator, "none");
  EXPECT_TRUE(s.killers);
}

TEST(Switches, EverySwitchThatCanChangeAValueSaysHow) {
  int sound = 0;
  int unsound = 0;
  for (const auto& spec : switch_options({"lines"})) {
    if (soundness_of(spec.name) == Soundness::kSound) ++sound;
    if (soundness_of(spec.name) == Soundness::kUnsound) ++unsound;
  }
  EXPECT_GE(sound, 12);
  // Null move, multi-cut, late-move reductions and pruning, internal iterative reduction, futility, cycles as draws,
  // keys that positions share, windows turned wrongly, keys cut short.
  EXPECT_EQ(unsound, 10);
}

}  // namespace
}  // namespace partita::search
