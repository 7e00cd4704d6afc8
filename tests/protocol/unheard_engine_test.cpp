// Programs whose answers nobody can read any more end by themselves, although their input stays open.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <string>
#include <thread>
#include <vector>

#include "base/clock.h"

namespace partita::protocol {
namespace {

/// The program with both its ends in our hands. Killed at the latest when the object goes.
class Talker {
 public:
  explicit Talker(std::vector<std::string> command) {
    int input[2] = {-1, -1};
    int output[2] = {-1, -1};
    EXPECT_EQ(::pipe2(input, O_CLOEXEC), 0);
    EXPECT_EQ(::pipe2(output, O_CLOEXEC), 0);
    std::vector<char*> words;
    for (std::string& word : command) words.push_back(word.data());
    words.push_back(nullptr);
    pid_ = ::fork();
    if (pid_ == 0) {
      ::dup2(input[0], STDIN_FILENO);
      ::dup2(output[1], STDOUT_FILENO);
      ::execv(words[0], words.data());
      ::_exit(127);
    }
    ::close(input[0]);
    ::close(output[1]);
    input_ = input[1];
    output_ = output[0];
  }
  ~Talker() {
    if (pid_ > 0) {
      ::kill(pid_, SIGKILL);
      ::waitpid(pid_, nullptr, 0);
    }
    ::close(input_);
    if (output_ >= 0) ::close(output_);
  }
  Talker(const Talker&) = delete;
  Talker& operator=(const Talker&) = delete;

  void write(const std::string& text) const {
    EXPECT_EQ(::write(input_, text.data(), text.size()), static_cast<ssize_t>(text.size()));
  }
  /// Reads until the text has come.
  bool hears(const std::string& text) const {
    std::string heard;
    char piece[4096];
    while (heard.find(text) == std::string::npos) {
      const ssize_t count = ::read(output_, piece, sizeof piece);
      if (count <= 0) return false;
      heard.append(piece, static_cast<std::size_t>(count));
    }
    return true;
  }
  void stop_listening() {
    ::close(output_);
    output_ = -1;
  }
  /// Milliseconds until the program was over; -1 if it was still there after `most_ms`.
  std::int64_t over_after_ms(std::int64_t most_ms) {
    const base::Stopwatch watch;
    while (watch.milliseconds() < most_ms) {
      int status = 0;
      if (::waitpid(pid_, &status, WNOHANG) == pid_) {
        pid_ = -1;
        EXPECT_TRUE(WIFEXITED(status)) << status;
        return watch.milliseconds();
      }
      std::this_thread::sleep_for(std::chrono::milliseconds(2));
    }
    return -1;
  }

 private:
  pid_t pid_ = -1;
  int input_ = -1;
  int output_ = -1;
};

/// A second is promised; the test gives the machine more, so that only a program that stays fails it.
constexpr std::int64_t kMostMs = 15'000;

void expect_end(const std::vector<std::string>& command, const std::string& lines, const std::string& answer) {
  Talker talker(command);
  talker.write(lines);
  ASSERT_TRUE(talker.hears(answer)) << lines;
  talker.stop_listening();
  const std::int64_t after_ms = talker.over_after_ms(kMostMs);
  EXPECT_GE(after_ms, 0) << "still there: " << lines;
  std::printf("over %lld ms after nobody listened: %s\n", static_cast<long long>(after_ms), command[3].c_str());
}

std::vector<std::string> quiet_engine(const std::string& game) { return {PARTITA_PROGRAM, "engine", "--game", game}; }

TEST(UnheardEngine, EndsInAnInfiniteSearch) {
  for (const char* game : {"andantino", "omega", "tafl", "hex"}) {
    expect_end(quiet_engine(game), "position startpos\nisready\ngo infinite\n", "readyok");
    expect_end(quiet_engine(game), "position startpos\ngo infinite\n", "info depth");
  }
}

TEST(UnheardEngine, EndsWhereEverythingIsProvenAndItOnlyWaits) {
  expect_end(quiet_engine("omega"),
             "setoption name Rules_side value 2\nposition startpos moves W:A1 B:A2\ngo infinite\n", "info depth");
}

TEST(UnheardEngine, EndsInALimitedSearchAndWithoutOne) {
  expect_end(quiet_engine("tafl"), "go depth 60\nisready\n", "readyok");
  expect_end(quiet_engine("tafl"), "isready\n", "readyok");
}

TEST(UnheardEngine, SoDoesAnalysis) {
  const std::vector<std::string> analyze = {PARTITA_PROGRAM, "analyze", "--workers", "1"};
  expect_end(analyze, "{\"id\":\"v\",\"action\":\"query_version\"}\n", "version");
  expect_end(analyze, "{\"id\":\"a\",\"game\":\"andantino\",\"limits\":{\"depth\":60},\"report_every_ms\":20}\n",
             "\"a\"");
}

}  // namespace
}  // namespace partita::protocol
