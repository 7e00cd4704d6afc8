// External engines are told the rules by the options they declare, and refused by name where they cannot play them.
#include <gtest/gtest.h>

#include <filesystem>

#include "kit/program.h"

namespace partita::arena {
namespace {

class UgiRules : public testing::Test {
 protected:
  void TearDown() override { std::filesystem::remove(log_); }
  kit::ProgramRun play(const std::string& game, const std::string& declarations) const {
    return kit::run_program("arena " + game + " --engines random \"ugi:python3 " + PARTITA_SOURCE_DIR +
                            "/tests/arena/hex_engine.py " + log_ + " " + declarations +
                            "\" --tc nodes=1 --openings 2 --plies 2 --imbalance 1 --json");
  }
  std::string heard() const { return kit::read_whole(log_); }
  bool has_heard(const std::string& line) const { return heard().find(line + "\n") != std::string::npos; }

  const std::string log_ = kit::scratch_path("hex_engine.log");
};

TEST_F(UgiRules, AreSentBeforeTheFirstGame) {
  const auto run = play("--game hex --side 5", "'Rules_side type spin default 11 min 3 max 19'");
  ASSERT_EQ(run.exit_code, 0) << run.err;
  EXPECT_TRUE(has_heard("setoption name Rules_side value 5")) << heard();
  EXPECT_LT(heard().find("Rules_side"), heard().find("position")) << heard();
  EXPECT_EQ(run.out.find("illegal"), std::string::npos) << run.out;
  EXPECT_EQ(run.out.find("\"faults\":1"), std::string::npos) << run.out;
}

TEST_F(UgiRules, OfSwitchesAreTrueOrFalse) {
  const auto run = play("--game hex --side 5 --swap off",
                        "'Rules_side type spin default 11 min 3 max 19' 'Rules_swap type check default true'");
  ASSERT_EQ(run.exit_code, 0) << run.err;
  EXPECT_TRUE(has_heard("setoption name Rules_swap value false")) << heard();
}

TEST_F(UgiRules, ThatAnEngineCannotPlayAreRefusedByName) {
  auto run = play("--game hex --side 5", "'Rules_side type spin default 11 min 9 max 19'");
  EXPECT_EQ(run.exit_code, 2) << run.out;
  EXPECT_NE(run.err.find("'Lastcell 1': cannot play side=5"), std::string::npos) << run.err;
  EXPECT_EQ(heard().find("position"), std::string::npos) << "before the match";

  run = play("--game hex --side 5", "'Rules_swap type check default true'");
  EXPECT_EQ(run.exit_code, 2) << run.out;
  EXPECT_NE(run.err.find("'Lastcell 1': cannot play side=5: it declares no option Rules_side"), std::string::npos)
      << run.err;

  run = play("--game hex --side 5", "'Game type combo default tafl var tafl var omega'");
  EXPECT_EQ(run.exit_code, 2) << run.out;
  EXPECT_NE(run.err.find("'Lastcell 1': does not play hex"), std::string::npos) << run.err;
}

TEST_F(UgiRules, WithTheirUsualValueNeedNoOption) {
  const auto run = play("--game hex", "'Rules_swap type check default true'");
  EXPECT_EQ(run.exit_code, 0) << run.err;
}

TEST_F(UgiRules, OurOwnEngineIsToldTheGameToo) {
  const auto run =
      kit::run_program(std::string("arena --game omega --side 3 --engines random 'ugi:") + PARTITA_PROGRAM +
                       " engine --game hex --side 4' --tc nodes=50 --openings 1 --plies 2 --imbalance 1 "
                       "--json");
  ASSERT_EQ(run.exit_code, 0) << run.err;
  EXPECT_EQ(run.out.find("illegal"), std::string::npos) << run.out;
}

}  // namespace
}  // namespace partita::arena
