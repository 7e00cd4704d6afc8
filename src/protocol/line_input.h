#pragma once

#include <optional>
#include <string>

namespace partita::protocol {

/// Lines from a file descriptor, of bounded length: a longer line is dropped whole and reported as such. A last line
/// without its newline still counts. One thread.
class LineInput {
 public:
  static constexpr std::size_t kLongestLine = 1 << 20;

  explicit LineInput(int descriptor) : descriptor_(descriptor) {}

  struct Line {
    std::string text;
    bool was_too_long = false;  ///< the text is empty then
  };
  /// Blocks for the next line; nothing at the end of the input.
  std::optional<Line> next();
  /// Waits at most `timeout_ms` (negative: for ever). An empty optional at the end or when time is up: see at_end().
  std::optional<Line> next_within(int timeout_ms);
  bool at_end() const { return at_end_; }

 private:
  std::optional<Line> take_buffered();
  int descriptor_;
  std::string buffer_;
  std::size_t scanned_ = 0;
  bool dropping_ = false;
  bool at_end_ = false;
};

}  // namespace partita::protocol
