#include "base/random.h"
#include "catalog/solver.h"
#include "kit/program.h"
#include "record/replay.h"
#include "server/house.h"
#include "server/review_job.h"
#include "study/proof_store.h"

namespace partita::server_test {

class AnalysisTest : public testing::Test {
 protected:
  json::object order(const char* engine, json::object more = {}) {
    json::object message{{"type", "analyse"}, {"game", "omega"}, {"rules", {{"side", "3"}}}, {"engine", engine}};
    for (const auto& [key, value] : more) message[key] = value;
    return message;
  }

  TemporaryFolder folder_;
  House house_{folder_.path(), {1, 2}};
};

TEST_F(AnalysisTest, ShowsAFreePositionWithItsLegalMoves) {
  FakePage page(house_);
  const json::object shown = page.ask(order("quick", {{"moves", {"W:C3", "B:A1"}}, {"running", false}}));
  EXPECT_EQ(type_of(shown), "analysis");
  EXPECT_EQ(shown.at("moves").as_array().size(), 2U);
  EXPECT_EQ(shown.at("position").at("legal").as_array().size(), 34U);
  house_.loop.run_for(20);
  EXPECT_EQ(page.count("lines"), 0);
}

TEST_F(AnalysisTest, TellsALayoutOnceForAllStepsOnOneBoard) {
  FakePage page(house_);
  const auto step = [&](const char* game, const char* side, json::array moves) {
    return page.ask(
        {{"type", "analyse"}, {"game", game}, {"rules", {{"side", side}}}, {"moves", moves}, {"running", false}});
  };
  EXPECT_TRUE(step("omega", "3", {}).contains("layout"));
  const json::object next = step("omega", "3", {"W:C3", "B:A1"});
  EXPECT_FALSE(next.contains("layout"));
  EXPECT_FITS("AnalysisPosition", next);
  EXPECT_TRUE(step("omega", "4", {}).contains("layout")) << "another board";
  EXPECT_TRUE(step("andantino", "4", {}).contains("layout")) << "the same cells, other pieces";
  EXPECT_TRUE(step("omega", "4", {}).contains("layout")) << "only the last one is known";
  FakePage other(house_);
  EXPECT_TRUE(other.ask(order("quick", {{"running", false}})).contains("layout")) << "to each socket";
}

TEST_F(AnalysisTest, StreamsLinesUntilStopped) {
  FakePage page(house_);
  page.ask(order("slow", {{"lines", 3}}));
  ASSERT_TRUE(house_.loop.run_until([&] { return page.count("lines") >= 3; }));
  const json::object lines = page.last("lines");
  ASSERT_EQ(lines.at("lines").as_array().size(), 3U);
  EXPECT_EQ(lines.at("request").as_int64(), 1);
  EXPECT_EQ(lines.at("lines").as_array()[0].at("pv").as_array().size(), 1U) << "what cannot be played is cut off";
  page.ask({{"type", "stop_analysis"}});
  const int sent = page.count("lines");
  house_.loop.run_for(150);
  EXPECT_EQ(page.count("lines"), sent);
  EXPECT_TRUE(house_.loop.run_until([&] { return house_.metrics.searches_running == 0; }));
}

TEST_F(AnalysisTest, LinesComeAtMostTenTimesASecond) {
  FakePage page(house_);
  page.ask(order("slow"));
  house_.loop.run_for(450);
  EXPECT_GE(page.count("lines"), 2);
  EXPECT_LE(page.count("lines"), 6);
}

TEST_F(AnalysisTest, ANewOrderReplacesTheOld) {
  FakePage page(house_);
  page.ask(order("slow"));
  ASSERT_TRUE(house_.loop.run_until([&] { return page.count("lines") >= 1; }));
  page.ask(order("slow", {{"moves", {"W:C3"}}}));
  ASSERT_TRUE(house_.loop.run_until([&] {
    const json::object lines = page.last("lines");
    return !lines.empty() && lines.at("request").as_int64() == 2;
  }));
  EXPECT_EQ(page.last("lines").at("ply").as_int64(), 1);
}

TEST_F(AnalysisTest, ASearchEndsWhenNobodyListens) {
  {
    FakePage page(house_);
    page.ask(order("slow"));
    ASSERT_TRUE(house_.loop.run_until([&] { return house_.metrics.searches_running == 1; }));
  }
  EXPECT_TRUE(house_.loop.run_until([&] { return house_.metrics.searches_running == 0; }));
}

TEST_F(AnalysisTest, AGameMoveTakesTheThreadFromAnAnalysis) {
  FakePage analyst(house_);
  analyst.ask(order("slow"));
  ASSERT_TRUE(house_.loop.run_until([&] { return analyst.count("lines") >= 1; }));
  // Long enough to leave the quick lane, where it would be beside the analysis.
  const json::object created = house_.create({human(), engine("slow", 900)});
  FakePage player(house_);
  player.watch(id_of(created), {token_of(created, 0)});
  player.play_first(id_of(created));
  player.play_first(id_of(created));
  ASSERT_TRUE(house_.loop.run_until([&] { return player.position().at("ply").as_int64() >= 3; }));
  EXPECT_GE(house_.metrics.searches_preempted.load(), 1U);
  const int before = analyst.count("lines");
  EXPECT_TRUE(house_.loop.run_until([&] { return analyst.count("lines") > before + 2; })) << "and goes on afterwards";
}

TEST_F(AnalysisTest, BadOrdersAreNamed) {
  FakePage page(house_);
  EXPECT_EQ(code_of(page.ask(order("unheard-of"))), "bad-request");
  EXPECT_EQ(code_of(page.ask(order("quick", {{"moves", {"W:C3", "W:C3"}}}))), "bad-request");
  const json::object refused = page.ask(order("quick,threads=50"));
  EXPECT_NE(std::string(refused.at("message").as_string()).find("threads"), std::string::npos);
}

TEST_F(AnalysisTest, AReviewJudgesEveryMove) {
  FakePage page(house_);
  // The fake engine thinks that the first legal move has all and the second 0.8; anything else shows in the share
  // after.
  page.ask({{"type", "ping"}});
  page.say(json::object{{"type", "review"},
                        {"request", 7},
                        {"game", "omega"},
                        {"rules", {{"side", "3"}}},
                        {"engine", "quick"},
                        {"moves", {"W:A1", "B:C3", "W:B1"}}});
  ASSERT_TRUE(house_.loop.run_until([&] { return page.count("review_done") == 1; }));
  EXPECT_EQ(page.count("reviewed"), 3);
  const json::object done = page.last("review_done");
  EXPECT_EQ(done.at("request").as_int64(), 7);
  EXPECT_EQ(done.at("stopped"), false);
  EXPECT_EQ(done.at("accuracy").as_array().size(), 2U);
}

TEST_F(AnalysisTest, AReviewMayBeginInTheMiddle) {
  FakePage page(house_);
  json::object order{{"type", "review"},
                     {"game", "omega"},
                     {"rules", {{"side", "3"}}},
                     {"engine", "quick"},
                     {"moves", {"W:A1", "B:C3", "W:B1"}},
                     {"from", 2}};
  EXPECT_FITS("ClientMessage", json::value(order));
  page.say(order);
  ASSERT_TRUE(house_.loop.run_until([&] { return page.count("review_done") == 1; }));
  EXPECT_EQ(page.count("reviewed"), 1);
  EXPECT_EQ(page.last("reviewed").at("ply"), 2);
  EXPECT_EQ(page.last("reviewed").at("total"), 3);
  EXPECT_EQ(page.last("reviewed").at("move"), "W:B1");
  EXPECT_EQ(page.last("reviewed").at("seat"), 1);
  order["from"] = 4;
  EXPECT_EQ(code_of(page.ask(order)), "bad-request");
}

TEST_F(AnalysisTest, AMarkedMoveIsToldWithItsReason) {
  FakePage page(house_);
  page.say(json::object{{"type", "review"},
                        {"game", "omega"},
                        {"rules", {{"side", "3"}}},
                        {"engine", "quick"},
                        {"moves", {"W:A1", "B:C3"}}});
  ASSERT_TRUE(house_.loop.run_until([&] { return page.count("review_done") == 1; }));
  // Every position is won for its mover, the fake engine thinks: who ends his turn has lost all.
  const json::object marked = page.last("reviewed");
  ASSERT_NE(marked.at("mark"), "");
  const json::object& text = marked.at("reason").at("text").as_object();
  EXPECT_FALSE(text.at("en").as_string().empty());
  EXPECT_FALSE(text.at("it").as_string().empty());
  EXPECT_TRUE(marked.at("reason").at("claims").is_array());
}

TEST_F(AnalysisTest, AReviewOfAFinishedGameKnowsItsEnd) {
  const json::object created = house_.create({human(), human()});
  const std::string id = id_of(created);
  FakePage page(house_);
  page.watch(id, {token_of(created, 0), token_of(created, 1)});
  while (page.position().at("ending").is_null()) ASSERT_EQ(type_of(page.play_first(id)), "done");
  page.say(json::object{{"type", "review"}, {"game_id", id}, {"engine", "quick"}});
  ASSERT_TRUE(house_.loop.run_until([&] { return page.count("review_done") == 1; }));
  EXPECT_EQ(page.count("reviewed"), 16);
  const double winner = page.last("reviewed").at("after").as_array()[0].to_number<double>();
  EXPECT_TRUE(winner == 0.0 || winner == 1.0);
}

TEST_F(AnalysisTest, AReviewStops) {
  FakePage page(house_);
  page.say(json::object{{"type", "review"},
                        {"game", "omega"},
                        {"rules", {{"side", "3"}}},
                        {"engine", "slow"},
                        {"limits", {{"movetime_ms", 5'000}}},
                        {"moves", {"W:A1", "B:C3"}}});
  ASSERT_TRUE(house_.loop.run_until([&] { return house_.metrics.searches_running == 1; }));
  page.ask({{"type", "stop_review"}});
  EXPECT_EQ(page.last("review_done").at("stopped"), true);
  EXPECT_TRUE(house_.loop.run_until([&] { return house_.metrics.searches_running == 0; }));
}

class ReviewTest : public AnalysisTest {
 protected:
  /// All that is told of a review, in order.
  json::array review(json::object order) {
    FakePage page(house_);
    order["type"] = "review";
    page.say(order);
    EXPECT_TRUE(house_.loop.run_until([&] { return page.count("review_done") == 1; }));
    json::array told;
    for (const json::object& message : page.received) {
      if (type_of(message) == "reviewed" || type_of(message) == "review_done") told.push_back(message);
    }
    return told;
  }
  json::array review_of(const char* side, const std::vector<std::string>& moves) {
    return review(
        {{"game", "andantino"}, {"rules", {{"side", side}}}, {"engine", "quick"}, {"moves", json::value_from(moves)}});
  }
};

TEST_F(ReviewTest, MovesThatAreImagesOfEachOtherAreWorthTheSame) {
  const auto first = catalog::AnyPosition::initial("andantino", {{"side", "5"}})->legal_moves();
  ASSERT_EQ(first.size(), 6U);
  for (const std::string& move : first) {
    const json::object told = review_of("5", {move})[0].as_object();
    EXPECT_EQ(told.at("loss").to_number<double>(), 0.0) << move;
    EXPECT_NE(told.at("mark"), "??") << move;
    EXPECT_EQ(told.at("after"), review_of("5", {first[0]})[0].at("after")) << move;
  }
}

// Two games that are images of each other are reviewed alike, move by move.
TEST_F(ReviewTest, AnImageOfAGameGetsItsReview) {
  const auto start = catalog::AnyPosition::initial("andantino", {{"side", "5"}});
  catalog::AnyPosition one = *start;
  catalog::AnyPosition other = *start;
  const auto first = start->legal_moves();
  std::vector<std::string> moves = {first.front()};
  std::vector<std::string> images = {first.back()};
  ASSERT_TRUE(one.play(moves[0]).ok() && other.play(images[0]).ok());
  for (int ply = 1; ply < 7; ++ply) {
    const auto legal = one.legal_moves();
    moves.push_back(legal[legal.size() / 2]);
    ASSERT_TRUE(one.play(moves.back()).ok());
    for (const std::string& candidate : other.legal_moves()) {
      catalog::AnyPosition after = other;
      if (!after.play(candidate).ok() || catalog::canonical_text(after) != catalog::canonical_text(one)) continue;
      images.push_back(candidate);
      other = after;
      break;
    }
    ASSERT_EQ(images.size(), moves.size());
  }
  const json::array a = review_of("5", moves);
  const json::array b = review_of("5", images);
  ASSERT_EQ(a.size(), b.size());
  for (std::size_t i = 0; i + 1 < a.size(); ++i) {
    for (const char* field : {"before", "after", "loss", "mark"})
      EXPECT_EQ(a[i].at(field), b[i].at(field)) << i << " " << field;
  }
  EXPECT_EQ(a.back(), b.back());
}

TEST_F(ReviewTest, WhoIsProvenLostIsJudgedByHowLongHeHoldsOut) {
  auto position = catalog::AnyPosition::initial("andantino", {});
  std::vector<std::string> moves;
  base::Random random(3);
  while (!position->is_over()) {
    const auto known = study::shipped_proofs().ask(*position);
    ASSERT_TRUE(known.has_value());
    const auto legal = position->legal_moves();
    moves.push_back(position->to_move() == 1 ? known->moves.front().move
                                             : legal[random.below(static_cast<std::uint32_t>(legal.size()))]);
    ASSERT_TRUE(position->play(moves.back()).ok());
  }
  const json::array told = review_of("10", moves);
  ASSERT_EQ(told.size(), moves.size() + 1);
  int given_away = 0;
  for (std::size_t i = 0; i < moves.size(); ++i) {
    const json::object move = told[i].as_object();
    EXPECT_EQ(move.at("loss").to_number<double>(), 0.0) << i;
    EXPECT_EQ(move.at("proven").at("winner").as_int64(), 1);
    if (i % 2 == 1) {
      EXPECT_EQ(move.at("mark"), "") << "Black follows the strategy";
      EXPECT_FALSE(move.contains("resistance"));
      continue;
    }
    const json::object& resistance = move.at("resistance").as_object();
    EXPECT_LE(resistance.at("kept").as_int64(), resistance.at("best").as_int64());
    EXPECT_NE(move.at("mark"), "??") << "there is nothing left to blunder";
    given_away += resistance.at("kept").as_int64() < resistance.at("best").as_int64() ? 1 : 0;
  }
  EXPECT_GT(given_away, 0) << "whoever plays at random loses sooner";
  const json::object done = told.back().as_object();
  EXPECT_TRUE(done.at("accuracy").as_array()[0].is_null()) << "White had nothing to be accurate about";
  EXPECT_NEAR(done.at("accuracy").as_array()[1].to_number<double>(), 100.0, 0.01);
  EXPECT_LT(done.at("resistance").as_array()[0].to_number<double>(), 100.0);
  EXPECT_TRUE(done.at("resistance").as_array()[1].is_null());
  EXPECT_EQ(house_.counts.searches, 0) << "everything was known";
}

TEST_F(ReviewTest, OfAStoredGameIsKeptWithItsParameters) {
  const json::object created = house_.create({human(), human()});
  const std::string id = id_of(created);
  {
    FakePage page(house_);
    page.watch(id, {token_of(created, 0), token_of(created, 1)});
    for (int i = 0; i < 4; ++i) page.play_first(id);
  }
  const json::array first = review({{"game_id", id}, {"engine", "quick"}});
  EXPECT_EQ(first.back().at("parameters").at("engine"), "quick");
  EXPECT_EQ(first.back().at("parameters").at("limits").at("nodes").as_int64(),
            static_cast<std::int64_t>(study::kReviewNodes));
  const int searches = house_.counts.searches;
  EXPECT_GT(searches, 0);
  for (int i = 0; i < 3; ++i) EXPECT_EQ(review({{"game_id", id}, {"engine", "quick"}}), first);
  EXPECT_EQ(house_.counts.searches, searches) << "told from the store";
  review({{"game_id", id}, {"engine", "quick"}, {"limits", {{"nodes", 7}}}});
  EXPECT_GT(house_.counts.searches, searches) << "other parameters are another review";
}

std::string percent_of(double share) {
  char text[16];
  std::snprintf(text, sizeof text, "%.1f", 100 * share);
  return text;
}

std::string chance_of(double share) {
  if (share <= 0) return "lost";
  return share >= 1 ? "won" : percent_of(share);
}

// One review: what the page shows of a game is what the command prints of it.
TEST_F(AnalysisTest, TheCommandsReviewIsTheServers) {
  const TemporaryFolder own;
  House real(own.path(), {1}, 60'000, server::EngineSource{});
  auto position = catalog::AnyPosition::initial("andantino", {{"side", "5"}}).value();
  base::Random random(11);
  while (position.moves().size() < 14 && !position.is_over()) {
    const auto legal = position.legal_moves();
    ASSERT_TRUE(position.play(legal[random.below(static_cast<std::uint32_t>(legal.size()))]));
  }
  FakePage page(real);
  page.say(json::object{{"type", "review"},
                        {"game", "andantino"},
                        {"rules", {{"side", "5"}}},
                        {"engine", "partita,hash_mb=4"},
                        {"limits", {{"nodes", 2000}}},
                        {"moves", json::value_from(position.moves())}});
  ASSERT_TRUE(real.loop.run_until([&] { return page.count("review_done") == 1; }));
  const std::string file = kit::write_scratch("reviewed.record", record::write_record(record::make_record(position)));
  const auto run = kit::run_program("analyze " + file + " --nodes 2000 --preset partita,hash_mb=4");
  fs::remove(file);
  ASSERT_EQ(run.exit_code, 0) << run.err;
  int rows = 0;
  int marks = 0;
  for (const json::object& told : page.received) {
    if (type_of(told) != "reviewed") continue;
    const auto seat = static_cast<std::size_t>(told.at("seat").as_int64());
    const std::string mark(told.at("mark").as_string());
    marks += mark.empty() ? 0 : 1;
    char row[128];
    const std::string loss = told.contains("leaves_proof") ? "open" : percent_of(told.at("loss").to_number<double>());
    std::snprintf(row, sizeof row, "%4d  %-10.10s %-14.14s %-2s  %5s -> %5s  %5s", ++rows,
                  position.seat_name(static_cast<catalog::Seat>(seat)).c_str(), told.at("move").as_string().c_str(),
                  mark.c_str(), chance_of(told.at("before").as_array()[seat].to_number<double>()).c_str(),
                  chance_of(told.at("after").as_array()[seat].to_number<double>()).c_str(), loss.c_str());
    EXPECT_NE(run.out.find(row), std::string::npos) << row << "\n" << run.out;
  }
  EXPECT_EQ(rows, static_cast<int>(position.moves().size()));
  EXPECT_GT(marks, 0) << "random moves are no good ones";
}

TEST_F(AnalysisTest, MalformedMessagesAreAnsweredAndChangeNothing) {
  FakePage page(house_);
  const char* messages[] = {"",
                            "{",
                            "[]",
                            "7",
                            "null",
                            "\"watch\"",
                            "{}",
                            R"({"type":7})",
                            R"({"type":"fly"})",
                            R"({"type":"watch"})",
                            R"({"type":"watch","game_id":7})",
                            R"({"type":"ping","extra":1})",
                            R"({"type":"play","game_id":"x","ply":-1,"move":"a"})",
                            R"({"type":"ping","request":1.5})",
                            R"({"type":"analyse","game":"omega","rules":[]})",
                            R"({"type":"analyse","game":"chess"})",
                            R"({"type":"analyse","game":"omega","start":"\u0000"})",
                            R"({"type":"review"})",
                            R"({"type":"watch","game_id":"aaaaaaaaaaaa","tokens":[1]})",
                            "\xff\xfe",
                            R"({"type":"watch","game_id":"../../../etc"})"};
  for (const char* message : messages) {
    const int before = page.count("error");
    page.session->receive(message);
    EXPECT_TRUE(house_.loop.run_until([&] { return page.count("error") == before + 1; })) << message;
  }
  EXPECT_EQ(type_of(page.ask({{"type", "ping"}})), "done");
}

TEST_F(AnalysisTest, AFloodOfMessagesIsRefusedAndThenCutOff) {
  FakePage page(house_);
  for (int i = 0; i < 600; ++i) page.session->receive(R"({"type":"ping"})");
  EXPECT_EQ(page.last("error").at("code"), "too-many");
  EXPECT_FALSE(page.closed.empty());
}

}  // namespace partita::server_test
