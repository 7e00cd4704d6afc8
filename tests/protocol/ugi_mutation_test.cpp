// The real engine program fed with broken lines: it must neither die nor hang, and still be ready, searching or not.
// PARTITA_UGI_LINES sets how many lines (a few hundred by default, 20000 for the sanitizers). The slowest readyok is
// printed.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>

#include "base/clock.h"
#include "base/random.h"
#include "base/text.h"
#include "catalog/games.h"
#include "kit/program.h"
#include "protocol/child_process.h"

namespace partita::protocol {
namespace {

constexpr int kHangMs = 20'000;

const std::vector<std::string> kSeeds = {"ugi",
                                         "isready",
                                         "uginewgame",
                                         "stop",
                                         "stop",
                                         "d",
                                         "position startpos",
                                         "go infinite",
                                         "go depth 60",
                                         "go movetime 30",
                                         "go nodes 20000",
                                         "go p1time 5000 p2time 5000 p1inc 10 p2inc 10",
                                         "go depth 2 searchmoves K10 J9",
                                         "position startpos moves K10 K11 J11",
                                         "position startpos moves W:A1 B:C3",
                                         "position startpos moves e4-f4 d1-d2",
                                         "position fen 3 3/4/2B2/4/3 w moves C2",
                                         "position fen 3 2 W2/4/2B2/4/3 2 WB",
                                         "position fen /3ttt3/4t4/4T4/t3T3t/ttTTKTTtt/t3T3t/4T4/4t4/3ttt3/ a 0",
                                         "setoption name MultiPV value 3",
                                         "setoption name Game value andantino",
                                         "setoption name Game value omega",
                                         "setoption name Game value tafl",
                                         "setoption name Rules_side value 4",
                                         "setoption name Rules_rules value ashton",
                                         "setoption name Preset value partita",
                                         "setoption name hash_mb value 2",
                                         "query p1turn",
                                         "query gameover",
                                         "query result",
                                         "query fen",
                                         "query legalmoves",
                                         "query islegal K10"};

/// The seeds above, and for every preset of every game the lines that choose it and search the start of a game with it:
/// among all moves, and among the first and the last that people may play there.
std::vector<std::string> make_seeds() {
  std::vector<std::string> seeds = kSeeds;
  for (const catalog::GameEntry& game : catalog::all_games()) {
    const auto moves = catalog::AnyPosition::initial(game.name)->legal_moves();
    for (const catalog::PresetEntry& preset : catalog::presets(game.name)) {
      const std::string choose = "setoption name Game value " + game.name + "\nsetoption name Preset value " +
                                 preset.name + "\nposition startpos\ngo nodes 300";
      seeds.push_back(choose);
      seeds.push_back(choose + " searchmoves " + moves.back());
      seeds.push_back(choose + " searchmoves " + moves.front() + " " + moves.back());
    }
  }
  return seeds;
}

const std::vector<std::string>& all_seeds() {
  static const std::vector<std::string> seeds = make_seeds();
  return seeds;
}

const std::string& any_seed(base::Random& random) {
  // Half of them from the short list, or the presets would drown it.
  const auto& seeds = random.below(2) == 0 ? kSeeds : all_seeds();
  return seeds[random.below(static_cast<std::uint32_t>(seeds.size()))];
}

std::string mutated(std::string line, base::Random& random) {
  for (std::uint32_t edits = random.below(4); edits > 0 && !line.empty(); --edits) {
    const std::size_t at = random.below(static_cast<std::uint32_t>(line.size()));
    switch (random.below(7)) {
      case 0: line[at] = static_cast<char>(line[at] ^ (1 << random.below(8))); break;
      case 1: line.resize(at); break;
      case 2: line[at] = '\0'; break;
      case 3: line[at] = static_cast<char>(random.below(256)); break;
      case 4: line.insert(at, std::string(1 + random.below(3000), line[at])); break;
      case 5: line.insert(at, " " + any_seed(random) + " "); break;
      default: line.erase(at, 1 + random.below(5)); break;
    }
  }
  // Too long for any line.
  if (random.below(2000) == 0) line += std::string((1 << 20) + 5, 'x');
  return line;
}

bool is_quit(const std::string& text) {
  for (const std::string_view line : base::split(text, '\n')) {
    const auto words = base::words(line);
    if (!words.empty() && words[0] == "quit") return true;
  }
  return false;
}

/// The engine at the other end of two pipes.
class Engine {
 public:
  Engine() {
    auto child =
        ChildProcess::start({PARTITA_PROGRAM, "engine", "--game", "andantino", "--preset", "partita,hash_mb=2"});
    child_ = std::move(child.value());
  }
  bool write(const std::string& text) { return child_->write(text); }
  bool has_ended() const { return child_->has_ended(); }
  void drain() {
    while (child_->read_line(0)) {
    }
  }
  /// Milliseconds until readyok, or -1. The marker makes sure that it is the answer to this question.
  double ready_after_ms(int number) {
    const std::string marker = "marker" + std::to_string(number);
    const base::Stopwatch watch;
    if (!write(marker + "\nisready\n")) return -1;
    bool is_marked = false;
    while (watch.milliseconds() < kHangMs) {
      const auto line = child_->read_line(kHangMs);
      if (!line) return -1;
      if (line->text.find(marker) != std::string::npos)
        is_marked = true;
      else if (is_marked && line->text == "readyok")
        return static_cast<double>(watch.microseconds()) / 1000;
    }
    return -1;
  }

 private:
  std::unique_ptr<ChildProcess> child_;
};

/// Lines until bestmove; empty where the engine died or hung.
std::vector<std::string> lines_to_bestmove(ChildProcess& child, const std::string& question) {
  std::vector<std::string> lines;
  if (!child.write(question)) return {};
  const base::Stopwatch watch;
  while (watch.milliseconds() < kHangMs) {
    const auto line = child.read_line(kHangMs);
    if (!line) return {};
    lines.push_back(line->text);
    if (line->text.rfind("bestmove ", 0) == 0 || line->text.find("error") != std::string::npos) return lines;
  }
  return {};
}

TEST(UgiSearchmoves, EveryPresetOfEveryGameChoosesAmongThem) {
  for (const catalog::GameEntry& game : catalog::all_games()) {
    auto child = ChildProcess::start({PARTITA_PROGRAM, "engine", "--game", game.name});
    ASSERT_TRUE(child.ok());
    const auto moves = catalog::AnyPosition::initial(game.name)->legal_moves();
    for (const catalog::PresetEntry& preset : catalog::presets(game.name)) {
      ASSERT_TRUE((*child)->write("setoption name Preset value " + preset.name + "\nsetoption name hash_mb value 1\n"));
      for (const std::string& move : {moves.front(), moves[moves.size() / 2], moves.back()}) {
        const auto lines = lines_to_bestmove(**child, "go nodes 300 searchmoves " + move + "\n");
        ASSERT_FALSE(lines.empty()) << game.name << " " << preset.name << " " << move;
        EXPECT_EQ(lines.back(), "bestmove " + move) << game.name << " " << preset.name;
      }
    }
    const auto refused = lines_to_bestmove(**child, "go depth 1 searchmoves nonsense\n");
    ASSERT_FALSE(refused.empty());
    EXPECT_NE(refused.back().find("info string error go: searchmoves: "), std::string::npos) << refused.back();
    const auto none = lines_to_bestmove(**child, "go depth 1 searchmoves\n");
    ASSERT_FALSE(none.empty());
    EXPECT_NE(none.back().find("info string error go: searchmoves"), std::string::npos) << none.back();
  }
}

TEST(UgiMutation, TheEngineSurvivesAndStaysReady) {
  const char* wanted = std::getenv("PARTITA_UGI_LINES");
  const int lines = wanted != nullptr ? std::atoi(wanted) : 3000;
  base::Random random(2026);
  Engine engine;
  const double start_ms = engine.ready_after_ms(-1);
  ASSERT_GE(start_ms, 0);
  double slowest_ms = 0;
  std::vector<double> waits;
  std::vector<std::string> since;  // lines since the last question
  std::string before_slowest;
  for (int i = 0; i < lines; ++i) {
    const std::string line = mutated(any_seed(random), random);
    if (is_quit(line)) continue;
    // Half a line, then the rest.
    const std::size_t half = random.below(8) == 0 ? line.size() / 2 : line.size();
    ASSERT_TRUE(engine.write(line.substr(0, half))) << i << ": " << base::quoted(line);
    ASSERT_TRUE(engine.write(line.substr(half) + "\n")) << i << ": " << base::quoted(line);
    since.push_back(std::to_string(line.size()) + " bytes: " + base::quoted(line));
    engine.drain();
    ASSERT_FALSE(engine.has_ended()) << "died after line " << i << ": " << base::quoted(line);
    if (i % 4 != 0) continue;
    const double wait_ms = engine.ready_after_ms(i);
    ASSERT_GE(wait_ms, 0) << "no readyok after line " << i << ": " << base::quoted(line);
    waits.push_back(wait_ms);
    if (wait_ms > slowest_ms) {
      slowest_ms = wait_ms;
      before_slowest.clear();
      for (const std::string& earlier : since) before_slowest += "  " + earlier.substr(0, 100) + "\n";
    }
    since.clear();
  }
  std::sort(waits.begin(), waits.end());
  std::printf(
      "started in %.2f ms; %d lines, %zu times asked: readyok after %.2f ms (median), %.2f ms (99%%), "
      "%.2f ms (slowest), which came after\n%s",
      start_ms, lines, waits.size(), waits[waits.size() / 2], waits[waits.size() * 99 / 100], slowest_ms,
      before_slowest.c_str());
  EXPECT_TRUE(engine.write("quit\n"));
  const base::Stopwatch watch;
  while (!engine.has_ended() && watch.milliseconds() < kHangMs) engine.drain();
  EXPECT_TRUE(engine.has_ended());
}

/// What a shell sees of `script | engine | reader`: the engine's exit code, 124 if it had to be ended.
int exit_code_in_pipe(const std::string& script, const std::string& reader) {
  const std::string command = "bash -c \"(" + script + ") | timeout 30 " + PARTITA_PROGRAM + " engine --game omega | " +
                              reader + " > /dev/null; exit \\${PIPESTATUS[1]}\"";
  const int status = std::system(command.c_str());
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

TEST(UgiMutation, ClosedPipesEndTheEngineQuietly) {
  EXPECT_EQ(exit_code_in_pipe("echo ugi; echo go infinite; sleep 0.2; echo isready", "head -n 1"), 0);
  EXPECT_EQ(exit_code_in_pipe("echo go depth 60; sleep 0.2; printf isre", "head -n 1"), 0);
  EXPECT_EQ(exit_code_in_pipe("echo go infinite", "cat"), 0);
  EXPECT_EQ(exit_code_in_pipe("true", "true"), 0);
}

TEST(UgiMutation, ALimitedSearchIsFinishedAfterTheEndOfTheInput) {
  const std::string path = kit::write_scratch("ugi.txt", "position startpos\ngo nodes 2000");
  const auto run = kit::run_program("engine --game omega --side 4 < " + path + " 2>&1 #");
  EXPECT_EQ(run.exit_code, 0);
  EXPECT_NE(run.out.find("info nodes 2"), std::string::npos) << run.out;
  EXPECT_NE(run.out.find("bestmove "), std::string::npos) << run.out;
  std::filesystem::remove(path);
}

}  // namespace
}  // namespace partita::protocol
