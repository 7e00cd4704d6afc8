// solve and verify as people run them: certificates that were touched, files that are none, and proofs that are killed.
#include <gtest/gtest.h>

#include <algorithm>
#include <csignal>
#include <map>
#include <set>
#include <thread>

#include "base/random.h"
#include "base/text.h"
#include "catalog/any_position.h"
#include "kit/effort.h"
#include "kit/program.h"
#include "solve/certificate.h"
#include "study/certificate_file.h"

namespace partita::apps {
namespace {

using kit::run_program;
using kit::scratch_path;

/// Black wins from both: in a proof of 30 thousand nodes and a strategy of some hundred entries, and in ten times that.
constexpr const char* kQuickWin = "--game andantino --side 10 --winner black --moves 'K10 K11 L11 L12 K12 J11 J9 I9' ";
constexpr const char* kLongerWin = "--game andantino --side 10 --winner black --moves 'K10 K11 L11 L12 K12 J11' ";
const std::string kShipped = "/data/certificates/andantino-side10.tsv.zst";

/// A file of this test that goes when the test does.
struct Scratch {
  explicit Scratch(const std::string& name) : path(scratch_path(name)) {}
  ~Scratch() {
    std::error_code ignored;
    for (const char* ending : {"", ".new"}) std::filesystem::remove(path + ending, ignored);
  }
  std::string path;
};

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  for (const std::string_view line : base::split(text, '\n')) lines.emplace_back(line);
  return lines;
}

void write_lines(const std::string& path, const std::vector<std::string>& lines) {
  std::ofstream(path, std::ios::binary) << base::join(lines, "\n");
}

/// Lines of entries, after the header.
std::vector<std::size_t> entries_in(const std::vector<std::string>& lines) {
  std::vector<std::size_t> entries;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (!lines[i].empty() && lines[i][0] != '#') entries.push_back(i);
  }
  return entries;
}

/// Another legal move in place of the entry's own.
std::string with_another_move(const std::string& entry, base::Random& random) {
  const std::size_t tab = entry.find('\t');
  const auto position = catalog::AnyPosition::from_text("andantino", {}, entry.substr(0, tab));
  EXPECT_TRUE(position.ok()) << entry;
  auto moves = position->legal_moves();
  std::erase(moves, entry.substr(tab + 1));
  return entry.substr(0, tab + 1) + moves[random.below(static_cast<std::uint32_t>(moves.size()))];
}

/// Rejected. The line shown leads from the claim's position by legal moves; true if there is one.
bool is_refuted_by_a_line(const std::string& path, const std::string& start, const std::string& what) {
  const auto run = run_program("verify " + path);
  EXPECT_EQ(run.exit_code, 1) << what;
  EXPECT_NE(run.out.find("rejected: "), std::string::npos) << what << run.out;
  const std::string marker = "refuting line: ";
  const std::size_t at = run.out.find(marker);
  if (at == std::string::npos) return false;
  auto position = catalog::AnyPosition::from_text("andantino", {}, start);
  EXPECT_TRUE(position.ok());
  const std::string line = run.out.substr(at + marker.size(), run.out.find('\n', at) - at - marker.size());
  for (const std::string_view move : base::words(line)) EXPECT_TRUE(position->play(move).ok()) << what << line;
  return true;
}

void expect_every_touch_refuted(const std::string& certificate, int touched) {
  const auto text = study::read_certificate_file(certificate);
  ASSERT_TRUE(text.ok()) << text.error();
  const std::string start = solve::read_certificate(*text)->certificate.claim.position;
  const auto whole = lines_of(*text);
  const auto entries = entries_in(whole);
  ASSERT_GE(entries.size(), static_cast<std::size_t>(touched));
  const Scratch torn("torn.tsv");
  base::Random random(5);
  int refuted_moves = 0;
  for (int i = 0; i < touched; ++i) {
    const std::size_t at = entries[random.below(static_cast<std::uint32_t>(entries.size()))];
    auto lines = whole;
    lines.erase(lines.begin() + static_cast<std::ptrdiff_t>(at));
    write_lines(torn.path, lines);
    EXPECT_TRUE(is_refuted_by_a_line(torn.path, start, "without " + whole[at] + "\n")) << whole[at];
    lines = whole;
    lines[at] = with_another_move(whole[at], random);
    write_lines(torn.path, lines);
    refuted_moves += is_refuted_by_a_line(torn.path, start, lines[at] + " for " + whole[at] + "\n") ? 1 : 0;
  }
  // Now and then another move wins as well and leads to nothing new: then only the digest tells.
  EXPECT_GE(refuted_moves * 4, touched * 3);
}

/// Equal scores go to the last in turn order, with two players as with three: White cannot win what is level.
TEST(SolverCommands, TheOutcomeKnowsTheRuleForTies) {
  const std::string level = "endgame --game omega --side 2 --position '2 2 2/3/2 1 WB' ";
  const auto margin = run_program(level + "--goal margin");
  ASSERT_EQ(margin.exit_code, 0) << margin.err;
  ASSERT_NE(margin.out.find("value 0\n"), std::string::npos) << margin.out;
  EXPECT_NE(run_program(level + "--goal outcome").out.find("value -1\n"), std::string::npos);
  EXPECT_NE(run_program(level + "--goal outcome --tie draw").out.find("value 0\n"), std::string::npos);
}

/// Tables are as large as one asks, and machines are not.
TEST(SolverCommands, TablesThatDoNotFitAreRefusedInOneLine) {
  if (kit::kIsSanitized) GTEST_SKIP() << "a sanitizer needs more room than any limit leaves";
  const std::string many_free = "'5 2 BBWB1/2WBW1/B3BWW/W3BWBB/BW1W1BBWW/W2BB1WW/W1B1W1B/1BWW2/WBWBB 1 WB'";
  for (const std::string& words : {std::string("solve --quiet --memory 9000 --nodes 10 ") + kQuickWin,
                                   "endgame --game omega --side 5 --table 26 --position " + many_free}) {
    const kit::ProgramRun run = kit::run_command(std::string("ulimit -v 400000; ") + PARTITA_PROGRAM + " " + words);
    EXPECT_EQ(run.exit_code, 2) << words << ": " << run.err;
    EXPECT_NE(run.err.find("partita: not enough memory"), std::string::npos) << run.err;
    EXPECT_EQ(std::count(run.err.begin(), run.err.end(), '\n'), 1) << run.err;
  }
}

TEST(Verify, AnyLineTakenOrMoveAlteredIsRefutedOnASmallProof) {
  const Scratch certificate("small.tsv.zst");
  const auto solved = run_program(std::string("solve --quiet ") + kQuickWin + "--certificate " + certificate.path);
  ASSERT_EQ(solved.exit_code, 0) << solved.err;
  EXPECT_EQ(run_program("verify " + certificate.path).exit_code, 0);
  expect_every_touch_refuted(certificate.path, kit::samples(20));
}

TEST(Verify, AnyLineTakenOrMoveAlteredIsRefutedOnTheShippedProof) {
  if (kit::kIsSanitized) GTEST_SKIP() << "the small proof takes the same way in a tenth of the time";
  expect_every_touch_refuted(PARTITA_SOURCE_DIR + kShipped, 3);
}

/// Exit code 2 and one line that names the file.
void expect_no_certificate(const std::string& name, const std::string& bytes) {
  const Scratch file(name);
  std::ofstream(file.path, std::ios::binary) << bytes;
  const auto run = run_program("verify " + file.path);
  EXPECT_EQ(run.exit_code, 2) << name;
  EXPECT_EQ(run.out, "") << name;
  EXPECT_EQ(run.err.rfind("partita: ", 0), 0u) << name << run.err;
  EXPECT_NE(run.err.find(name), std::string::npos) << run.err;
  EXPECT_EQ(run.err.find('\n'), run.err.size() - 1) << name << run.err;
}

/// A certificate that leads one line of the loser, the first the rules list, through so many plies without coming to
/// any board twice, and then has no reply.
std::string long_chain(int plies) {
  auto position = catalog::AnyPosition::initial("tafl", {{"rules", "linnaean"}});
  solve::Certificate certificate;
  certificate.claim = {"tafl", position->rules(), position->text(), position->to_move(), "Attackers"};
  std::set<catalog::Key> seen;
  base::Random random(6);
  while (position->ply() < plies) {
    if (position->to_move() != certificate.claim.winner) {
      EXPECT_TRUE(position->play(position->legal_moves().front()).ok());
      continue;
    }
    const auto moves = position->legal_moves();
    const std::string before = position->text();
    for (int attempt = 0;; ++attempt) {
      if (attempt == 1000) return "";
      const std::string& move = moves[random.below(static_cast<std::uint32_t>(moves.size()))];
      if (move.find('x') != std::string::npos || !position->play(move).ok()) continue;
      const bool is_new = !position->is_over() && seen.insert(position->key()).second;
      if (is_new) {
        certificate.entries.emplace_back(before, move);
        break;
      }
      position->undo();
    }
  }
  std::sort(certificate.entries.begin(), certificate.entries.end());
  return solve::write_certificate(certificate);
}

TEST(Verify, AChainOfManyThousandPliesIsWalkedWithoutRecursion) {
  const Scratch file("chain.tsv.zst");
  const std::string chain = long_chain(kit::kIsSanitized ? 4'000 : 12'000);
  ASSERT_FALSE(chain.empty());
  ASSERT_TRUE(study::write_certificate_file(file.path, chain).ok());
  const auto run = run_program("verify " + file.path);
  EXPECT_EQ(run.exit_code, 1) << run.err;
  EXPECT_NE(run.out.find("rejected: "), std::string::npos) << run.out.substr(0, 2000);
}

TEST(Verify, AFileThatUnpacksToFarTooMuchIsRefused) {
  const Scratch packed("piece.zst");
  const Scratch bomb("bomb.zst");
  ASSERT_TRUE(study::write_certificate_file(packed.path, std::string(std::size_t{8} << 20, 'x')).ok());
  const std::string piece = kit::read_whole(packed.path);
  {
    std::ofstream file(bomb.path, std::ios::binary);
    for (int i = 0; i < 100; ++i) file << piece;
  }
  ASSERT_LT(std::filesystem::file_size(bomb.path), 100'000u);
  // Sanitizers need more addresses than there are.
  const std::string limit = kit::kIsSanitized ? "" : "ulimit -v 400000; ";
  const Scratch errors("bomb_errors");
  const std::string command = limit + PARTITA_PROGRAM + " verify " + bomb.path + " 2>" + errors.path;
  const int status = std::system(command.c_str());
  EXPECT_EQ(WEXITSTATUS(status), 2);
  EXPECT_NE(kit::read_whole(errors.path).find("unpacks to more than 16 MiB"), std::string::npos)
      << kit::read_whole(errors.path);
}

TEST(Verify, AFileWithoutAnEndIsRefused) {
  const auto run = run_program("verify /dev/zero");
  EXPECT_EQ(run.exit_code, 2);
  EXPECT_NE(run.err.find("is larger than"), std::string::npos) << run.err;
}

TEST(Verify, FilesThatAreNoCertificatesAreRefusedInOneLine) {
  const std::string shipped = kit::read_whole(PARTITA_SOURCE_DIR + kShipped);
  expect_no_certificate("empty", "");
  expect_no_certificate("cut", shipped.substr(0, shipped.size() / 2));
  expect_no_certificate("beginning", shipped.substr(0, 5));
  std::string damaged = shipped;
  for (std::size_t i = damaged.size() / 3; i < damaged.size() / 3 + 20; ++i) damaged[i] = 'x';
  expect_no_certificate("damaged", damaged);
  base::Random random(9);
  std::string rubbish;
  for (int i = 0; i < 5000; ++i) rubbish += static_cast<char>(random.below(256));
  expect_no_certificate("rubbish", rubbish);
  expect_no_certificate("rubbish_zst", shipped.substr(0, 4) + rubbish);

  const auto text = study::read_certificate_file(PARTITA_SOURCE_DIR + kShipped);
  ASSERT_TRUE(text.ok());
  const std::string head = text->substr(0, text->find("\n10 ") + 1);
  const auto replaced = [&](const std::string& from, const std::string& to) {
    std::string changed = head;
    const std::size_t at = changed.find(from);
    EXPECT_NE(at, std::string::npos) << from;
    return changed.replace(at, from.size(), to);
  };
  expect_no_certificate("version", replaced("certificate 1", "certificate 2"));
  expect_no_certificate("game", replaced("game: andantino", "game: chess"));
  expect_no_certificate("rules", replaced("side=10", "side=1000000"));
  expect_no_certificate("position", replaced("9B9", "9Q9"));
  expect_no_certificate("winner", replaced("winner: 1", "winner: 7"));
  expect_no_certificate("no_digest", replaced("# sha256: ", "# sha: "));
  expect_no_certificate("no_tab", head + "rubbish\n");
  EXPECT_EQ(run_program("verify /no/such/file").exit_code, 2);
  EXPECT_EQ(run_program("verify .").exit_code, 2);
}

TEST(Solve, AWinWithinItsShortestLengthAndNoSooner) {
  const std::string won = std::string("solve --quiet --memory 64 ") + kQuickWin;
  const std::string distance = run_program(won + "--distance 40").out;
  const auto plies = *base::read_int(base::words(distance.substr(distance.find("wins in ")))[2]);
  const auto within = [&](std::int64_t most) { return run_program(won + "--within " + std::to_string(most)).out; };
  EXPECT_EQ(within(plies).rfind("Black wins within " + std::to_string(plies) + " plies\n", 0), 0u);
  EXPECT_EQ(within(plies - 1).rfind("Black does not win within " + std::to_string(plies - 1) + " plies\n", 0), 0u);
  const Scratch certificate("shortest.tsv.zst");
  ASSERT_EQ(run_program(won + "--within " + std::to_string(plies) + " --certificate " + certificate.path).exit_code, 0);
  const auto verified = run_program("verify " + certificate.path);
  EXPECT_EQ(verified.exit_code, 0) << verified.out;
  EXPECT_NE(verified.out.find("longest line " + std::to_string(plies) + " plies\n"), std::string::npos) << verified.out;
}

TEST(Solve, OmegaOfSideTwoEndsEvenAndTheLastInTurnWins) {
  const auto run = run_program("solve omega --side 2");
  EXPECT_EQ(run.exit_code, 0) << run.err;
  EXPECT_EQ(run.out.rfind("loss for White\nmargin 0\n", 0), 0u) << run.out;
}

/// The program as a child that can be killed. Its output goes nowhere.
class Child {
 public:
  explicit Child(const std::string& arguments) : pid_(::fork()) {
    if (pid_ != 0) return;
    const std::string command =
        "exec " + std::string(PARTITA_PROGRAM) + " " + arguments + " >/dev/null 2>&1 </dev/null";
    ::execl("/bin/sh", "sh", "-c", command.c_str(), static_cast<char*>(nullptr));
    ::_exit(127);
  }
  ~Child() { kill(); }
  bool is_running() {
    if (pid_ > 0 && ::waitpid(pid_, nullptr, WNOHANG) == pid_) pid_ = -1;
    return pid_ > 0;
  }
  void kill() {
    if (pid_ <= 0) return;
    ::kill(pid_, SIGKILL);
    ::waitpid(pid_, nullptr, 0);
    pid_ = -1;
  }

 private:
  pid_t pid_;
};

TEST(Solve, KilledProofsAreResumedWithTheSameResult) {
  const Scratch work("checkpoint");
  const std::string solve =
      std::string("solve --quiet --memory 64 ") + kLongerWin + "--checkpoint " + work.path + " --checkpoint-every 0.05";
  int kills = 0;
  for (int i = 0; i < 3; ++i) {
    std::error_code none;
    const auto before = std::filesystem::last_write_time(work.path, none);
    Child child(solve);
    const auto has_saved = [&] {
      return std::filesystem::exists(work.path) && std::filesystem::last_write_time(work.path, none) != before;
    };
    while (child.is_running() && !has_saved()) std::this_thread::sleep_for(std::chrono::milliseconds(2));
    kills += child.is_running() ? 1 : 0;
  }
  EXPECT_GE(kills, 1);
  const auto resumed = run_program(solve);
  EXPECT_EQ(resumed.exit_code, 0) << resumed.err;
  EXPECT_EQ(resumed.out.rfind("Black wins\n", 0), 0u) << resumed.out;
  // What was done already is not done again.
  const auto again = run_program(solve);
  const auto nodes = [](const std::string& out) {
    return *base::read_int(base::words(out.substr(out.find("nodes ")))[1]);
  };
  EXPECT_EQ(again.out.rfind("Black wins\n", 0), 0u) << again.out;
  EXPECT_EQ(nodes(again.out), nodes(resumed.out));
}

/// Of "nodes N" in what the program has printed.
std::int64_t printed_nodes(const std::string& out) {
  const auto at = out.find("nodes ");
  return at == std::string::npos ? -1 : base::read_int(base::words(out.substr(at))[1]).value_or(-1);
}

TEST(Solve, SmallProofsAreCountedNodeByNode) {
  const auto quick = run_program(std::string("solve --quiet --memory 16 ") + kQuickWin);
  EXPECT_NE(printed_nodes(quick.out) % 4096, 0) << quick.out;
  // A limit below the step in which nodes were counted is one.
  const auto limited = run_program(std::string("solve --quiet --memory 16 --nodes 500 ") + kLongerWin);
  EXPECT_EQ(printed_nodes(limited.out), 500) << limited.out;
}

TEST(Solve, TheBestMoveIsTheForcedReplyWhereThereIsOne) {
  // From a game that was lost by it: a five must be stopped first, and the move after that was told.
  const std::string moves = "I10 J11 I9 K11 H9 K10 I11 L11 J9 K9 I8 H8 H7 I7 G7 G8 J12 I12 G9 K12";
  const std::string solve = "solve --quiet --memory 16 --game andantino --side 10 --moves '" + moves;
  for (const std::string how : {"' --winner white", "'"}) {
    const auto found = run_program(solve + how);
    const auto at = found.out.find("best ");
    ASSERT_NE(at, std::string::npos) << found.out;
    const std::string best(base::words(found.out.substr(at))[1]);
    const auto after = run_program(solve + " " + best + "' --winner white");
    EXPECT_EQ(after.out.rfind("White wins\n", 0), 0u) << best << ": " << after.out << after.err;
  }
}

TEST(WhoWins, EveryOpeningOfSmallHexBoardsIsDecided) {
  for (const auto& [side, red] : std::map<int, std::size_t>{{3, 3}, {4, 2}, {5, 7}}) {
    const auto table = run_program("whowins --game hex --side " + std::to_string(side) +
                                   " --swap off --plies 1 --memory 1 --nodes 200000");
    EXPECT_EQ(table.exit_code, 0) << table.err;
    std::size_t wins = 0;
    for (const std::string& row : lines_of(table.out)) {
      EXPECT_EQ(row.find("unknown"), std::string::npos) << side << ": " << row;
      wins += row.find("\tRed") != std::string::npos ? 1 : 0;
    }
    EXPECT_EQ(wins, red) << table.out;
  }
}

TEST(Solve, AHexStrategyIsWrittenAndHolds) {
  const Scratch certificate("hex.tsv.zst");
  const auto solved = run_program(
      "solve --quiet --game hex --side 4 --swap off --moves d1 --winner red --memory 1 "
      "--certificate " +
      certificate.path);
  ASSERT_EQ(solved.exit_code, 0) << solved.out << solved.err;
  const auto verified = run_program("verify " + certificate.path);
  EXPECT_EQ(verified.exit_code, 0) << verified.out << verified.err;
}

/// The third column of the table's only row.
std::string nodes_of_row(const std::string& table) {
  const auto lines = lines_of(table);
  if (lines.size() < 2) return table;
  const auto columns = base::split(lines[1], '\t');
  return columns.size() < 3 ? table : std::string(columns[2]);
}

TEST(WhoWins, ALimitOfNodesAloneIsNotCutByTheClock) {
  const std::string question = "whowins --game andantino --side 10 --plies 0 --memory 16 --nodes " +
                               std::string(kit::kIsSanitized ? "30000" : "300000");
  const std::string whole = nodes_of_row(run_program(question + " --seconds 1000000").out);
  // The program is held for longer than the ten seconds that a row has where nothing is said, and then goes on.
  const Scratch table("held_table");
  const std::string held = std::string(PARTITA_PROGRAM) + " " + question + " >" + table.path +
                           " 2>&1 & pid=$!; sleep 0.2; kill -STOP $pid; sleep 10.5; kill -CONT $pid; wait $pid";
  EXPECT_EQ(WEXITSTATUS(std::system(held.c_str())), 0);
  EXPECT_EQ(nodes_of_row(kit::read_whole(table.path)), whole);
}

std::string with_checkpoint(const char* question, const std::string& path) {
  return std::string("solve --quiet --memory 64 ") + question + "--checkpoint " + path;
}

/// Refused with exit code 2 and a line that names the file, which stays as it was.
void expect_left_alone(const std::string& path, const std::string& contents) {
  std::ofstream(path, std::ios::binary) << contents;
  const auto run = run_program(with_checkpoint(kQuickWin, path));
  EXPECT_EQ(run.exit_code, 2) << run.err;
  EXPECT_EQ(run.out, "");
  EXPECT_NE(run.err.find(path), std::string::npos) << run.err;
  EXPECT_TRUE(kit::read_whole(path) == contents) << "the file was changed";
  EXPECT_FALSE(std::filesystem::exists(path + ".new"));
}

TEST(Checkpoint, WhatIsNotThisClaimsOwnIsLeftAlone) {
  const Scratch work("foreign_checkpoint");
  expect_left_alone(work.path, "my only copy of a novel\n");
  expect_left_alone(work.path, "");
  expect_left_alone(work.path, "partita proof checkpoint 1\nsomething else\n");
  std::filesystem::remove(work.path);
  // Another claim's, then a damaged and a cut off one of its own.
  ASSERT_EQ(run_program(with_checkpoint(kLongerWin, work.path) + " --nodes 1000").exit_code, 0);
  expect_left_alone(work.path, kit::read_whole(work.path));
  std::filesystem::remove(work.path);
  ASSERT_EQ(run_program(with_checkpoint(kQuickWin, work.path)).exit_code, 0);
  const std::string whole = kit::read_whole(work.path);
  std::string damaged = whole;
  damaged[damaged.size() - 5] = static_cast<char>(damaged[damaged.size() - 5] ^ 1);
  expect_left_alone(work.path, damaged);
  expect_left_alone(work.path, whole.substr(0, whole.size() - 3));
  expect_left_alone(work.path, whole + "x");
}

TEST(Checkpoint, OneOfAnotherVersionTableOrSeedIsRefusedWithTheReason) {
  const Scratch work("other_checkpoint");
  const auto refusal = [&](const std::string& options) {
    const auto run = run_program("solve --quiet " + options + " " + kQuickWin + "--checkpoint " + work.path);
    EXPECT_EQ(run.exit_code, 2) << options;
    EXPECT_EQ(run.out, "") << options;
    return run.err;
  };
  std::ofstream(work.path) << "partita proof checkpoint 1\nandantino side=10 seat=1 \n0 0\n" << std::string(16, '\0');
  EXPECT_NE(refusal("--memory 64").find("of another version of the program"), std::string::npos);
  std::filesystem::remove(work.path);
  ASSERT_EQ(run_program(with_checkpoint(kQuickWin, work.path)).exit_code, 0);
  EXPECT_NE(refusal("--memory 65").find("with another size of the table: 64 MiB"), std::string::npos);
  EXPECT_NE(refusal("--memory 64 --seed 9").find("with another seed: 0"), std::string::npos);
  EXPECT_EQ(run_program(with_checkpoint(kQuickWin, work.path)).exit_code, 0);
}

/// Equal nodes: no position was taken for another with the one seed or with the other.
TEST(Solve, AProofIsRepeatedWithAnotherSeed) {
  const auto solved = [](const std::string& seed) {
    const auto run = run_program("solve --quiet --memory 64 " + seed + kLongerWin);
    EXPECT_EQ(run.exit_code, 0) << run.err;
    return run.out.substr(0, run.out.find("seconds"));
  };
  EXPECT_NE(solved("").find("Black wins"), std::string::npos);
  EXPECT_EQ(solved(""), solved("--seed 5 "));
  const auto spread = run_program(std::string("solve --quiet --seed 5 --concurrency 1 ") + kLongerWin);
  EXPECT_EQ(spread.exit_code, 2);
  EXPECT_NE(spread.err.find("--seed is for one table"), std::string::npos) << spread.err;
}

TEST(Checkpoint, AFileBesideItThatIsSomebodysIsLeftAloneToo) {
  const Scratch work("checkpoint_beside");
  const Scratch beside("checkpoint_beside.new");
  ASSERT_EQ(beside.path, work.path + ".new");
  std::ofstream(beside.path) << "notes";
  const auto run = run_program(with_checkpoint(kQuickWin, work.path));
  EXPECT_EQ(run.exit_code, 2);
  EXPECT_NE(run.err.find(beside.path), std::string::npos) << run.err;
  EXPECT_EQ(kit::read_whole(beside.path), "notes");
  // What a killed run left there is its own.
  std::ofstream(beside.path, std::ios::trunc) << "partita proof check";
  EXPECT_EQ(run_program(with_checkpoint(kQuickWin, work.path)).exit_code, 0);
  EXPECT_FALSE(std::filesystem::exists(beside.path));
}

TEST(Checkpoint, WhatCannotBeWrittenIsSaidBeforeTheWorkBegins) {
  for (const std::string& path :
       {std::string("/no/such/folder/file"), std::string("/proc/version"), std::string("/")}) {
    const auto run = run_program(with_checkpoint(kLongerWin, path));
    EXPECT_EQ(run.exit_code, 2) << path;
    EXPECT_EQ(run.out, "") << path;
    EXPECT_NE(run.err.find(path), std::string::npos) << run.err;
  }
}

TEST(Checkpoint, AFailureAtTheEndIsReported) {
  // The folder goes while the proof runs: its result is still told.
  const std::string folder = kit::scratch_path("vanishing");
  std::filesystem::create_directory(folder);
  const std::string errors = kit::scratch_path("vanishing_errors");
  const std::string command = std::string(PARTITA_PROGRAM) + " " + with_checkpoint(kLongerWin, folder + "/work") +
                              " --checkpoint-every 1000 2>" + errors + " >/dev/null & pid=$!; while [ ! -e " + folder +
                              "/work ]; do sleep 0.01; done; rm -r " + folder + "; wait $pid";
  const int status = std::system(command.c_str());
  EXPECT_EQ(WEXITSTATUS(status), 2) << kit::read_whole(errors);
  EXPECT_NE(kit::read_whole(errors).find("--checkpoint: cannot write"), std::string::npos) << kit::read_whole(errors);
  std::filesystem::remove(errors);
}

}  // namespace
}  // namespace partita::apps
