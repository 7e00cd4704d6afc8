// partita why: what is said of a move, in words and as data.
#include <gtest/gtest.h>

#include <boost/json.hpp>

#include "kit/program.h"

namespace partita::apps {
namespace {

using kit::run_program;

/// Black may enter White's closed area on F4 and lose, or do anything else.
const std::string kBoard = "why andantino --side 5 --nodes 2000 --position '5 5/6/4WW1/3BW1W1/3BBWW2/2BBB3/7/6/5 b' ";

TEST(Why, SaysWhatIsWrongWithAMove) {
  const auto run = run_program(kBoard + "F4");
  EXPECT_EQ(run.exit_code, 0) << run.err;
  EXPECT_NE(run.out.find("F4 enters an area that the opponent has closed, and loses at once."), std::string::npos)
      << run.out;
}

TEST(Why, SpeaksItalian) {
  const auto run = run_program(kBoard + "F4 --language it");
  EXPECT_EQ(run.exit_code, 0) << run.err;
  EXPECT_NE(run.out.find("F4 entra in un'area chiusa dall'avversario e perde subito."), std::string::npos) << run.out;
}

TEST(Why, JsonHoldsTheFacts) {
  const auto run = run_program(kBoard + "F4 --json");
  ASSERT_EQ(run.exit_code, 0) << run.err;
  const auto answer = boost::json::parse(run.out).as_object();
  EXPECT_EQ(answer.at("move"), "F4");
  EXPECT_NE(answer.at("best"), "F4");
  bool is_told = false;
  for (const auto& value : answer.at("reason").at("claims").as_array()) {
    const auto& claim = value.as_object();
    if (claim.at("kind") != "suicide") continue;
    is_told = true;
    EXPECT_EQ(claim.at("of"), "played");
    EXPECT_EQ(claim.at("side"), 0) << "it helps White";
  }
  EXPECT_TRUE(is_told) << run.out;
}

TEST(Why, WithoutAMoveItIsTheEngines) {
  const auto run = run_program("why hex --side 3 --position '3 R2/1BB/R2 r' --nodes 500");
  EXPECT_EQ(run.exit_code, 0) << run.err;
  EXPECT_EQ(run.out, "best a2\na2 joins both edges and wins.\n");
}

TEST(Why, RefusesWhatItCannotUnderstand) {
  const auto illegal = run_program(kBoard + "A1");
  EXPECT_EQ(illegal.exit_code, 2);
  EXPECT_NE(illegal.err.find("illegal move A1"), std::string::npos) << illegal.err;
  const auto language = run_program(kBoard + "F4 --language fr");
  EXPECT_EQ(language.exit_code, 2);
  EXPECT_EQ(language.err, "partita: --language: expected a language, en or it, found 'fr'\n");
  const auto over = run_program("why hex --side 3 --position '3 RB1/RB1/R2 b' a1");
  EXPECT_EQ(over.exit_code, 2);
}

TEST(LabMotifs, CountsAndChecks) {
  const auto run = run_program(
      "lab motifs --game hex --side 5 --motif-games 3 --reviewed 1 --review-nodes 200 --cost-plies 6 --cost-nodes 50");
  EXPECT_EQ(run.exit_code, 0) << run.err << run.out;
  EXPECT_NE(run.out.find("a review of 6 plies"), std::string::npos) << run.out;
  EXPECT_NE(run.out.find("3 games of the engine against itself"), std::string::npos) << run.out;
  EXPECT_NE(run.out.find("1 games reviewed"), std::string::npos) << run.out;
}

}  // namespace
}  // namespace partita::apps
