#include "server/http_api.h"

#include <fstream>

#include "catalog/any_engine.h"
#include "catalog/games.h"
#include "server/gzip.h"
#include "server/house.h"
#include "server/offered_levels.h"

namespace partita::server_test {

class HttpApiTest : public testing::Test {
 protected:
  TemporaryFolder folder_;
  House house_{folder_.path()};
};

TEST_F(HttpApiTest, ListsTheCatalog) {
  const json::value catalog = house_.get("/api/v1/catalog");
  EXPECT_FITS("Catalog", catalog);
  ASSERT_FALSE(catalog.at("games").as_array().empty());
  EXPECT_FITS("EngineOptions", house_.get("/api/v1/engine-options?game=omega&engine=quick"));
  EXPECT_EQ(house_.request("GET", "/api/v1/engine-options?game=omega&engine=none").status, 400);
}

TEST_F(HttpApiTest, ShowsFreePositionsOfEveryGame) {
  const json::value catalog = house_.get("/api/v1/catalog");
  for (const json::value& game : catalog.at("games").as_array()) {
    const json::value shown = house_.post("/api/v1/position", {{"game", game.at("name")}});
    EXPECT_FITS("PositionReply", shown);
    const json::object& position = shown.at("position").as_object();
    EXPECT_EQ(position.at("stones").as_string().size(), shown.at("layout").at("cells").as_array().size());
    EXPECT_FALSE(position.at("legal").as_array().empty());
    // Playing a listed move by its text leads on: the page needs to know nothing else.
    const json::value next =
        house_.post("/api/v1/position",
                    {{"game", game.at("name")}, {"moves", json::array{position.at("legal").as_array()[0].at("move")}}});
    EXPECT_FITS("PositionReply", next);
  }
  const auto refused = house_.request("POST", "/api/v1/position", R"({"game":"omega","moves":["W:C3","W:C3"]})");
  EXPECT_EQ(refused.status, 400);
  EXPECT_NE(refused.body.find("moves[1]"), std::string::npos) << refused.body;
}

TEST_F(HttpApiTest, ASetUpIsReadByTheRulesAndRefusedWithACode) {
  const json::object hex{{"game", "hex"}, {"rules", {{"side", "3"}}}};
  json::object request = hex;
  request["set_up"] = {{"stones", "R  U     "}, {"mover", 0}};
  EXPECT_FITS("PositionRequest", request);
  const json::value shown = house_.post("/api/v1/position", request);
  EXPECT_FITS("PositionReply", shown);
  EXPECT_EQ(shown.at("start"), "3 R2/B2/3 r");
  request["set_up"] = {{"stones", "RR       "}, {"mover", 0}};
  const auto refused = house_.request("POST", "/api/v1/position", json::serialize(request));
  EXPECT_EQ(refused.status, 400);
  const json::value body = json::parse(refused.body);
  EXPECT_FITS("HttpError", body);
  EXPECT_EQ(body.at("error").at("why").at("code"), "setup.turns");
  EXPECT_EQ(body.at("error").at("why").at("with").at("counts"), "R=2 U=0");
  request = hex;
  request["moves"] = json::array{"a1", "a1"};
  const json::value move = json::parse(house_.request("POST", "/api/v1/position", json::serialize(request)).body);
  EXPECT_EQ(move.at("error").at("why").at("code"), "move.taken");
  EXPECT_EQ(move.at("error").at("why").at("with").at("at"), "1");
}

TEST_F(HttpApiTest, TellsWhatIsProvenOfAPosition) {
  // The strategies that ship take long to read; the browser's tests walk through one.
  const json::value unknown = house_.post("/api/v1/proof", {{"game", "hex"}});
  EXPECT_FITS("ProofReply", unknown);
  EXPECT_TRUE(unknown.at("proven").is_null());
  EXPECT_TRUE(unknown.at("moves").as_array().empty());
  EXPECT_EQ(house_.request("POST", "/api/v1/proof", R"({"game":"hex","moves":["z9"]})").status, 400);
}

TEST(Gzip, IsSmallerAndSaysSo) {
  server::HttpRequest request;
  server::HttpResponse response;
  response.body = std::string(5'000, 'a');
  server::pack_for(request, response);
  EXPECT_EQ(response.body.size(), 5'000U);
  request.accepts_gzip = true;
  server::pack_for(request, response);
  EXPECT_LT(response.body.size(), 200U);
  EXPECT_EQ(response.body.substr(0, 2), "\x1f\x8b");
  const std::string packed = response.body;
  server::pack_for(request, response);
  EXPECT_EQ(response.body, packed);
  EXPECT_EQ(server::gzipped("").size(), 20U);
}

TEST_F(HttpApiTest, RefusesBadGames) {
  const char* bodies[] = {
      R"({})",
      R"([])",
      R"({"game":"chess","seats":[]})",
      R"({"game":"omega","seats":[{"kind":"human"}]})",
      R"({"game":"omega","seats":[{"kind":"human"},{"kind":"alien"}]})",
      R"({"game":"omega","seats":[{"kind":"human"},{"kind":"engine","engine":"none"}]})",
      R"({"game":"omega","seats":[{"kind":"human"},{"kind":"engine","level":99}]})",
      R"({"game":"omega","seats":[{"kind":"human"},{"kind":"human","engine":"quick"}]})",
      R"({"game":"omega","rules":{"side":"900"},"seats":[{"kind":"human"},{"kind":"human"}]})",
      R"({"game":"omega","rules":{"hat":"1"},"seats":[{"kind":"human"},{"kind":"human"}]})",
      R"({"game":"omega","start":"nonsense","seats":[{"kind":"human"},{"kind":"human"}]})",
      R"({"game":"omega","seats":[{"kind":"human"},{"kind":"human"}],"clock":{"initial_ms":5,"increment_ms":0}})",
      R"({"game":"omega","seats":[{"kind":"human","clock":{"initial_ms":5000,"increment_ms":0}},{"kind":"human"}]})",
      R"({"game":"omega","seats":[{"kind":"human"},{"kind":"human"}],"colour":"red"})"};
  for (const char* body : bodies) {
    const auto response = house_.request("POST", "/api/v1/games", body);
    EXPECT_EQ(response.status, 400) << body;
    EXPECT_FITS("HttpError", json::parse(response.body));
  }
  EXPECT_TRUE(house_.get("/api/v1/games").at("games").as_array().empty());
  EXPECT_EQ(house_.request("POST", "/api/v1/games", "{}", "text/plain").status, 415);
}

TEST_F(HttpApiTest, CreatesGamesByLevelAndDealsSeats) {
  const json::object created = house_.create({human(), {{"kind", "engine"}, {"level", 2}}}, {{"shuffle", true}});
  const json::value record = house_.get("/api/v1/games/" + id_of(created));
  int engines = 0;
  for (const json::value& seat : record.at("seats").as_array()) {
    if (seat.at("kind") != "engine") continue;
    ++engines;
    EXPECT_EQ(seat.at("level").as_int64(), 2);
    EXPECT_EQ(seat.at("engine"), "quick");
  }
  EXPECT_EQ(engines, 1);
  EXPECT_EQ(json::serialize(record).find("token"), std::string::npos);
}

TEST_F(HttpApiTest, ListsGamesInPages) {
  for (int i = 0; i < 5; ++i) house_.create({human(), human()});
  json::value page = house_.get("/api/v1/games?limit=3&status=open");
  EXPECT_FITS("GameList", page);
  ASSERT_EQ(page.at("games").as_array().size(), 3U);
  ASSERT_TRUE(page.at("next").is_string());
  page = house_.get("/api/v1/games?limit=3&before=" + std::string(page.at("next").as_string()));
  EXPECT_EQ(page.at("games").as_array().size(), 2U);
  EXPECT_TRUE(page.at("next").is_null());
  EXPECT_TRUE(house_.get("/api/v1/games?status=over").at("games").as_array().empty());
  EXPECT_EQ(house_.request("GET", "/api/v1/games?status=strange").status, 400);
}

TEST_F(HttpApiTest, ExportsAndImports) {
  const json::object created = house_.create({human(), human()});
  FakePage page(house_);
  page.watch(id_of(created), {token_of(created, 0), token_of(created, 1)});
  for (int i = 0; i < 5; ++i) page.play_first(id_of(created));
  const auto exported = house_.request("GET", "/api/v1/export");
  EXPECT_EQ(exported.content_type, "application/x-ndjson");
  EXPECT_EQ(exported.body.find(token_of(created, 0)), std::string::npos) << "no secrets leave by the network";
  const auto imported = house_.request("POST", "/api/v1/import", exported.body + "{\"format\":\"other\"}\n");
  const json::value reply = json::parse(imported.body);
  EXPECT_FITS("Imported", reply);
  ASSERT_EQ(reply.at("game_ids").as_array().size(), 1U);
  ASSERT_EQ(reply.at("errors").as_array().size(), 1U);
  const std::string copy(reply.at("game_ids").as_array()[0].as_string());
  EXPECT_EQ(house_.get("/api/v1/games/" + copy).at("moves"), house_.get("/api/v1/games/" + id_of(created)).at("moves"));
  EXPECT_EQ(house_.request("POST", "/api/v1/import", "[1,2]").status, 200);
  EXPECT_EQ(house_.request("POST", "/api/v1/import", "x", "text/html").status, 415);
}

TEST_F(HttpApiTest, GamesGoOutAndComeBackAsTextRecords) {
  const json::object created = house_.create({human(), human()});
  FakePage page(house_);
  page.watch(id_of(created), {token_of(created, 0), token_of(created, 1)});
  for (int i = 0; i < 5; ++i) page.play_first(id_of(created));
  page.command("resign", id_of(created));
  const auto text = house_.request("GET", "/api/v1/games/" + id_of(created) + "/record");
  EXPECT_EQ(text.status, 200);
  EXPECT_NE(text.body.find("[Game \"omega\"]"), std::string::npos) << text.body;
  const json::value read = json::parse(house_.request("POST", "/api/v1/records", text.body, "text/plain").body);
  EXPECT_FITS("RecordsRead", read);
  ASSERT_EQ(read.at("games").as_array().size(), 1U) << json::serialize(read);
  const json::value record = house_.get("/api/v1/games/" + id_of(created));
  EXPECT_EQ(read.at("games").as_array()[0].at("moves"), record.at("moves"));
  EXPECT_EQ(read.at("games").as_array()[0].at("ending"), record.at("ending"));
  const json::value kept = json::parse(house_.request("POST", "/api/v1/import", text.body, "text/plain").body);
  EXPECT_FITS("Imported", kept);
  EXPECT_EQ(kept.at("game_ids").as_array().size(), 1U);
  const json::value broken =
      json::parse(house_.request("POST", "/api/v1/records", "[Game \"omega\"]\n\n1. Z99 *", "text/plain").body);
  EXPECT_EQ(broken.at("errors").as_array().size(), 1U);
  const auto board = house_.request("POST", "/api/v1/record", R"({"game":"omega","moves":["W:C3","B:A1"]})");
  EXPECT_EQ(board.content_type.rfind("text/plain", 0), 0U);
}

TEST_F(HttpApiTest, TellsHealthAndMetrics) {
  EXPECT_EQ(house_.request("GET", "/healthz").body, R"({"status":"ok"})");
  EXPECT_EQ(house_.request("GET", "/readyz").body, R"({"status":"ready"})");
  house_.create({human(), human()});
  const auto metrics = house_.request("GET", "/metrics");
  EXPECT_NE(metrics.body.find("\npartita_games_created_total 1\n"), std::string::npos);
  EXPECT_NE(metrics.body.find("partita_move_seconds_bucket{le=\"+Inf\"} 0"), std::string::npos);
  house_.api.start_draining();
  const auto leaving = house_.request("GET", "/readyz");
  EXPECT_EQ(leaving.status, 503);
  EXPECT_EQ(leaving.body, R"({"status":"leaving","reasons":["told to stop"]})");
  EXPECT_EQ(house_.request("GET", "/healthz").status, 200) << "nothing that a restart would mend";
}

TEST_F(HttpApiTest, UnknownPlacesAreNotFound) {
  for (const char* target :
       {"/api", "/api/", "/api/v1/", "/api/v2/catalog", "/api/v1/games/aaaaaaaaaaaa", "/api/v1/games/../x",
        "/api/v1/games/x/record", "/favicon.ico", "/../../etc/passwd.txt", "/%2e%2e/passwd.x"}) {
    EXPECT_EQ(house_.request("GET", target).status, 404) << target;
  }
  EXPECT_EQ(house_.request("DELETE", "/api/v1/games").status, 405);
  EXPECT_EQ(house_.request("POST", "/api/v1/games/aaaaaaaaaaaa/join", R"({"invite":"x"})").status, 404);
}

TEST(OfferedLevelsTest, NobodyWaitsMoreThanAFewSecondsForAMove) {
  for (const catalog::GameEntry& game : catalog::all_games()) {
    const auto levels = server::levels_from(game.name, catalog::presets(game.name));
    ASSERT_EQ(levels.size(), 10u) << game.name;
    for (const server::Level& level : levels) {
      EXPECT_GT(level.limits.movetime_ms, 0) << game.name << " " << level.level;
      EXPECT_LE(level.limits.movetime_ms, 4'000) << game.name << " " << level.level;
    }
  }
}

TEST(StaticPagesTest, ServesFilesByExactNameOnly) {
  const TemporaryFolder folder;
  fs::create_directories(folder.path() / "dist" / "assets");
  std::ofstream(folder.path() / "secret.txt") << "secret";
  std::ofstream(folder.path() / "dist" / "index.html") << "<p>page";
  std::ofstream(folder.path() / "dist" / "assets" / "app.js") << "let a";
  std::ofstream(folder.path() / "dist" / "assets" / "app.js.gz") << "packed";
  fs::create_symlink(folder.path() / "secret.txt", folder.path() / "dist" / "link.txt");
  const auto pages = server::StaticPages::read((folder.path() / "dist").string());
  ASSERT_TRUE(pages.ok());
  const auto get = [&](const std::string& path, bool gzip = false, const std::string& tag = "") {
    server::HttpRequest request;
    request.path = path;
    request.accepts_gzip = gzip;
    request.if_none_match = tag;
    return pages->respond(request);
  };
  EXPECT_EQ(get("/").body, "<p>page");
  EXPECT_EQ(get("/game/abc").body, "<p>page");
  EXPECT_EQ(get("/assets/app.js").body, "let a");
  EXPECT_EQ(get("/assets/app.js").content_type, "text/javascript; charset=utf-8");
  EXPECT_EQ(get("/assets/app.js", true).body, "packed");
  for (const char* path :
       {"/../secret.txt", "/assets/../../secret.txt", "/link.txt", "//secret.txt", "/assets/./app.js"}) {
    EXPECT_EQ(get(path).status, 404) << path;
  }
  std::string tag;
  for (const auto& [name, value] : get("/").headers) {
    if (name == "ETag") tag = value;
  }
  EXPECT_EQ(get("/", false, tag).status, 304);
  EXPECT_FALSE(server::StaticPages::read((folder.path() / "nowhere").string()).ok());
}

TEST(StaticPagesTest, ThePagesIconIsFoundWhereBrowsersLookForOne) {
  const TemporaryFolder folder;
  std::ofstream(folder.path() / "index.html") << "<p>page";
  std::ofstream(folder.path() / "icon.svg") << "<svg/>";
  const auto pages = server::StaticPages::read(folder.path().string());
  ASSERT_TRUE(pages.ok());
  server::HttpRequest request;
  request.path = "/favicon.ico";
  const server::HttpResponse icon = pages->respond(request);
  EXPECT_EQ(icon.status, 200);
  EXPECT_EQ(icon.body, "<svg/>");
  EXPECT_EQ(icon.content_type, "image/svg+xml");
}

TEST(HttpTarget, IsReadStrictly) {
  server::HttpRequest request;
  EXPECT_TRUE(server::read_target("/a/b?x=1&y=a%20b+c&z", request));
  EXPECT_EQ(request.path, "/a/b");
  EXPECT_EQ(request.query["y"], "a b c");
  EXPECT_EQ(request.query["z"], "");
  for (const char* bad :
       {"", "a", "http://x/", "*", "/a b", "/\x80", "/?a=%", "/?a=%2", "/?a=%zz", "/?a=%00", "/?a=%0a"}) {
    EXPECT_FALSE(server::read_target(bad, request)) << bad;
  }
}

}  // namespace partita::server_test
