#include "store/store.h"

#include <algorithm>
#include <sstream>

#include "catalog/any_position.h"
#include "store/archive.h"
#include "store/database_fixture.h"

namespace partita::store_test {

using namespace std::string_literals;
using store::EndingRow;
using store::GameRow;
using store::MoveRow;
using store::SeatKind;
using store::Store;

namespace {

/// A game of Omega on a small board with the first `plies` of its first legal moves.
GameRow sample_game(const std::string& id, int plies) {
  auto position = catalog::AnyPosition::initial("omega", {{"side", "3"}});
  EXPECT_TRUE(position.ok());
  GameRow game;
  game.id = id;
  game.game = "omega";
  game.rules = position->rules();
  game.start = position->start_text();
  game.seats.resize(2);
  game.seats[0].name = "Ada \"O'Hara\"; drop table games --";
  game.seats[0].token = "token-" + id;
  game.seats[0].clock = store::ClockRow{300'000, 2'000};
  game.seats[1].kind = SeatKind::kEngine;
  game.seats[1].engine = "partita,killers=off";
  game.seats[1].level = 3;
  game.seats[1].movetime_ms = 250;
  game.seats[1].nodes = 5'000'000'000;
  game.created_ms = 1'800'000'000'000;
  game.updated_ms = game.created_ms + 5;
  for (int i = 0; i < plies; ++i) {
    const auto moves = position->legal_moves();
    if (moves.empty()) break;
    game.moves.push_back({*position->play(moves.front()), 299'000 - i, i % 2 == 1 ? R"({"value":3})" : ""});
  }
  if (const auto ending = position->ending(); ending.over) {
    game.ending = EndingRow{ending.reason, {ending.payoff[0], ending.payoff[1]}};
  }
  return game;
}

std::string exported(Store& store) {
  std::ostringstream out;
  store::export_games(store, out, store::Secrets::kIncluded);
  return out.str();
}

}  // namespace

class StoreTest : public OnBothDatabases {};

TEST_P(StoreTest, GivesBackAGameExactlyAsItWasCreated) {
  const auto store = open();
  const GameRow game = sample_game("g1", 5);
  store->create_game(game);
  const auto loaded = store->load_game("g1");
  ASSERT_TRUE(loaded);
  EXPECT_EQ(*loaded, game);
  EXPECT_FALSE(store->load_game("g2"));
}

TEST_P(StoreTest, KeepsMovesOverAReopening) {
  GameRow game = sample_game("g1", 6);
  const auto moves = game.moves;
  game.moves.clear();
  {
    const auto store = open();
    store->create_game(game);
    for (int ply = 0; ply < 6; ++ply)
      store->append_move("g1", ply, moves[static_cast<std::size_t>(ply)], 1'800'000'000'100 + ply);
  }
  const auto loaded = open()->load_game("g1");
  ASSERT_TRUE(loaded);
  EXPECT_EQ(loaded->moves, moves);
  EXPECT_EQ(loaded->updated_ms, 1'800'000'000'105);
}

TEST_P(StoreTest, TheSameMoveTwiceIsOneMoveAndAnotherThereIsRefused) {
  const auto store = open();
  GameRow game = sample_game("g1", 0);
  store->create_game(game);
  store->append_move("g1", 0, {"W:A1", 5, ""}, 1);
  store->append_move("g1", 0, {"W:A1", 5, ""}, 2);
  EXPECT_THROW(store->append_move("g1", 0, {"W:B1", 5, ""}, 3), std::exception);
  EXPECT_EQ(store->load_game("g1")->moves.size(), 1U);
}

TEST_P(StoreTest, AMoveOfAnUnknownGameIsRefused) {
  const auto store = open();
  EXPECT_THROW(store->append_move("nobody", 0, {"W:A1", 5, ""}, 1), std::exception);
}

TEST_P(StoreTest, TakingBackForgetsTheMovesBehindAndTheEnding) {
  const auto store = open();
  GameRow game = sample_game("g1", 4);
  store->create_game(game);
  store->set_ending("g1", {"resignation", {0, 12}}, 7);
  EXPECT_EQ(store->load_game("g1")->ending, (EndingRow{"resignation", {0, 12}}));
  store->truncate_moves("g1", 2, 9);
  const auto loaded = store->load_game("g1");
  game.moves.resize(2);
  EXPECT_EQ(loaded->moves, game.moves);
  EXPECT_FALSE(loaded->ending);
  EXPECT_EQ(loaded->updated_ms, 9);
}

TEST_P(StoreTest, SeatsAndRematchChange) {
  const auto store = open();
  GameRow game = sample_game("g1", 1);
  store->create_game(game);
  std::swap(game.seats[0], game.seats[1]);
  game.seats[1].kind = SeatKind::kFriend;
  game.seats[1].invite = "abc";
  store->set_seats("g1", game.seats, true);
  store->set_rematch("g1", "g2");
  game.swapped = true;
  game.rematch_id = "g2";
  EXPECT_EQ(*store->load_game("g1"), game);
}

TEST_P(StoreTest, ARolledBackTransactionLeavesNothing) {
  const auto store = open();
  store->begin();
  store->create_game(sample_game("g1", 3));
  store->rollback();
  EXPECT_EQ(store->game_count(), 0);
  store->begin();
  store->create_game(sample_game("g2", 3));
  store->commit();
  EXPECT_EQ(store->game_count(), 1);
}

TEST_P(StoreTest, ListsNewestFirstInPagesAndByStatus) {
  const auto store = open();
  for (int i = 0; i < 25; ++i) {
    GameRow game = sample_game("g" + std::to_string(100 + i), i % 3);
    game.created_ms += i / 2;  // pairs share their time: the id decides
    if (i % 5 == 0) game.ending = EndingRow{"time", {0, 12}};
    store->create_game(game);
  }
  std::vector<std::string> ids;
  store::GameFilter filter;
  filter.limit = 10;
  for (;;) {
    const auto page = store->list_games(filter);
    if (page.empty()) break;
    for (const auto& brief : page) {
      ids.push_back(brief.row.id);
      EXPECT_EQ(brief.row.seats.size(), 2U);
    }
    filter.before = store::list_cursor(page.back().row);
  }
  ASSERT_EQ(ids.size(), 25U);
  EXPECT_TRUE(std::is_sorted(ids.rbegin(), ids.rend()));
  const auto count = [&](store::GameFilter::Status status, const char* game) {
    return store->list_games({status, game, "", 100}).size();
  };
  EXPECT_EQ(count(store::GameFilter::Status::kOver, ""), 5U);
  EXPECT_EQ(count(store::GameFilter::Status::kOpen, "omega"), 20U);
  EXPECT_EQ(count(store::GameFilter::Status::kAny, "tafl"), 0U);
  EXPECT_EQ(store->list_games({store::GameFilter::Status::kAny, "", "", 1}).front().plies, 24 % 3);
}

TEST_P(StoreTest, TextsThatLookLikeSqlStayTexts) {
  const auto store = open();
  const std::string nasty = "x'); delete from games; -- :id $1 ? \xC3\xA9 \\";
  GameRow game = sample_game("g1", 0);
  game.seats[0].name = nasty;
  game.start = nasty;
  store->create_game(game);
  EXPECT_EQ(*store->load_game("g1"), game);
  EXPECT_FALSE(store->load_game("g1' or '1'='1"));
  EXPECT_TRUE(store->list_games({store::GameFilter::Status::kAny, nasty, "", 10}).empty());
  EXPECT_EQ(store->game_count(), 1);
}

TEST_P(StoreTest, MigratesADatabaseOfTheFirstVersion) {
  {
    const auto old = open(1);
    const auto sql = raw();
    *sql << "insert into games (id, game, rules, start_text, created_ms, updated_ms, ending, payoff) values"
            " ('old1', 'omega', '{\"side\":\"3\"}', 'start', 17, 18, 'score', '12,0')";
    *sql << "insert into seats (game_id, seat, kind, name, engine, level, movetime_ms, depth, nodes, clock_ms,"
            " increment_ms, token, invite) values ('old1', 0, 'human', 'Eva', '', 0, 0, 0, 0, -1, 0, 'tok', '')";
    *sql << "insert into moves (game_id, ply, move, clock_ms) values ('old1', 0, 'W:A1', -1)";
  }
  const auto store = open();
  const auto game = store->load_game("old1");
  ASSERT_TRUE(game);
  EXPECT_EQ(game->rules, (base::OptionValues{{"side", "3"}}));
  EXPECT_EQ(game->ending, (EndingRow{"score", {12, 0}}));
  ASSERT_EQ(game->seats.size(), 1U);
  EXPECT_EQ(game->seats[0].token, "tok");
  ASSERT_EQ(game->moves.size(), 1U);
  EXPECT_EQ(game->moves[0], (MoveRow{"W:A1", -1, ""}));
  EXPECT_EQ(game->swap_after, 0);
  store->append_move("old1", 1, {"B:B1", -1, "{}"}, 20);
  EXPECT_EQ(store->load_game("old1")->moves[1].score, "{}");
}

TEST_P(StoreTest, RefusesADatabaseOfANewerProgram) {
  open();
  *raw() << "update partita_schema set version = 99";
  const auto refused = Store::open(url_);
  ASSERT_FALSE(refused.ok());
  EXPECT_NE(refused.error().find("schema 99"), std::string::npos) << refused.error();
}

TEST_P(StoreTest, ExportAndImportOfEverythingIsTheIdentity) {
  const auto store = open();
  store->begin();
  for (int i = 0; i < 210; ++i)
    store->create_game(sample_game("g" + std::to_string(1000 + i), i % 50 == 0 ? 18 : i % 4));
  store->commit();
  const std::string text = exported(*store);
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 210);
  auto other = Store::open((folder_.path() / "other.sqlite").string());
  ASSERT_TRUE(other.ok());
  std::istringstream in(text);
  const auto count = store::import_games(**other, in);
  EXPECT_EQ(count.imported, 210);
  EXPECT_TRUE(count.errors.empty()) << count.errors.front();
  EXPECT_EQ(exported(**other), text);
  std::istringstream again(text);
  EXPECT_EQ(store::import_games(*store, again).already_there, 210);
  EXPECT_EQ(store->game_count(), 210);
}

TEST_P(StoreTest, ImportNamesTheLinesItRefuses) {
  const auto store = open();
  GameRow illegal = sample_game("bad", 3);
  illegal.moves[1].move = illegal.moves[0].move;
  std::ostringstream text;
  text << "{not json\n"
       << boost::json::serialize(store::game_to_json(illegal, store::Secrets::kIncluded)) << "\n[]\n"
       << boost::json::serialize(store::game_to_json(sample_game("good", 3), store::Secrets::kIncluded)) << "\n";
  std::istringstream in(text.str());
  const auto count = store::import_games(*store, in);
  EXPECT_EQ(count.imported, 1);
  ASSERT_EQ(count.errors.size(), 3U);
  EXPECT_EQ(count.errors[0].rfind("line 1: not JSON", 0), 0U) << count.errors[0];
  EXPECT_EQ(count.errors[1].rfind("line 2: game.moves[1]", 0), 0U) << count.errors[1];
  EXPECT_EQ(count.errors[2].rfind("line 3: game: expected an object", 0), 0U) << count.errors[2];
}

INSTANTIATE_TEST_SUITE_P(Databases, StoreTest, testing::Values("sqlite", "postgresql"),
                         [](const auto& database) { return std::string(database.param); });

TEST(StoreOpen, NamesWhatIsWrongAndNeverThePassword) {
  const auto nowhere = Store::open("/nonexistent/folder/x.sqlite");
  ASSERT_FALSE(nowhere.ok());
  EXPECT_EQ(nowhere.error().rfind("cannot open the SQLite database", 0), 0U);
  const auto refused = Store::open("postgresql://someone:secret@127.0.0.1:1/none");
  ASSERT_FALSE(refused.ok());
  EXPECT_EQ(refused.error().find("secret"), std::string::npos) << refused.error();
}

}  // namespace partita::store_test
