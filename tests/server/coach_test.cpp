// What the coach is asked over HTTP: openings, reasons of lines, tries at puzzles.
#include <gtest/gtest.h>

#include "kit/effort.h"
#include "server/house.h"
#include "server/puzzle_book.h"

namespace partita::server_test {
namespace {

class CoachTest : public testing::Test {
 protected:
  void import(const std::string& records) {
    const auto response = house_.request("POST", "/api/v1/import", records, "text/plain");
    ASSERT_EQ(response.status, 200) << response.body;
  }
  json::object explored(const json::object& request) {
    const json::value reply = house_.post("/api/v1/explore", request);
    EXPECT_FITS("ExploreReply", reply);
    return reply.as_object();
  }
  /// The row of a move or of one of its images.
  static json::object row_of(const json::object& reply, std::string_view move) {
    for (const json::value& value : reply.at("moves").as_array()) {
      const json::object& row = value.as_object();
      if (row.at("move").as_string() == move) return row;
      for (const json::value& image : row.at("images").as_array()) {
        if (image.as_string() == move) return row;
      }
    }
    return {};
  }
  json::object judged(std::string_view game, std::int64_t number, const std::vector<std::string>& moves) {
    const json::value reply =
        house_.post("/api/v1/puzzle", {{"game", game}, {"number", number}, {"moves", json::value_from(moves)}});
    EXPECT_FITS("PuzzleJudged", reply);
    return reply.as_object();
  }

  TemporaryFolder folder_;
  House house_{folder_.path()};
};

const json::object kHex5{{"game", "hex"}, {"rules", {{"side", "5"}, {"swap", "off"}}}};
const std::string kTags = "[Game \"hex\"]\n[Rules \"side=5,swap=off\"]\n";

TEST_F(CoachTest, TheExplorerCountsTheGamesOfThisServer) {
  EXPECT_EQ(explored(kHex5).at("games"), 0);
  import(kTags + "[Result \"1-0\"]\n[Reason \"resigns\"]\n\n1. b2 c3 1-0\n\n" + kTags +
         "[Result \"0-1\"]\n[Reason \"resigns\"]\n\n1. d4 c3 0-1\n\n" + kTags + "\n1. b2 *\n");
  const json::object reply = explored(kHex5);
  EXPECT_EQ(reply.at("games"), 2) << "the unfinished one is not counted";
  // A half turn of the board makes one of the other.
  const json::object row = row_of(reply, "b2");
  EXPECT_EQ(row.at("games"), 2);
  EXPECT_EQ(row.at("won").as_array()[0], 1);
  EXPECT_EQ(row.at("won").as_array()[1], 1);
  EXPECT_EQ(row.at("move"), row_of(reply, "d4").at("move"));
  json::object then = kHex5;
  then["moves"] = json::array{"d4"};
  EXPECT_EQ(row_of(explored(then), "c3").at("games"), 2);
  // Another board is another game.
  EXPECT_EQ(row_of(explored({{"game", "hex"}, {"rules", {{"side", "6"}, {"swap", "off"}}}}), "b2").at("games"), 0);
}

TEST_F(CoachTest, TheExplorerSeesGamesThatEndAndThatGoOnAgain) {
  const json::object created = house_.create({human(), human()});
  FakePage page(house_);
  std::vector<std::string> tokens;
  for (const json::value& seat : created.at("seats").as_array()) tokens.emplace_back(seat.at("token").as_string());
  page.watch(id_of(created), tokens);
  const json::object omega{{"game", "omega"}, {"rules", {{"side", "3"}, {"players", "2"}}}};
  page.play_first(id_of(created));
  EXPECT_EQ(explored(omega).at("games"), 0);
  const std::string first(json::value(page.last("state")).at("moves").as_array()[0].at("move").as_string());
  page.ask({{"type", "resign"}, {"game_id", id_of(created)}, {"seat", 0}});
  const json::object reply = explored(omega);
  EXPECT_EQ(reply.at("games"), 1);
  EXPECT_EQ(row_of(reply, first).at("won").as_array()[1], 1);
}

TEST_F(CoachTest, TheExplorerRefusesWhatItCannotUnderstand) {
  for (const char* body : {R"({})", R"([])", R"({"game":"chess"})", R"({"game":"hex","moves":["z9"]})",
                           R"({"game":"hex","rules":{"side":"99"}})", R"({"game":"hex","depth":3})"}) {
    const auto response = house_.request("POST", "/api/v1/explore", body);
    EXPECT_EQ(response.status, 400) << body;
    EXPECT_FITS("HttpError", json::parse(response.body));
  }
  EXPECT_EQ(house_.request("POST", "/api/v1/explore", "{}", "text/plain").status, 415);
}

/// Black may enter White's closed area on F4 and lose, or do anything else.
const json::object kClosed{
    {"game", "andantino"}, {"rules", {{"side", "5"}}}, {"start", "5 5/6/4WW1/3BW1W1/3BBWW2/2BBB3/7/6/5 b"}};

TEST_F(CoachTest, GivesTheReasonOfALine) {
  json::object request = kClosed;
  request["played"] = json::array{"F4"};
  request["better"] = json::array{"C4"};
  EXPECT_FITS("ReasonRequest", request);
  const json::value reason = house_.post("/api/v1/reason", request);
  EXPECT_FITS("Reason", reason);
  EXPECT_NE(reason.at("text").at("en").as_string().find("F4 enters an area"), std::string::npos) << reason;
  EXPECT_NE(reason.at("text").at("it").as_string().find("F4 entra in"), std::string::npos) << reason;
  for (const char* played : {R"([])", R"(["A1"])", R"(["F4","F4"])", R"("F4")", R"([3])"}) {
    json::object bad = kClosed;
    bad["played"] = json::parse(played);
    const auto response = house_.request("POST", "/api/v1/reason", json::serialize(bad));
    EXPECT_EQ(response.status, 400) << played;
    EXPECT_NE(response.body.find("played"), std::string::npos) << response.body;
  }
}

/// Plays a puzzle of each game to its end: the solution, then whatever the proofs accept, the reply every time.
TEST_F(CoachTest, PuzzlesArePlayedToTheEndAgainstTheBestDefence) {
  for (const char* game : {"andantino", "hex"}) {
    const auto& puzzles = house_.puzzles.of(game);
    // Judging five plies takes the sanitizers longer than a person would wait.
    const int plies = kit::kIsSanitized ? 3 : 5;
    const auto puzzle =
        std::find_if(puzzles.begin(), puzzles.end(), [&](const auto& one) { return one.plies == plies; });
    ASSERT_NE(puzzle, puzzles.end());
    std::vector<std::string> moves = puzzle->solution;
    json::object reply = judged(game, puzzle->number, moves);
    EXPECT_EQ(reply.at("state"), "right") << game;
    EXPECT_EQ(reply.at("plies"), puzzle->plies - 2) << game << ": the longest defence";
    for (int turn = 0; turn < 3 && reply.at("state") == "right"; ++turn) {
      for (const json::value& move : reply.at("reply").as_array()) moves.emplace_back(move.as_string());
      auto position = catalog::AnyPosition::from_text(game, puzzle->rules, puzzle->position);
      for (const std::string& move : moves) ASSERT_TRUE(position->play(move));
      // Whatever wins is accepted; whoever wants to come to the end plays the quickest.
      json::object found{{"state", "wrong"}};
      std::vector<std::string> quickest;
      for (const std::string& move : position->legal_moves()) {
        std::vector<std::string> tried = moves;
        tried.push_back(move);
        const json::object one = judged(game, puzzle->number, tried);
        const bool is_quicker =
            one.at("state") == "won" ||
            (one.at("state") == "right" && one.at("plies").as_int64() > 0 &&
             (found.at("state") == "wrong" || one.at("plies").as_int64() < found.at("plies").as_int64()));
        if (found.at("state") == "won" || !is_quicker) continue;
        found = one;
        quickest = tried;
      }
      moves = quickest;
      reply = found;
    }
    EXPECT_EQ(reply.at("state"), "won") << game;
  }
}

TEST_F(CoachTest, AWrongTryIsRefutedWithoutGivingTheSolutionAway) {
  const auto& puzzles = house_.puzzles.of("andantino");
  const auto found = std::find_if(puzzles.begin(), puzzles.end(), [](const auto& one) { return one.plies == 3; });
  ASSERT_NE(found, puzzles.end());
  const server::ShippedPuzzle& puzzle = *found;
  const auto start = catalog::AnyPosition::from_text("andantino", puzzle.rules, puzzle.position);
  int told = 0;
  int wrong = 0;
  for (const std::string& move : start->legal_moves()) {
    if (move == puzzle.solution.front()) continue;
    const json::object reply = judged("andantino", puzzle.number, {move});
    EXPECT_EQ(reply.at("state"), "wrong") << move;
    ++wrong;
    EXPECT_FALSE(reply.at("reply").as_array().empty()) << move;
    if (!reply.contains("reason")) continue;
    ++told;
    for (const json::value& claim : reply.at("reason").at("claims").as_array()) EXPECT_EQ(claim.at("of"), "played");
  }
  EXPECT_GT(wrong, 3);
  EXPECT_GT(told, 0);
}

/// Another move may win later: then it is not wrong.
TEST_F(CoachTest, AnExerciseThatIsWonAtOnceIsWonAtOnce) {
  const auto& puzzles = house_.puzzles.of("andantino");
  const auto puzzle = std::find_if(puzzles.begin(), puzzles.end(), [](const auto& one) { return one.plies == 1; });
  ASSERT_NE(puzzle, puzzles.end());
  EXPECT_EQ(judged("andantino", puzzle->number, puzzle->solution).at("state"), "won");
  const auto start = catalog::AnyPosition::from_text("andantino", puzzle->rules, puzzle->position);
  for (const std::string& move : start->legal_moves()) {
    if (move == puzzle->solution.front()) continue;
    EXPECT_NE(judged("andantino", puzzle->number, {move}).at("state"), "won") << move;
  }
}

/// What the sentence names is what is played: Hex 15 and Andantino 248 told of one move and showed another.
TEST_F(CoachTest, TheReplyIsTheMoveThatTheReasonNames) {
  int seen = 0;
  for (const char* game : {"andantino", "hex"}) {
    const auto& puzzles = house_.puzzles.of(game);
    for (std::size_t i = 0; i < puzzles.size() && seen < 60; i += 37) {
      const auto start = catalog::AnyPosition::from_text(game, puzzles[i].rules, puzzles[i].position);
      for (const std::string& move : start->legal_moves()) {
        const json::object reply = judged(game, puzzles[i].number, {move});
        if (reply.at("state") != "wrong" || !reply.contains("reason")) continue;
        const json::value& claim = reply.at("reason").at("claims").as_array()[0];
        if (!claim.at("before").as_array().empty() || claim.at("cells").as_array().empty()) continue;
        auto after = *start;
        ASSERT_TRUE(after.play(move));
        const auto legal = after.legal_moves();
        bool names_a_move = false;
        bool names_the_reply = false;
        for (const json::value& cell : claim.at("cells").as_array()) {
          names_a_move |= std::find(legal.begin(), legal.end(), std::string(cell.as_string())) != legal.end();
          names_the_reply |= cell == reply.at("reply").as_array()[0];
        }
        seen += names_a_move ? 1 : 0;
        EXPECT_TRUE(!names_a_move || names_the_reply)
            << game << " " << puzzles[i].number << " " << move << " " << reply;
      }
    }
  }
  EXPECT_GT(seen, 5);
}

TEST_F(CoachTest, PuzzlesRefuseWhatIsNoTry) {
  for (const char* body :
       {R"({"game":"andantino","number":1,"moves":[]})", R"({"game":"andantino","number":1,"moves":["A1"]})",
        R"({"game":"andantino","number":0,"moves":["A1"]})", R"({"game":"andantino","moves":["A1"]})"}) {
    const auto response = house_.request("POST", "/api/v1/puzzle", body);
    EXPECT_EQ(response.status, 400) << body << response.body;
  }
  EXPECT_EQ(house_.request("POST", "/api/v1/puzzle", R"({"game":"andantino","number":9999,"moves":["A1"]})").status,
            404);
  EXPECT_EQ(house_.request("POST", "/api/v1/puzzle", R"({"game":"chess","number":1,"moves":["A1"]})").status, 404);
}

}  // namespace
}  // namespace partita::server_test
