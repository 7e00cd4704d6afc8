#pragma once

#include <sys/types.h>

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/parsed.h"
#include "protocol/line_input.h"

namespace partita::protocol {

/// A program started by us, with its standard input and output in our hands; its error output goes nowhere. Ends with
/// this object: asked by closing its input, then killed with everything it started. One thread.
class ChildProcess {
 public:
  static base::Parsed<std::unique_ptr<ChildProcess>> start(const std::vector<std::string>& command);
  ~ChildProcess();
  ChildProcess(const ChildProcess&) = delete;
  ChildProcess& operator=(const ChildProcess&) = delete;

  /// False if the child does not take it (dead, or its input full for a second).
  bool write_line(const std::string& line) { return write(line + "\n"); }
  /// Bytes as they are.
  bool write(const std::string& text);
  /// The child sees the end of its input; nothing can be written any more.
  void close_input();
  /// The next line within the time; nothing if there is none or the child closed its output: see has_ended().
  std::optional<LineInput::Line> read_line(int timeout_ms) { return output_->next_within(timeout_ms); }
  bool has_ended() const { return output_->at_end(); }
  void kill();

 private:
  ChildProcess(pid_t pid, int input, int output);
  pid_t pid_;
  int input_;
  int output_descriptor_;
  std::unique_ptr<LineInput> output_;
};

/// A command line split at blanks, with "double" and 'single' quotes.
base::Parsed<std::vector<std::string>> split_command(const std::string& text);

}  // namespace partita::protocol
