// What a newcomer meets first: help, topics, suggestions, completion, the manual page.
#include <gtest/gtest.h>

#include <array>
#include <sstream>
#include <string>

#include "kit/program.h"

namespace partita::apps {
namespace {

using kit::run_program;

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

TEST(Help, NothingAskedListsCommandsAndTopics) {
  const auto run = run_program("");
  EXPECT_EQ(run.exit_code, 0);
  EXPECT_TRUE(has(run.out, "perft") && has(run.out, "solve") && has(run.out, "exit-codes")) << run.out;
}

TEST(Help, ExplainsACommandAsItsOwnHelpDoes) {
  const auto by_help = run_program("help perft");
  EXPECT_EQ(by_help.exit_code, 0);
  EXPECT_EQ(by_help.out, run_program("perft --help").out);
}

TEST(Help, ExplainsEveryTopicItLists) {
  const std::string list = run_program("help").out;
  std::istringstream lines(list.substr(list.find("Topics (")));
  std::string line;
  std::getline(lines, line);
  int topics = 0;
  while (std::getline(lines, line) && !line.empty()) {
    std::string name;
    std::istringstream(line) >> name;
    const auto run = run_program("help " + name);
    EXPECT_EQ(run.exit_code, 0) << name;
    EXPECT_GT(run.out.size(), 200U) << name;
    ++topics;
  }
  EXPECT_GE(topics, 5);
}

/// The value of a line "word  value" of what `partita --version` says; empty if there is none.
std::string version_line(const std::string& text, const std::string& word) {
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    if (line.rfind(word + " ", 0) == 0) return line.substr(line.find_first_not_of(' ', word.size()));
  }
  return "";
}

TEST(Help, TheVersionSaysWhatIsRunning) {
  const auto run = run_program("--version");
  EXPECT_EQ(run.exit_code, 0);
  EXPECT_TRUE(has(version_line(run.out, "partita"), ".")) << run.out;
  // The hash of a commit, unless there is no history here.
  const std::string commit = version_line(run.out, "commit");
  EXPECT_TRUE(commit == "unknown" || commit.find_first_not_of("0123456789abcdef") >= 12) << run.out;
  const std::string compiler = version_line(run.out, "compiler");
  EXPECT_TRUE(compiler.rfind("GCC ", 0) == 0 || compiler.rfind("clang ", 0) == 0) << run.out;
  EXPECT_TRUE(has(compiler, "processor")) << run.out;
  EXPECT_FALSE(version_line(run.out, "processor").empty()) << run.out;
  EXPECT_EQ(version_line(run.out, "networks").rfind("kernel ", 0), 0U) << run.out;
}

/// What the compiler was allowed must be there, or the program would not have come so far; what it chooses by itself
/// must be what the system says the processor has.
TEST(Help, TheVersionAgreesWithTheProcessor) {
  const std::string text = run_program("--version").out;
  const std::string of_system = kit::read_whole("/proc/cpuinfo");
  if (of_system.empty()) GTEST_SKIP() << "the system does not tell";
  const std::string kernel = version_line(text, "networks");
  const bool has_dot_products = has(of_system, " asimddp");
  EXPECT_EQ(has(kernel, "kernel neon-dot"), has_dot_products) << text;
  const bool has_avx2 = has(of_system, " avx2");
  EXPECT_EQ(has(kernel, "avx2"), has_avx2) << text;
}

TEST(Help, ASlipIsAnsweredWithTheNearest) {
  const auto command = run_program("solv");
  EXPECT_EQ(command.exit_code, 2);
  EXPECT_TRUE(has(command.err, "did you mean 'solve'")) << command.err;
  const auto topic = run_program("help exitcodes");
  EXPECT_EQ(topic.exit_code, 2);
  EXPECT_TRUE(has(topic.err, "did you mean 'exit-codes'")) << topic.err;
}

TEST(Help, ASlipInAnOptionIsAnsweredWithTheNearest) {
  const auto run = run_program("perft --game omega --dpeth=3");
  EXPECT_EQ(run.exit_code, 2);
  EXPECT_TRUE(has(run.err, "unknown option '--dpeth', did you mean '--depth'?")) << run.err;
}

TEST(Help, EveryCommandHasAnExample) {
  std::istringstream lines(run_program("help").out);
  std::string line;
  while (std::getline(lines, line) && line != "Subcommands:") continue;
  int commands = 0;
  while (std::getline(lines, line) && !line.empty()) {
    std::string name;
    std::istringstream(line) >> name;
    const std::string help = run_program(name + " --help").out;
    EXPECT_TRUE(has(help, "Example") && has(help, "\n  ") && has(help.substr(help.find("Example")), "partita " + name))
        << name;
    ++commands;
  }
  EXPECT_GE(commands, 27);
}

TEST(Completion, BashCompletesCommandsAndOptions) {
  const std::string script = kit::write_scratch("completion.bash", run_program("completion bash").out);
  const std::string ask = ". " + script +
                          "; COMP_WORDS=(partita perft --dep); COMP_CWORD=2; _partita; echo ${COMPREPLY[@]}; " +
                          "COMP_WORDS=(partita arena --ga); COMP_CWORD=2; _partita; echo ${COMPREPLY[@]}; " +
                          "COMP_WORDS=(partita whow); COMP_CWORD=1; _partita; echo ${COMPREPLY[@]}";
  FILE* pipe = ::popen(("bash -c '" + ask + "'").c_str(), "r");
  std::array<char, 200> buffer{};
  const std::size_t got = std::fread(buffer.data(), 1, buffer.size(), pipe);
  EXPECT_EQ(::pclose(pipe), 0);
  EXPECT_EQ(std::string(buffer.data(), got), "--depth\n--game\nwhowins\n");
  std::filesystem::remove(script);
}

TEST(Completion, RefusesAShellItDoesNotKnow) { EXPECT_EQ(run_program("completion csh").exit_code, 2); }

TEST(Manual, NamesEveryCommand) {
  const std::string page = run_program("manual").out;
  EXPECT_TRUE(has(page, ".TH PARTITA 1"));
  for (const char* name : {"analyze", "arena", "perft", "verify", "help"})
    EXPECT_TRUE(has(page, std::string(".SS ") + name));
}

}  // namespace
}  // namespace partita::apps
