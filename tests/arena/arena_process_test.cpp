// The arena as a program: killed, interrupted, resumed, and what it writes.
#include <gtest/gtest.h>

#include <chrono>
#include <random>
#include <set>
#include <thread>

#include "arena/game_job.h"
#include "arena/result_log.h"
#include "kit/child.h"
#include "kit/effort.h"
#include "kit/program.h"
#include "record/declared_json.h"
#include "record/game_record.h"
#include "record/replay.h"

namespace partita::arena {
namespace {

constexpr int kOpenings = kit::samples(100);

std::vector<std::string> quick_match(const std::string& log) {
  return {PARTITA_PROGRAM,
          "arena",
          "--game",
          "omega",
          "--side",
          "3",
          "--engines",
          "partita-ab",
          "trebing-full",
          "--tc",
          "nodes=300",
          "--plies",
          "4",
          "--openings",
          std::to_string(kOpenings),
          "--imbalance",
          "1",
          "--log",
          log,
          "--resume",
          "--json",
          "--concurrency",
          "2"};
}

std::string joined(const std::vector<std::string>& words) {
  std::string text;
  for (std::size_t i = 1; i < words.size(); ++i) text += (i == 1 ? "" : " ") + words[i];
  return text;
}

std::vector<std::string> lines_of(const std::string& path) {
  std::istringstream text(kit::read_whole(path));
  std::vector<std::string> lines;
  for (std::string line; std::getline(text, line);) lines.push_back(line);
  return lines;
}

TEST(ArenaProgram, KilledTenTimesItEndsWithEveryGameOnce) {
  const std::string log = kit::scratch_path("killed.jsonl");
  std::filesystem::remove(log);
  std::mt19937 random(std::random_device{}());
  std::size_t most_lines = 0;
  for (int kill = 0; kill < 10; ++kill) {
    kit::Child child(quick_match(log));
    std::this_thread::sleep_for(std::chrono::milliseconds(std::uniform_int_distribution<>(5, 120)(random)));
    child.end(SIGKILL);
    const std::size_t lines = std::filesystem::exists(log) ? lines_of(log).size() : 0;
    EXPECT_GE(lines, most_lines) << "a finished game was lost";
    most_lines = lines;
  }
  const kit::ProgramRun run = kit::run_program(joined(quick_match(log)));
  ASSERT_EQ(run.exit_code, 0) << run.err;
  const auto lines = lines_of(log);
  std::set<std::string> ids;
  for (std::size_t i = 1; i < lines.size(); ++i) {
    const auto outcome = record::read_object<GameOutcome>(lines[i]);
    ASSERT_TRUE(outcome) << i << ": " << outcome.error();
    EXPECT_TRUE(ids.insert(outcome->id).second) << outcome->id << " twice";
  }
  EXPECT_EQ(ids.size(), static_cast<std::size_t>(2 * kOpenings));
  EXPECT_NE(run.out.find("\"finished\":" + std::to_string(2 * kOpenings)), std::string::npos) << run.out;

  // Node-limited games are the same however often they were begun.
  const std::string whole = kit::scratch_path("whole.jsonl");
  std::filesystem::remove(whole);
  EXPECT_EQ(kit::run_program(joined(quick_match(whole))).out, run.out);
  std::filesystem::remove(log);
  std::filesystem::remove(whole);
}

TEST(ArenaProgram, TheFirstInterruptLetsGamesEnd) {
  const std::string log = kit::scratch_path("interrupted.jsonl"), out = kit::scratch_path("interrupted.out");
  std::filesystem::remove(log);
  auto command = quick_match(log);
  for (std::string& word : command) {
    if (word == "nodes=300") word = "nodes=3000";
  }
  kit::Child child(command, out);
  while (lines_of(log).size() < 3 && child.is_running()) std::this_thread::sleep_for(std::chrono::milliseconds(5));
  EXPECT_EQ(child.end(SIGINT), 0);
  const std::size_t games = lines_of(log).size() - 1;
  EXPECT_LT(games, static_cast<std::size_t>(2 * kOpenings));
  EXPECT_NE(kit::read_whole(out).find("\"finished\":" + std::to_string(games)), std::string::npos);
  std::filesystem::remove(log);
  std::filesystem::remove(out);
}

TEST(ArenaProgram, LeavesOutNobody) {
  const std::string asked =
      "arena --game hex --side 5 --engines random greedy level-1 --tc nodes=20 --openings 1 --json";
  const kit::ProgramRun all = kit::run_program(asked);
  ASSERT_EQ(all.exit_code, 0) << all.err;
  EXPECT_NE(all.out.find("\"finished\":6"), std::string::npos) << "three pairs, two seats each: " << all.out;
  const kit::ProgramRun match = kit::run_program(asked + " --format match");
  EXPECT_EQ(match.exit_code, 2);
  EXPECT_NE(match.err.find("--format match: 3 --engines for a game of 2 seats"), std::string::npos) << match.err;
}

TEST(ArenaProgram, WritesRecordsThatReplayAndAPage) {
  const std::string records = kit::scratch_path("games.pgn"), page = kit::scratch_path("report.html");
  const kit::ProgramRun run = kit::run_program(
      "arena --game omega --side 3 --players 3 --engines partita-ab random greedy --tc nodes=100 --plies 3 --openings "
      "3 "
      "--imbalance 1 --records " +
      records + " --html " + page);
  ASSERT_EQ(run.exit_code, 0) << run.err;
  EXPECT_EQ(run.err, "") << "nothing is shown when nobody watches";
  EXPECT_NE(run.out.find("points by player and seat"), std::string::npos);
  const auto games = record::read_records(kit::read_whole(records));
  ASSERT_TRUE(games) << games.error();
  EXPECT_EQ(games->size(), 9u);
  for (const record::GameRecord& game : *games) {
    EXPECT_TRUE(record::replay(game)) << record::replay(game).error();
    EXPECT_FALSE(game.tag("Seat1").empty());
    const record::RecordMove& last = game.moves.back();
    EXPECT_TRUE(last.spent_ms.has_value());
    ASSERT_FALSE(last.commands.empty());
    EXPECT_EQ(last.commands.front().first, "nodes");
  }
  const std::string html = kit::read_whole(page);
  EXPECT_NE(html.find("<svg"), std::string::npos);
  EXPECT_NE(html.find("</html>"), std::string::npos);
  for (const char* foreign : {"http://", "https://", "<script"}) {
    std::size_t at = html.find(foreign);
    while (at != std::string::npos && html.compare(at, 26, "http://www.w3.org/2000/svg") == 0)
      at = html.find(foreign, at + 1);
    EXPECT_EQ(at, std::string::npos) << "the page stands for itself";
  }
  std::filesystem::remove(records);
  std::filesystem::remove(page);
}

std::string random_games(const std::string& more) {
  const std::string records = kit::scratch_path("seeded.pgn");
  const kit::ProgramRun run = kit::run_program(
      "arena --game andantino --side 6 --engines random random --tc nodes=10 --plies 0 --openings 1 --imbalance 1 "
      "--records " +
      records + " " + more);
  EXPECT_EQ(run.exit_code, 0) << run.err;
  const auto games = record::read_records(kit::read_whole(records));
  std::filesystem::remove(records);
  std::string moves;
  for (const record::GameRecord& game : *games) {
    EXPECT_FALSE(game.tag("Seed").empty()) << "a game tells its seed";
    for (const record::RecordMove& move : game.moves) moves += move.text + " ";
    moves += "\n";
  }
  return moves;
}

TEST(ArenaProgram, GamesOfChanceDifferUnlessASeedIsGiven) {
  const std::string games = random_games("");
  const std::size_t end = games.find('\n');
  EXPECT_NE(games.substr(0, end), games.substr(end + 1, games.size() - end - 2)) << "two games of one run";
  EXPECT_NE(games, random_games("")) << "two runs";
  EXPECT_EQ(random_games("--seed 7"), random_games("--seed 7"));
  EXPECT_NE(random_games("--seed 7"), random_games("--seed 8"));
}

TEST(ArenaProgram, AnIllegalMoveIsNamedInOutputRecordLogAndTrace) {
  const std::string engine = kit::write_scratch("rogue.sh",
                                                "while read line; do case \"$line\" in ugi) echo ugiok;; isready) echo "
                                                "readyok;; go*) echo bestmove Z99;; quit) exit;; esac; done\n");
  const std::string log = kit::scratch_path("rogue.jsonl"), records = kit::scratch_path("rogue.pgn"),
                    trace = kit::scratch_path("rogue_trace");
  std::filesystem::remove(log);
  const kit::ProgramRun run = kit::run_program("arena --game andantino --side 4 --engines random 'ugi:sh " + engine +
                                               "' --tc nodes=10 --plies 2 --openings 1 --imbalance 1 --log " + log +
                                               " --records " + records + " --trace " + trace);
  ASSERT_EQ(run.exit_code, 0) << run.err;
  std::string dialogues;
  for (const auto& file : std::filesystem::directory_iterator(trace)) dialogues += kit::read_whole(file.path());
  for (const std::string& text : {run.out, kit::read_whole(log), kit::read_whole(records), dialogues}) {
    EXPECT_NE(text.find("illegal move 'Z99'"), std::string::npos) << text;
    EXPECT_NE(text.find("in position 4 "), std::string::npos) << text;
  }
  EXPECT_NE(dialogues.find("2 > go nodes 10\n2 < bestmove Z99"), std::string::npos) << dialogues;
  EXPECT_NE(dialogues.find("1 > go nodes 10\n1 < bestmove "), std::string::npos) << "our own engines too\n"
                                                                                 << dialogues;
  for (const std::string& path : {engine, log, records, trace}) std::filesystem::remove_all(path);
}

TEST(ArenaProgram, AMatchWithoutALossGivesABoundAndNoIntervalHoldsEverything) {
  const kit::ProgramRun run = kit::run_program(
      "arena --game andantino --side 6 --engines partita random --tc nodes=300 --plies 2 --openings 4 --imbalance 1 "
      "--seed 3");
  ASSERT_EQ(run.exit_code, 0) << run.err;
  ASSERT_NE(run.out.find("+8 =0 -0"), std::string::npos) << run.out;
  EXPECT_NE(run.out.find("Elo at least "), std::string::npos) << run.out;
  EXPECT_EQ(run.out.find("2400"), std::string::npos) << run.out;
  const kit::ProgramRun pair = kit::run_program(
      "arena --game andantino --side 6 --engines partita random --tc nodes=300 --plies 2 --openings 1 --imbalance 1 "
      "--seed 3");
  EXPECT_EQ(pair.out.find("196"), std::string::npos) << pair.out;
}

TEST(ArenaProgram, OnlyOneWritesToALog) {
  const std::string log = kit::scratch_path("locked.jsonl");
  std::filesystem::remove(log);
  const auto first = ResultLog::open(log, "plan", ResultLog::Mode::kNew);
  ASSERT_TRUE(first) << first.error();
  const auto second = ResultLog::open(log, "plan", ResultLog::Mode::kResume);
  ASSERT_FALSE(second);
  EXPECT_NE(second.error().find("another arena"), std::string::npos);
  std::filesystem::remove(log);
}

}  // namespace
}  // namespace partita::arena
