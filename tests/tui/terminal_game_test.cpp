#include "tui/terminal_game.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <deque>
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>

#include "base/text.h"
#include "tui/kept_game.h"
#include "tui/opponent.h"
#include "tui/side_panel.h"
#include "tui/turn_report.h"

namespace partita::tui {
namespace {

/// Types prepared lines and keeps what was printed.
class ScriptedConsole final : public Console {
 public:
  explicit ScriptedConsole(std::deque<std::string> lines) : lines_(std::move(lines)) {}
  std::optional<std::string> ask(const std::string& prompt, const std::vector<std::string>& words) override {
    printed += prompt;
    last_words = words;
    if (lines_.empty()) return std::nullopt;
    std::string line = lines_.front();
    lines_.pop_front();
    printed += line + "\n";
    return line;
  }
  void print(const std::string& text) override { printed += text; }
  bool has_colour() const override { return false; }
  bool is_interactive() const override { return false; }

  std::string printed;
  std::vector<std::string> last_words;

 private:
  std::deque<std::string> lines_;
};

class TemporaryFile {
 public:
  TemporaryFile()
      : path_(std::filesystem::temp_directory_path() / ("partita_tui_" + std::to_string(::getpid()) + ".record")) {}
  ~TemporaryFile() { std::filesystem::remove(path_); }
  std::string path() const { return path_.string(); }
  std::string content() const {
    std::ifstream file(path_);
    std::ostringstream text;
    text << file.rdbuf();
    return text.str();
  }

 private:
  std::filesystem::path path_;
};

struct Session {
  std::string printed;
  bool finished = false;
  std::string position;
  std::vector<std::string> moves;
};

Session run(const std::string& game, const base::OptionValues& rules, const std::string& seats,
            std::deque<std::string> lines, const std::string& autosave = "") {
  auto position = catalog::AnyPosition::initial(game, rules);
  TerminalOptions options;
  options.seats = *read_seats(seats, position->seat_count());
  options.think_ms = 20;
  options.autosave = autosave;
  ScriptedConsole console(std::move(lines));
  auto terminal = TerminalGame::make(std::move(*position), std::move(options), console);
  Session session;
  session.finished = (*terminal)->run();
  session.printed = console.printed;
  session.position = (*terminal)->position().text();
  session.moves = (*terminal)->position().moves();
  return session;
}

bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

TEST(Seats, AreReadFromLettersAndNames) {
  const auto letters = read_seats("ah", 2);
  ASSERT_TRUE(letters);
  EXPECT_FALSE((*letters)[0].is_human);
  EXPECT_EQ((*letters)[0].engine, "partita");
  EXPECT_TRUE((*letters)[1].is_human);
  const auto names = read_seats("human/rudin", 2);
  ASSERT_TRUE(names);
  EXPECT_EQ((*names)[1].engine, "rudin");
  EXPECT_EQ((*read_seats("r", 3))[0].engine, "random");
  EXPECT_FALSE((*read_seats("", 2))[1].is_human);
  EXPECT_FALSE(read_seats("hhh", 2));
  EXPECT_FALSE(read_seats("h/x", 2));
}

TEST(TerminalGame, PlaysTwoPeopleToTheEnd) {
  const Session session = run("omega", {{"side", "2"}}, "hh", {"A1/C3", "yes", "W:B1", "B:A2", "yes"});
  EXPECT_TRUE(session.finished);
  EXPECT_TRUE(contains(session.printed, "The game is over: ")) << session.printed;
  EXPECT_TRUE(contains(session.printed, "score "));
}

TEST(TerminalGame, ATurnOfSeveralStonesIsConfirmedOrTakenBack) {
  const Session session = run("omega", {{"side", "3"}}, "hh", {"W:A1", "B:C3", "no", "W:B2", "B:C3", "yes", "quit"});
  EXPECT_FALSE(session.finished);
  EXPECT_EQ(session.moves, (std::vector<std::string>{"W:B2", "B:C3"}));
}

TEST(TerminalGame, RefusesKindlyAndGoesOn) {
  const Session session = run("andantino", {{"side", "4"}}, "hh", {"Z9", "D4", "E4", "quit"});
  EXPECT_EQ(session.moves, (std::vector<std::string>{"E4"}));
  EXPECT_TRUE(contains(session.printed, "Not possible: ")) << session.printed;
}

TEST(TerminalGame, TakesMovesAsPeopleTypeThem) {
  const Session tafl = run("tafl", {}, "hh", {"D1C1", "e3 a3", "f9 - f8", "quit"});
  EXPECT_EQ(tafl.moves, (std::vector<std::string>{"d1-c1", "e3-a3", "f9-f8"})) << tafl.printed;
  const Session omega = run("omega", {{"side", "3"}}, "hh", {"c3", "b a1", "yes", "a2 b2", "yes", "quit"});
  EXPECT_EQ(omega.moves, (std::vector<std::string>{"W:C3", "B:A1", "W:A2", "B:B2"})) << omega.printed;
  const Session both = run("andantino", {{"side", "4"}}, "hh", {"E4 E5 d5", "quit"});
  EXPECT_EQ(both.moves, (std::vector<std::string>{"E4", "E5", "D5"})) << both.printed;
}

TEST(TerminalGame, ASearchWaitsForItsWord) {
  auto position = catalog::AnyPosition::initial("andantino", {{"side", "4"}});
  TerminalOptions options;
  options.seats = *read_seats("random/h", 2);
  options.waits = true;
  ScriptedConsole console({"", "quit"});
  auto terminal = TerminalGame::make(std::move(*position), std::move(options), console);
  EXPECT_FALSE((*terminal)->run());
  EXPECT_TRUE(contains(console.printed, "played ")) << console.printed;
  auto again = catalog::AnyPosition::initial("andantino", {{"side", "4"}});
  TerminalOptions waiting;
  waiting.seats = *read_seats("random/h", 2);
  waiting.waits = true;
  ScriptedConsole silent({});
  auto unasked = TerminalGame::make(std::move(*again), std::move(waiting), silent);
  EXPECT_FALSE((*unasked)->run());
  EXPECT_FALSE(contains(silent.printed, "played ")) << silent.printed;
}

TEST(TerminalGame, TakesRowsAndColumnsAsTheReportsProgramsDo) {
  // Trebing, figure 1: row and column from 1; the first row of side 5 begins with A1.
  const Session omega = run("omega", {{"side", "5"}}, "hh", {"6 5", "1, 1", "yes", "quit"});
  EXPECT_EQ(omega.moves, (std::vector<std::string>{"W:F6", "B:A1"})) << omega.printed;
  // Rao, figure 10: column and row, the middle is 10,10; K10 lies right of it.
  const Session andantino = run("andantino", {{"side", "10"}}, "hh", {"11,10", "10 10", "quit"});
  EXPECT_EQ(andantino.moves, (std::vector<std::string>{"K10"})) << andantino.printed;
  EXPECT_TRUE(contains(andantino.printed, "Not possible: ")) << andantino.printed;
}

TEST(TerminalGame, ALineThatFailsHalfwayPlaysNothing) {
  const Session session = run("andantino", {{"side", "4"}}, "hh", {"E4 Z9", "quit"});
  EXPECT_TRUE(session.moves.empty()) << session.printed;
}

TEST(TerminalGame, SeatsAndClocksAreKept) {
  const TemporaryFile file;
  auto position = catalog::AnyPosition::initial("omega", {{"side", "3"}, {"players", "3"}}).value();
  ASSERT_TRUE(position.play("W:A1"));
  SeatClocks clocks(60'000, 5'000);
  EXPECT_TRUE(clocks.charge(1, 1'234));
  ASSERT_TRUE(write_kept_game(file.path(), {position, *read_seats("h/trebing-full/r", 3), clocks, {}}));
  const auto kept = read_kept_game(file.path());
  ASSERT_TRUE(kept) << kept.error();
  EXPECT_EQ(kept->position.moves(), (std::vector<std::string>{"W:A1"}));
  EXPECT_TRUE(kept->seats[0].is_human);
  EXPECT_EQ(kept->seats[1].engine, "trebing-full");
  EXPECT_EQ(kept->seats[2].engine, "random");
  EXPECT_EQ(kept->clocks.left_ms(1), 58'766);
  EXPECT_EQ(kept->clocks.increment_ms(), 5'000);
}

TEST(TerminalGame, ATurnResumedInItsMiddleIsConfirmed) {
  const TemporaryFile file;
  run("omega", {{"side", "3"}}, "hh", {"W:A1", "quit"}, file.path());
  const Session session = run("omega", {{"side", "3"}}, "hh", {"load " + file.path(), "B:C3", "no", "quit"});
  EXPECT_TRUE(contains(session.printed, "Are you ok with these moves?")) << session.printed;
  EXPECT_TRUE(session.moves.empty());
}

TEST(TerminalGame, AProgramCanTakeASeat) {
  const std::string engine = std::string("ugi:") + PARTITA_PROGRAM + " engine --game omega --side 2 --preset random";
  const Session session = run("omega", {{"side", "2"}}, "h;" + engine, {"A1/C3", "yes"});
  EXPECT_TRUE(session.finished) << session.printed;
  EXPECT_EQ(session.moves.size(), 4u);
}

TEST(TerminalGame, AProgramThatIsNotThereIsRefused) {
  auto position = catalog::AnyPosition::initial("omega", {{"side", "2"}});
  TerminalOptions options;
  options.seats = *read_seats("h;ugi:/no/such/engine", 2);
  ScriptedConsole console({});
  EXPECT_FALSE(TerminalGame::make(std::move(*position), std::move(options), console));
}

TEST(TerminalGame, TheClockRunsOut) {
  auto position = catalog::AnyPosition::initial("andantino", {{"side", "4"}});
  TerminalOptions options;
  options.seats = *read_seats("ah", 2);
  options.clocks = SeatClocks(0, 0);
  ScriptedConsole console({});
  auto terminal = TerminalGame::make(std::move(*position), std::move(options), console);
  EXPECT_TRUE((*terminal)->run());
  EXPECT_TRUE(contains(console.printed, "The time of White is up.")) << console.printed;
  EXPECT_TRUE(contains(console.printed, "0-1 (time)")) << console.printed;
}

TEST(SidePanel, CutsAtTheTerminalsWidthAndCountsLettersNotBytes) {
  EXPECT_EQ(visible_width("\x1b[1m○\x1b[0m."), 2u);
  const std::string text = beside("\x1b[1m○\x1b[0m.\n..\n", {std::string(200, 'x'), "second"});
  for (const std::string_view line : base::split(text, '\n')) EXPECT_LT(visible_width(line), 80u) << line;
  EXPECT_EQ(wrapped("aaa bbb ccc", 7), "aaa bbb\n  ccc");
}

TEST(TerminalGame, UndoGoesBackToThePersonsTurn) {
  const Session session = run("andantino", {{"side", "4"}}, "ha", {"E4", "undo", "quit"});
  EXPECT_TRUE(session.moves.empty()) << session.printed;
}

TEST(TerminalGame, KnowsItsCommands) {
  const Session session =
      run("andantino", {{"side", "4"}}, "hh",
          {"help", "legal", "E4", "moves", "hint", "eval", "threats", "clocks", "save", "load /nowhere", "resign"});
  EXPECT_TRUE(session.finished);
  for (const char* part : {"Type a move in the notation", "Hint: ", "best value", "Nothing threatens", "used ",
                           "save needs a file name", "Not loaded: ", "resigned"}) {
    EXPECT_TRUE(contains(session.printed, part)) << part << "\n" << session.printed;
  }
}

TEST(TerminalGame, SaysWhy) {
  const Session session =
      run("hex", {{"side", "3"}}, "hh", {"a1", "b2", "a3", "c2", "why", "why c1", "why b2", "hint", "quit"});
  EXPECT_NE(session.printed.find("a2 is the engine's move. a2 joins both edges and wins."), std::string::npos)
      << session.printed;
  EXPECT_NE(session.printed.find("Better is a2. a2 joins both edges and wins."), std::string::npos) << session.printed;
  EXPECT_NE(session.printed.find("Not possible: "), std::string::npos) << "b2 is taken";
  const auto hint = session.printed.find("Hint: a2");
  ASSERT_NE(hint, std::string::npos);
  EXPECT_NE(session.printed.find("a2 joins both edges and wins.", hint), std::string::npos) << session.printed;
}

TEST(TerminalGame, ReportsTheEnginesTurn) {
  const Session session = run("omega", {{"side", "3"}}, "ah", {"quit"});
  for (const char* part :
       {"#### TURN 1: White (partita) ####", "Possible moves: ", "Time for this turn: ", "played "}) {
    EXPECT_TRUE(contains(session.printed, part)) << part << "\n" << session.printed;
  }
}

TEST(TurnReport, TellsTheTimeOfTheTurnAndOfEachDepthAlone) {
  // Fifteen minutes on the clock are not what a turn gets.
  const auto position = catalog::AnyPosition::initial("omega", {{"side", "5"}});
  const auto opponent = make_opponent(*position, "trebing-full,hash_mb=1", 1);
  ASSERT_TRUE(opponent) << opponent.error();
  const std::int64_t turn_ms = (*opponent)->turn_ms(*position, SeatClocks(900'000, 0).limits(2));
  // 15 turns each, the last three disregarded: 900 s / 12.
  EXPECT_NEAR(static_cast<double>(turn_ms), 75'000, 100);
  catalog::LineReport before, line;
  before.depth = 1;
  before.time_ms = 800;
  before.nodes = 49;
  line.depth = 2;
  line.time_ms = 1'020;
  line.nodes = 2'450;
  const std::string text = depth_line(line, &before);
  EXPECT_TRUE(contains(text, "Depth 2 took 0.2 s")) << text;
  EXPECT_TRUE(contains(text, "2,401 moves")) << text;
}

TEST(TerminalGame, ReportsAsTheOmegaReportDoes) {
  auto position = catalog::AnyPosition::initial("omega", {{"side", "5"}});
  TerminalOptions options;
  options.seats = *read_seats("trebing-full,hash_mb=1/h", 2);
  options.clocks = SeatClocks(12'000, 0);
  // A turn for each corner is the book's; then Black's stones stand where they may, and White searches.
  ScriptedConsole console(
      {"A2 B1", "yes", "B4 C1", "yes", "D9 E9", "yes", "A4 A5", "yes", "B5 B6", "yes", "C6 C5", "yes", "quit"});
  auto terminal = TerminalGame::make(std::move(*position), std::move(options), console);
  (*terminal)->run();
  const std::string& text = console.printed;
  EXPECT_TRUE(contains(text, "played W:A1 (book), after")) << text;
  const std::size_t seventh = text.find("#### TURN 7: White (trebing-full,hash_mb=1) ####");
  ASSERT_NE(seventh, std::string::npos) << text;
  // Figure 2 of the report: 24 turns and 49 cells are left, and every depth has its line.
  EXPECT_TRUE(contains(text.substr(seventh), "Turns left: 24   Possible moves: 49   Time for this turn: 1."))
      << text.substr(seventh);
  for (const char* depth : {"Depth 1 took 0.", "Depth 2 took 0.", "Depth 3 took 0."}) {
    EXPECT_TRUE(contains(text.substr(seventh), depth)) << depth << text.substr(seventh);
  }
  for (const char* line : {" needed ", " of its given 12.0 s", "Current score: ", "   Current heuristic: "}) {
    EXPECT_TRUE(contains(text.substr(seventh), line)) << line << text.substr(seventh);
  }
  EXPECT_FALSE(contains(text.substr(seventh), "% to win")) << "his values have a scale of their own";
}

TEST(TerminalGame, CountsTheMovesOfATurnOnce) {
  const Session session = run("omega", {{"side", "5"}}, "ah", {"quit"});
  std::set<std::string> counts;
  const std::string words = "Possible moves: ";
  for (std::size_t at = session.printed.find(words); at != std::string::npos;
       at = session.printed.find(words, at + 1)) {
    const std::size_t begin = at + words.size();
    counts.insert(session.printed.substr(begin, session.printed.find_first_not_of("0123456789", begin) - begin));
  }
  EXPECT_TRUE(counts.count("61") > 0) << session.printed;
  for (const std::string& count : counts) EXPECT_LE(std::stoi(count), 61) << "a stone goes on a cell, whichever it is";
}

TEST(TerminalGame, GamesOfChanceDifferByTheirSeed) {
  const TemporaryFile file;
  const auto moves = [&](std::uint64_t seed) {
    auto position = catalog::AnyPosition::initial("andantino", {{"side", "5"}});
    TerminalOptions options;
    options.seats = *read_seats("rr", 2);
    options.seed = seed;
    options.autosave = file.path();
    ScriptedConsole console({});
    auto terminal = TerminalGame::make(std::move(*position), std::move(options), console);
    EXPECT_TRUE((*terminal)->run());
    return (*terminal)->position().moves();
  };
  const auto game = moves(5);
  EXPECT_EQ(moves(5), game);
  EXPECT_NE(moves(6), game);  // the last one: its seed is in the file
  EXPECT_TRUE(contains(file.content(), "[Seed \"6\"]")) << file.content();
  EXPECT_EQ(read_kept_game(file.path())->seed, 6U);
}

TEST(TerminalGame, IsKeptAfterEveryPly) {
  const TemporaryFile file;
  run("andantino", {{"side", "4"}}, "hh", {"E4", "E5"}, file.path());
  EXPECT_TRUE(contains(file.content(), "E4")) << file.content();
  EXPECT_TRUE(contains(file.content(), "E5"));
  const Session loaded = run("andantino", {{"side", "4"}}, "hh", {"load " + file.path(), "quit"});
  EXPECT_EQ(loaded.moves, (std::vector<std::string>{"E4", "E5"})) << loaded.printed;
}

TEST(TerminalGame, EngineGamesEndByThemselves) {
  const Session session = run("omega", {{"side", "2"}, {"players", "2"}}, "rr", {});
  EXPECT_TRUE(session.finished);
}

}  // namespace
}  // namespace partita::tui
