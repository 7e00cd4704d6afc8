#include <gtest/gtest.h>

#include <map>

#include <boost/json.hpp>

#include "catalog/games.h"
#include "kit/program.h"
#include "lab/ablation.h"
#include "lab/level_ladder.h"
#include "lab/reported.h"
#include "study/engine.h"
#include "work/thread_queue.h"

namespace partita::lab {
namespace {

class Lab : public testing::Test {
 protected:
  work::HandlerRegistry registry_ = work::standard_handlers();
  work::ThreadQueue queue_{1, registry_};
};

TEST_F(Lab, AnswersWhoIsStronger) {
  Question question;
  question.game = "andantino";
  question.rules = {{"side", "6"}};
  question.first = "partita";
  question.second = "random";
  question.first_control = "nodes=100";
  question.most_openings = 5;
  const auto answer = ask(question, queue_, {});
  ASSERT_TRUE(answer) << answer.error();
  EXPECT_EQ(answer->games, 10);
  EXPECT_GT(answer->score.wins, answer->score.losses);
  question.second = "nobody";
  EXPECT_FALSE(ask(question, queue_, {}));
}

TEST_F(Lab, AQuestionWithoutTimeStillGetsAPair) {
  Question question;
  question.game = "omega";
  question.rules = {{"side", "3"}};
  question.first = question.second = "random";
  question.first_control = "nodes=1";
  question.seconds = 0;
  const auto answer = ask(question, queue_, {});
  ASSERT_TRUE(answer) << answer.error();
  EXPECT_EQ(answer->games, 2);
}

TEST_F(Lab, AblationsAreTheSwitchesThatAreOn) {
  for (const catalog::GameEntry& game : catalog::all_games()) {
    AblationOptions options;
    options.game = game.name;
    const auto found = ablations_of(options);
    ASSERT_TRUE(found) << found.error();
    EXPECT_GE(found->size(), 4u) << game.name;
    auto engine = study::make_engine(game.name, {}, {"partita", {}});
    for (const Ablation& ablation : *found) {
      EXPECT_NE((*engine)->option_values().at(ablation.name), ablation.off) << game.name << " " << ablation.name;
      EXPECT_TRUE((*engine)->set_option(ablation.name, ablation.off)) << game.name << " " << ablation.name;
    }
  }
}

TEST_F(Lab, AnAblationIsOnePageWithEverySwitch) {
  AblationOptions options;
  options.game = "andantino";
  options.rules = {{"side", "5"}};
  options.seconds = 0.5;
  const auto report = make_ablation(options, queue_, {});
  ASSERT_TRUE(report) << report.error();
  const auto switches = ablations_of(options);
  ASSERT_TRUE(switches) << switches.error();
  // In the table, or among those that were not felt.
  for (const Ablation& ablation : *switches) EXPECT_NE(report->page.find(ablation.name), std::string::npos);
  EXPECT_NE(report->page.find("<svg"), std::string::npos);
  EXPECT_EQ(report->plot.find("<svg"), 0u);
}

TEST_F(Lab, AnAblationMeasuresAReportsOwnSwitchesOrSaysWhyItCannot) {
  AblationOptions options;
  options.game = "tafl";
  options.preset = "rudin";
  const auto own = ablations_of(options);
  ASSERT_TRUE(own) << own.error();
  EXPECT_GE(own->size(), 4U);
  for (const Ablation& ablation : *own) {
    const bool needs_depth = ablation.name == "depth_policy";
    EXPECT_EQ(ablation.with.count("max_depth"), needs_depth ? 1u : 0u)
        << "no policy and no depth would search for ever";
  }
  EXPECT_EQ(ablation_estimate(options).find("inf"), std::string::npos) << ablation_estimate(options);
  options.preset = "random";
  options.seconds = 0.5;
  const auto nothing = make_ablation(options, queue_, {});
  ASSERT_FALSE(nothing);
  EXPECT_NE(nothing.error().find("without a search"), std::string::npos) << nothing.error();
}

TEST_F(Lab, AnAblationShutsTheBookToMeasure) {
  AblationOptions options;
  options.game = "omega";
  options.rules = {{"side", "3"}};
  options.preset = "trebing-full";
  options.seconds = 0.5;
  const auto report = make_ablation(options, queue_, {});
  ASSERT_TRUE(report) << report.error();
  for (const char* absurd : {"nan", ">inf<", ">0</td><td>nothing"}) {
    EXPECT_EQ(report->page.find(absurd), std::string::npos) << absurd;
  }
}

TEST_F(Lab, LaddersAreMergedIntoTheirFile) {
  Answer answer;
  answer.question.first = "level-2,hash_mb=16";
  answer.score = {30, 0, 10, {{0, 0, 20, 0, 10}}};
  answer.elo = base::report_elo(answer.score.pairs);
  const auto first = ladder_json("omega", {answer}, "");
  ASSERT_TRUE(first) << first.error();
  answer.question.first = "level-3,hash_mb=16";
  const auto both = ladder_json("omega", {answer}, *first);
  ASSERT_TRUE(both) << both.error();
  const auto levels = boost::json::parse(*both).at("levels").as_array();
  ASSERT_EQ(levels.size(), 10u);
  EXPECT_EQ(levels[0].at("elo").to_number<double>(), 0);
  EXPECT_EQ(levels[1].at("wins").as_int64(), 30);
  EXPECT_EQ(levels[2].at("wins").as_int64(), 30);
  EXPECT_GT(levels[2].at("elo").to_number<double>(), levels[1].at("elo").to_number<double>());
  EXPECT_FALSE(ladder_json("omega", {answer}, "{\"levels\":[{\"pairs\":1}]}"));
}

/// The shipped calibrations: where two neighbours have met, the higher beats the lower by a 95% interval above one
/// half.
TEST(ShippedLevels, AreMonotone) {
  for (const std::string game : {"andantino", "omega", "tafl"}) {
    const std::string text = kit::read_whole(std::string(PARTITA_SOURCE_DIR) + "/data/levels/" + game + ".json");
    ASSERT_FALSE(text.empty()) << game;
    const auto levels = boost::json::parse(text).at("levels").as_array();
    ASSERT_EQ(levels.size(), 10u);
    for (std::size_t i = 1; i < levels.size(); ++i) {
      base::Pentanomial pairs;
      for (std::size_t k = 0; k < 5; ++k) pairs.pairs[k] = levels[i].at("pairs").as_array()[k].to_number<double>();
      const auto elo = base::report_elo(pairs);
      EXPECT_GT(elo.score.value - elo.score.error, 0.5) << game << " level " << i + 1;
    }
  }
}

TEST(Reports, TheirOwnNumbersAreWhole) {
  std::map<double, int> moves;
  for (const auto& row : reported_table("sweere").rows) ++moves[std::get<double>(row[0])];
  EXPECT_EQ(moves.size(), 5u);
  EXPECT_EQ(moves[1], 21);
  const auto& slowest = reported_table("sweere").rows[21 + 22 + 33 + 28];
  EXPECT_EQ(slowest[3], Cell(288.429));
  const ReportTable& aboukhadra = reported_table("aboukhadra");
  EXPECT_EQ(aboukhadra.rows.size(), 7u);
  EXPECT_EQ(aboukhadra.rows[6].back(), Cell(5812.0));
  for (const ReportTable& table : reported_tables()) {
    for (const auto& row : table.rows) EXPECT_EQ(row.size(), table.columns.size()) << table.name;
  }
  EXPECT_EQ(reported_presets("trebing").size(), 7u);
}

}  // namespace
}  // namespace partita::lab
