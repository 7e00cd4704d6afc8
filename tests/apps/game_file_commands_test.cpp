// replay, convert and games.
#include <gtest/gtest.h>

#include <filesystem>

#include "kit/program.h"

namespace partita::apps {
namespace {

using kit::run_program;
using kit::write_scratch;

const std::string kGolden = PARTITA_GOLDEN;

const char* const kRecord = R"([Game "omega"]
[Rules "side=2"]
[Seat1 "Ada"]
[Seat2 "Bob"]
[Result "1-0"]
[Reason "score"]

1. B3/C2 {well} 1... B2/A1 1-0

)";

/// A file with this text is refused by replay and convert alike: one line, exit code 2, nothing written.
void expect_file_refused(const std::string& text, const std::string& reason) {
  const std::string file = write_scratch("bad.pgr", text);
  const std::string target = kit::scratch_path("never_written");
  for (const std::string& command : {"replay " + file, "convert " + file + " " + target}) {
    const auto run = run_program(command);
    EXPECT_EQ(run.exit_code, 2) << command;
    EXPECT_EQ(run.out, "");
    EXPECT_EQ(run.err, "partita: " + file + ":" + reason + "\n");
  }
  EXPECT_FALSE(std::filesystem::exists(target));
  EXPECT_FALSE(std::filesystem::exists(target + ".part"));
  std::filesystem::remove(file);
}

TEST(Replay, GoldenCorporaAreFoundRight) {
  const auto run = run_program("replay " + kGolden + "/omega/games_p2.tsv " + kGolden + "/tafl/games_*.tsv " + kGolden +
                               "/tafl/positions_*.tsv");
  EXPECT_EQ(run.exit_code, 0) << run.err;
  EXPECT_NE(run.out.find("\ntotal: 565 games, 400 positions: king-captured 164, king-escaped 150, ply-limit 80, "
                         "repetition 6, score 165\n"),
            std::string::npos)
      << run.out;
}

TEST(Replay, RecordsAreSummedUp) {
  const std::string file = write_scratch("good.pgr", std::string(kRecord) + kRecord);
  EXPECT_EQ(run_program("replay " + file).out, file + ": 2 games: score 2\n");
  std::filesystem::remove(file);
}

TEST(Replay, BrokenFilesAreRefused) {
  const std::string text = kRecord;
  expect_file_refused(text.substr(0, text.size() - 6), "8:27: the game has no result, '*' if it is unfinished");
  expect_file_refused("[Game \"omega\"]\n\n1. E5/A1 E5/A2 *", "3:10: move 2 'E5/A2': cell E5 is not free");
  expect_file_refused(std::string("\x7f"
                                  "ELF\x02\x01\0\0\0\xff\xfe",
                                  11),
                      "1:1: a byte that belongs to no move");
  expect_file_refused("[Game \"andantin\"] *", "1:1: tag Game: unknown game 'andantin', did you mean 'andantino'?");
  EXPECT_EQ(run_program("replay /nonexistent/file").err,
            "partita: /nonexistent/file: cannot be read: No such file or directory\n");
}

TEST(Convert, RoundTripsBetweenRecordAndJson) {
  const std::string record = write_scratch("a.pgr", kRecord);
  const std::string json = kit::scratch_path("a.json");
  const std::string back = kit::scratch_path("b.pgr");
  EXPECT_EQ(run_program("convert " + record + " " + json).out, json + ": 1 games\n");
  EXPECT_EQ(kit::read_whole(json).substr(0, 2), "[\n");
  EXPECT_EQ(run_program("convert " + json + " " + back).exit_code, 0);
  EXPECT_EQ(kit::read_whole(back), kRecord);
  for (const std::string& file : {record, json, back}) std::filesystem::remove(file);
}

TEST(Convert, CorpusGamesBecomeRecordsThatReplay) {
  const std::string record = kit::scratch_path("tafl.pgr");
  ASSERT_EQ(run_program("convert " + kGolden + "/tafl/games_ashton_greedy.tsv " + record).exit_code, 0);
  EXPECT_EQ(run_program("replay " + record).out,
            record + ": 100 games: king-captured 43, king-escaped 56, repetition 1\n");
  std::filesystem::remove(record);
}

TEST(Analyze, OneGameOfAFileIsChosenByItsNumber) {
  std::string second = kRecord;
  second.replace(second.find("Ada"), 3, "Eve");
  const std::string file = write_scratch("two.pgr", kRecord + second);
  const std::string annotated = kit::scratch_path("annotated.pgr");
  const std::string analyze = "analyze " + file + " --nodes 20 --force --out " + annotated + " --number ";
  EXPECT_EQ(run_program(analyze + "1").exit_code, 0);
  EXPECT_NE(kit::read_whole(annotated).find("Ada"), std::string::npos);
  EXPECT_EQ(run_program(analyze + "2").exit_code, 0);
  EXPECT_NE(kit::read_whole(annotated).find("Eve"), std::string::npos);
  EXPECT_EQ(kit::read_whole(annotated).find("Ada"), std::string::npos);
  const auto missing = run_program(analyze + "3");
  EXPECT_EQ(missing.exit_code, 2);
  EXPECT_NE(missing.err.find("has 2 games, --number is 3"), std::string::npos) << missing.err;
  std::filesystem::remove(annotated);
  std::filesystem::remove(file);
}

TEST(Games, AreListedWithOptionsAndEvaluators) {
  const auto run = run_program("games");
  EXPECT_EQ(run.exit_code, 0);
  for (const char* part :
       {"andantino: ", "omega: ", "tafl: ", "--players 2", "mcgill|ashton|linnaean", " evaluators\n"}) {
    EXPECT_NE(run.out.find(part), std::string::npos) << part;
  }
  EXPECT_EQ(run_program("games omga").err, "partita: unknown game 'omga', did you mean 'omega'?\n");
}

}  // namespace
}  // namespace partita::apps
