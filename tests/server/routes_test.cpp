// The table of endpoints against docs/http-api.md: what is served is documented, and what is documented is served.
#include "server/routes.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <set>
#include <string>
#include <vector>

#include "base/text.h"
#include "server/http_api.h"

namespace partita::server {
namespace {

/// The first column of the table of requests.
std::vector<std::string> documented_requests() {
  std::vector<std::string> cells;
  std::ifstream page(std::string(PARTITA_SOURCE_DIR) + "/docs/http-api.md");
  for (std::string line; std::getline(page, line);) {
    if (line.rfind("| `GET /", 0) == 0 || line.rfind("| `POST /", 0) == 0)
      cells.push_back(line.substr(2, line.find(" | ", 2) - 2));
  }
  return cells;
}

/// "GET /api/v1/games" of "`GET /api/v1/games?status=open`".
std::string endpoint_of(const std::string& cell) { return cell.substr(1, cell.find_first_of("?`", 1) - 1); }

std::string endpoint_of(const Route& route) { return std::string(route.method) + " " + std::string(route.path); }

/// How the document says what is sent: the name of a schema, or the games as text.
bool names_body(const std::string& cell, RouteBody body) {
  const std::string sent = cell.substr(cell.find('`', 1) + 1);
  if (body == RouteBody::kNone) return sent.empty();
  if (body == RouteBody::kGames) return sent == " text or JSON";
  return sent.size() > 3 && sent.rfind(" `", 0) == 0 && sent.back() == '`';
}

const Route* find_route(const std::string& method, const std::string& path) {
  for (const Route& route : HttpApi::routes()) {
    if (route.method == method && matched_id(route, path)) return &route;
  }
  return nullptr;
}

TEST(Routes, AreThoseOfTheDocument) {
  std::set<std::string> served;
  for (const Route& route : HttpApi::routes()) EXPECT_TRUE(served.insert(endpoint_of(route)).second) << route.path;
  std::set<std::string> documented = {};
  for (const std::string& cell : documented_requests())
    EXPECT_TRUE(documented.insert(endpoint_of(cell)).second) << cell;
  // The page's own files are no routes.
  EXPECT_EQ(documented.erase("GET /"), 1U);
  EXPECT_EQ(documented.erase("GET /docs/reports/NAME.md"), 1U);
  EXPECT_EQ(documented, served);
}

TEST(Routes, TakeTheBodiesOfTheDocument) {
  for (const std::string& cell : documented_requests()) {
    const std::string endpoint = endpoint_of(cell);
    for (const Route& route : HttpApi::routes()) {
      if (endpoint_of(route) == endpoint) {
        EXPECT_TRUE(names_body(cell, route.body)) << cell;
      }
    }
  }
}

TEST(Routes, MatchTheWholePath) {
  const Route* game = find_route("GET", "/api/v1/games/abcdefghijkl");
  ASSERT_NE(game, nullptr);
  EXPECT_EQ(game->path, "/api/v1/games/ID");
  EXPECT_EQ(matched_id(*game, "/api/v1/games/abcdefghijkl"), "abcdefghijkl");
  const Route* record = find_route("GET", "/api/v1/games/abcdefghijkl/record");
  ASSERT_NE(record, nullptr);
  EXPECT_EQ(record->path, "/api/v1/games/ID/record");
  EXPECT_EQ(matched_id(*record, "/api/v1/games/abcdefghijkl/record"), "abcdefghijkl");
  for (const char* path : {"/api/v1/games/abcdefghijkl", "/api/v1/games//join", "/api/v1/import/", "/api/v1/catalog"}) {
    EXPECT_EQ(find_route("POST", path), nullptr) << path;
  }
}

TEST(Routes, OnlyTheImportIsLarge) {
  for (const Route& route : HttpApi::routes()) {
    const bool is_import = route.path == "/api/v1/import";
    EXPECT_EQ(route.limit == RouteLimit::kImport, is_import) << route.path;
    EXPECT_EQ(limit_of_path(route.path), route.limit);
  }
  EXPECT_EQ(limit_of_path("/api/v1/imports"), RouteLimit::kUsual);
}

}  // namespace
}  // namespace partita::server
