#pragma once

#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <cstdio>
#include <functional>
#include <string>
#include <thread>
#include <vector>

#include "base/text.h"

namespace partita::kit {

/// A real terminal of 80 columns and 24 lines (tmux) with a program in it: types and looks as a person does.
class TerminalWindow {
 public:
  /// `command` goes through the shell. What it leaves with is shown when it ends.
  explicit TerminalWindow(const std::string& command) {
    static int windows = 0;
    tmux_ = "tmux -L partita_test_" + std::to_string(::getpid()) + "_" + std::to_string(++windows) + " ";
    run(tmux_ + "-f /dev/null -u new-session -d -x 80 -y 24 \"" + command + "; echo left with \\$?; cat\"" +
        " \\; set -g status off \\; resize-window -x 80 -y 24");
  }
  ~TerminalWindow() { run(tmux_ + "kill-server"); }
  TerminalWindow(const TerminalWindow&) = delete;
  TerminalWindow& operator=(const TerminalWindow&) = delete;

  /// Letters as they are, then the return key.
  void type(const std::string& text) { run(tmux_ + "send-keys -l '" + text + "' \\; send-keys Enter"); }
  /// A key by tmux's name: "C-c", "Tab".
  void press(const std::string& key) { run(tmux_ + "send-keys " + key); }
  void type_without_return(const std::string& text) { run(tmux_ + "send-keys -l '" + text + "'"); }

  std::string screen() const { return run(tmux_ + "capture-pane -p"); }
  std::vector<std::string> lines() const {
    const std::string text = screen();
    std::vector<std::string> result;
    for (const std::string_view line : base::split(text, '\n')) result.emplace_back(line);
    return result;
  }
  /// The lowest line that is not empty, without blanks at its end.
  std::string last_line() const {
    std::string last;
    for (const std::string& line : lines()) {
      if (!base::trim(line).empty()) last = line.substr(0, line.find_last_not_of(' ') + 1);
    }
    return last;
  }
  /// False if it does not come to pass within the patience of a loaded machine.
  bool waits_for(const std::function<bool()>& condition) const {
    for (int i = 0; i < 3000; ++i) {
      if (condition()) return true;
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    return false;
  }
  bool waits_for_line(const std::string& line) const {
    return waits_for([&] { return last_line() == line; });
  }
  bool waits_for_text(const std::string& text) const {
    return waits_for([&] { return screen().find(text) != std::string::npos; });
  }

 private:
  static std::string run(const std::string& command) {
    std::string out;
    FILE* pipe = ::popen((command + " 2>&1").c_str(), "r");
    if (pipe == nullptr) return out;
    std::array<char, 4096> buffer{};
    for (std::size_t got = 0; (got = std::fread(buffer.data(), 1, buffer.size(), pipe)) > 0;)
      out.append(buffer.data(), got);
    ::pclose(pipe);
    return out;
  }
  std::string tmux_;
};

}  // namespace partita::kit
