// partita explore: what is known of each move of a position, in rows and as data.
#include <gtest/gtest.h>

#include <boost/json.hpp>
#include <fstream>

#include "kit/program.h"
#include "kit/temporary_folder.h"

namespace partita::apps {
namespace {

using kit::run_program;

TEST(Explore, SaysWhatIsProvenUpToSymmetry) {
  const auto run = run_program("explore andantino");
  EXPECT_EQ(run.exit_code, 0) << run.err;
  EXPECT_EQ(run.out, "I9\tBlack wins in at most 51\t-\timages: J9 I10 K10 J11 K11\n");
}

TEST(Explore, CountsGamesOfFiles) {
  const kit::TemporaryFolder folder;
  const std::string file = (folder.path() / "games.txt").string();
  std::ofstream(file) << "[Game \"hex\"]\n[Rules \"side=5,swap=off\"]\n[Result \"1-0\"]\n[Reason \"resigns\"]\n\n"
                         "1. c3 b3 1-0\n\n[Game \"hex\"]\n[Rules \"side=5,swap=off\"]\n\n1. c3 *\n";
  const auto run = run_program("explore hex --side 5 --swap off --json --games " + file);
  ASSERT_EQ(run.exit_code, 0) << run.err;
  const auto reply = boost::json::parse(run.out).as_object();
  EXPECT_EQ(reply.at("games"), 1) << "unfinished games are not counted";
  int games = 0;
  for (const auto& value : reply.at("moves").as_array()) {
    const auto& move = value.as_object();
    if (move.at("games") == 0) continue;
    ++games;
    EXPECT_EQ(move.at("move"), "c3");
    EXPECT_EQ(move.at("won").as_array()[0], 1);
  }
  EXPECT_EQ(games, 1);
}

TEST(Explore, RefusesWhatItCannotUnderstand) {
  const auto illegal = run_program("explore andantino --moves 'A1'");
  EXPECT_EQ(illegal.exit_code, 2);
  EXPECT_NE(illegal.err.find("A1"), std::string::npos) << illegal.err;
  const auto missing = run_program("explore hex --games /nowhere/games.txt");
  EXPECT_EQ(missing.exit_code, 2);
  EXPECT_NE(missing.err.find("/nowhere/games.txt"), std::string::npos) << missing.err;
}

}  // namespace
}  // namespace partita::apps
