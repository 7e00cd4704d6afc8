#include "tui/terminal_game.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <deque>
#include <filesystem>
#include <fstream>
#include <sstream>

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

TEST(TerminalGame, UndoGoesBackToThePersonsTurn) {
  const Session session = run("andantino", {{"side", "4"}}, "ha", {"E4", "undo", "quit"});
  EXPECT_TRUE(session.moves.empty()) << session.printed;
}

TEST(TerminalGame, KnowsItsCommands) {
  const Session session = run("andantino", {{"side", "4"}}, "hh",
                              {"help", "legal", "E4", "moves", "hint", "eval", "threats", "clocks", "save", "load /nowhere",
                               "resign"});
  EXPECT_TRUE(session.finished);
  for (const char* part : {"Type a move in the notation", "Hint: ", "best value", "Nothing threatens", "used ",
                           "save needs a file name", "Not loaded: ", "resigned"}) {
    EXPECT_TRUE(contains(session.printed, part)) << part << "\n" << session.printed;
  }
}

TEST(TerminalGame, ReportsTheEnginesTurn) {
  const Session session = run("omega", {{"side", "3"}}, "ah", {"quit"});
  for (const char* part : {"#### TURN 1: White (partita) ####", "Possible moves: ", "Time for this turn: ", "played "}) {
    EXPECT_TRUE(contains(session.printed, part)) << part << "\n" << session.printed;
  }
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
