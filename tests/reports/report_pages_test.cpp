#include <gtest/gtest.h>

#include <boost/json.hpp>
#include <filesystem>
#include <set>

#include "catalog/games.h"
#include "kit/program.h"
#include "lab/report_questions.h"
#include "lab/report_result.h"
#include "reports/template.h"
#include "study/engine.h"

namespace partita::reports {
namespace {

using namespace lab;

namespace fs = std::filesystem;

const std::string kSource = PARTITA_SOURCE_DIR;

class ReportPages : public testing::Test {
 protected:
  void TearDown() override { fs::remove_all(folder_); }
  const std::string folder_ = kit::scratch_path("pages");
};

/// A number typed into a page, or a result stored without making the pages again, fails here.
TEST_F(ReportPages, AreWhatTheStoredResultsGive) {
  const kit::ProgramRun run = kit::run_program("lab reports --results " + kSource + "/data/reports --out " + folder_);
  ASSERT_EQ(run.exit_code, 0) << run.err;
  std::set<std::string> made, shipped;
  for (const auto& entry : fs::directory_iterator(folder_)) made.insert(entry.path().filename().string());
  for (const auto& entry : fs::directory_iterator(kSource + "/docs/reports"))
    shipped.insert(entry.path().filename().string());
  EXPECT_EQ(made, shipped) << "partita lab reports --out docs/reports";
  for (const std::string& name : made) {
    EXPECT_TRUE(kit::read_whole(folder_ + "/" + name) == kit::read_whole(kSource + "/docs/reports/" + name))
        << "docs/reports/" << name << " is not what data/reports gives: partita lab reports --out docs/reports";
  }
}

TEST_F(ReportPages, AreRefusedForAnAlteredResult) {
  fs::create_directories(folder_ + "/results");
  ReportResult result;
  result.id = "rao-table";
  result.report = "rao";
  result.command = "partita arena";
  result.match = MatchResult{"andantino", "a", "b", {}, {}, 30, 0, {15, 15}, {1, 1}};
  result.match->score = {1, 0, 1, {{0, 0, 1, 0, 0}}};
  result.match->seats = {SeatScore{1, 0, 0}, SeatScore{0, 0, 1}};
  result.runs = {{{"commit", "machine", "2020-02-02"}, 2, 1.5}};
  const std::string path = folder_ + "/results/rao-table.json";
  ASSERT_TRUE(save_result(path, result));
  const std::string arguments = "lab reports --results " + folder_ + "/results --out " + folder_ + "/out";
  EXPECT_EQ(kit::run_program(arguments).exit_code, 0);
  auto altered = boost::json::parse(kit::read_whole(path)).as_object();
  altered["wins"] = "one";
  std::ofstream(path) << boost::json::serialize(altered);
  const kit::ProgramRun wrong_type = kit::run_program(arguments);
  EXPECT_EQ(wrong_type.exit_code, 2);
  EXPECT_NE(wrong_type.err.find(path + ": field wins: expected a whole number"), std::string::npos) << wrong_type.err;
  altered.erase("wins");
  std::ofstream(path) << boost::json::serialize(altered);
  const kit::ProgramRun missing = kit::run_program(arguments);
  EXPECT_EQ(missing.exit_code, 2);
  EXPECT_NE(missing.err.find(path + ": field wins: is missing"), std::string::npos) << missing.err;
  fs::rename(path, folder_ + "/results/rao-nothing.json");
  EXPECT_EQ(kit::run_program(arguments).exit_code, 2);
}

TEST_F(ReportPages, AreRefusedForATableWithoutAColumn) {
  fs::create_directories(folder_);
  ReportResult result;
  result.id = "rao-figure-8";
  result.report = "rao";
  result.command = "partita lab reports";
  result.tables = {{"by move", {"move", "games"}, {{1.0, 30.0}}}};
  result.runs = {{{"commit", "machine", "2020-02-02"}, 0, 1.5}};
  ASSERT_TRUE(save_result(folder_ + "/rao-figure-8.json", result));
  const kit::ProgramRun run = kit::run_program("lab reports --results " + folder_ + " --out " + folder_ + "/out");
  EXPECT_EQ(run.exit_code, 2);
  EXPECT_NE(run.err.find(folder_ + "/rao-figure-8.json: field tables, by move, column"), std::string::npos) << run.err;
}

/// A template of tests: what its queries find in this table.
base::Parsed<std::string> filled(const std::string& text, std::vector<PageFile>& files) {
  Database database;
  database.add({"", {"name", "value"}, {{std::string("a|b"), 12345.0}, {std::string("c"), 0.25}}}, "numbers");
  return fill_template(text, database, "rao", files);
}

TEST(PageTemplate, QueriesAreReplacedByWhatTheyFind) {
  std::vector<PageFile> files;
  const auto page = filled(
      "Of {{SELECT :report}}: {{SELECT value FROM numbers}}, {{SELECT fixed(value, 1) FROM numbers WHERE name = "
      "'c'}}.\n\n"
      "```sql table\nSELECT name, name AS _name, value AS \" \" FROM numbers\n```\n\n"
      "```sql text\nSELECT 'never' WHERE 0\n```\n\n"
      "```sql lines file=a.svg title=\"two words\" x=x y=y alt=plot dots\nSELECT 'line', rowid, value FROM "
      "numbers\n```\n"
      "```sh\ncode stays\n```\n",
      files);
  ASSERT_TRUE(page) << page.error();
  EXPECT_EQ(*page,
            "Of rao: 12,345, 0.2.\n\n| name |  |\n|---|---|\n| a\\|b | 12,345 |\n| c | 0.25 |\n\n![plot](a.svg)\n"
            "```sh\ncode stays\n```\n");
  ASSERT_EQ(files.size(), 1u);
  EXPECT_EQ(files[0].name, "a.svg");
  EXPECT_NE(files[0].text.find("two words"), std::string::npos);
}

TEST(PageTemplate, WhatIsNotStoredIsSaid) {
  std::vector<PageFile> files;
  const auto page = filled("{{SELECT x FROM nowhere}}\n```sql table\nSELECT * FROM nowhere\n```\n", files);
  ASSERT_TRUE(page) << page.error();
  EXPECT_EQ(*page, "(not measured yet)\n*Not measured yet.*\n");
}

TEST(PageTemplate, ErrorsNameTheLine) {
  for (const auto& [text, error] :
       {std::pair<std::string, std::string>{"a\n{{SELECT nil FROM numbers}}\n", "2: no such column: nil"},
        {"{{SELECT \"value\" \n", "1: {{ without }}"},
        {"\n\n```sql pie\nSELECT 1\n```\n", "3: a block of the kind 'pie'"},
        {"```sql bars\nSELECT name, name, 0 FROM numbers\n```\n", "1: column 2 ('name') is no number"},
        {"{{SELECT \"nil\" FROM numbers}}", "1: no such column: nil"}}) {
    std::vector<PageFile> files;
    const auto page = filled(text, files);
    ASSERT_FALSE(page) << text;
    EXPECT_EQ(page.error(), error);
  }
}

/// What the pages tell people to type must exist: every engine of a question can be made.
TEST(ReportQuestions, NameEnginesThatExist) {
  for (const ReportMatch& match : report_matches()) {
    for (const std::string& text : {match.first, match.second}) {
      const auto spec = catalog::read_engine_spec(text);
      ASSERT_TRUE(spec) << text;
      const auto engine = study::make_engine(match.game, match.rules, *spec);
      EXPECT_TRUE(engine) << match.id << ": " << text << ": " << (engine ? "" : engine.error());
    }
  }
}

}  // namespace
}  // namespace partita::reports
