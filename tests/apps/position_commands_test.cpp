// perft and inspect, and what every command says about bad input.
#include <gtest/gtest.h>

#include <boost/json.hpp>
#include <filesystem>
#include <set>
#include <sstream>

#include "kit/effort.h"
#include "kit/program.h"

namespace partita::apps {
namespace {

using kit::run_program;

/// One line on stderr that says `message`, exit code 2, nothing on stdout.
void expect_refused(const std::string& arguments, const std::string& message) {
  const auto run = run_program(arguments);
  EXPECT_EQ(run.exit_code, 2) << arguments;
  EXPECT_EQ(run.out, "") << arguments;
  EXPECT_EQ(run.err, "partita: " + message + "\n") << arguments;
}

TEST(Perft, OmegaCountsStonesTurnsAndScores) {
  EXPECT_EQ(run_program("perft --game omega --side 3 --depth 2 --unit turn").out,
            "scores 115872,115872\nleaves 93024\n");
  EXPECT_EQ(run_program("perft omega --side 5 --depth 3").out, "scores 234348,215940\nleaves 215940\n");
  EXPECT_EQ(run_program("perft omega --position '2 2 1W/W1B/B1 1 WB' --depth 1").out, "scores 0,0\nleaves 0\n");
  EXPECT_EQ(run_program("perft omega --side 2 --depth 2 --divide").out,
            "W:A1 6\nW:B1 6\nW:A2 6\nW:B2 6\nW:C2 6\nW:B3 6\nW:C3 6\nleaves 42\n");
}

TEST(Perft, AndantinoAndTaflCountEndings) {
  EXPECT_EQ(run_program("perft andantino --side 10 --depth 6").out, "leaves 4032\n");
  EXPECT_EQ(run_program("perft tafl --depth 2").out, "captured 40\nleaves 3944\n");
  const auto run = run_program(
      "perft --game tafl --rules mcgill --position '/3tt4/2t2t3/4T4/t7t/t2T3tt/t1TtK4/1T2t3T/9/4tt3/ a 14' --depth 1");
  EXPECT_EQ(run.out, "captured 8\nking-captured 2\nleaves 84\n");
}

TEST(Perft, GoldenRowsByTheCommandLine) {
  std::ifstream file(std::string(PARTITA_GOLDEN) + "/andantino/perft.tsv");
  ASSERT_TRUE(file.good());
  std::string line;
  std::getline(file, line);
  int rows = 0;
  for (int side = 0, depth = 0, leaves = 0; file >> side >> depth >> leaves; ++rows) {
    std::getline(file, line);
    if (leaves > 100'000) continue;
    const auto run =
        run_program("perft andantino --side " + std::to_string(side) + " --depth " + std::to_string(depth));
    const std::string last = "leaves " + std::to_string(leaves) + "\n";
    ASSERT_GE(run.out.size(), last.size());
    EXPECT_EQ(run.out.substr(run.out.size() - last.size()), last) << "side " << side << " depth " << depth;
  }
  EXPECT_GE(rows, 50);
}

/// The line of the program's output that begins so.
std::string line_with(const std::string& out, const std::string& word) {
  const std::size_t at = out.find("\n" + word + " ");
  return at == std::string::npos ? "" : out.substr(at + 1, out.find('\n', at + 1) - at - 1);
}

TEST(Go, ChanceIsFreshUnlessASeedIsGiven) {
  std::set<std::string> moves;
  for (int i = 0; i < 5; ++i) {
    const auto run = run_program("go hex --preset random --depth 1");
    moves.insert(line_with(run.out, "bestmove"));
    const std::string seed = line_with(run.out, "seed");
    ASSERT_FALSE(seed.empty()) << run.out;
    const auto again = run_program("go hex --preset random --depth 1 --seed " + seed.substr(5));
    EXPECT_EQ(line_with(again.out, "bestmove"), line_with(run.out, "bestmove")) << "the seed told repeats the search";
    EXPECT_EQ(line_with(again.out, "seed"), "") << "whoever gave it knows it";
  }
  EXPECT_GT(moves.size(), 1U) << "five searches chose the same of 121 moves";
  EXPECT_EQ(line_with(run_program("go hex --preset random,seed=7 --depth 1").out, "bestmove"),
            line_with(run_program("go hex --preset random --seed 7 --depth 1").out, "bestmove"));
}

TEST(Go, OnlyNamesMovesInAnyOrderOfATurn) {
  for (const char* preset : {"partita-ab", "partita", "random", "greedy", "trebing-full", "level-1"}) {
    const auto run = run_program(std::string("go omega --side 3 --depth 2 --only B:C3 --preset ") + preset);
    EXPECT_EQ(run.exit_code, 0) << preset << ": " << run.err;
    EXPECT_NE(run.out.find("bestmove B:C3\n"), std::string::npos) << preset << ": " << run.out;
  }
  EXPECT_EQ(run_program("go omega --side 3 --depth 2 --only X:C3").exit_code, 2);
  expect_refused("go omega --side 3 --depth 2 --only ' , '", "--only: expected a move");
}

/// The number of "nodes N time ..." at the end of what `go` prints; -1 if there is none.
long nodes_of_go(const std::string& arguments) {
  const std::string out = run_program("go " + arguments).out;
  const std::size_t at = out.rfind("\nnodes ");
  return at == std::string::npos ? -1 : std::stol(out.substr(at + 7));
}

/// The start of Andantino is solved: whoever asks is told, and an engine says where it has that from.
TEST(Go, TellsWhoWinsTheSolvedStart) {
  if (kit::kIsSanitized) GTEST_SKIP() << "the certificate is read too slowly";
  const auto run = run_program("go --game andantino --time 5000");
  ASSERT_EQ(run.exit_code, 0) << run.err;
  EXPECT_NE(run.out.find("note proven"), std::string::npos) << run.out;
  EXPECT_NE(run.out.find("loss "), std::string::npos) << run.out;
  const auto off = run_program("go --game andantino --nodes 500 --preset partita,known_proofs=off");
  EXPECT_EQ(off.out.find("proven"), std::string::npos) << off.out;
  const auto engine = kit::run_command(std::string("(printf 'ugi\\nposition startpos\\ngo nodes 500\\n' | ") +
                                       PARTITA_PROGRAM + " engine --game andantino)");
  EXPECT_NE(engine.out.find("option name known_proofs type check default true"), std::string::npos) << engine.out;
  EXPECT_NE(engine.out.find(" tbhits 1 pv "), std::string::npos) << engine.out;
  EXPECT_NE(engine.out.find("score mate -"), std::string::npos) << engine.out;
}

/// An exact endgame search is a search too: it obeys the limit, and what it does is counted.
/// With several players the search counts margins of victory too; what it tells people is the share of the point.
TEST(Go, ChancesOfSeveralPlayersAreSharesOfThePoint) {
  const kit::ProgramRun run = kit::run_program(
      "go --game omega --side 4 --players 3 --nodes 30000 --seed 3 --preset partita,endgame=off --moves \"R:F3 W:D2 "
      "B:B2 "
      "B:A3 W:C5 R:E5 R:D3 W:E3 B:D5 W:B5 B:C3 R:D4 B:D1 W:E2 R:G6 R:C1 W:D7 B:G5 W:E7 B:C6 R:D6 B:F5 W:F6 R:G7 R:F7 "
      "W:G4 B:A4\"");
  ASSERT_EQ(run.exit_code, 0) << run.err;
  const std::size_t last = run.out.rfind("30,000");
  ASSERT_NE(last, std::string::npos) << run.out;
  std::istringstream line(run.out.substr(run.out.rfind('\n', last) + 1));
  double depth = 0, furthest = 0, score = 0, chance = 0;
  line >> depth >> furthest >> score >> chance;
  EXPECT_GT(chance, 80) << run.out;
}

TEST(Go, ALimitOfNodesHoldsForEndgamesToo) {
  const std::string late[] = {"'C3/A1 B2/E5'", "'C3/A1 B2/E5 A3/C1'", "'C3/A1 B2/E5 A3/C1 D2/B1'"};
  for (const std::string& moves : late) {
    for (const char* preset : {"partita-ab", "partita"}) {
      for (const long limit : {1L, 20L, 200L, 2000L}) {
        const std::string asked =
            "omega --side 3 --moves " + moves + " --preset " + preset + " --nodes " + std::to_string(limit);
        const long nodes = nodes_of_go(asked);
        EXPECT_GT(nodes, 0) << asked;
        EXPECT_LE(nodes, limit) << asked;
      }
    }
  }
}

TEST(Inspect, DrawsTheBoardForPeople) {
  EXPECT_EQ(run_program("inspect omega --side 3 --moves 'C3/A1 W:A2'").out,
            "      A B C\n"
            "1    B . . D\n"
            "2  (W). . . E\n"
            "3  . . W . .\n"
            "4   . . . .\n"
            "5    . . .\n"
            "W white stone   B black stone\n"
            "position: 3 2 B2/W3/2W2/4/3 2 B\n"
            "scores: 1 1\n"
            "ply 3, Black to move, 16 legal moves\n");
}

TEST(Inspect, JsonHasWhatAProgramNeeds) {
  const auto run = run_program("inspect omega --side 2 --moves 'B3/C2 B2/A1' --json");
  const auto value = boost::json::parse(run.out).as_object();
  EXPECT_EQ(value.at("position"), "2 2 B1/1WB/W1 1 WB");
  EXPECT_EQ(value.at("over"), true);
  EXPECT_EQ(value.at("result"), "1-0");
  EXPECT_EQ(value.at("reason"), "score");
  EXPECT_TRUE(value.at("mover").is_null());
  EXPECT_EQ(value.at("legal_moves").as_array().size(), 0u);
  EXPECT_EQ(boost::json::serialize(value.at("scores")), "[\"2\",\"1\"]");
  EXPECT_EQ(value.at("rules").as_object().at("side"), "2");
}

TEST(BadInput, IsOneLineAndExitCodeTwo) {
  expect_refused("perft --depth 1", "--game is required");
  expect_refused("perft omegga --depth 1", "unknown game 'omegga', did you mean 'omega'?");
  expect_refused("perft omega --side 99 --depth 1", "side: '99' is not valid, expected 2 to 10");
  expect_refused("perft omega --depth -1", "--depth: '-1' is not a number from 0 to 64");
  expect_refused("perft omega --moves 'A1/B1 A1/C1 D1/E1' --depth 1", "--moves: move 2 'A1/C1': cell A1 is not free");
  expect_refused("inspect omega --position rubbish",
                 "--position: expected 'side players rows mover pending', got 1 words");
  expect_refused("perft andantino --players 2 --depth 1",
                 "--players is no option of andantino, which has --side, --rules");
  expect_refused("inspect andantino --moves 'K10 K11 A1 J11'",
                 "--moves: move 3 'A1': illegal move A1: fewer than two neighbours are occupied");
  expect_refused("inspcet omega", "unknown command 'inspcet', did you mean 'inspect'?");
  expect_refused(
      "inspect omega --moves \"$(printf '\\001\\377\\033[31m')\"",
      "--moves: move 1 '\\x01\\xff\\x1b[31m': expected 2 cells joined by / for WB, got '\\x01\\xff\\x1b[31m'");
}

TEST(Help, HasExamplesForEveryCommand) {
  for (const char* command : {"perft", "inspect", "replay", "convert", "games"}) {
    const auto run = run_program(std::string(command) + " --help");
    EXPECT_EQ(run.exit_code, 0);
    EXPECT_NE(run.out.find("Examples:\n"), std::string::npos) << command;
  }
}

TEST(Bench, MeasuresEveryGameAlone) {
  std::uint64_t sum = 0;
  for (const char* game : {"andantino", "omega", "tafl", "hex"}) {
    const auto run = run_program(std::string("bench --game ") + game);
    EXPECT_EQ(run.exit_code, 0) << run.err;
    const std::string last = std::string("Bench of ") + game + ": ";
    ASSERT_NE(run.out.find(last), std::string::npos) << run.out;
    EXPECT_EQ(run.out.rfind(game, 0), 0U) << "rows of other games: " << run.out;
    sum += std::stoull(run.out.substr(run.out.find(last) + last.size()));
  }
  const auto unknown = run_program("bench --game chess");
  EXPECT_EQ(unknown.exit_code, 2);
  // The same searches once more, which the sanitizers have seen.
  if (kit::kIsSanitized) return;
  const auto all = run_program("bench");
  EXPECT_NE(all.out.find("Bench: " + std::to_string(sum) + "\n"), std::string::npos) << all.out;
}

TEST(Bench, SwitchesAreLaidOverThePreset) {
  const std::string rate = "bench --rate --game hex --positions 1 --time 1000 --switches ";
  const auto small = run_program(rate + "hash_mb=4");
  EXPECT_NE(small.out.find(" 1 positions "), std::string::npos) << small.out << small.err;
  // Searches that end before their time are not counted.
  const auto shallow = run_program(rate + "hash_mb=4,max_depth=1");
  EXPECT_EQ(shallow.exit_code, 0) << shallow.err;
  EXPECT_EQ(shallow.out, "");
  const auto unknown = run_program(rate + "max_dpeth=1");
  EXPECT_EQ(unknown.exit_code, 2);
  EXPECT_NE(unknown.err.find("max_dpeth"), std::string::npos) << unknown.err;
}

TEST(Play, AnEngineThinksAsLongAsItIsTold) {
  const std::string file = kit::scratch_path("think.game");
  const auto run = run_program("play omega --side 2 --seats aa --think 0.01 --file " + file);
  EXPECT_EQ(run.exit_code, 0) << run.err;
  EXPECT_NE(run.out.find("Time for this turn: 0.0 s"), std::string::npos) << run.out;
  std::filesystem::remove(file);
}

}  // namespace
}  // namespace partita::apps
