#include "record/corpus.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <set>

#include "base/text.h"
#include "kit/program.h"
#include "record/replay.h"

namespace partita::record {
namespace {

constexpr CorpusKind kOmegaGames = {"omega", "games"};
constexpr CorpusKind kOmegaPositions = {"omega", "positions"};
constexpr CorpusKind kTaflPositions = {"tafl", "positions"};

std::string golden(const std::string& path) { return kit::read_whole(std::string(PARTITA_GOLDEN) + "/" + path); }

/// Every corpus of games and positions in the golden folder, found by its content.
TEST(Corpus, EveryGoldenLineReplays) {
  CorpusTally total;
  std::set<CorpusKind> kinds;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(PARTITA_GOLDEN)) {
    if (entry.path().extension() != ".tsv") continue;
    const std::string text = kit::read_whole(entry.path().string());
    const auto kind = corpus_kind(text);
    if (!kind) continue;
    const auto tally = check_corpus(text, *kind, rules_in_file_name(entry.path().string()));
    ASSERT_TRUE(tally.ok()) << entry.path() << ": " << tally.error();
    kinds.insert(*kind);
    total.games += tally->games;
    total.positions += tally->positions;
  }
  EXPECT_GE(kinds.size(), 5u);
  EXPECT_GE(total.games, 500);
  EXPECT_GE(total.positions, 500);
}

TEST(Corpus, TheFirstWrongLineIsNamed) {
  const std::string good = "# c\n2\t2\trandom\tB3/C2 B2/A1\t2,1\t1\t1\n";
  EXPECT_EQ(corpus_kind(good), kOmegaGames);
  EXPECT_EQ(check_corpus(good, kOmegaGames)->games, 1);
  const auto error = [&](const std::string& line) {
    const auto checked = check_corpus(good + line, kOmegaGames);
    return checked.ok() ? "fine" : checked.error();
  };
  EXPECT_EQ(error("2\t2\trandom\tB3/C2 B2/A1\t2,1\t2\t1\n"), "3: the winner is 1, the line says '2'");
  EXPECT_EQ(error("2\t2\trandom\tB3/C2 B2/A1\t9,1\t1\t1\n"), "3: the score is 2,1, the line says '9,1'");
  EXPECT_EQ(error("2\t2\trandom\tB3/C2 B3/A1\t2,1\t1\t1\n"), "3: move 2 'B3/A1': cell B3 is not free");
  EXPECT_EQ(error("2\t2\trandom\tB3/C2\t1,1\t0\t2\n"), "3: the game is not over");
  EXPECT_EQ(error("2\t2\n"), "3: is not like the first line of the file");
  EXPECT_EQ(error("99\t2\trandom\t-\t1,1\t0\t2\n"), "3: side: '99' is not valid, expected 2 to 10");
}

TEST(Corpus, TaflPositionsMustListExactlyTheLegalMoves) {
  const std::string text = golden("tafl/positions_ashton_placed.tsv");
  const std::string line = text.substr(0, text.find('\n'));
  const base::OptionValues rules = rules_in_file_name("x/positions_ashton_placed.tsv");
  EXPECT_EQ(rules.at("rules"), "ashton");
  EXPECT_TRUE(check_corpus(line, kTaflPositions, rules).ok());
  const std::string shorter = line.substr(0, line.rfind(' '));
  EXPECT_FALSE(check_corpus(shorter, kTaflPositions, rules).ok());
}

TEST(Corpus, GamesBecomeRecords) {
  const std::string text = golden("omega/games_p3.tsv");
  const auto records = read_corpus_games(text, kOmegaGames);
  ASSERT_TRUE(records.ok()) << records.error();
  EXPECT_EQ(records->size(), 165u);
  for (const GameRecord& record : *records) EXPECT_TRUE(replay(record).ok());
  EXPECT_FALSE(read_corpus_games(golden("omega/positions.tsv"), kOmegaPositions).ok());
}

TEST(Corpus, TheMovesOfAGameAreHeldToWhatItsOtherColumnsState) {
  const CorpusKind tafl = {"tafl", "games"};
  const std::string text = golden("tafl/games_ashton_greedy.tsv");
  const std::string line = text.substr(0, text.find('\n'));
  ASSERT_EQ(corpus_kind(line), tafl);
  ASSERT_TRUE(check_corpus(line, tafl).ok()) << check_corpus(line, tafl).error();
  for (std::size_t column : {1U, 2U, 3U, 5U}) {
    auto columns = base::split(line, '\t');
    const std::string wrong = column == 2 ? "1" : "/" + std::string(columns[column]);
    columns[column] = wrong;
    std::vector<std::string> owned(columns.begin(), columns.end());
    const auto checked = check_corpus(base::join(owned, "\t"), tafl);
    ASSERT_FALSE(checked.ok()) << column;
    EXPECT_NE(checked.error().find(", the line says '" + wrong.substr(0, 1)), std::string::npos) << checked.error();
  }
}

TEST(Corpus, RubbishIsNoCorpus) {
  for (const char* text : {"", "#only\n", "a\tb\tc", "\x01\x02\x03", "[Game \"omega\"]\n"}) {
    EXPECT_EQ(corpus_kind(text), std::nullopt);
  }
}

}  // namespace
}  // namespace partita::record
