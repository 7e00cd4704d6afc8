#pragma once

#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <string>
#include <vector>

/// A program started by a test, to be interrupted or killed. Killed at the latest when the object goes.
namespace partita::kit {

class Child {
 public:
  /// Standard output and error go to `output` ("/dev/null" for nowhere).
  explicit Child(const std::vector<std::string>& command, const std::string& output = "/dev/null") {
    std::vector<char*> arguments;
    for (const std::string& word : command) arguments.push_back(const_cast<char*>(word.c_str()));
    arguments.push_back(nullptr);
    pid_ = ::fork();
    if (pid_ == 0) {
      const int file = ::open(output.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
      const int nothing = ::open("/dev/null", O_RDONLY);
      ::dup2(nothing, 0);
      ::dup2(file, 1);
      ::dup2(file, 2);
      ::execvp(arguments[0], arguments.data());
      ::_exit(127);
    }
  }
  Child(Child&& other) noexcept : pid_(other.pid_) { other.pid_ = -1; }
  Child& operator=(Child&& other) noexcept {
    std::swap(pid_, other.pid_);
    return *this;
  }
  ~Child() { end(SIGKILL); }

  void signal(int number) const {
    if (pid_ > 0) ::kill(pid_, number);
  }
  pid_t pid() const { return pid_; }
  bool is_running() {
    int status = 0;
    if (pid_ > 0 && ::waitpid(pid_, &status, WNOHANG) == pid_) note_end(status);
    return pid_ > 0;
  }
  /// Sends the signal and waits for the end; returns the exit code as a shell would.
  int end(int number) {
    signal(number);
    return wait();
  }
  int wait() {
    int status = 0;
    if (pid_ > 0 && ::waitpid(pid_, &status, 0) == pid_) note_end(status);
    return exit_code_;
  }

 private:
  void note_end(int status) {
    exit_code_ = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    pid_ = -1;
  }
  pid_t pid_ = -1;
  int exit_code_ = -1;
};

}  // namespace partita::kit
