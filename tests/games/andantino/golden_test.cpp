// Perft tables, corpora and edge cases from tests/golden/andantino.
#include <gtest/gtest.h>

#include <cctype>
#include <filesystem>
#include <map>

#include "game/perft.h"
#include "games/andantino/playing.h"

namespace partita::games::andantino::testing {
namespace {

/// Rows with more leaves would make the test slow, above all with assertions and sanitizers; `partita perft` counts
/// them.
#ifdef NDEBUG
constexpr std::uint64_t kLeafLimit = 10'000'000;
#else
constexpr std::uint64_t kLeafLimit = 200'000;
#endif

TEST(AndantinoPerft, EqualsTheTable) {
  std::ifstream file(std::string(PARTITA_GOLDEN) + "/andantino/perft.tsv");
  std::string line;
  ASSERT_TRUE(std::getline(file, line));
  const std::vector<std::string> kinds = {"five", "enclosure", "five+enclosure", "suicide", "draw"};
  int rows = 0;
  while (std::getline(file, line)) {
    std::vector<std::uint64_t> row;
    for (const std::string_view column : base::split(line, '\t')) {
      row.push_back(static_cast<std::uint64_t>(base::read_int(column).value()));
    }
    ASSERT_EQ(row.size(), 8U) << line;
    if (row[2] > kLeafLimit) continue;
    const auto count = game::perft<Andantino>(Position(rules_of(static_cast<int>(row[0]))), static_cast<int>(row[1]));
    EXPECT_EQ(count.leaves, row[2]) << line;
    std::map<std::string, std::uint64_t> expected;
    for (std::size_t i = 0; i < kinds.size(); ++i) {
      if (row[3 + i] != 0) expected[kinds[i]] = row[3 + i];
    }
    EXPECT_EQ(count.endings, expected) << line;
    ++rows;
  }
  EXPECT_GE(rows, 40);
}

TEST(AndantinoPerft, UnboundedEqualsSideTenEarly) {
  EXPECT_EQ(game::perft<Andantino>(Position(rules_of(0, true)), 8).leaves, 163584U);
}

TEST(AndantinoCorpora, EveryGameEndsAsStated) {
  int files = 0;
  for (const auto& entry : std::filesystem::directory_iterator(std::string(PARTITA_GOLDEN) + "/andantino")) {
    const std::string name = entry.path().filename().string();
    if (name.rfind("games_", 0) != 0) continue;
    const auto games = read_corpus(name);
    EXPECT_FALSE(games.empty()) << name;
    for (const CorpusGame& game : games) expect_outcome(game);
    ++files;
  }
  EXPECT_EQ(files, 20);
}

class AndantinoEdgeCase : public ::testing::TestWithParam<std::vector<CorpusGame>> {};

TEST_P(AndantinoEdgeCase, EndsAsStated) {
  for (const CorpusGame& game : GetParam()) expect_outcome(game);
}

std::vector<std::vector<CorpusGame>> edge_cases() {
  std::vector<std::vector<CorpusGame>> cases;
  for (const CorpusGame& game : read_corpus("edge_cases.tsv")) {
    if (cases.empty() || cases.back().back().heading != game.heading) cases.emplace_back();
    cases.back().push_back(game);
  }
  return cases;
}

INSTANTIATE_TEST_SUITE_P(Rules, AndantinoEdgeCase, ::testing::ValuesIn(edge_cases()), [](const auto& row) {
  std::string name = row.param.front().heading;
  for (char& c : name) {
    if (std::isalnum(static_cast<unsigned char>(c)) == 0) c = '_';
  }
  return name;
});

}  // namespace
}  // namespace partita::games::andantino::testing
