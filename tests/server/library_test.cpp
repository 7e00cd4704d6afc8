#include <fstream>

#include "base/data_files.h"
#include "server/house.h"
#include "server/puzzle_book.h"

// What the server shows of files: puzzles and reports of tournaments; and what others threaten.
namespace partita::server_test {

class LibraryTest : public testing::Test {
 protected:
  void write_report(const std::string& name, const std::string& text) {
    fs::create_directories(folder_.path() / "results");
    std::ofstream(folder_.path() / "results" / name) << text;
  }
  TemporaryFolder folder_;
  House house_{folder_.path()};
};

TEST_F(LibraryTest, ListsPuzzlesEasiestFirst) {
  const json::value list = house_.get("/api/v1/puzzles?game=omega");
  EXPECT_FITS("PuzzleList", list);
  const auto& puzzles = list.at("puzzles").as_array();
  if (base::shipped_file("puzzles/omega.txt").empty()) GTEST_SKIP() << "no puzzles beside this program";
  ASSERT_GT(puzzles.size(), 10U);
  for (std::size_t i = 1; i < puzzles.size(); ++i) {
    EXPECT_LE(puzzles[i - 1].at("rating").as_int64(), puzzles[i].at("rating").as_int64());
  }
  EXPECT_EQ(house_.request("GET", "/api/v1/puzzles?game=chess").status, 400);
}

TEST_F(LibraryTest, ASolutionLeadsToTheSolvedPositionInAnyOrder) {
  const auto puzzles = server::read_game_puzzles(
      "omega",
      "[Game \"omega\"]\n[Rules \"side=4\"]\n[Position \"4 2 WB1B/BBWW1/1WW1BB/WWBBBBB/1W1BW1/WWBWW/BWBW 2 WB\"]\n"
      "[Plies \"7\"]\n[Rating \"1490\"]\n\n1. E2/C1 *\n");
  ASSERT_TRUE(puzzles.ok()) << puzzles.error();
  const server::ShippedPuzzle& puzzle = puzzles->at(0);
  EXPECT_EQ(puzzle.rating, 1490);
  ASSERT_EQ(puzzle.solution.size(), 2U);
  const json::value turned = house_.post("/api/v1/position", {{"game", "omega"},
                                                              {"rules", {{"side", "4"}}},
                                                              {"start", puzzle.position},
                                                              {"moves", {puzzle.solution[1], puzzle.solution[0]}}});
  EXPECT_EQ(turned.at("position").at("text").as_string(), puzzle.solved);
  EXPECT_FALSE(server::read_game_puzzles("omega", "[Game \"omega\"]\n\n1. Z99 *\n").ok());
  EXPECT_FALSE(server::read_game_puzzles("tafl", "[Game \"omega\"]\n\n1. A1/B1 *\n").ok());
}

/// Reading the files takes tenths of a second, in which nobody's move would be played.
TEST_F(LibraryTest, PuzzlesAreNotReadOnTheLoop) {
  server::HttpRequest request;
  request.method = "GET";
  request.path = "/api/v1/puzzles";
  request.query = {{"game", "tafl"}};
  bool is_answered = false;
  house_.api.handle(request, [&](const server::HttpResponse& response) {
    is_answered = true;
    EXPECT_EQ(response.status, 200);
  });
  EXPECT_FALSE(is_answered) << "read while the loop waited";
  EXPECT_TRUE(house_.loop.run_until([&] { return is_answered; }));
}

TEST_F(LibraryTest, ListsPositionsToBeginWith) {
  for (const char* game : {"andantino", "omega", "tafl", "hex"}) {
    const json::value list = house_.get("/api/v1/starts?game=" + std::string(game));
    EXPECT_FITS("StartList", list);
    ASSERT_FALSE(list.at("starts").as_array().empty()) << game;
    for (const json::value& start : list.at("starts").as_array()) {
      const json::value board =
          house_.post("/api/v1/position", {{"game", game}, {"rules", start.at("rules")}, {"start", start.at("start")}});
      EXPECT_TRUE(board.at("position").at("ending").is_null()) << start;
    }
  }
  EXPECT_EQ(house_.request("GET", "/api/v1/starts?game=chess").status, 400);
}

TEST_F(LibraryTest, ShowsTheReportsOfTournaments) {
  EXPECT_EQ(house_.get("/api/v1/results").at("results").as_array().size(), 0U);
  house_.services.results_folder = (folder_.path() / "results").string();
  EXPECT_EQ(house_.get("/api/v1/results").at("results").as_array().size(), 0U) << "a missing folder is no failure";
  write_report("first.json", R"({"game":"omega","scheduled":20,"finished":8,"draw_rate":0.1,"players":[
    {"player":"partita","control":"100ms","games":8,"score":{"value":0.75,"error":0.2},"faults":0,"rating":{"value":90,"error":null}},
    {"player":"old","control":"100ms","games":8,"score":{"value":0.25,"error":0.2},"faults":1,"rating":{"value":-90,"error":80.5}}],
    "endings":{"score":8}})");
  write_report("other.json", R"({"players":[]})");
  write_report("torn.json", R"({"game":"ome)");
  write_report("notes.txt", "not a report");
  const json::value shown = house_.get("/api/v1/results");
  EXPECT_FITS("ArenaResults", shown);
  ASSERT_EQ(shown.at("results").as_array().size(), 1U);
  const json::value& report = shown.at("results").as_array()[0];
  EXPECT_EQ(report.at("name").as_string(), "first");
  EXPECT_EQ(report.at("players").as_array()[1].at("rating").at("error").as_double(), 80.5);
  EXPECT_TRUE(report.at("players").as_array()[0].at("rating").at("error").is_null());
}

TEST_F(LibraryTest, AnalysisOfAPassIsForTheOtherSide) {
  FakePage page(house_);
  const json::object shown = page.ask({{"type", "analyse"},
                                       {"game", "andantino"},
                                       {"rules", {{"side", "5"}}},
                                       {"moves", {"F5", "E4"}},
                                       {"pass", true},
                                       {"running", false}});
  EXPECT_EQ(type_of(shown), "analysis");
  EXPECT_EQ(shown.at("position").at("mover").as_int64(), 1);
  const json::object refused = page.ask({{"type", "analyse"},
                                         {"game", "omega"},
                                         {"rules", {{"side", "3"}}},
                                         {"moves", {"W:A1"}},
                                         {"pass", true},
                                         {"running", false}});
  EXPECT_EQ(code_of(refused), "not-allowed");
}

}  // namespace partita::server_test
