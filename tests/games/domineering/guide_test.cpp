// docs/adding-a-game.md, tried: the commands that it shows for a new game, run by a program that has this one, and what
// is known of the game.
#include <gtest/gtest.h>

#include <sstream>
#include <string>
#include <vector>

#include "kit/program.h"

namespace partita {
namespace {

/// The program whose catalog has this game alone (cmake/tests.cmake), beside the one that is shipped.
std::string guide_program() { return std::string(PARTITA_PROGRAM) + "_domineering"; }

kit::ProgramRun run_with_game(const std::string& arguments) {
  return kit::run_command(guide_program() + " " + arguments);
}

std::string replaced(std::string text, const std::string& old, const std::string& replacement) {
  for (std::size_t at = text.find(old); at != std::string::npos; at = text.find(old, at + replacement.size())) {
    text.replace(at, old.size(), replacement);
  }
  return text;
}

/// The commands under "It is there", with this game and its rules instead of the example's.
std::vector<std::string> guide_commands() {
  std::string page = kit::read_whole(std::string(PARTITA_SOURCE_DIR) + "/docs/adding-a-game.md");
  page = page.substr(page.find("## It is there"));
  page = page.substr(page.find("```sh\n") + 6);
  page = page.substr(0, page.find("```"));
  page = replaced(page, "./partita", guide_program());
  page = replaced(page, " hex", " domineering");
  // On 5 x 5 every game is decided after the arena's six random plies: the usual board of 8 x 8.
  page = replaced(page, " --side 5", "");
  page = replaced(page, "--side 3 --swap off", "--rows 3 --columns 3");
  std::vector<std::string> lines;
  std::istringstream text(page);
  for (std::string line; std::getline(text, line);) lines.push_back(line);
  return lines;
}

TEST(GuideGame, CommandsOfTheGuideRun) {
  const auto commands = guide_commands();
  ASSERT_GE(commands.size(), 5U);
  for (const std::string& command : commands) {
    const kit::ProgramRun run = kit::run_command("(" + command + ")");
    EXPECT_EQ(run.exit_code, 0) << command << "\n" << run.out << run.err;
    EXPECT_FALSE(run.out.empty()) << command;
  }
}

TEST(GuideGame, IsTheOnlyOneOfItsProgram) {
  EXPECT_NE(run_with_game("games").out.find("Domineering"), std::string::npos);
  EXPECT_EQ(run_with_game("games hex").exit_code, 2);
  EXPECT_EQ(kit::run_command(std::string(PARTITA_PROGRAM) + " games domineering").exit_code, 2) << "it is not shipped";
}

// Breuker, Uiterwijk and van den Herik, Solving 8x8 Domineering (2000): whoever begins wins on squares of 2, 3
// and 4, the other one on 5.
TEST(GuideGame, SmallSquaresAreWonByWhoTheLiteratureSays) {
  for (const int side : {2, 3, 4, 5}) {
    const std::string edge = std::to_string(side);
    const auto run = run_with_game("solve --quiet --game domineering --rows " + edge + " --columns " + edge);
    const std::string winner = side == 5 ? "loss for Vertical" : "win for Vertical";
    EXPECT_NE(run.out.find(winner), std::string::npos) << edge << ": " << run.out << run.err;
  }
}

}  // namespace
}  // namespace partita
