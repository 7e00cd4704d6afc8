#include "protocol/child_process.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>
#include <thread>

#include "base/text.h"

namespace partita::protocol {

namespace {

constexpr int kWriteTimeoutMs = 1000;
constexpr int kGraceMs = 200;

/// Runs in the forked child: nothing but async-signal-safe calls.
[[noreturn]] void become(const std::vector<char*>& arguments, int input, int output, int report) {
  ::setpgid(0, 0);
  ::dup2(input, STDIN_FILENO);
  ::dup2(output, STDOUT_FILENO);
  const int nowhere = ::open("/dev/null", O_WRONLY);
  if (nowhere >= 0) ::dup2(nowhere, STDERR_FILENO);
  ::signal(SIGPIPE, SIG_DFL);
  ::signal(SIGINT, SIG_IGN);  // Ctrl-C is for the arena, which ends its engines itself
  ::execvp(arguments[0], arguments.data());
  const int code = errno;
  [[maybe_unused]] const ssize_t written = ::write(report, &code, sizeof code);
  ::_exit(127);
}

}  // namespace

base::Parsed<std::unique_ptr<ChildProcess>> ChildProcess::start(const std::vector<std::string>& command) {
  if (command.empty()) return base::Error{"no program to start"};
  int to_child[2], from_child[2], report[2];
  if (::pipe2(to_child, O_CLOEXEC) != 0) return base::Error{"cannot make a pipe"};
  if (::pipe2(from_child, O_CLOEXEC) != 0 || ::pipe2(report, O_CLOEXEC) != 0) return base::Error{"cannot make a pipe"};
  std::vector<char*> arguments;
  for (const std::string& word : command) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  const pid_t pid = ::fork();
  if (pid == 0) become(arguments, to_child[0], from_child[1], report[1]);
  ::close(to_child[0]);
  ::close(from_child[1]);
  ::close(report[1]);
  int code = 0;
  // The report pipe closes by itself when exec succeeds.
  const bool has_failed = pid < 0 || ::read(report[0], &code, sizeof code) > 0;
  ::close(report[0]);
  if (has_failed) {
    if (pid > 0) ::waitpid(pid, nullptr, 0);
    ::close(to_child[1]);
    ::close(from_child[0]);
    return base::Error{"cannot start " + base::quoted(command[0]) + ": " + std::strerror(code != 0 ? code : errno)};
  }
  ::fcntl(to_child[1], F_SETFL, O_NONBLOCK);
  return std::unique_ptr<ChildProcess>(new ChildProcess(pid, to_child[1], from_child[0]));
}

ChildProcess::ChildProcess(pid_t pid, int input, int output)
    : pid_(pid), input_(input), output_descriptor_(output), output_(std::make_unique<LineInput>(output)) {}

void ChildProcess::close_input() {
  if (input_ >= 0) ::close(input_);
  input_ = -1;
}

ChildProcess::~ChildProcess() {
  close_input();
  for (int waited_ms = 0; pid_ > 0 && waited_ms < kGraceMs; waited_ms += 5) {
    if (::waitpid(pid_, nullptr, WNOHANG) == pid_) {
      ::kill(-pid_, SIGKILL);
      pid_ = -1;
      break;
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  kill();
  ::close(output_descriptor_);
}

void ChildProcess::kill() {
  if (pid_ <= 0) return;
  ::kill(-pid_, SIGKILL);
  ::kill(pid_, SIGKILL);
  ::waitpid(pid_, nullptr, 0);
  pid_ = -1;
}

bool ChildProcess::write(const std::string& text) {
  if (input_ < 0) return false;
  std::size_t written = 0;
  while (written < text.size()) {
    pollfd waiting{input_, POLLOUT, 0};
    const int ready = ::poll(&waiting, 1, kWriteTimeoutMs);
    if (ready < 0 && errno == EINTR) continue;
    if (ready <= 0 || (waiting.revents & (POLLERR | POLLHUP)) != 0) return false;
    const ssize_t step = ::write(input_, text.data() + written, text.size() - written);
    if (step < 0 && (errno == EINTR || errno == EAGAIN)) continue;
    if (step <= 0) return false;
    written += static_cast<std::size_t>(step);
  }
  return true;
}

base::Parsed<std::vector<std::string>> split_command(const std::string& text) {
  std::vector<std::string> words;
  std::string word;
  bool in_word = false;
  char quote = 0;
  for (const char c : text) {
    if (quote != 0) {
      if (c == quote)
        quote = 0;
      else
        word += c;
    } else if (c == '"' || c == '\'') {
      quote = c;
      in_word = true;
    } else if (c == ' ' || c == '\t') {
      if (in_word) words.push_back(word);
      word.clear();
      in_word = false;
    } else {
      word += c;
      in_word = true;
    }
  }
  if (quote != 0) return base::Error{"unclosed quote in " + base::quoted(text)};
  if (in_word) words.push_back(word);
  return words;
}

}  // namespace partita::protocol
