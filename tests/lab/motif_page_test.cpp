// The stored tables of motifs and the page that is made of them.
#include <gtest/gtest.h>

#include "kit/program.h"
#include "lab/motif_table.h"

namespace partita::lab {
namespace {

const std::string kMotifSource = PARTITA_SOURCE_DIR;

MotifTable stored_table(const std::string& game) {
  const auto table = read_motif_table(kit::read_whole(kMotifSource + "/data/motifs/" + game + ".json"));
  EXPECT_TRUE(table) << table.error();
  return table ? *table : MotifTable{};
}

/// A number typed into the page, or a table stored without making the page
/// again, fails here.
TEST(MotifPage, IsWhatTheStoredTablesGive) {
  const kit::ProgramRun run = kit::run_program("lab motifs --page --results " + kMotifSource + "/data/motifs");
  ASSERT_EQ(run.exit_code, 0) << run.err;
  EXPECT_TRUE(run.out == kit::read_whole(kMotifSource + "/docs/maintaining/motifs.md"))
      << "docs/maintaining/motifs.md is not what data/motifs gives: partita lab motifs "
         "--page > docs/maintaining/motifs.md";
}

/// What was asked of motifs and reasons: all true, and most faults with a
/// reason, at little cost.
TEST(MotifPage, TheStoredTablesHoldWhatIsAskedOfThem) {
  const std::pair<const char*, int> least[] = {{"andantino", 80}, {"tafl", 80}, {"omega", 60}, {"hex", 60}};
  for (const auto& [game, share] : least) {
    const MotifTable table = stored_table(game);
    EXPECT_GE(table.games, 1000) << game;
    EXPECT_TRUE(table.is_all_true()) << game;
    EXPECT_GT(table.claims, 100U) << game;
    EXPECT_GE(100 * table.marks_with_reason, static_cast<std::uint64_t>(share) * table.marks) << game;
    EXPECT_LE(10 * table.with_reasons_ms, 13 * table.without_reasons_ms) << game;
  }
}

TEST(MotifPage, TablesAreReadAsTheyWereWrittenAndErrorsNameTheField) {
  const MotifTable table = stored_table("hex");
  const std::string text = write_motif_table(table);
  const auto again = read_motif_table(text);
  ASSERT_TRUE(again) << again.error();
  EXPECT_EQ(write_motif_table(*again), text);
  std::string bad = text;
  bad.replace(bad.find("\"marks\""), 7, "\"masks\"");
  const auto refused = read_motif_table(bad);
  ASSERT_FALSE(refused);
  EXPECT_NE(refused.error().find("marks"), std::string::npos) << refused.error();
}

}  // namespace
}  // namespace partita::lab
