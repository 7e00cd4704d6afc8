#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace partita::tui {

/// Where a terminal game reads and writes. On a terminal lines can be edited, recalled and completed with the tab key;
/// anywhere else lines come plainly from standard input. One thread.
class Console {
 public:
  virtual ~Console() = default;
  /// The next line, or nothing at the end of the input. `words` are what the tab key completes to.
  virtual std::optional<std::string> ask(const std::string& prompt, const std::vector<std::string>& words) = 0;
  virtual void print(const std::string& text) = 0;
  virtual bool has_colour() const = 0;
  virtual bool is_interactive() const = 0;
};

/// Standard input and output of this process. There is one.
Console& standard_console(bool colour);

}  // namespace partita::tui
