// Whole games played by typed moves in a terminal of 80 columns and 24 lines.
#include "tui/terminal_window.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <set>

#include "catalog/any_position.h"
#include "kit/program.h"
#include "record/game_files.h"
#include "record/replay.h"

namespace partita::tui {
namespace {

using kit::TerminalWindow;

/// The first game of a corpus that fits.
catalog::AnyPosition golden_game(const std::string& file,
                                 const std::function<bool(const catalog::AnyPosition&)>& fits) {
  const auto games = record::read_games(*record::read_file(std::string(PARTITA_GOLDEN) + "/" + file));
  for (const record::GameRecord& game : *games) {
    auto position = record::replay(game);
    if (position && position->is_over() && fits(*position)) return *position;
  }
  ADD_FAILURE() << file << " has no such game";
  return *catalog::AnyPosition::initial("andantino");
}

std::string play_command(const std::string& arguments, const std::string& file) {
  return std::string(PARTITA_PROGRAM) + " play " + arguments + " --file " + file;
}

/// The lines of the lowest board on the screen: those that begin with a row's number.
std::vector<std::string> board_rows(const TerminalWindow& window, int rows) {
  std::vector<std::string> found;
  for (const std::string& line : window.lines()) {
    const auto words = base::words(line);
    if (!words.empty() && base::read_int(words[0])) found.push_back(line);
  }
  if (static_cast<int>(found.size()) > rows) found.erase(found.begin(), found.end() - rows);
  return found;
}

int pieces_in(const std::vector<std::string>& rows, const catalog::AnyPosition& position, std::size_t panel_column) {
  int count = 0;
  for (const std::string& row : rows) {
    for (const char c : row.substr(0, panel_column)) {
      for (const catalog::PieceKind& kind : position.view().pieces) count += c == kind.letter ? 1 : 0;
    }
  }
  return count;
}

int pieces_of(const catalog::AnyPosition& position) {
  int count = 0;
  for (const catalog::CellView& cell : position.view().cells) count += cell.piece != ' ' ? 1 : 0;
  return count;
}

struct TypedGame {
  std::string arguments;
  catalog::AnyPosition played;
  std::size_t panel_column;  ///< letters from here on are not the board's
  int rows;                  ///< of the board
};

/// Types the game turn by turn and looks at every screen.
void play_by_typing(const TypedGame& game) {
  const std::string file = kit::scratch_path("typed.record");
  TerminalWindow window(play_command(game.arguments, file));
  auto position = catalog::AnyPosition::from_text(game.played.game(), game.played.rules(), game.played.start_text());
  for (const std::string& turn : catalog::join_turns(*position, game.played.moves())) {
    const std::string mover = position->seat_name(position->to_move());
    ASSERT_TRUE(window.waits_for([&] {
      const std::string last = window.last_line();
      return last.rfind(mover, 0) == 0 && last.back() == '>';
    })) << mover
        << " is not asked:\n"
        << window.screen();
    window.type(turn);
    const auto plies = catalog::play_word(*position, turn);
    ASSERT_TRUE(plies) << plies.error();
    if (plies->size() > 1) {
      ASSERT_TRUE(window.waits_for_line("Are you ok with these moves? 'no' takes them back [yes/no]"))
          << window.screen();
      window.type("yes");
    }
    if (position->is_over()) break;
    const std::string next = position->seat_name(position->to_move());
    ASSERT_TRUE(window.waits_for([&] { return window.last_line().rfind(next, 0) == 0; })) << window.screen();
    const auto rows = board_rows(window, game.rows);
    std::set<std::string> numbers;
    for (const std::string& row : rows) numbers.insert(std::string(base::words(row)[0]));
    EXPECT_EQ(static_cast<int>(numbers.size()), game.rows) << "the board is not whole:\n" << window.screen();
    EXPECT_EQ(pieces_in(rows, *position, game.panel_column), pieces_of(*position)) << window.screen();
  }
  ASSERT_TRUE(window.waits_for_line("left with 0")) << window.screen();
  const catalog::Ending ending = game.played.ending();
  const std::string winner =
      ending.winner() < 0 ? "a draw" : game.played.seat_name(static_cast<catalog::Seat>(ending.winner()));
  EXPECT_NE(window.screen().find("The game is over: " + winner), std::string::npos) << window.screen();
  std::filesystem::remove(file);
}

TEST(TerminalWindow, AWholeAndantinoGameIsTyped) {
  play_by_typing({"andantino --seats hh",
                  golden_game("andantino/games_side10_win1.tsv", [](const auto& p) { return p.ply() <= 20; }), 44, 19});
}

TEST(TerminalWindow, AWholeOmegaGameOfThreeIsTyped) {
  const auto fits = [](const catalog::AnyPosition& p) { return p.rules().at("side") == "5"; };
  play_by_typing({"omega --players hhh", golden_game("omega/games_p3.tsv", fits), 24, 9});
}

TEST(TerminalWindow, AWholeTablutGameIsTyped) {
  play_by_typing({"tafl --rules mcgill --seats hh",
                  golden_game("tafl/games_mcgill_greedy.tsv", [](const auto& p) { return p.ply() <= 24; }), 31, 9});
}

TEST(TerminalWindow, InterruptKeepsTheGameAndTheTerminal) {
  const std::string file = kit::scratch_path("interrupted.record");
  {
    TerminalWindow window(play_command("andantino --seats h/random", file));
    ASSERT_TRUE(window.waits_for_line("White>")) << window.screen();
    window.type("J9");
    ASSERT_TRUE(window.waits_for_text("Turn 3")) << window.screen();
    window.press("C-c");
    ASSERT_TRUE(window.waits_for_line("left with 130")) << window.screen();
    EXPECT_NE(window.screen().find("The game is kept"), std::string::npos) << window.screen();
    // The line editor gave the terminal back: what is typed is seen again.
    window.type_without_return("seen");
    EXPECT_TRUE(window.waits_for_line("seen")) << window.screen();
  }
  TerminalWindow window(play_command("--resume", file));
  ASSERT_TRUE(window.waits_for_line("White>")) << window.screen();
  EXPECT_NE(window.screen().find("Turn 3"), std::string::npos) << window.screen();
  EXPECT_NE(window.screen().find("Black  random"), std::string::npos) << window.screen();
  std::filesystem::remove(file);
}

TEST(TerminalWindow, TheTabKeyCompletesMovesAndCommands) {
  const std::string file = kit::scratch_path("tab.record");
  TerminalWindow window(play_command("tafl --seats hh", file));
  ASSERT_TRUE(window.waits_for_line("Attackers>")) << window.screen();
  window.type_without_return("hel");
  window.press("Tab");
  EXPECT_TRUE(window.waits_for_line("Attackers> help")) << window.screen();
  window.press("C-u");
  window.type_without_return("B5-B");
  window.press("Tab");
  window.press("Tab");
  EXPECT_TRUE(window.waits_for_text("b5-b9")) << window.screen();
  std::filesystem::remove(file);
}

}  // namespace
}  // namespace partita::tui
