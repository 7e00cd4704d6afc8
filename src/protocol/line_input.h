#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace partita::protocol {

/// Lines from a file descriptor, of bounded length: a longer line is dropped whole and reported as such. A last line
/// without its newline still counts. Where answers go to another descriptor, the input ends when nobody can read them
/// any more, even while whoever writes to us keeps his end open. One thread.
class LineInput {
 public:
  static constexpr std::size_t kLongestLine = 1 << 20;

  static constexpr int kNoAnswers = -1;
  explicit LineInput(int descriptor, int answers = kNoAnswers) : descriptor_(descriptor), answers_(answers) {}

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
  enum class Waited { kInput, kTimeout, kUnheard };
  std::optional<Line> take_buffered();
  /// Negative: for ever.
  Waited wait(std::int64_t timeout_ms) const;
  int descriptor_;
  int answers_;
  std::string buffer_;
  std::size_t scanned_ = 0;
  bool dropping_ = false;
  bool at_end_ = false;
};

/// Whether anybody can still read what is written to the descriptor.
bool is_heard(int descriptor);

}  // namespace partita::protocol
