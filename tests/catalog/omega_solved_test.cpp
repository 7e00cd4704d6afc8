// Omega positions with known exact values: alpha-beta, the endgame solver behind the engine, and the searches for
// several seats must come out with exactly those.
#include <gtest/gtest.h>

#include <fstream>

#include "base/text.h"
#include "catalog/any_engine.h"

namespace partita::catalog {
namespace {

struct SolvedRow {
  std::string position;
  int free_cells = 0;
  std::int64_t value = 0;
};

std::vector<SolvedRow> read_solved(const std::string& name) {
  std::ifstream file(std::string(PARTITA_GOLDEN) + "/omega/" + name + ".tsv");
  EXPECT_TRUE(file.good()) << name;
  std::vector<SolvedRow> rows;
  for (std::string line; std::getline(file, line);) {
    const auto columns = base::split(line, '\t');
    if (columns.size() < 3 || line[0] == '#') continue;
    rows.push_back(
        {std::string(columns[0]), static_cast<int>(*base::read_int(columns[1])), *base::read_int(columns[2])});
  }
  return rows;
}

std::int64_t value_of(const AnyPosition& pos, const base::OptionValues& overrides) {
  base::OptionValues values = {{"objective", "margin"}, {"hash_mb", "4"}, {"search", "negamax"}};
  for (const auto& [name, value] : overrides) values[name] = value;
  auto engine = make_plain_engine("omega", pos.rules(), {"partita-ab", values});
  EXPECT_TRUE(engine.ok());
  SearchRequest request;
  request.limits.depth = 60;
  const auto result = (*engine)->search(pos, request);
  EXPECT_FALSE(result.lines.empty());
  return result.lines.empty() ? 0 : result.lines.front().score.value;
}

AnyPosition read(const SolvedRow& row) {
  auto pos = AnyPosition::from_text("omega", {}, row.position);
  EXPECT_TRUE(pos.ok()) << row.position;
  return *pos;
}

/// The files give White's view for two players, the mover's for more.
std::int64_t for_mover(const AnyPosition& pos, std::int64_t value) {
  return pos.seat_count() == 2 && pos.to_move() == 1 ? -value : value;
}

TEST(OmegaSolved, AlphaBetaFindsTheExactMargins) {
  int checked = 0;
  for (const char* name :
       {"solved_side2", "solved_side3", "solved_side4", "solved_side5", "solved_side6", "paranoid"}) {
    for (const SolvedRow& row : read_solved(name)) {
      if (row.free_cells > 5) continue;
      const AnyPosition pos = read(row);
      ASSERT_EQ(value_of(pos, {{"endgame", "off"}}), for_mover(pos, row.value)) << row.position;
      ++checked;
    }
  }
  EXPECT_GT(checked, 50);
}

TEST(OmegaSolved, TheEngineWithItsEndgameFindsTheExactMargins) {
  int checked = 0;
  for (const char* name :
       {"solved_side2", "solved_side3", "solved_side4", "solved_side5", "solved_side6", "paranoid", "paranoid_best"}) {
    for (const SolvedRow& row : read_solved(name)) {
      if (row.free_cells > 10) continue;
      const AnyPosition pos = read(row);
      ASSERT_EQ(value_of(pos, {{"endgame", "on"}}), for_mover(pos, row.value)) << row.position;
      ++checked;
    }
  }
  EXPECT_GT(checked, 100);
}

TEST(OmegaSolved, MaxNAndBestReplyAgreeWhereOnlyTheMoversTurnIsLeft) {
  int checked = 0;
  for (const SolvedRow& row : read_solved("paranoid")) {
    const AnyPosition pos = read(row);
    const bool is_last_turn = pos.to_move() == pos.seat_count() - 1 && pos.starts_turn() &&
                              row.free_cells - pos.seat_count() < pos.seat_count() * pos.seat_count();
    if (!is_last_turn || row.free_cells > 7) continue;
    for (const char* method : {"maxn", "brs"}) {
      ASSERT_EQ(value_of(pos, {{"endgame", "off"}, {"multi_player", method}}), row.value) << method << row.position;
    }
    ++checked;
  }
  EXPECT_GT(checked, 3);
}

}  // namespace
}  // namespace partita::catalog
