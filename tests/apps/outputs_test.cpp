// What commands write: nothing of somebody else's is overwritten, and nothing that was lost is called done.
#include <gtest/gtest.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <set>
#include <sstream>
#include <thread>

#include "kit/child.h"
#include "kit/program.h"
#include "kit/temporary_folder.h"

namespace partita::apps {
namespace {

namespace fs = std::filesystem;
using kit::run_command;
using kit::run_program;

const char* const kWrittenGame = R"([Game "omega"]
[Rules "side=2"]
[Result "1-0"]
[Reason "score"]

1. B3/C2 1... B2/A1 1-0

)";
const std::string kOfAStranger = "not ours\n";
const std::string kSmallMatch =
    "arena --game omega --side 2 --engines random greedy --tc nodes=1 --openings 1 --plies 0 --imbalance 1 ";
const std::string kSmallProof = "solve --quiet --game hex --side 3 --swap off --moves b2 --winner red ";

class OutputFiles : public testing::Test {
 protected:
  std::string path(const std::string& name) const { return (folder_.path() / name).string(); }
  std::string write(const std::string& name, const std::string& text) const {
    std::ofstream(path(name), std::ios::binary) << text;
    return path(name);
  }
  /// Options that name a file to write, by command line; OUT is the file.
  std::vector<std::string> writing_commands() const {
    const std::string game = write("game.pgr", kWrittenGame);
    return {kSmallMatch + "--records OUT",
            kSmallMatch + "--csv OUT",
            kSmallMatch + "--html OUT",
            kSmallMatch + "--save-openings OUT",
            kSmallMatch + "--log OUT",
            kSmallProof + "--certificate OUT",
            "analyze " + game + " --nodes 20 --html OUT",
            "analyze " + game + " --nodes 20 --out OUT",
            "convert " + game + " OUT",
            "puzzles --quiet --game andantino --side 10 --count 1 --plies 1 --nodes 1000 --output OUT",
            "selfplay --game omega --side 2 --games 1 --tc nodes=1 --plies 0 --out OUT",
            "serve --data " + path("data") + " --export OUT",
            "work review " + game + " --nodes 20 --out OUT",
            std::string("learn plot ") + PARTITA_SOURCE_DIR + "/data/learning/tafl-11x11.jsonl --out OUT",
            "learn selfplay --game tafl --rules rules=brandubh --games 1 --nodes 5 --out OUT"};
  }
  static std::string with(std::string command, const std::string& file) {
    return command.replace(command.find("OUT"), 3, file);
  }

  kit::TemporaryFolder folder_;
};

TEST_F(OutputFiles, OfOthersAreNotOverwrittenUnlessForced) {
  int number = 0;
  for (const std::string& command : writing_commands()) {
    const std::string file = write("file" + std::to_string(++number), kOfAStranger);
    const auto refused = run_program(with(command, file));
    EXPECT_EQ(refused.exit_code, 2) << command;
    EXPECT_NE(refused.err.find(file + ": exists already"), std::string::npos) << command << ": " << refused.err;
    EXPECT_NE(refused.err.find("--force"), std::string::npos) << command << ": " << refused.err;
    EXPECT_EQ(kit::read_whole(file), kOfAStranger) << command;
    const auto forced = run_program(with(command, file) + " --force");
    EXPECT_EQ(forced.exit_code, 0) << command << ": " << forced.err;
    EXPECT_NE(kit::read_whole(file), kOfAStranger) << command;
  }
}

TEST_F(OutputFiles, ThatAreThereAreToldBeforeAnyWork) {
  // These would take long: they are refused at once.
  const std::string file = write("page.html", kOfAStranger);
  for (const char* command :
       {"lab ablation --game tafl --out ", "lab motifs --game hex --out ", "lab ablation --game tafl --plot ",
        "tune spsa lmr_base --game hex --out ", "join unibo --role white --out ", "play --game hex --file "}) {
    const auto run = run_command("timeout 20 " + std::string(PARTITA_PROGRAM) + " " + command + file);
    EXPECT_EQ(run.exit_code, 2) << command << run.err;
    EXPECT_EQ(run.err, "partita: " + file + ": exists already; --force overwrites it\n") << command;
  }
}

TEST_F(OutputFiles, AreNeverCalledDash) {
  const std::string here = "cd " + folder_.path().string() + " && ";
  for (const std::string& command : writing_commands()) {
    const auto run = run_command(here + PARTITA_PROGRAM + " " + with(command, "-"));
    EXPECT_FALSE(fs::exists(folder_.path() / "-")) << command;
    EXPECT_TRUE(run.exit_code == 0 || run.err.find("standard output") != std::string::npos) << command << run.err;
    fs::remove(folder_.path() / "-");
  }
  const auto games = run_command(here + PARTITA_PROGRAM + " serve --data data --export -");
  EXPECT_EQ(games.exit_code, 0) << games.err;
  EXPECT_EQ(games.out, "") << "no games, and nothing else where they would be";
  const auto record = run_command(here + PARTITA_PROGRAM + " convert game.pgr -");
  EXPECT_EQ(record.out.substr(0, 13), "[Game \"omega\"");
}

TEST_F(OutputFiles, EveryCommandThatHasSomeHasTheSameWord) {
  const std::regex writes(R"(--(out|html|csv|records|certificate|export|output|plot|save-openings)\b)");
  std::istringstream commands(run_program("help").out);
  int seen = 0;
  for (std::string line; std::getline(commands, line);) {
    std::smatch name;
    if (!std::regex_match(line, name, std::regex(R"(  ([a-z]+)  +.*)"))) continue;
    const std::string help = run_program(name[1].str() + " --help").out;
    // A site is a folder, which knows its own; reading a certificate is not writing one.
    if (!std::regex_search(help, writes) || name[1] == "site" || name[1] == "atlas" || name[1] == "verify") continue;
    ++seen;
    EXPECT_NE(help.find("--force"), std::string::npos) << name[1];
  }
  EXPECT_GE(seen, 10);
}

TEST_F(OutputFiles, ThatCannotBeWrittenAreToldWithOneLine) {
  const std::string games =
      write("games.ndjson", R"({"format":"partita-game-1","game_id":"aaaaaaaaaaaa","game":"omega",)"
                            R"("rules":{"side":"2"},"start":"","moves":["W:A1"],"clock_ms":[],"seats":)"
                            R"([{"kind":"human","name":""},{"kind":"human","name":""}],"swap_after":0,)"
                            R"("swapped":false,"created_ms":0,"updated_ms":0,"ending":null})"
                            "\n");
  const auto imported = run_program("serve --data " + path("data") + " --import " + games);
  ASSERT_EQ(imported.exit_code, 0) << imported.err << ": else an export would write nothing";
  // By a link: a program that would put a file in the device's place takes the link away and no more.
  const std::string full = path("full");
  fs::create_symlink("/dev/full", full);
  for (const std::string& command : writing_commands()) {
    if (command.find("--log") != std::string::npos || command.rfind("selfplay", 0) == 0 ||
        command.rfind("learn selfplay", 0) == 0)
      continue;  // logs are files that can be locked and cut, not devices
    const auto run = run_program(with(command, full));
    EXPECT_EQ(run.exit_code, 2) << command << ": " << run.err;
    EXPECT_NE(run.err.find(full), std::string::npos) << command << ": " << run.err;
    ASSERT_TRUE(fs::is_symlink(full)) << command;
  }
}

/// A cheap run of every command that prints, by its name.
std::map<std::string, std::string> printing_commands(const std::string& folder) {
  const std::string game = folder + "/game.pgr";
  std::ofstream(game) << kWrittenGame;
  const std::string proof = folder + "/proof.zst";
  EXPECT_EQ(run_program(kSmallProof + "--force --certificate " + proof).exit_code, 0);
  const std::string samples = folder + "/games.selfplay";
  EXPECT_EQ(run_program("selfplay --game hex --side 4 --games 300 --plies 2 --tc nodes=10 --out " + samples).exit_code,
            0);
  return {{"analyze", "analyze " + game + " --nodes 20"},
          {"arena", kSmallMatch},
          {"atlas", "atlas --game andantino --sample 1"},
          {"bench", "bench --rate --game hex --positions 1 --threads 1"},
          {"completion", "completion bash"},
          {"config", "config example"},
          {"convert", "convert " + game + " -"},
          {"endgame", "endgame --game omega --side 2"},
          {"engine", "engine --check " + std::string(PARTITA_PROGRAM) + " engine --game hex --side 3"},
          {"explore", "explore --game hex --side 3"},
          {"games", "games"},
          {"go", "go --game hex --side 3 --depth 1"},
          {"help", "help files"},
          {"inspect", "inspect --game hex --side 3"},
          {"lab", std::string("lab motifs --page --results ") + PARTITA_SOURCE_DIR + "/data/motifs"},
          {"learn", "learn --help"},
          {"manual", "manual"},
          {"perft", "perft --game hex --side 3 --depth 1"},
          {"play", "play --game hex --side 3 --seats rr --file " + folder + "/kept --force"},
          {"puzzles", "puzzles --quiet --game andantino --side 10 --count 1 --plies 1 --nodes 1000"},
          {"replay", "replay " + game},
          {"selfplay", "selfplay --game omega --side 2 --games 1 --tc nodes=1 --force --out " + folder + "/x.selfplay"},
          {"serve", "serve --data " + folder + "/data --force --export " + folder + "/export"},
          {"solve", kSmallProof},
          {"starts", "starts --game andantino"},
          {"tune", "tune texel " + samples + " --game hex"},
          {"verify", "verify " + proof},
          {"whowins", "whowins --game hex --sides 3-3 --nodes 100000"},
          {"why", "why --game hex --side 3"},
          {"work", "work review " + game + " --nodes 20"}};
}

TEST_F(OutputFiles, OfStandardOutputAreNotLostWithoutAWord) {
  const auto commands = printing_commands(folder_.path().string());
  std::set<std::string> all;
  std::istringstream lines(run_program("help").out);
  for (std::string line; std::getline(lines, line);) {
    std::smatch name;
    if (std::regex_match(line, name, std::regex(R"(  ([a-z]+)  +.*)"))) all.insert(name[1]);
  }
  for (const char* topic : {"engines", "positions", "time", "files"}) all.erase(topic);
  // Need another server, a NATS server, or a built page; they print the same way.
  for (const char* other : {"join", "worker", "site"}) all.erase(other);
  for (const std::string& name : all) EXPECT_TRUE(commands.contains(name)) << name << " is not tried";
  for (const auto& [name, command] : commands) {
    const auto full = run_program(command + " >/dev/full");
    EXPECT_EQ(full.exit_code, 2) << command << ": " << full.err;
    EXPECT_NE(full.err.find("partita: standard output: cannot be written"), std::string::npos) << command << full.err;
    const auto fine = run_program(command);
    EXPECT_TRUE(fine.exit_code == 0) << command << ": " << fine.err;
    EXPECT_NE(fine.out, "") << command << " prints nothing";
  }
  for (const char* line : {"--version", "--help", "", "help", "go --help"}) {
    const auto full = run_program(std::string(line) + " >/dev/full");
    EXPECT_EQ(full.exit_code, 2) << line << full.err;
  }
}

TEST_F(OutputFiles, OfADialogueAreNotLostWithoutAWord) {
  const std::string program = PARTITA_PROGRAM;
  const std::string question = R"({\"id\":\"a\",\"game\":\"hex\",\"rules\":{\"side\":\"3\"},\"limits\":{\"depth\":1}})";
  for (const std::string& dialogue : {"printf 'ugi\\nisready\\nquit\\n' | " + program + " engine --game hex",
                                      "echo '" + question + "' | " + program + " analyze --nodes 10"}) {
    const auto full = run_command("sh -c \"" + dialogue + " >/dev/full\"");
    EXPECT_EQ(full.exit_code, 2) << dialogue << full.err;
    EXPECT_NE(full.err.find("standard output: cannot be written: No space left on device"), std::string::npos)
        << dialogue << full.err;
    const auto gone = run_command("bash -c \"set -o pipefail; " + dialogue + " | true\"");
    EXPECT_TRUE(gone.exit_code == 0 || gone.exit_code == 141) << "a reader that has gone is no failure: " << gone.err;
  }
}

TEST(SolveSignals, AreFollowedByALastCheckpointAndALine) {
  const kit::TemporaryFolder folder;
  const std::string checkpoint = (folder.path() / "work").string(), out = (folder.path() / "out").string();
  for (const int signal : {SIGTERM, SIGINT}) {
    fs::remove(checkpoint);
    kit::Child solve({PARTITA_PROGRAM, "solve", "--quiet", "--game", "andantino", "--side", "16", "--winner", "black",
                      "--memory", "64", "--checkpoint", checkpoint, "--checkpoint-every", "3600"},
                     out);
    std::this_thread::sleep_for(std::chrono::seconds(2));
    const std::string before = kit::read_whole(checkpoint);  // saved in the first moment, and then once an hour
    EXPECT_EQ(solve.end(signal), 1);
    EXPECT_NE(kit::read_whole(checkpoint), before);
    const std::string said = kit::read_whole(out);
    EXPECT_NE(said.find("undecided"), std::string::npos) << said;
    EXPECT_NE(said.find("partita: stopped by a signal; the work so far is in " + checkpoint + "\n"), std::string::npos)
        << said;
  }
}

}  // namespace
}  // namespace partita::apps
