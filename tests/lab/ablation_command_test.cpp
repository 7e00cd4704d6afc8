#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <regex>

#include "kit/program.h"

namespace partita::lab {
namespace {

/// The page that `partita lab ablation` writes; empty if it fails.
std::string ablation_page(const std::string& words) {
  const std::string file = kit::scratch_path("ablation.html");
  const auto run = kit::run_program("lab ablation " + words + " --force --out " + file);
  EXPECT_EQ(run.exit_code, 0) << run.err;
  std::string page = kit::read_whole(file);
  std::filesystem::remove(file);
  return page;
}

/// The cells of the table's row that begins with this, "killers=off" for example; none if it has no such row.
std::vector<std::string> row_of(const std::string& page, const std::string& first) {
  const std::size_t begin = page.find("<tr><td>" + first);
  if (begin == std::string::npos) return {};
  const std::string row = page.substr(begin, page.find("</tr>", begin) - begin);
  std::vector<std::string> cells;
  const std::regex cell("<td[^>]*>([^<]*)</td>");
  for (std::sregex_iterator found(row.begin(), row.end(), cell), end; found != end; ++found)
    cells.push_back((*found)[1]);
  return cells;
}

/// First cell and node count of every row.
std::string node_counts(const std::string& page) {
  std::string counts;
  const std::regex row("<tr><td>([a-z_]+=[a-z0-9]+|nothing)</td><td[^>]*>[^<]*</td><td[^>]*>([^<]*)</td>");
  for (std::sregex_iterator found(page.begin(), page.end(), row), end; found != end; ++found)
    counts += found->str(1) + " " + found->str(2) + "\n";
  return counts;
}

TEST(AblationCommand, OmegaKnowsNoThreats) {
  const std::string page = ablation_page("--game omega --side 4 --preset partita-ab --budget 1s");
  // In a row, or among those that changed nothing where a slow machine counts few positions.
  EXPECT_NE(page.find("killers"), std::string::npos) << page;
  for (const char* threats : {"static_win_test", "forced_reply_extension", "quiescence"})
    EXPECT_TRUE(row_of(page, threats).empty()) << threats;
}

TEST(AblationCommand, AndantinoHasNoExactEndgame) {
  const std::string page = ablation_page("--game andantino --side 5 --budget 1s");
  EXPECT_FALSE(row_of(page, "static_win_test=off").empty()) << page;
  EXPECT_TRUE(row_of(page, "endgame").empty());
}

TEST(AblationCommand, TellsTheNodesOfEverySwitch) {
  const std::string counts = node_counts(ablation_page("--game tafl --rules brandubh --budget 2s"));
  EXPECT_GE(std::count(counts.begin(), counts.end(), '\n'), 6) << counts;
}

/// A game of an engine that searches to a depth of its own takes as long as it takes: where it does not fit, none is
/// played.
TEST(AblationCommand, BeginsNoMatchThatDoesNotFitTheBudget) {
  const std::string page = ablation_page("--game tafl --preset rudin --budget 1s");
  // Its own depth follows the number of moves: the one switch that every position feels.
  const auto row = row_of(page, "depth_policy=none");
  ASSERT_GE(row.size(), 6u) << page;
  EXPECT_EQ(row[5], "0");
}

}  // namespace
}  // namespace partita::lab
