#include "server/table.h"

#include <future>

#include "server/house.h"
#include "server/secrets.h"

namespace partita::server_test {

class TableTest : public testing::Test {
 protected:
  TemporaryFolder folder_;
  std::unique_ptr<House> house_ = std::make_unique<House>(folder_.path());
};

TEST_F(TableTest, TwoPeoplePlayAWholeGame) {
  const json::object created = house_->create({human(), human()});
  const std::string id = id_of(created);
  FakePage white(*house_);
  FakePage black(*house_);
  EXPECT_EQ(type_of(white.watch(id, {token_of(created, 0)})), "done");
  EXPECT_TRUE(white.last("state").contains("layout"));
  EXPECT_EQ(type_of(black.watch(id, {token_of(created, 1)})), "done");
  int plies = 0;
  while (white.position().at("ending").is_null()) {
    FakePage& mover = white.position().at("mover").as_int64() == 0 ? white : black;
    FakePage& other = &mover == &white ? black : white;
    EXPECT_TRUE(other.position().at("legal").as_array().empty());
    ASSERT_EQ(type_of(mover.play_first(id)), "done");
    ++plies;
    ASSERT_LT(plies, 100);
  }
  EXPECT_EQ(plies, 16);  // side 3: 19 cells, rounds of four stones
  EXPECT_EQ(white.position().at("ending").at("reason"), "score");
  EXPECT_FALSE(white.last("state").contains("layout"));
  EXPECT_EQ(white.last("state").at("moves_from").as_int64(), 15);
  const json::value record = house_->get("/api/v1/games/" + id);
  EXPECT_FITS("GameRecord", record);
  EXPECT_EQ(record.at("moves").as_array().size(), 16U);
  EXPECT_EQ(code_of(white.play(id, 16, "W:A1")), "game-over");
}

TEST_F(TableTest, AnEnginesThoughtIsToldWithItsMoveAndKept) {
  const json::object created = house_->create({human(), engine("slow", 250)});
  const std::string id = id_of(created);
  const auto told = [&] {
    FakePage page(*house_);
    page.watch(id, {token_of(created, 0)});
    if (page.position().at("ply").as_int64() == 0) {
      page.play_first(id);
      page.play_first(id);
    }
    EXPECT_TRUE(house_->loop.run_until([&] { return page.position().at("ply").as_int64() == 4; }));
    page.watch(id, {token_of(created, 0)});
    return page.last("state").at("moves").as_array();
  };
  const json::array moves = told();
  ASSERT_EQ(moves.size(), 4U);
  EXPECT_FALSE(moves[1].as_object().contains("thought"));
  const json::object thought = moves[2].at("thought").as_object();
  EXPECT_EQ(thought.at("legal").as_int64(), 34);
  EXPECT_EQ(thought.at("turns_left").as_int64(), 7);
  const json::array depths = thought.at("depths").as_array();
  ASSERT_GE(depths.size(), 2U);
  for (std::size_t i = 0; i < depths.size(); ++i)
    EXPECT_EQ(depths[i].at("depth").as_int64(), static_cast<std::int64_t>(i) + 1);
  EXPECT_TRUE(moves[2].as_object().contains("score"));
  house_.reset();
  house_ = std::make_unique<House>(folder_.path());
  EXPECT_EQ(told(), moves) << "as it was after the server has been away";
}

TEST_F(TableTest, OnlyTheSeatsOwnerMoves) {
  const json::object created = house_->create({human(), human()});
  const std::string id = id_of(created);
  FakePage thief(*house_);
  thief.watch(id, {"0123456789abcdef0123456789abcdef"});
  EXPECT_TRUE(thief.last("state").at("can").as_array().empty());
  EXPECT_EQ(code_of(thief.play(id, 0, "W:A1")), "forbidden");
  for (const char* command : {"undo", "hint", "resign", "draw", "rematch", "swap"}) {
    EXPECT_EQ(code_of(thief.command(command, id)), "forbidden") << command;
  }
  FakePage black(*house_);
  black.watch(id, {token_of(created, 1)});
  EXPECT_EQ(code_of(black.play(id, 0, "W:A1")), "not-your-turn");
  FakePage stranger(*house_);
  EXPECT_EQ(code_of(stranger.play(id, 0, "W:A1")), "not-allowed");
}

TEST_F(TableTest, RefusesIllegalLateAndRepeatedMoves) {
  const json::object created = house_->create({human(), human()});
  const std::string id = id_of(created);
  FakePage page(*house_);
  page.watch(id, {token_of(created, 0), token_of(created, 1)});
  EXPECT_EQ(code_of(page.play(id, 0, "W:Z99")), "illegal-move");
  EXPECT_EQ(code_of(page.play(id, 3, "W:A1")), "out-of-date");
  EXPECT_EQ(type_of(page.play(id, 0, "W:A1")), "done");
  EXPECT_EQ(type_of(page.play(id, 0, "W:A1")), "done") << "the same move again is acknowledged, not played";
  EXPECT_EQ(code_of(page.play(id, 0, "B:B1")), "out-of-date");
  EXPECT_EQ(page.position().at("ply").as_int64(), 1);
}

// A move that is being written may still be refused: whoever saw it would have seen what never was.
TEST_F(TableTest, AMoveIsShownToNobodyBeforeItIsWritten) {
  const json::object game = house_->create({human(), human()});
  FakePage page(*house_);
  page.watch(id_of(game), {token_of(game, 0), token_of(game, 1)});
  const auto moves = [&] { return house_->get("/api/v1/games/" + id_of(game)).at("moves").as_array().size(); };
  std::promise<void> may_go_on;
  house_->store.post([gate = may_go_on.get_future().share()](store::Store&) { gate.wait(); },
                     [](const std::string&) {});
  const std::string move(page.position().at("legal").as_array()[0].at("move").as_string());
  page.say(json::object{{"type", "play"}, {"request", 99}, {"game_id", id_of(game)}, {"ply", 0}, {"move", move}});
  EXPECT_EQ(moves(), 0U) << "read while the move waits for the store";
  may_go_on.set_value();
  ASSERT_TRUE(house_->loop.run_until([&] { return page.last("state").at("position").at("ply").as_int64() == 1; }));
  EXPECT_EQ(moves(), 1U);
}

TEST_F(TableTest, EveryAcknowledgedMoveSurvivesARestart) {
  const json::object created = house_->create({human(), human()});
  const std::string id = id_of(created);
  const std::vector<std::string> tokens = {token_of(created, 0), token_of(created, 1)};
  std::string text;
  {
    FakePage page(*house_);
    page.watch(id, tokens);
    for (int i = 0; i < 7; ++i) ASSERT_EQ(type_of(page.play_first(id)), "done");
    text = std::string(page.position().at("text").as_string());
  }
  house_.reset();
  house_ = std::make_unique<House>(folder_.path());
  FakePage page(*house_);
  EXPECT_EQ(type_of(page.watch(id, tokens)), "done");
  EXPECT_EQ(page.position().at("text").as_string(), text);
  EXPECT_EQ(page.last("state").at("moves").as_array().size(), 7U);
  EXPECT_EQ(type_of(page.play_first(id)), "done");
}

TEST_F(TableTest, TheEngineAnswersAndItsOpinionIsKept) {
  const json::object created = house_->create({human(), engine("quick")});
  const std::string id = id_of(created);
  FakePage page(*house_);
  page.watch(id, {token_of(created, 0)});
  page.play_first(id);
  page.play_first(id);
  ASSERT_TRUE(house_->loop.run_until([&] { return page.position().at("ply").as_int64() == 4; }));
  const json::value record = house_->get("/api/v1/games/" + id);
  EXPECT_EQ(record.at("moves").as_array().size(), 4U);
  FakePage again(*house_);
  again.watch(id);
  EXPECT_TRUE(again.last("state").at("moves").as_array()[3].as_object().contains("score"));
}

TEST_F(TableTest, UndoTakesBackAWholeTurnAndCancelsTheThinkingEngine) {
  const json::object created = house_->create({human(), engine("slow", 60'000)});
  const std::string id = id_of(created);
  FakePage page(*house_);
  page.watch(id, {token_of(created, 0)});
  page.play_first(id);
  page.play_first(id);
  ASSERT_TRUE(house_->loop.run_until([&] { return house_->counts.searches.load() == 1; }));
  EXPECT_EQ(page.last("state").at("thinking").as_int64(), 1);
  EXPECT_EQ(type_of(page.command("undo", id)), "done");
  EXPECT_EQ(page.position().at("ply").as_int64(), 0);
  EXPECT_EQ(page.last("state").at("moves_from").as_int64(), 0);
  EXPECT_EQ(page.last("state").at("thinking").as_int64(), -1);
  ASSERT_TRUE(house_->loop.run_until([&] { return house_->counts.stopped.load() == 1; }));
  house_->loop.run_for(30);
  EXPECT_EQ(page.position().at("ply").as_int64(), 0) << "the cancelled search must not move";
  EXPECT_EQ(code_of(page.command("undo", id)), "not-allowed");
  EXPECT_TRUE(house_->get("/api/v1/games/" + id).at("moves").as_array().empty());
}

TEST_F(TableTest, UndoAmongPeopleIsAskedFor) {
  const json::object created = house_->create({human(), human()});
  const std::string id = id_of(created);
  FakePage white(*house_);
  FakePage black(*house_);
  white.watch(id, {token_of(created, 0)});
  black.watch(id, {token_of(created, 1)});
  white.play_first(id);
  EXPECT_EQ(type_of(white.command("undo", id)), "done");
  EXPECT_EQ(white.position().at("ply").as_int64(), 1);
  EXPECT_EQ(black.last("offer").at("offer"), "undo");
  EXPECT_EQ(type_of(black.ask({{"type", "answer"}, {"game_id", id}, {"offer", "undo"}, {"accept", false}})), "done");
  EXPECT_EQ(white.last("offer").at("open"), false);
  white.command("undo", id);
  EXPECT_EQ(code_of(white.ask({{"type", "answer"}, {"game_id", id}, {"offer", "undo"}, {"accept", true}})),
            "not-allowed");
  black.ask({{"type", "answer"}, {"game_id", id}, {"offer", "undo"}, {"accept", true}});
  EXPECT_EQ(white.position().at("ply").as_int64(), 0);
}

TEST_F(TableTest, ResignationDrawAndRematchWithSwappedSeats) {
  const json::object created = house_->create({human(), human()});
  const std::string id = id_of(created);
  FakePage white(*house_);
  FakePage black(*house_);
  white.watch(id, {token_of(created, 0)});
  black.watch(id, {token_of(created, 1)});
  EXPECT_EQ(code_of(white.command("rematch", id)), "not-allowed");
  white.command("draw", id);
  EXPECT_EQ(black.last("offer").at("offer"), "draw");
  black.ask({{"type", "answer"}, {"game_id", id}, {"offer", "draw"}, {"accept", false}});
  EXPECT_EQ(type_of(black.command("resign", id)), "done");
  EXPECT_EQ(white.position().at("ending").at("winner").as_int64(), 0);
  EXPECT_EQ(white.position().at("ending").at("reason"), "resignation");
  white.command("rematch", id);
  EXPECT_EQ(white.count("rematch"), 0);
  black.command("rematch", id);  // both ask: agreed
  ASSERT_TRUE(house_->loop.run_until([&] { return white.count("rematch") == 1 && black.count("rematch") == 1; }));
  const json::object grant = white.last("rematch");
  ASSERT_EQ(grant.at("seats").as_array().size(), 1U);
  EXPECT_EQ(grant.at("seats").as_array()[0].at("seat").as_int64(), 1);
  const std::string next(grant.at("rematch_id").as_string());
  EXPECT_EQ(type_of(white.watch(next, {std::string(grant.at("seats").as_array()[0].at("token").as_string())})), "done");
  EXPECT_EQ(white.last("state").at("seats").as_array()[1].at("yours"), true);
  // Whoever was away learns of the rematch when he comes back with his old token.
  FakePage late(*house_);
  late.watch(id, {token_of(created, 1)});
  EXPECT_TRUE(house_->loop.run_until([&] { return late.count("rematch") == 1; }));
}

TEST_F(TableTest, ADrawByAgreementSharesThePoint) {
  const json::object created = house_->create({human(), human()});
  const std::string id = id_of(created);
  FakePage both(*house_);
  both.watch(id, {token_of(created, 0), token_of(created, 1)});
  EXPECT_EQ(type_of(both.command("draw", id)), "done");
  EXPECT_EQ(both.position().at("ending").at("payoff"), (json::array{6, 6}));
}

TEST_F(TableTest, AFriendJoinsByLinkOnce) {
  const json::object created = house_->create({human(), {{"kind", "friend"}}});
  const std::string id = id_of(created);
  const std::string invite(created.at("seats").as_array()[1].at("invite").as_string());
  EXPECT_FALSE(created.at("seats").as_array()[1].as_object().contains("token"));
  FakePage white(*house_);
  white.watch(id, {token_of(created, 0)});
  EXPECT_EQ(white.last("state").at("waiting"), true);
  EXPECT_EQ(code_of(white.play(id, 0, "W:A1")), "not-allowed");
  const json::value joined = house_->post("/api/v1/games/" + id + "/join", {{"invite", invite}, {"name", "Eva"}});
  EXPECT_FITS("JoinedGame", joined);
  EXPECT_EQ(white.last("state").at("waiting"), false);
  EXPECT_EQ(white.last("state").at("seats").as_array()[1].at("name"), "Eva");
  const json::value stolen = house_->post("/api/v1/games/" + id + "/join", {{"invite", invite}});
  EXPECT_EQ(stolen.at("error").at("code"), "forbidden");
  FakePage thief(*house_);
  thief.watch(id, {invite});
  EXPECT_EQ(code_of(thief.play(id, 0, "W:A1")), "forbidden") << "an invite is not a token";
  EXPECT_EQ(type_of(white.play(id, 0, "W:A1")), "done");
}

TEST_F(TableTest, ClocksRunFallAndAreKept) {
  const json::object created =
      house_->create({human(), human()}, {{"clock", {{"initial_ms", 60'000}, {"increment_ms", 2'000}}}});
  const std::string id = id_of(created);
  const std::vector<std::string> tokens = {token_of(created, 0), token_of(created, 1)};
  FakePage page(*house_);
  page.watch(id, tokens);
  EXPECT_EQ(page.last("state").at("clocks").at("running").as_int64(), -1);
  page.play_first(id);
  EXPECT_EQ(page.last("state").at("clocks").at("running").as_int64(), -1) << "the first turn is not timed";
  page.play_first(id);
  EXPECT_EQ(page.last("state").at("clocks").at("running").as_int64(), 1);
  house_->loop.advance(10'000);
  page.play_first(id);
  EXPECT_NEAR(page.last("state").at("clocks").at("remaining_ms").as_array()[1].to_number<double>(), 50'000, 1'000);
  page.play_first(id);
  EXPECT_NEAR(page.last("state").at("clocks").at("remaining_ms").as_array()[1].to_number<double>(), 52'000, 1'000)
      << "increment";
  EXPECT_EQ(page.last("state").at("clocks").at("running").as_int64(), 0);
  house_->loop.advance(70'000);
  ASSERT_TRUE(house_->loop.run_until([&] { return !page.position().at("ending").is_null(); }));
  EXPECT_EQ(page.position().at("ending").at("reason"), "time");
  EXPECT_EQ(page.position().at("ending").at("winner").as_int64(), 1);
  EXPECT_EQ(code_of(page.play(id, 4, "W:C3")), "game-over");
}

TEST_F(TableTest, ClocksStandStillOverARestartUntilAPlayerIsBack) {
  const json::object created =
      house_->create({human(), human()}, {{"clock", {{"initial_ms", 60'000}, {"increment_ms", 0}}}});
  const std::string id = id_of(created);
  const std::vector<std::string> tokens = {token_of(created, 0), token_of(created, 1)};
  {
    FakePage page(*house_);
    page.watch(id, tokens);
    for (int i = 0; i < 3; ++i) page.play_first(id);
  }
  house_.reset();
  house_ = std::make_unique<House>(folder_.path());
  FakePage watcher(*house_);
  watcher.watch(id);
  EXPECT_EQ(watcher.last("state").at("clocks").at("running").as_int64(), -1);
  FakePage player(*house_);
  player.watch(id, {tokens[1]});
  EXPECT_EQ(player.last("state").at("clocks").at("running").as_int64(), 1);
}

TEST_F(TableTest, EnginesPlayEachOtherOnlyWhileSomebodyWatches) {
  const json::object created = house_->create({engine("quick"), engine("quick")});
  const std::string id = id_of(created);
  house_->loop.run_for(30);
  EXPECT_EQ(house_->counts.searches.load(), 0);
  {
    FakePage page(*house_);
    page.watch(id);
    ASSERT_TRUE(house_->loop.run_until([&] { return page.position().at("ply").as_int64() >= 3; }));
  }
  house_->loop.run_for(30);
  const int searches = house_->counts.searches.load();
  house_->loop.run_for(30);
  EXPECT_EQ(house_->counts.searches.load(), searches);
  FakePage page(*house_);
  page.watch(id);
  ASSERT_TRUE(house_->loop.run_until([&] { return !page.position().at("ending").is_null(); }));
}

TEST_F(TableTest, AnEngineThatFailsLosesAndTheServerGoesOn) {
  const json::object created = house_->create({engine("broken"), human()});
  const std::string id = id_of(created);
  FakePage page(*house_);
  page.watch(id, {token_of(created, 1)});
  ASSERT_TRUE(house_->loop.run_until([&] { return !page.position().at("ending").is_null(); }));
  EXPECT_EQ(page.position().at("ending").at("winner").as_int64(), 1);
}

TEST_F(TableTest, ThreePlayersPlay) {
  const json::object created = house_->create({human(), engine("quick"), engine("quick")});
  const std::string id = id_of(created);
  FakePage page(*house_);
  page.watch(id, {token_of(created, 0)});
  for (int i = 0; i < 3; ++i) ASSERT_EQ(type_of(page.play_first(id)), "done");
  ASSERT_TRUE(house_->loop.run_until([&] { return page.position().at("ply").as_int64() == 9; }));
  EXPECT_EQ(page.position().at("mover").as_int64(), 0);
  page.command("resign", id);
  EXPECT_EQ(page.position().at("ending").at("payoff"), (json::array{0, 6, 6}));
}

TEST_F(TableTest, TheSwapRuleExchangesTheSeatsOnce) {
  const json::object created = house_->create({human(), human()}, {{"swap_after", 2}});
  const std::string id = id_of(created);
  FakePage white(*house_);
  FakePage black(*house_);
  white.watch(id, {token_of(created, 0)});
  black.watch(id, {token_of(created, 1)});
  white.play_first(id);
  white.play_first(id);
  EXPECT_EQ(code_of(white.command("swap", id)), "not-your-turn");
  EXPECT_EQ(type_of(black.command("swap", id)), "done");
  EXPECT_EQ(white.last("state").at("seats").as_array()[1].at("yours"), true);
  EXPECT_EQ(code_of(black.play(id, 2, "B:C3")), "not-your-turn");
  EXPECT_EQ(type_of(white.play_first(id)), "done");
  EXPECT_EQ(code_of(white.command("swap", id)), "not-allowed");
}

TEST_F(TableTest, NoHintsAgainstAnotherPerson) {
  const json::object created = house_->create({human(), human()});
  const std::string id = id_of(created);
  FakePage white(*house_);
  white.watch(id, {token_of(created, 0)});
  EXPECT_EQ(code_of(white.command("hint", id)), "not-allowed");
  const json::object state = white.last("state");
  const json::array& can = state.at("can").as_array();
  EXPECT_EQ(std::count(can.begin(), can.end(), json::value("hint")), 0);
  // A turn has two stones.
  white.play_first(id);
  white.play_first(id);
  EXPECT_EQ(code_of(white.command("hint", id)), "not-your-turn");
}

TEST_F(TableTest, AHintIsAMoveForTheOneToMove) {
  const json::object created = house_->create({human(), human()});
  const std::string id = id_of(created);
  FakePage white(*house_);
  white.watch(id, {token_of(created, 0), token_of(created, 1)});
  const json::object hint = white.command("hint", id);
  EXPECT_EQ(type_of(hint), "hint");
  EXPECT_EQ(type_of(white.play(id, 0, std::string(hint.at("move").as_string()))), "done");
  // Who sits on both seats is always the one to move; who only watches never is.
  EXPECT_EQ(type_of(white.command("hint", id)), "hint");
  FakePage stranger(*house_);
  stranger.watch(id, {});
  EXPECT_EQ(code_of(stranger.command("hint", id)), "forbidden");
}

TEST(Secrets, AreLongDifferentAndComparedWhole) {
  EXPECT_EQ(server::random_secret().size(), 32U);
  EXPECT_NE(server::random_secret(), server::random_secret());
  EXPECT_TRUE(server::is_game_id(server::random_game_id()));
  EXPECT_FALSE(server::is_game_id("../../etc/pw"));
  EXPECT_TRUE(server::is_same_secret("abc", "abc"));
  EXPECT_FALSE(server::is_same_secret("abc", "abd"));
  EXPECT_FALSE(server::is_same_secret("", ""));
}

TEST_F(TableTest, WatchersHearOnlyOfChanges) {
  const json::object created = house_->create({human(), human()});
  const std::string id = id_of(created);
  FakePage player(*house_);
  player.watch(id, {token_of(created, 0)});
  const int before = player.count("state");
  FakePage stranger(*house_);
  for (int i = 0; i < 5; ++i) stranger.watch(id);
  EXPECT_EQ(stranger.count("state"), 5) << "whoever asks gets the whole state";
  stranger.command("unwatch", id);
  stranger.watch(id);
  stranger.leave();
  EXPECT_EQ(player.count("state"), before) << "strangers who come and go change nothing";
  FakePage opponent(*house_);
  opponent.watch(id, {token_of(created, 1)});
  EXPECT_EQ(player.count("state"), before + 1) << "the opponent is here";
  opponent.watch(id, {token_of(created, 1)});
  EXPECT_EQ(player.count("state"), before + 1) << "and still is";
  opponent.leave();
  EXPECT_EQ(player.count("state"), before + 2) << "and gone";
  EXPECT_FALSE(player.last("state").at("seats").as_array()[1].at("present").as_bool());
}

TEST_F(TableTest, NoClockLetsAnEngineThinkLongerThanTheBound) {
  const TemporaryFolder folder;
  House house(folder.path(), {2}, 200);
  const json::object created = house.create({human(), {{"kind", "engine"}, {"engine", "slow"}}},
                                            {{"clock", {{"initial_ms", 86'400'000}, {"increment_ms", 0}}}});
  FakePage player(house);
  player.watch(id_of(created), {token_of(created, 0)});
  player.play_first(id_of(created));
  player.play_first(id_of(created));
  EXPECT_TRUE(house.loop.run_until([&] { return player.position().at("ply").as_int64() >= 3; }));
}

TEST_F(TableTest, ASearchIsChargedToWhoIsThere) {
  const json::object created = house_->create({engine("slow", 60'000), engine("slow", 60'000)});
  const std::string id = id_of(created);
  auto first = std::make_unique<FakePage>(*house_);
  first->watch(id);
  FakePage second(*house_);
  second.watch(id);
  ASSERT_TRUE(house_->loop.run_until([&] { return house_->metrics.searches_running == 1; }));
  const std::uint64_t cancelled = house_->metrics.searches_cancelled;
  first.reset();
  EXPECT_TRUE(house_->loop.run_until([&] { return house_->metrics.searches_started == 2; }))
      << "the search goes on for the second";
  EXPECT_EQ(house_->metrics.searches_cancelled, cancelled + 1);
  second.leave();
  EXPECT_TRUE(house_->loop.run_until([&] { return house_->metrics.searches_running == 0; }));
}

}  // namespace partita::server_test
