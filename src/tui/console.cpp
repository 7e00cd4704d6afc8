#include "tui/console.h"

#include <editline/readline.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <iostream>

namespace partita::tui {

namespace {

/// libedit asks through plain functions, so the words of the moment stand here.
std::vector<std::string> completions;

char* next_completion(const char* begin, int state) {
  static std::size_t at = 0;
  if (state == 0) at = 0;
  const std::size_t length = std::strlen(begin);
  while (at < completions.size()) {
    const std::string& word = completions[at++];
    if (::strncasecmp(word.c_str(), begin, length) == 0) return ::strdup(word.c_str());
  }
  return nullptr;
}

char** complete(const char* begin, int, int) {
  rl_attempted_completion_over = 1;  // never file names
  return rl_completion_matches(begin, next_completion);
}

class StandardConsole final : public Console {
 public:
  explicit StandardConsole(bool colour) : colour_(colour) {
    if (is_interactive()) {
      rl_attempted_completion_function = complete;
      rl_readline_name = "partita";
    }
  }

  std::optional<std::string> ask(const std::string& prompt, const std::vector<std::string>& words) override {
    std::fflush(stdout);
    if (!is_interactive()) {
      print(prompt);
      std::fflush(stdout);
      std::string line;
      if (!std::getline(std::cin, line)) return std::nullopt;
      print("\n");
      return line;
    }
    completions = words;
    char* typed = ::readline(prompt.c_str());
    if (typed == nullptr) return std::nullopt;
    std::string line = typed;
    std::free(typed);
    if (!line.empty()) ::add_history(line.c_str());
    return line;
  }
  void print(const std::string& text) override {
    std::fputs(text.c_str(), stdout);
    std::fflush(stdout);
  }
  bool has_colour() const override { return colour_; }
  bool is_interactive() const override { return ::isatty(STDIN_FILENO) == 1 && ::isatty(STDOUT_FILENO) == 1; }

 private:
  bool colour_;
};

}  // namespace

Console& standard_console(bool colour) {
  static StandardConsole console(colour);
  return console;
}

}  // namespace partita::tui
