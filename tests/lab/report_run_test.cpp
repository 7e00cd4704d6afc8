#include <gtest/gtest.h>

#include <boost/json.hpp>
#include <cmath>
#include <filesystem>
#include <set>

#include "kit/program.h"
#include "lab/report_run.h"
#include "work/thread_queue.h"

namespace partita::lab {
namespace {

namespace fs = std::filesystem;

class ReportRuns : public testing::Test {
 protected:
  void TearDown() override {
    fs::remove_all(folder_);
    fs::remove_all(folder_ + "-other");
  }
  /// A question that needs no more than `games` games, on so many threads.
  base::Parsed<base::Done> play(const std::string& folder, int games, int threads) {
    ReportRunOptions options;
    options.folder = folder;
    options.question = "rao-fn2-fn1";
    options.games = games;
    options.half_width = 1;
    options.by = {"some commit", "some machine", "2020-02-02"};
    work::ThreadQueue queue(threads, registry_);
    return run_reports(options, queue, {});
  }
  ReportResult result(const std::string& folder) const {
    const auto loaded = load_result(folder + "/rao-fn2-fn1.json");
    EXPECT_TRUE(loaded) << loaded.error();
    return loaded ? *loaded : ReportResult{};
  }

  const std::string folder_ = kit::scratch_path("reports");
  work::HandlerRegistry registry_ = work::standard_handlers();
};

TEST_F(ReportRuns, GrowAMatchFromWhatIsStored) {
  ASSERT_TRUE(play(folder_, 4, 1));
  EXPECT_EQ(result(folder_).match->games(), 4);
  ASSERT_TRUE(play(folder_, 4, 1));
  EXPECT_EQ(result(folder_).runs.size(), 1u) << "a question that is answered is not asked again";
  ASSERT_TRUE(play(folder_, 10, 3));
  const ReportResult grown = result(folder_);
  EXPECT_EQ(grown.match->games(), 10);
  ASSERT_EQ(grown.runs.size(), 2u);
  EXPECT_EQ(grown.runs[1].games, 6);
  ASSERT_TRUE(play(folder_ + "-other", 10, 2));
  const ReportResult at_once = result(folder_ + "-other");
  EXPECT_EQ(grown.match->score.pairs.pairs, at_once.match->score.pairs.pairs)
      << "the same games in two visits or in one";
  EXPECT_EQ(grown.match->plies, at_once.match->plies);
  EXPECT_EQ(grown.match->nodes, at_once.match->nodes);
  EXPECT_EQ(grown.command, at_once.command);
}

TEST_F(ReportRuns, AreRepeatedByTheirCommand) {
  ASSERT_TRUE(play(folder_, 10, 2));
  const ReportResult kept = result(folder_);
  ASSERT_EQ(kept.command.rfind("partita arena ", 0), 0u) << kept.command;
  const kit::ProgramRun arena = kit::run_program(kept.command.substr(8) + " --json");
  ASSERT_EQ(arena.exit_code, 0) << arena.err;
  const std::string words = "+" + std::to_string(kept.match->score.wins) + " =" +
                            std::to_string(kept.match->score.draws) + " -" + std::to_string(kept.match->score.losses);
  const kit::ProgramRun told = kit::run_program(kept.command.substr(8));
  EXPECT_NE(told.out.find(words), std::string::npos) << words << "\n" << told.out;
}

TEST_F(ReportRuns, DoNotMixGamesOfOtherCommands) {
  ASSERT_TRUE(play(folder_, 4, 1));
  ReportResult other = result(folder_);
  other.command += " --tc nodes=7";
  ASSERT_TRUE(save_result(folder_ + "/rao-fn2-fn1.json", other));
  const auto refused = play(folder_, 8, 1);
  ASSERT_FALSE(refused);
  EXPECT_NE(refused.error().find("rao-fn2-fn1.json"), std::string::npos) << refused.error();
  EXPECT_NE(refused.error().find("--again"), std::string::npos) << refused.error();
}

TEST_F(ReportRuns, RefuseWhatTheyDoNotKnow) {
  const kit::ProgramRun report = kit::run_program("lab reports --run --report sweer --out " + folder_);
  EXPECT_EQ(report.exit_code, 2);
  EXPECT_NE(report.err.find("sweere, aboukhadra, rao, rudin, trebing"), std::string::npos) << report.err;
  const kit::ProgramRun question = kit::run_program("lab reports --run --question rao-fn2-fn3 --out " + folder_);
  EXPECT_EQ(question.exit_code, 2);
  EXPECT_NE(question.err.find("did you mean 'rao-fn2-fn1'"), std::string::npos) << question.err;
}

/// On machines without the repository.
TEST_F(ReportRuns, AreOfTheCommitThatIsTold) {
  const kit::ProgramRun run =
      kit::run_program("lab reports --run --question rao-window --commit 1234abc --out " + folder_);
  EXPECT_EQ(run.exit_code, 0) << run.err;
  const auto loaded = load_result(folder_ + "/rao-window.json");
  ASSERT_TRUE(loaded) << loaded.error();
  EXPECT_EQ(loaded->runs.back().by.commit, "1234abc");
}

/// Every field of a stored match, altered by hand, is refused by its name.
TEST_F(ReportRuns, AlteredFilesAreRefusedByFileAndField) {
  ASSERT_TRUE(play(folder_, 10, 1));
  const std::string path = folder_ + "/rao-fn2-fn1.json";
  const auto whole = boost::json::parse(kit::read_whole(path)).as_object();
  for (const auto& member : whole) {
    const std::string name(member.key());
    boost::json::object missing = whole;
    missing.erase(name);
    boost::json::object wrong = whole;
    wrong[name] = boost::json::object{{"altered", true}};
    for (const auto& altered : {missing, wrong}) {
      const auto read = read_result(boost::json::serialize(altered));
      ASSERT_FALSE(read) << name;
      EXPECT_NE(read.error().find("field " + name), std::string::npos) << name << ": " << read.error();
    }
  }
  for (const char* name : {"wins", "draws", "losses", "games", "score", "low", "high", "seconds"}) {
    boost::json::object altered = whole;
    altered[name] = altered[name].to_number<double>() + 1;
    EXPECT_FALSE(read_result(boost::json::serialize(altered))) << name;
  }
  std::ofstream(path) << "{\"id\": 3}";
  const auto loaded = load_result(path);
  ASSERT_FALSE(loaded);
  EXPECT_EQ(loaded.error(), path + ": field id: expected a string");
}

TEST_F(ReportRuns, StoreNoNumberThatIsNone) {
  ASSERT_TRUE(play(folder_, 4, 1));
  const std::string path = folder_ + "/rao-fn2-fn1.json";
  const std::string before = kit::read_whole(path);
  ReportResult broken = result(folder_);
  broken.match.reset();
  broken.tables = {{"table", {"column"}, {{std::nan("")}}}};
  EXPECT_FALSE(save_result(path, broken));
  EXPECT_EQ(kit::read_whole(path), before);
}

TEST(ReportMeasures, HaveNamesOfTheirOwn) {
  std::set<std::string> ids;
  for (const ReportMatch& match : report_matches()) EXPECT_TRUE(ids.insert(match.id).second) << match.id;
  for (const ReportMeasure& measure : report_measures()) EXPECT_TRUE(ids.insert(measure.id).second) << measure.id;
}

}  // namespace
}  // namespace partita::lab
