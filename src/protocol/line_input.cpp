#include "protocol/line_input.h"

#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>

#include "base/clock.h"

namespace partita::protocol {

std::optional<LineInput::Line> LineInput::take_buffered() {
  const std::size_t newline = buffer_.find('\n', scanned_);
  if (newline == std::string::npos) {
    scanned_ = buffer_.size();
    if (buffer_.size() > kLongestLine) {
      dropping_ = true;
      buffer_.clear();
      scanned_ = 0;
    }
    return std::nullopt;
  }
  Line line;
  line.was_too_long = dropping_ || newline > kLongestLine;
  if (!line.was_too_long) line.text = buffer_.substr(0, newline);
  buffer_.erase(0, newline + 1);
  scanned_ = 0;
  dropping_ = false;
  return line;
}

std::optional<LineInput::Line> LineInput::next() { return next_within(-1); }

bool is_heard(int descriptor) {
  pollfd answers{descriptor, 0, 0};
  return ::poll(&answers, 1, 0) >= 0 && (answers.revents & (POLLERR | POLLHUP | POLLNVAL)) == 0;
}

LineInput::Waited LineInput::wait(std::int64_t timeout_ms) const {
  const base::Stopwatch watch;
  while (true) {
    const std::int64_t left_ms = timeout_ms < 0 ? -1 : std::max<std::int64_t>(0, timeout_ms - watch.milliseconds());
    // A negative descriptor is passed over. Errors are reported unasked.
    pollfd both[] = {{descriptor_, POLLIN, 0}, {answers_, 0, 0}};
    const int ready = ::poll(both, 2, static_cast<int>(left_ms));
    if (ready < 0 && errno == EINTR) continue;
    if ((both[1].revents & (POLLERR | POLLHUP | POLLNVAL)) != 0) return Waited::kUnheard;
    return ready == 0 ? Waited::kTimeout : Waited::kInput;
  }
}

std::optional<LineInput::Line> LineInput::next_within(int timeout_ms) {
  const base::Stopwatch watch;
  while (true) {
    if (auto line = take_buffered()) return line;
    if (at_end_) return std::nullopt;
    if (timeout_ms >= 0 || answers_ != kNoAnswers) {
      const std::int64_t left_ms = timeout_ms < 0 ? -1 : std::max<std::int64_t>(0, timeout_ms - watch.milliseconds());
      const Waited waited = wait(left_ms);
      if (waited == Waited::kTimeout) return std::nullopt;
      if (waited == Waited::kUnheard) {
        at_end_ = true;
        buffer_.clear();
        return std::nullopt;
      }
    }
    char chunk[4096];
    const ssize_t count = ::read(descriptor_, chunk, sizeof chunk);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) {
      at_end_ = true;
      if (!buffer_.empty() || dropping_) buffer_ += '\n';
      continue;
    }
    buffer_.append(chunk, static_cast<std::size_t>(count));
  }
}

}  // namespace partita::protocol
